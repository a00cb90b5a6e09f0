/** Runs another request at a chosen statement of a transaction; for a world's `spy`. */
import type { Db, Tx } from '../context';

export interface Interleaving {
  readonly wrap: (db: Db) => Db;
  /** After the next statement that matches, `work` starts; the transaction goes on when it ends or after `WAIT_MS`. */
  readonly after: <T>(pattern: RegExp, work: () => Promise<T>) => Promise<T>;
}
/** Long enough for a request that waits for no lock. */
const WAIT_MS = 1_500;

export function createInterleaving(): Interleaving {
  let armed: { readonly pattern: RegExp; readonly start: () => Promise<unknown> } | undefined;
  const passed = async (sql: string): Promise<void> => {
    if (armed?.pattern.test(sql) !== true) return;
    const { start } = armed;
    armed = undefined;
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise((done) => (timer = setTimeout(done, WAIT_MS)));
    await Promise.race([start(), waited]);
    clearTimeout(timer);
  };
  const interleaved = (tx: Tx): Tx => ({
    ...tx,
    rows: async (sql, params) => {
      const rows = await tx.rows(sql, params);
      await passed(sql);
      return rows as never; // the caller's row type
    },
  });
  return {
    wrap: (db) => ({ ...db, transact: (work) => db.transact((tx) => work(interleaved(tx))) }),
    after: (pattern, work) =>
      new Promise((resolve, reject) => {
        const start = () => {
          const done = work();
          done.then(resolve, reject);
          return done.catch(() => undefined);
        };
        armed = { pattern, start };
      }),
  };
}
