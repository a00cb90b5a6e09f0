/**
 * A filter and an order select the same rows in memory (`compileFilter`) and in SQL (`filterToSql`), on every database, for every column of every entity.
 */
import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Condition, Filter } from '../../../common/entity/filter';
import { OPERATORS } from '../../../common/entity/fieldKinds';
import { createComparator, compileFilter } from '../../../common/query/compileFilter';
import { getColumns, type Column, type StoredRow } from '../../../common/entity/columns';
import type { SortKey } from '../../../common/protocol/liveEvents';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { TRIGGERS } from '../../db/schema/triggers';
import type { Db } from '../../context';
import { quoteIdentifier, quoteIdentifiers, placeholders } from '../../platform/database/sql';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { testRegistry } from '../../testing/testEntities';
import { encodeRow } from '../schema/model';
import { getMaxLength } from '../../../common/entity/textLength';
import { buildTableShape } from '../schema/tableShape';
import { orderSql, filterToSql } from './filterToSql';

const ROWS = 60;
const seed = Number(process.env['SEED_OF_TEST'] ?? Date.now() % 2 ** 31);

/** Texts that are difficult to compare: case, width, ligatures, wildcards, escapes, quotes, astral letters, prefixes of each other. */
const TEXTS = [
  '',
  'a',
  'A',
  'ab',
  'aB',
  'a%',
  'a_',
  '%',
  '_',
  '!',
  '\\',
  "'",
  '"',
  'ａ',
  'ﬁ',
  'fi',
  'é',
  'e\u0301',
  'ß',
  'SS',
];
const MORE_TEXTS = [
  'İ',
  'ı',
  '中',
  '中文',
  '文',
  '😀',
  '😀a',
  'a b',
  ' a',
  'Ω',
  'Ω',
  '\uffee',
  '\u{1f600}\u{1f601}',
  '0',
  '1',
  '10',
  '9',
  'null',
];
const word = fc.oneof(fc.constantFrom(...TEXTS, ...MORE_TEXTS), fc.string({ unit: 'grapheme', maxLength: 6 }));
// databases store no lone surrogates and no zero bytes; `validate` refuses them earlier
const text = word.map((value) => value.replace(/\p{Surrogate}|\0/gu, ''));
const whole = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.maxSafeInteger());
const fraction = fc.oneof(
  fc.constantFrom(0, 0.5, -0.5, 1, 1e-7, 1e15, 0.1),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function valueOf(column: Column): fc.Arbitrary<Json> {
  const values = Object.values(column.options.values ?? {});
  if (column.kind === 'choices' || column.kind === 'refs')
    return fc.uniqueArray(fc.constantFrom(1, 2, 3), { maxLength: 3 });
  if (column.store === 'json') return fc.array(text, { maxLength: 3 });
  if (column.kind === 'choice' && values.length > 0) return fc.constantFrom(...values);
  if (column.kind === 'date') return fc.constantFrom('2024-02-29', '2024-03-01', '1999-12-31', '0001-01-01');
  if (column.kind === 'time') return fc.constantFrom('00:00:00', '09:30:00', '23:59:59');
  if (column.store === 'integer') return whole;
  // the SQLite driver binds numbers below 1e-15 as zero; no field has values that small
  return column.store === 'double' ? fraction.map((number) => (Math.abs(number) < 1e-15 ? 0 : number)) : text;
}
const matchingRows = (column: Column) =>
  valueOf(column).map((value) =>
    typeof value === 'string' ? [...value].slice(0, getMaxLength(column)).join('') : value,
  );

function getRow(entity: AnyEntity): fc.Arbitrary<StoredRow> {
  const columns = [...getColumns(entity).values()].filter(({ name }) => name !== 'id' && name !== 'delete_time');
  const needed = new Set(buildTableShape(entity).columns.flatMap(({ name, notNull }) => (notNull ? [name] : [])));
  const cell = (column: Column) =>
    needed.has(column.name) ? matchingRows(column) : fc.option(matchingRows(column), { freq: 4 });
  return fc.record(Object.fromEntries(columns.map((column) => [column.name, cell(column)])));
}

/** Operands of the right type, of a wrong one, and of no type at all. */
function getOperand(column: Column): fc.Arbitrary<Json> {
  const validOperand = column.store === 'json' ? fc.oneof(text, fc.constantFrom(1, 2, 3)) : valueOf(column);
  const anyOperand = fc.oneof(
    { weight: 8, arbitrary: validOperand },
    { weight: 1, arbitrary: fc.constantFrom<Json>(null, true, '1', 1, {}) },
  );
  return fc.oneof(
    { weight: 3, arbitrary: anyOperand },
    { weight: 2, arbitrary: fc.array(anyOperand, { maxLength: 3 }) },
  );
}
function getCond(entity: AnyEntity): fc.Arbitrary<Condition> {
  const columns = [...getColumns(entity).values()];
  return fc.constantFrom(...columns).chain((column) => {
    const usual = column.operators.length > 0 ? fc.constantFrom(...column.operators) : fc.constantFrom(...OPERATORS);
    const op = fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...OPERATORS) });
    return fc.record({ field: fc.constant(column.name), op, value: getOperand(column) });
  });
}
const getFilter = (entity: AnyEntity): fc.Arbitrary<Filter> =>
  fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'filter' },
      { weight: 4, arbitrary: getCond(entity) },
      { weight: 1, arbitrary: fc.record({ all: fc.array(tie('filter'), { maxLength: 3 }) }) },
      { weight: 1, arbitrary: fc.record({ some: fc.array(tie('filter'), { maxLength: 3 }) }) },
    ),
  })).filter;
