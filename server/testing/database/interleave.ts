/** Runs another request at a chosen statement of a transaction; for the option `spy` of a test server. */
import type { Db, Tx } from '../../context';

export interface Interleaver {
  readonly wrap: (db: Db) => Db;
  /** `work` starts after the next statement that matches; the transaction continues when it ends or after `WAIT_MS`. */
  readonly after: <T>(pattern: RegExp, work: () => Promise<T>) => Promise<T>;
}
/** Long enough for a request that waits for no lock. */
const WAIT_MS = 1_500;

export function createInterleaver(): Interleaver {
  let armedHook: { readonly pattern: RegExp; readonly start: () => Promise<unknown> } | undefined;
  const onStatement = async (sql: string): Promise<void> => {
    if (armedHook?.pattern.test(sql) !== true) return;
    const { start } = armedHook;
    armedHook = undefined;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((done) => (timer = setTimeout(done, WAIT_MS)));
    await Promise.race([start(), timeout]);
    clearTimeout(timer);
  };
  const interceptTx = (tx: Tx): Tx => ({
    ...tx,
    rows: async (sql, params) => {
      const rows = await tx.rows(sql, params);
      await onStatement(sql);
      return rows as never; // the caller's row type
    },
  });
  return {
    wrap: (db) => ({ ...db, transact: (work) => db.transact((tx) => work(interceptTx(tx))) }),
    after: (pattern, work) =>
      new Promise((resolve, reject) => {
        const start = () => {
          const result = work();
          result.then(resolve, reject);
          return result.catch(() => undefined);
        };
        armedHook = { pattern, start };
      }),
  };
}
