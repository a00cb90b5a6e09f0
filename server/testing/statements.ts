/** What a house says to its database within transactions. */
import type { Db, SqlValue, Tx } from '../context';

export interface Said {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}
/** A database whose questions somebody hears; for a world's `spy`. */
export function overheard(hear: (said: Said) => void): (db: Db) => Db {
  const listened = (tx: Tx): Tx => ({
    ...tx,
    rows: (sql, params = []) => {
      hear({ sql, params });
      return tx.rows(sql, params);
    },
  });
  return (db) => ({ ...db, transact: (work) => db.transact((tx) => work(listened(tx))) });
}
