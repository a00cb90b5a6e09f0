/** What a house says to its database within transactions. */
import type { Db, SqlValue, Tx } from '../../context';

export interface ObservedStatement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}
/** A database whose questions somebody hears; for a world's `spy`. */
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
