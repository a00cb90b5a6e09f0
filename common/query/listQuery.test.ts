/** List parameters: every spelling is read, hostile input is refused, and printing is the inverse of parsing. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { conditionArbitrary, sample, sorts, words } from '../testing/sampleEntity';
import type { Json } from '../entity/field';
import type { Issue } from '../entity/issue';
import { getColumns, type Column } from '../entity/columns';
import { parseQuery, printQuery, type ListQuery } from './listQuery';

const readable: readonly Column[] = [...getColumns(sample).values()].filter(
  (column) => column.sensitivity !== 'secret',
);
const parsed = (raw: Readonly<Record<string, unknown>>, columns = readable): ListQuery => {
  const result = parseQuery(sample, raw, columns);
  if ('issues' in result) throw new Error(JSON.stringify(result.issues));
  return result.query;
};
const refused = (raw: Readonly<Record<string, unknown>>, columns = readable): readonly Issue[] => {
  const result = parseQuery(sample, raw, columns);
  return 'issues' in result ? result.issues : [];
};
const where = (raw: Readonly<Record<string, unknown>>) => parsed(raw).where;
const item = (field: string, operator: string, val: Json) => ({
  'search[0][field]': field,
  'search[0][operator]': operator,
  'search[0][val]': val,
});

describe('parseQuery', () => {
  it('returns the first page in the default order without parameters', () => {
    expect(parsed({})).toEqual({ page: 1, limit: 10, sort: [{ field: 'weigh', dir: 'desc' }], where: { all: [] } });
  });
  it('accepts the common parameters', () => {
    const raw = {
      server: '1',
      uuid: 'x',
      batoken: 't',
      lang: 'en',
      isTree: 'true',
      absoluteAuth: '1',
      _: '5',
      page: '3',
      limit: '200',
    };
    expect(parsed(raw)).toMatchObject({ page: 3, limit: 200 });
  });
  it('reads several order keys', () => {
    expect(parsed({ order: 'count,desc;title' }).sort).toEqual([
      { field: 'count', dir: 'desc' },
      { field: 'title', dir: 'asc' },
    ]);
  });
  it('reads quick search in both spellings', () => {
    expect(parsed({ quick_search: ' a ' }).q).toBe('a');
    expect(parsed({ quickSearch: 'b' }).q).toBe('b');
    expect(parsed({ quick_search: '' })).not.toHaveProperty('q');
  });
  it('reads the parameters of a picker', () => {
    expect(parsed({ select: 'true', initValue: '1,2' })).toMatchObject({
      select: true,
      initKey: 'id',
      initValue: [1, 2],
    });
    expect(parsed({ initKey: 'code', 'initValue[]': ['a', 'b'] })).toMatchObject({
      initKey: 'code',
      initValue: ['a', 'b'],
    });
  });
  it('reads search items in every spelling', () => {
    const expected = { all: [{ field: 'count', op: '>=', value: 5 }] };
    const condition = { field: 'count', operator: 'egt', val: '5' };
    expect(where(item('count', 'egt', '5'))).toEqual(expected);
    expect(where({ 'search[]': JSON.stringify(condition) })).toEqual(expected);
    expect(where({ search: [JSON.stringify(condition)] })).toEqual(expected);
    expect(where({ search: [condition] })).toEqual(expected);
    expect(where({ search: { 0: condition } })).toEqual(expected);
    expect(where({ search: JSON.stringify([condition]) })).toEqual(expected);
  });
  it.each<[string, string, Json, Json]>([
    ['title', 'like', 'A%', 'A%'],
    ['price', '=', '12.34', 1234],
    ['price', 'range', '1,2.5', [100, 250]],
    ['price', 'RANGE', ',2.5', [null, 250]],
    ['count', 'IN', '1,2', [1, 2]],
    ['count', 'in', ['1', 2], [1, 2]],
    ['stage', 'ne', '2', 2],
    ['channel', 'eq', 'app', 'app'],
    ['friend_ids', 'FIND_IN_SET', '3', 3],
    ['friend_ids', 'FIND_IN_SET', ['3', '4'], [3, 4]],
    ['moment', '>', 1_700_000_000, 1_700_000_000],
    ['day', 'NULL', '', null],
    ['count', 'gt', '5000', 5000],
  ])('%s %s %j compares with %j', (field, operator, val, expected) => {
    expect(where(item(field, operator, val))).toMatchObject({ all: [{ field, value: expected }] });
  });
  it('reads day and time in the machine’s zone for a range of instants', () => {
    const from = new Date('2026-01-01T00:00:00').getTime() / 1000;
    expect(where(item('moment', 'RANGE', '2026-01-01 00:00:00,2026-01-01 00:00:01'))).toEqual({
      all: [{ field: 'moment', op: 'RANGE', value: [from, from + 1] }],
    });
  });
  it('reads alternatives, of which one must hold, and leaves out those without values', () => {
    const any = [
      { field: 'count', operator: 'egt', val: '5' },
      { field: 'title', operator: '=', val: 'a' },
      { field: 'channel', operator: '=', val: '' },
    ];
    const some = [
      { field: 'count', op: '>=', value: 5 },
      { field: 'title', op: '=', value: 'a' },
    ];
    expect(where({ search: JSON.stringify([{ any }]) })).toEqual({ all: [{ some }] });
    expect(where({ 'search[]': JSON.stringify({ any }) })).toEqual({ all: [{ some }] });
    expect(where({ search: [{ any: [any[2]] }] })).toEqual({ all: [] });
  });
  it('skips an item without a value', () => {
    expect(where(item('title', '=', ''))).toEqual({ all: [] });
  });
});

describe('parseQuery: refuses', () => {
  it.each<[Readonly<Record<string, unknown>>, string, string]>([
    [{ page: '0' }, 'page', 'too_small'],
    [{ page: '-1' }, 'page', 'whole'],
    [{ page: '1e3' }, 'page', 'whole'],
    [{ page: ['1', '2'] }, 'page', 'whole'],
    [{ page: '1000001' }, 'page', 'too_big'],
    [{ limit: '201' }, 'limit', 'too_big'],
    [{ limit: {} }, 'limit', 'whole'],
    [{ order: 'ghost,asc' }, 'order', 'unknown_field'],
    [{ order: 'secret,asc' }, 'order', 'unknown_field'],
    [{ order: '__proto__,asc' }, 'order', 'unknown_field'],
    [{ order: 'body,asc' }, 'order', 'unsortable'],
    [{ order: 'id,sideways' }, 'order', 'type'],
    [{ order: 'id,asc,1 DROP TABLE sample' }, 'order', 'type'],
    [{ order: ['id', 'title'] }, 'order', 'type'],
    [{ order: 'id;id;id;id;id' }, 'order', 'too_many'],
    [{ quick_search: 'a\u0000' }, 'quick_search', 'characters'],
    [{ quick_search: ['a'] }, 'quick_search', 'type'],
    [{ quick_search: 'a'.repeat(256) }, 'quick_search', 'too_long'],
    [{ ghost: '1' }, 'ghost', 'unknown_key'],
    [JSON.parse('{"__proto__":"1"}') as Record<string, unknown>, '__proto__', 'unknown_key'],
    [{ 'page ': '1' }, 'page ', 'unknown_key'],
    [{ 'search[x][field]': 'id' }, 'search', 'type'],
    [{ search: '{' }, 'search', 'type'],
    [{ search: [5] }, 'search', 'type'],
    [{ 'search[]': '{"field":{"a":1}}' }, 'search', 'type'],
    [item('ghost', '=', '1'), 'search.0.field', 'unknown_field'],
    [item('secret', 'LIKE', '$argon2'), 'search.0.field', 'unknown_field'],
    [item('constructor', '=', '1'), 'search.0.field', 'unknown_field'],
    [item('user.username', '=', '1'), 'search.0.field', 'unknown_field'],
    [item('title', 'REGEXP', '.'), 'search.0.operator', 'unknown_operator'],
    [item('title', '__proto__', '.'), 'search.0.operator', 'unknown_operator'],
    [item('title', 'constructor', '.'), 'search.0.operator', 'unknown_operator'],
    [item('title', '>', 'a'), 'search.0.operator', 'unknown_operator'],
    [item('remark', 'LIKE', 'a'), 'search.0.operator', 'unknown_operator'],
    [item('count', '=', "1' OR 1=1"), 'search.0.val', 'whole'],
    [item('count', '=', { a: 1 }), 'search.0.val', 'type'],
    [item('count', 'RANGE', '1,2,3'), 'search.0.val', 'type'],
    [
      item(
        'count',
        'IN',
        Array.from({ length: 501 }, () => 1),
      ),
      'search.0.val',
      'too_many',
    ],
    [item('title', 'LIKE', 'a\u0000'), 'search.0.val', 'characters'],
    [{ initKey: 'secret', initValue: '1' }, 'initKey', 'unknown_field'],
  ])('%j blames %s: %s', (raw, path, code) => {
    expect(refused(raw)).toEqual([expect.objectContaining({ path, code })]);
  });
  it('treats a hidden column like an unknown one, in every parameter', () => {
    const columns = readable.filter((column) => column.name !== 'price');
    for (const raw of [{ order: 'price' }, item('price', '=', '1'), { initKey: 'price', initValue: '1' }])
      expect(refused(raw, columns)).toEqual([expect.objectContaining({ code: 'unknown_field' })]);
  });
  it('more than twenty search items, and reports all problems at once', () => {
    const items = Array.from({ length: 21 }, () => ({ field: 'id', val: 1 }));
    expect(refused({ search: items })).toEqual([expect.objectContaining({ code: 'too_many' })]);
    expect(refused({ page: 'x', limit: 'y', order: 'z', ghost: '1' })).toHaveLength(4);
  });
  it('alternatives with an error, too many, nested ones, and all those of guests', () => {
    const condition = { field: 'count', val: 1 };
    expect(refused({ search: [{ any: [condition, { field: 'ghost', val: 1 }] }] })).toEqual([
      expect.objectContaining({ path: 'search.0.any.1.field', code: 'unknown_field' }),
    ]);
    expect(refused({ search: [{ any: Array.from({ length: 21 }, () => condition) }] })).toEqual([
      expect.objectContaining({ code: 'too_many' }),
    ]);
    expect(refused({ search: [{ any: [{ any: [condition] }] }] })).toEqual([expect.objectContaining({ code: 'type' })]);
    const ofGuest = parseQuery(sample, { search: [{ any: [condition] }] }, readable, 'public');
    expect(ofGuest).toEqual({ issues: [expect.objectContaining({ path: 'search.0', code: 'closed' })] });
  });
  it('never throws for any keys and values', () => {
    const keys = fc.oneof(
      fc.constantFrom('page', 'order', 'search', 'search[]', 'search[0][field]', 'search[0][val]', 'initValue'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.dictionary(keys, fc.anything()), (raw) => {
        expect(parseQuery(sample, raw, readable)).toBeDefined();
      }),
    );
  });
});

describe('printing', () => {
  it('is reversed by parsing, also through a URL', () => {
    const query = fc.record(
      {
        page: fc.integer({ min: 1, max: 1_000_000 }),
        limit: fc.integer({ min: 1, max: 200 }),
        sort: sorts.filter((list) => list.length > 0),
        where: fc.record({ all: fc.array(conditionArbitrary.filter(sendable), { maxLength: 4 }) }),
        q: words.filter((q) => q !== ''),
        searchAll: fc.constant(true),
        select: fc.constant(true),
      },
      { requiredKeys: ['page', 'limit', 'sort', 'where'] },
    );
    fc.assert(
      fc.property(query, (asked) => {
        expect(parsed(printQuery(readable, asked as ListQuery))).toEqual(asked);
      }),
    );
  });
  it('prints the parameters of a picker', () => {
    const query = { ...parsed({}), initKey: 'price', initValue: [100, 250] };
    expect(parsed(printQuery(readable, query))).toEqual(query);
  });
  it('prints a filter that is a single condition, or conditions within conditions, alternatives among them, and refuses nested ones', () => {
    const condition = { field: 'count', op: '>=', value: 5 } as const;
    const other = { field: 'title', op: '=', value: 'a' } as const;
    const printed = (where: ListQuery['where']) => parsed(printQuery(readable, { ...parsed({}), where })).where;
    expect(printed(condition)).toEqual({ all: [condition] });
    expect(printed({ some: [condition] })).toEqual({ all: [condition] });
    expect(printed({ all: [condition, { all: [other] }] })).toEqual({ all: [condition, other] });
    expect(printed({ all: [condition, { some: [condition, other] }] })).toEqual({
      all: [condition, { some: [condition, other] }],
    });
    expect(() => printed({ some: [condition, { all: [condition, other] }] })).toThrow('alternatives');
  });
});

/** An empty text is not sent. */
const sendable = ({ op, value }: { op: string; value: Json }) => value !== '' || op.endsWith('NULL');
