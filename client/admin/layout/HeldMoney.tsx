/** Loads the dialog about members who hold money when a deletion first asks it. */
import { Suspense, useSyncExternalStore } from 'react';
import { useApp } from '../../shared/app';
import { lazyPart } from '../../ui/lazyPart';

const HeldMoneyDialog = lazyPart(async () => (await import('./HeldMoneyDialog')).HeldMoneyDialog);

export function HeldMoney() {
  const { heldMoney } = useApp();
  const question = useSyncExternalStore(heldMoney.subscribe, heldMoney.question);
  if (question === undefined) return null;
  return (
    <Suspense fallback={null}>
      <HeldMoneyDialog />
    </Suspense>
  );
}
