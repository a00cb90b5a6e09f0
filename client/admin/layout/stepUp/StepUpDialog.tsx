/** Asks for the password when a request needs a step-up; the request then continues by itself. */
import { Suspense, useSyncExternalStore } from 'react';
import { useApp } from '../../../shared/app/appContext';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const StepUpForm = lazyWithRetry(async () => (await import('./StepUpForm')).StepUpForm);

export function StepUpDialog() {
  const { stepUp } = useApp();
  const isOpen = useSyncExternalStore(stepUp.subscribe, stepUp.isPending);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <StepUpForm onClose={() => stepUp.resolve(false)} />
    </Suspense>
  );
}
