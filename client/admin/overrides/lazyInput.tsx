/** Makes an input of a form from code that is loaded when the first form with it is opened. */
import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { InputProps } from '../../engine/fieldTypes/fieldType';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

/** `fallback`: what stands in its place until the code came. */
export function lazyInput(load: () => Promise<ComponentType<InputProps>>, fallback: ReactNode = null) {
  const Part = lazyWithRetry(load);
  return function LazyInput(props: InputProps) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}
