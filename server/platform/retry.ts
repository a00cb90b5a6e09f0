/** Does a transaction again when the database says that another one was in its way. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Tx } from '../kit';
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
        await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  };
