/** The tables of both databases have the specified columns and types. */
import { expect, it } from '@jest/globals';
import { RECORD_COLUMNS, specifiedEntities } from '../../../common/testing/specifiedEntities';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { introspectSchema } from './introspect';

const LOGS: ReadonlySet<string> = new Set([
  'admin_log',
  'crud_record',
  'recycle_log',
  'sensitive_log',
  'user_money_log',
  'user_score_log',
]);
/** The column type of a specified type. */
const TYPES: Readonly<Record<string, RegExp>> = { json: /TEXT/, integer: /INT/, money: /INT/ };

describeOnEachDatabase('tables of the specification', (database) => {
  it('have every specified column', async () => {
    const db = await database.open();
    const tables = new Map((await introspectSchema(db, db.dialect)).map((table) => [table.name, table.columns]));
    const missing = specifiedEntities.flatMap(({ name, columns }) => {
      const storedTypes = new Map(tables.get(name)?.map((column) => [column.name, column.type]));
      const common = (LOGS.has(name) ? ['id', 'create_time', 'revision'] : RECORD_COLUMNS).filter(
        (one) => !storedTypes.has(one),
      );
      const wrong = columns.filter(
        (column) => !(TYPES[column.type ?? ''] ?? /./).test(storedTypes.get(column.name)?.toUpperCase() ?? ''),
      );
      return [...common, ...wrong.map((column) => column.name)].map((column) => `${name}.${column}`);
    });
    expect(missing).toEqual([]);
    await db.close();
  });
});
