/** Creates a form input whose code is loaded when the first form with it opens. */
import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { InputProps } from '../../engine/fieldTypes/fieldType';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

/** `fallback`: shown until the code is loaded. */
export function lazyInput(load: () => Promise<ComponentType<InputProps>>, fallback: ReactNode = null) {
  const LazyComponent = lazyWithRetry(load);
  return function LazyInput(props: InputProps) {
    return (
      <Suspense fallback={fallback}>
        <LazyComponent {...props} />
      </Suspense>
    );
  };
}