function getSort(entity: AnyEntity): fc.Arbitrary<SortKey[]> {
  const sortable = [...getColumns(entity).values()].filter(
    (column) => column.sortable && column.sensitivity !== 'secret',
  );
  const key = fc.record({
    field: fc.constantFrom(...sortable.map(({ name }) => name)),
    dir: fc.constantFrom('asc' as const, 'desc' as const),
  });
  return fc.array(key, { maxLength: 3 });
}

async function fill(db: Db, entity: AnyEntity): Promise<StoredRow[]> {
  const rows = fc.sample(getRow(entity), { numRuns: ROWS, seed });
  const unique = [...getColumns(entity).values()].filter((column) => column.options.unique);
  const keptRows = rows.map((row, i): StoredRow => ({
    ...row,
    ...Object.fromEntries(unique.map(({ name }) => [name, typeof row[name] === 'string' ? `${row[name]}~${i}` : null])),
    id: i + 1,
  }));
  await db.transact(async (tx) => {
    for (const row of keptRows) {
      const columns = encodeRow(entity, row);
      const names = Object.keys(columns);
      const sql = `INSERT INTO ${quoteIdentifier(entity.name)} (${quoteIdentifiers(names)}) VALUES (${placeholders(names.length)})`;
      await tx.run(sql, Object.values(columns));
    }
  });
  return keptRows;
}

describeOnEachDatabase('filters and orders', (database) => {
  let db: Db;
  beforeAll(async () => {
    db = await database.open(testRegistry);
    // inserts rows directly, also those that only the ledgers may write
    await db.transact(async (tx) => {
      for (const { name } of TRIGGERS) await tx.run(`DROP TRIGGER IF EXISTS ${quoteIdentifier(name)}`);
    });
    process.stderr.write(`filterToSql.test on ${database.name}: SEED_OF_TEST=${seed}\n`);
  });

  it.each(testRegistry.all.map((entity) => [entity.name, entity] as const))(
    'find the same rows of %s in the same order as in memory',
    async (_name, entity) => {
      const rows = await fill(db, entity);
      await fc.assert(
        fc.asyncProperty(getFilter(entity), getSort(entity), async (filter, sort) => {
          const where = filterToSql(entity, filter, db.dialect);
          const sql = `SELECT id FROM ${quoteIdentifier(entity.name)} WHERE ${where.sql} ORDER BY ${orderSql(entity, sort)}`;
          const found = (await db.rows<{ id: number }>(sql, where.params)).map(({ id }) => Number(id));
          const expected = rows.filter(compileFilter(entity, filter)).sort(createComparator(entity, sort));
          expect(found).toEqual(expected.map(({ id }) => id));
        }),
        { numRuns: sampleSize(120, 3000), seed },
      );
    },
    600_000,
  );
});
