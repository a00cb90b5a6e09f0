/** Counts what a server asks its database, transactions and snapshots included; for a world's `spy`. */
import type { Db, Tx } from '../../context';

export interface StatementRecorder {
  readonly wrap: (db: Db) => Db;
  /** The statements of some work, in their order. A snapshot's begin and end, and a transaction's commit, are statements too. */
  readonly record: (work: () => Promise<unknown>) => Promise<readonly string[]>;
}

/** What Sequelize does not send: writers of MariaDB are always in a transaction, and commit with their last statement. */
const NOT_SENT = /^(?:START TRANSACTION|COMMIT|ROLLBACK|SET )/;
/** Hears what models say through Sequelize. */
function logSequelize(db: Db, recordStatement: (sql: string) => void): Db {
  // Sequelize does not declare the options it reads its logger from
  const { options } = db.sequelize as unknown as { readonly options: { logging: (line: string) => void } };
  options.logging = (line) => {
    const sql = line.replace(/^Executing \([^)]*\): /, '');
    if (db.dialect === 'sqlite' || !NOT_SENT.test(sql)) recordStatement(sql);
  };
  return db;
}

export function createStatementRecorder(): StatementRecorder {
  let statements: string[] = [];
  const recordStatement = (sql: string) => void statements.push(sql);
  const recordTx = (tx: Tx, onCommit: () => void): Tx => {
    const { commitWith } = tx;
    return {
      ...tx,
      rows: (sql, params) => {
        recordStatement(sql);
        return tx.rows(sql, params);
      },
      run: (sql, params) => {
        recordStatement(sql);
        return tx.run(sql, params);
      },
      runMany: (sql, paramLists) => {
        recordStatement(sql);
        return tx.runMany(sql, paramLists);
      },
      ...(commitWith && {
        commitWith: (sql, params) => {
          onCommit();
          recordStatement(`${sql}; COMMIT`);
          return commitWith(sql, params);
        },
      }),
    };
  };
  const snapshot =
    (begin: Db['snapshot']): Db['snapshot'] =>
    (work) => {
      recordStatement('START TRANSACTION');
      return begin((tx) => work(recordTx(tx, () => undefined))).finally(() => recordStatement('COMMIT'));
    };
  return {
    wrap: (db) => ({
      ...logSequelize(db, recordStatement),
      rows: (sql, params) => {
        recordStatement(sql);
        return db.rows(sql, params);
      },
      snapshot: snapshot(db.snapshot),
      snapshotWithin: (ms, work) => snapshot((inner) => db.snapshotWithin(ms, inner))(work),
      transact: (work) => {
        // Sequelize says the commit of SQLite itself.
        let isCommitted = db.dialect === 'sqlite';
        return db
          .transact((tx) => work(recordTx(tx, () => (isCommitted = true))))
          .finally(() => (isCommitted ? undefined : recordStatement('COMMIT')));
      },
    }),
    record: async (work) => {
      statements = [];
      await work();
      return statements;
    },
  };
}
