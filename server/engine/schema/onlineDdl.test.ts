/** Online DDL: the preview predicts correctly which changes make MariaDB wait for the table. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import type { Db } from '../../context';
import { createTable, planSql } from './ddl';
import { testDatabases } from '../../testing/database/testDatabase';
import { blocksOnColumnChange, onlineVariants } from './onlineDdl';
import type { ColumnShape, TableShape } from './tableShape';

const TYPES = [
  ...['BIGINT', 'DOUBLE', 'TEXT', 'LONGTEXT'],
  ...[20, 31, 32, 40, 63, 64, 80, 255, 700].map((length) => `VARCHAR(${length})`),
];
const isText = (type: string) => type !== 'BIGINT' && type !== 'DOUBLE';
const getDefault = (type: string) => (isText(type) ? 'x' : 0);
const getColumns = (type: string): readonly ColumnShape[] => [
  { name: 'value', type, notNull: false, default: null },
  { name: 'value', type, notNull: true, default: getDefault(type) },
];
const getTable = (value: ColumnShape): TableShape => ({
  name: 'parcel',
  primary: 'id',
  auto: true,
  appendOnly: false,
  columns: [
    { name: 'id', type: 'BIGINT', notNull: true, default: null },
    value,
    { name: 'live', type: 'BIGINT', notNull: true, default: 0 },
  ],
  indexes: [{ name: 'i_parcel__value', unique: false, columns: ['value', 'live'] }],
});
/** The pairs of types between which values are converted. */
const PAIRS = TYPES.flatMap((from) =>
  TYPES.filter((to) => isText(from) === isText(to) && !(from === 'DOUBLE' && to === 'BIGINT')).map(
    (to) => [from, to] as const,
  ),
);

(mariadbUrl() === null ? describe.skip : describe)('blocksOnColumnChange', () => {
  const [, database] = testDatabases();
  let db: Db;
  beforeAll(async () => {
    if (database === undefined) throw new Error('there is no MariaDB');
    db = await database.openBare();
  });
  afterAll(() => database?.drop());

  const run = (sql: string) => db.transact((tx) => tx.run(sql));
  /** Whether the server changes the table without a lock. */
  async function isOnline(from: ColumnShape, to: ColumnShape): Promise<boolean> {
    await run('DROP TABLE IF EXISTS `parcel`');
    for (const statement of createTable('mariadb', getTable(from))) await run(statement);
    const [alter = ''] = planSql('mariadb', [{ do: 'change_columns', table: getTable(to), columns: [to] }]).slice(-1);
    // Copying without a lock came with version 11.2.
    for (const variant of onlineVariants(alter).variants.slice(0, 2)) {
      const isDone = await run(variant).then(
        () => true,
        () => false,
      );
      if (isDone) return true;
    }
    return false;
  }

  it.each(PAIRS)('%s to %s: others wait exactly when the server cannot change the column online', async (from, to) => {
    for (const before of getColumns(from))
      for (const after of getColumns(to))
        expect([before, after, await isOnline(before, after)]).toEqual([
          ...[before, after],
          !blocksOnColumnChange('mariadb', before, after),
        ]);
  });
});
