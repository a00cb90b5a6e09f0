/** Observes the statements that a server sends within transactions. */
import type { Db, SqlValue, Tx } from '../../context';

export interface ObservedStatement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}
/** Wraps a database so that its statements are reported; for the option `spy` of a test server. */
export function observeStatements(onStatement: (statement: ObservedStatement) => void): (db: Db) => Db {
  const observeTx = (tx: Tx): Tx => ({
    ...tx,
    rows: (sql, params = []) => {
      onStatement({ sql, params });
      return tx.rows(sql, params);
    },
  });
  return (db) => ({ ...db, transact: (work) => db.transact((tx) => work(observeTx(tx))) });
}
