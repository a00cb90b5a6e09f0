/** Retries a transaction that a deadlock or a lock timeout rolled back; refuses a nested transaction. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '../../context';
import { canTransactionBeRetried } from './dbErrors';

export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const MAX_ATTEMPTS = 4;
const BASE_DELAY_MS = 5;

/** Up to three retries, each after a longer pause with jitter, so that two competing transactions do not meet again. */
export const withRetry =
  (transact: Transact): Transact =>
  async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transact(work);
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !canTransactionBeRetried(error)) throw error;
      }
      await sleep(BASE_DELAY_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  };

/**
 * Refuses a transaction inside another: it would wait for a lock, or on SQLite for the mutex, that the outer one releases only after it.
 * AsyncLocalStorage makes every promise of the process slower, so production does not check this and the tests do.
 */
export function rejectNested(transact: Transact): Transact {
  const currentTransaction = new AsyncLocalStorage<{ open: boolean }>();
  let openCount = 0;
  // an enabled AsyncLocalStorage makes every promise of the process slower, those of reads included
  const onEnd = (): void => {
    openCount -= 1;
    if (openCount === 0) currentTransaction.disable();
  };
  return async (work) => {
    if (currentTransaction.getStore()?.open)
      throw new Error('nested transaction: it would wait for the lock of the outer one');
    const scope = { open: true };
    openCount += 1;
    try {
      return await currentTransaction.run(scope, () => transact(work));
    } finally {
      scope.open = false;
      onEnd();
    }
  };
}
