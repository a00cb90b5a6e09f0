/** Counts the statements a server sends, those of transactions and snapshots included; for the option `spy` of a test server. */
import type { Db, Tx } from '../../context';

export interface StatementRecorder {
  readonly wrap: (db: Db) => Db;
  /** The statements of some work, in order, with BEGIN and COMMIT of snapshots and COMMIT of transactions. */
  readonly record: (work: () => Promise<unknown>) => Promise<readonly string[]>;
}

/** Statements that Sequelize does not log: writers of MariaDB are always in a transaction and commit with their last statement. */
const NOT_SENT = /^(?:START TRANSACTION|COMMIT|ROLLBACK|SET )/;
/** Records the statements that models send through Sequelize. */
function logSequelize(db: Db, recordStatement: (sql: string) => void): Db {
  // Sequelize does not declare the options from which it reads its logger.
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
        // Sequelize logs the COMMIT of SQLite itself.
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
