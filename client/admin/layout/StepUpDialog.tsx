/** Asks for the password once more when a request needs it; the request goes on by itself. */
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import { Suspense, useSyncExternalStore } from 'react';
import { useApp } from '../../shared/app';
import { lazyPart } from '../../ui/lazyPart';

const StepUpAsking = lazyPart(async () => (await import('./StepUpAsking')).StepUpAsking);

export function StepUpDialog() {
  const { stepUp } = useApp();
  const open = useSyncExternalStore(stepUp.subscribe, stepUp.pending);
  return (
    <Dialog open={open} onClose={() => stepUp.settle(false)} maxWidth="xs" fullWidth>
      {open && (
        <Suspense fallback={<Box sx={{ height: 260 }} />}>
          <StepUpAsking />
        </Suspense>
      )}
    </Dialog>
  );
}
