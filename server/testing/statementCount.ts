/** Counts what a server asks its database, transactions and snapshots included; for a world's `spy`. */
import type { Db, Tx } from '../context';

export interface Counted {
  readonly wrap: (db: Db) => Db;
  /** The statements of some work, in their order. A snapshot's begin and end, and a transaction's commit, are statements too. */
  readonly of: (work: () => Promise<unknown>) => Promise<readonly string[]>;
}

/** What Sequelize does not send: writers of MariaDB are always in a transaction, and commit with their last statement. */
const NOT_SENT = /^(?:START TRANSACTION|COMMIT|ROLLBACK|SET )/;
/** Hears what models say through Sequelize. */
function heard(db: Db, note: (sql: string) => void): Db {
  // Sequelize does not declare the options it reads its logger from
  const { options } = db.sequelize as unknown as { readonly options: { logging: (line: string) => void } };
  options.logging = (line) => {
    const sql = line.replace(/^Executing \([^)]*\): /, '');
    if (db.dialect === 'sqlite' || !NOT_SENT.test(sql)) note(sql);
  };
  return db;
}

export function createStatementCount(): Counted {
  let said: string[] = [];
  const note = (sql: string) => void said.push(sql);
  const listened = (tx: Tx, onCommit: () => void): Tx => {
    const { commitWith } = tx;
    return {
      ...tx,
      rows: (sql, params) => {
        note(sql);
        return tx.rows(sql, params);
      },
      run: (sql, params) => {
        note(sql);
        return tx.run(sql, params);
      },
      runMany: (sql, lists) => {
        note(sql);
        return tx.runMany(sql, lists);
      },
      ...(commitWith && {
        commitWith: (sql, params) => {
          onCommit();
          note(`${sql}; COMMIT`);
          return commitWith(sql, params);
        },
      }),
    };
  };
  const snapshot =
    (begin: Db['snapshot']): Db['snapshot'] =>
    (work) => {
      note('START TRANSACTION');
      return begin((tx) => work(listened(tx, () => undefined))).finally(() => note('COMMIT'));
    };
  return {
    wrap: (db) => ({
      ...heard(db, note),
      rows: (sql, params) => {
        note(sql);
        return db.rows(sql, params);
      },
      snapshot: snapshot(db.snapshot),
      snapshotWithin: (ms, work) => snapshot((inner) => db.snapshotWithin(ms, inner))(work),
      transact: (work) => {
        // Sequelize says the commit of SQLite itself.
        let isCommitted = db.dialect === 'sqlite';
        return db
          .transact((tx) => work(listened(tx, () => (isCommitted = true))))
          .finally(() => (isCommitted ? undefined : note('COMMIT')));
      },
    }),
    of: async (work) => {
      said = [];
      await work();
      return said;
    },
  };
}
