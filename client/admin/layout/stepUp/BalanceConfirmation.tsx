/** Loads the confirmation dialog when a deletion first asks for it. */
import { Suspense, useSyncExternalStore } from 'react';
import { useApp } from '../../../shared/app/appContext';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const BalanceConfirmationDialog = lazyWithRetry(
  async () => (await import('./BalanceConfirmationDialog')).BalanceConfirmationDialog,
);

export function BalanceConfirmation() {
  const { balanceConfirmation } = useApp();
  const question = useSyncExternalStore(balanceConfirmation.subscribe, balanceConfirmation.question);
  if (question === undefined) return null;
  return (
    <Suspense fallback={null}>
      <BalanceConfirmationDialog />
    </Suspense>
  );
}
