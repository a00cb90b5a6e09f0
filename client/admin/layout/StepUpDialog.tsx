/** Asks for the password once more when a request needs it; the request goes on by itself. */
import { Suspense, useSyncExternalStore } from 'react';
import { useApp } from '../../shared/app';
import { lazyPart } from '../../ui/lazyPart';

const StepUpAsking = lazyPart(async () => (await import('./StepUpAsking')).StepUpAsking);

export function StepUpDialog() {
  const { stepUp } = useApp();
  const open = useSyncExternalStore(stepUp.subscribe, stepUp.pending);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <StepUpAsking onClose={() => stepUp.settle(false)} />
    </Suspense>
  );
}
