/** Filters and orders in memory. Tests beside `server/engine/read/filterToSql.ts` compare them with SQL. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { conditionArbitrary, filters, rows, sample, sorts, words } from '../testing/sampleEntity';
import { user } from '../entities/user';
import { compareCodePoints } from '../text/normalize';
import type { Json } from '../entity/field';
import { MATCH_ALL, MATCH_NONE, type Condition, type Filter } from '../entity/filter';
import { OPERATORS, type Operator } from '../entity/fieldKinds';
import {
  createComparator,
  defaultSort,
  filterPrecision,
  filterFields,
  completeSort,
  compileFilter,
  normalizeForSearch,
  quickSearchFilter,
} from './compileFilter';
import { findColumn, getColumns } from '../entity/columns';

const matches = (filter: Filter, row: Readonly<Record<string, Json>>) => compileFilter(sample, filter)(row);
const cond = (field: string, op: Operator, value: Json = null): Condition => ({ field, op, value });

describe('conditions', () => {
  it.each<[Condition, Json, boolean]>([
    [cond('count', '=', 1), 1, true],
    [cond('count', '=', '1'), 1, false],
    [cond('title', '=', 'News'), 'News', true],
    [cond('title', '=', 'news'), 'News', false],
    [cond('title', '<>', 'news'), 'News', true],
    [cond('title', 'LIKE', ' NEWS '), 'The news today', true],
    [cond('title', 'LIKE', 'ｎｅｗｓ'), 'News', true],
    [cond('title', 'LIKE', '%'), 'News', false],
    [cond('title', 'LIKE', '%'), '100 %', true],
    [cond('title', 'LIKE', 'n_ws'), 'News', false],
    [cond('title', 'NOT LIKE', 'old'), 'News', true],
    [cond('price', '>', 100), 101, true],
    [cond('price', '>=', 100), 100, true],
    [cond('price', '<', 100), 100, false],
    [cond('day', '<=', '2026-01-01'), '2025-12-31', true],
    [cond('count', 'IN', [1, 2]), 2, true],
    [cond('count', 'IN', []), 2, false],
    [cond('count', 'NOT IN', []), 2, true],
    [cond('count', 'NOT IN', [2]), 2, false],
    [cond('moment', 'RANGE', [10, 20]), 20, true],
    [cond('moment', 'RANGE', [null, 20]), 21, false],
    [cond('moment', 'RANGE', [null, null]), 21, true],
    [cond('moment', 'NOT RANGE', [10, 20]), 9, true],
    [cond('moment', 'NOT RANGE', [null, null]), 9, false],
    [cond('friend_ids', 'FIND_IN_SET', 3), [1, 3], true],
    [cond('friend_ids', 'FIND_IN_SET', [1, 3]), [1, 3], true],
    [cond('friend_ids', 'FIND_IN_SET', [1, 4]), [1, 3], false],
    [cond('stage', '=', 1), 1, true],
    [cond('channel', '=', 'web'), 'web', true],
  ])('%j on %j is %s', (filter, value, expected) => {
    expect(matches(filter, { [filter.field]: value })).toBe(expected);
  });

  it('null matches only NULL, and a null operand matches nothing', () => {
    for (const op of OPERATORS.filter((operator) => operator !== 'NULL' && operator !== 'NOT NULL')) {
      for (const column of getColumns(sample).values()) {
        expect(matches(cond(column.name, op, 'a'), { [column.name]: null })).toBe(false);
        expect(matches(cond(column.name, op, null), { [column.name]: 'a' })).toBe(false);
      }
    }
    expect(matches(cond('day', 'NULL'), { day: null })).toBe(true);
    expect(matches(cond('day', 'NULL'), {})).toBe(true);
    expect(matches(cond('day', 'NOT NULL'), { day: '2026-01-01' })).toBe(true);
  });

  it('unknown columns and unsupported operators match nothing', () => {
    expect(matches(cond('ghost', '=', 1), { ghost: 1 })).toBe(false);
    expect(matches(cond('secret', '=', 'x'), { secret: 'x' })).toBe(false);
    expect(matches(cond('secret', 'NULL'), { secret: null })).toBe(false);
    expect(matches(cond('remark', 'LIKE', 'x'), { remark: 'x' })).toBe(false);
    expect(matches(cond('__proto__', 'NOT NULL'), {})).toBe(false);
    expect(matches(cond('constructor', 'NOT NULL'), {})).toBe(false);
  });

  it('an operator and its opposite divide the rows with a value into two', () => {
    const opposites: readonly (readonly [Operator, Operator])[] = [
      ['=', '<>'],
      ['IN', 'NOT IN'],
      ['LIKE', 'NOT LIKE'],
      ['RANGE', 'NOT RANGE'],
      ['>', '<='],
      ['<', '>='],
      ['NULL', 'NOT NULL'],
    ];
    fc.assert(
      fc.property(rows, conditionArbitrary, (list, filter) => {
        const pair = opposites.find((operators) => operators.includes(filter.op));
        const other = pair?.find((op) => op !== filter.op);
        if (other === undefined) return;
        for (const row of list) {
          const results = [matches(filter, row), matches({ ...filter, op: other }, row)];
          const empty = row[filter.field] === null && !pair?.includes('NULL');
          expect(results.filter(Boolean)).toHaveLength(empty ? 0 : 1);
        }
      }),
    );
  });

  it('all is and, some is or, at any nesting', () => {
    fc.assert(
      fc.property(rows, fc.array(filters, { maxLength: 4 }), (list, parts) => {
        for (const row of list) {
          const each = parts.map((part) => matches(part, row));
          expect(matches({ all: parts }, row)).toBe(each.every(Boolean));
          expect(matches({ some: parts }, row)).toBe(each.some(Boolean));
        }
      }),
    );
    expect(matches(MATCH_ALL, {})).toBe(true);
    expect(matches(MATCH_NONE, {})).toBe(false);
  });

  it('never throws for any filter and row', () => {
    const anything = fc.jsonValue() as fc.Arbitrary<Json>;
    const names = fc.constantFrom(...getColumns(sample).keys(), '__proto__', 'toString', '');
    fc.assert(
      fc.property(names, fc.constantFrom(...OPERATORS), anything, anything, (field, op, value, held) => {
        expect(typeof matches({ field, op, value }, Object.fromEntries([[field, held]]))).toBe('boolean');
      }),
    );
  });
});

describe('filterPrecision', () => {
  it('is exact on short columns, approximate on long ones, opaque on unknown ones', () => {
    expect(filterPrecision(sample, { all: [cond('title', 'LIKE', 'a'), cond('count', '=', 1)] })).toBe('exact');
    expect(filterPrecision(sample, { some: [cond('title', 'LIKE', 'a'), cond('remark', 'NULL')] })).toBe('approx');
    expect(filterPrecision(sample, cond('user.username', '=', 'a'))).toBe('opaque');
    expect(filterPrecision(sample, cond('secret', '=', 'a'))).toBe('opaque');
  });
  it('lists the columns of a filter', () => {
    expect([...filterFields({ all: [cond('a', '=', 1), { some: [cond('b', '=', 1), cond('a', 'NULL')] }] })]).toEqual([
      'a',
      'b',
    ]);
  });
});

describe('order', () => {
  it('is total: antisymmetric, transitive, without ties between two ids', () => {
    fc.assert(
      fc.property(rows, sorts, (list, sort) => {
        const compare = createComparator(sample, sort);
        for (const a of list)
          for (const b of list) {
            expect(compare(a, b) + compare(b, a)).toBe(0);
            expect(compare(a, b) === 0).toBe(a['id'] === b['id']);
          }
        const sorted = [...list].sort(compare);
        for (const [index, row] of sorted.entries())
          for (const later of sorted.slice(index + 1)) expect(compare(row, later)).toBe(-1);
      }),
    );
  });
  it('puts null first ascending and last descending, and ignores case by the normalized column', () => {
    const list = [
      { id: 1, title: 'b' },
      { id: 2, title: null },
      { id: 3, title: 'A' },
      { id: 4, title: 'Ｂ' },
    ];
    const ids = (dir: 'asc' | 'desc') =>
      [...list].sort(createComparator(sample, [{ field: 'title', dir }])).map((row) => row.id);
    expect(ids('asc')).toEqual([2, 3, 1, 4]);
    expect(ids('desc')).toEqual([4, 1, 3, 2]);
  });
  it('ends with the id, in the direction of the key before it; newest first by default', () => {
    expect(completeSort([])).toEqual([{ field: 'id', dir: 'desc' }]);
    expect(completeSort([{ field: 'count', dir: 'asc' }]).at(-1)).toEqual({ field: 'id', dir: 'asc' });
    expect(
      completeSort([
        { field: 'id', dir: 'asc' },
        { field: 'count', dir: 'asc' },
      ]),
    ).toEqual([{ field: 'id', dir: 'asc' }]);
    expect(
      completeSort([
        { field: 'count', dir: 'asc' },
        { field: 'count', dir: 'desc' },
      ]),
    ).toHaveLength(2);
    expect(defaultSort(sample)).toEqual([{ field: 'weigh', dir: 'desc' }]);
  });
  it('compares texts by code point, as UTF-8 does, not by UTF-16', () => {
    expect(['😀', '\uFFE5'].sort()[0]).toBe('😀');
    expect(compareCodePoints('\uFFE5', '😀')).toBeLessThan(0);
    const points = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [left, right] = [points(a), points(b)];
        const at = left.findIndex((point, index) => point !== right[index]);
        const expected = at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(expected));
      }),
    );
  });
});

describe('quick search', () => {
  it('finds rows that contain the text in a search column, and the row with that id', () => {
    const found = (q: string) => compileFilter(sample, quickSearchFilter(sample, q));
    expect(found('NEWS')({ id: 1, title: 'old news' })).toBe(true);
    expect(found('7')({ id: 7, title: 'x' })).toBe(true);
    expect(found('  ')({ id: 1, title: 'x' })).toBe(true);
    expect(found('a-b')({ id: 1, title: 'x', code: 'a-b' })).toBe(false);
  });
  it('finds every word in any order and in any search column; a text without spaces is one word', () => {
    const found = (q: string, title: string) =>
      compileFilter(sample, quickSearchFilter(sample, q))({ id: 1, title, code: 'a-b' });
    expect(found('headline 21', 'Headline number 21: spring')).toBe(true);
    expect(found('21  number', 'Headline number 21: spring')).toBe(true);
    expect(found('21　number', 'Headline number 21: spring')).toBe(true);
    expect(found('headline 22', 'Headline number 21: spring')).toBe(false);
    expect(found('产品发布', '春季产品发布会')).toBe(true);
    expect(found('发布 春季', '春季产品发布会')).toBe(true);
    expect(found('发布春季', '春季产品发布会')).toBe(false);
    const manyWords = Array.from({ length: 13 }, (_, index) => `w${index}`);
    expect(found(manyWords.join(' '), manyWords.join(' '))).toBe(true);
    expect(found(manyWords.join(' '), [...manyWords].reverse().join(' '))).toBe(false);
  });
  it('finds a mobile number in any spelling, and a part of one', () => {
    const row = (mobile: string) => ({ id: 7, username: 'rosa', nickname: 'Rosa', mobile });
    const finds = (q: string, mobile = '13811110001') => compileFilter(user, quickSearchFilter(user, q))(row(mobile));
    for (const q of ['+8613811110001', '86 138 1111 0001', '+86 138-1111-0001', '0086 13811110001', '＋８６ 138 1111'])
      expect([q, finds(q)]).toEqual([q, true]);
    for (const q of ['138 1111', '1111 0001', '0001', '+86 13', 'ros']) expect([q, finds(q)]).toEqual([q, true]);
    for (const q of ['+86 139', '138 1112', '+1 138', '+', '- -']) expect([q, finds(q)]).toEqual([q, false]);
    expect(finds('+852 9123-4567', '+85291234567')).toBe(true);
    expect(finds('00852 9123 4567', '+85291234567')).toBe(true);
    // The digits of a part may be those of the prefix.
    expect(finds('8613', '13900861334')).toBe(true);
  });
  it('ignores columns that the reader may not see', () => {
    const title = findColumn(sample, 'title');
    expect(filterFields(quickSearchFilter(sample, 'x', title ? [title] : []))).toEqual(new Set(['title']));
    expect(quickSearchFilter(sample, 'x', [])).toEqual(MATCH_NONE);
  });
});

describe('normalizeForSearch', () => {
  it('changes nothing when it runs a second time', () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.string({ unit: 'binary' })), (text) => {
        expect(normalizeForSearch(normalizeForSearch(text))).toBe(normalizeForSearch(text));
      }),
      { numRuns: 2_000 },
    );
  });
});
