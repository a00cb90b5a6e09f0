/** Does a transaction again when the database says that another one was in its way; refuses one inside another. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Tx } from '../context';
import { mayRetry } from './failure';

export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const TRIES = 4;
const FIRST_PAUSE_MS = 5;

/** Up to three more tries, each after a longer pause with jitter, so that two rivals do not meet again. */
export const retrying =
  (transact: Transact): Transact =>
  async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transact(work);
      } catch (error) {
        if (attempt >= TRIES || !mayRetry(error)) throw error;
      }
      await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  };

/**
 * Refuses a transaction inside another: it would wait for a lock, or on SQLite for a turn, that the outer one gives up only after it.
 * Following what belongs to which makes every promise of the process dearer, so production trusts what the tests have shown.
 */
export function flat(transact: Transact): Transact {
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  let open = 0;
  // while it follows anything, every promise of the process is dearer, reads included
  const leave = (): void => {
    open -= 1;
    if (open === 0) inside.disable();
  };
  return async (work) => {
    if (inside.getStore()?.open) throw new Error('a transaction inside a transaction would wait for itself');
    const mark = { open: true };
    open += 1;
    try {
      return await inside.run(mark, () => transact(work));
    } finally {
      mark.open = false;
      leave();
    }
  };
}
