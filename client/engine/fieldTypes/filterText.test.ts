/** Filters in the URL: every operator has a spelling, and invalid texts match nothing. */
import { describe, expect, it } from '@jest/globals';
import { OPERATORS } from '../../../common/entity/fieldKinds';
import { findColumn, type Column } from '../../../common/entity/columns';
import { thing } from '../../testing/screenHarness';
import { parseUnixSeconds } from '../../../common/text/time/dates';
import { parseFilter, validateFilter, URL_OPERATORS, listOperators } from './filterText';

const column = (name: string): Column => {
  const found = findColumn(thing, name);
  if (found === undefined) throw new Error(name);
  return found;
};
const getOp = (name: string, text: string) => parseFilter(column(name), text);

describe('parseFilter', () => {
  it('has a spelling for every operator', () => {
    expect(new Set([...Object.values(URL_OPERATORS), 'NULL', 'NOT NULL'])).toEqual(new Set(OPERATORS));
  });

  it('reads an operator before a colon', () => {
    expect(getOp('price', 'gt:10')).toEqual({ field: 'price', op: '>', value: 1000 });
    expect(getOp('price', 'notrange:1..2')).toEqual({ field: 'price', op: 'NOT RANGE', value: [100, 200] });
    expect(getOp('title', 'notlike:spring')).toEqual({ field: 'title', op: 'NOT LIKE', value: 'spring' });
    expect(getOp('title', 'eq:Spring')).toEqual({ field: 'title', op: '=', value: 'Spring' });
    expect(getOp('state', 'notin:0,1')).toEqual({ field: 'state', op: 'NOT IN', value: [0, 1] });
    expect(getOp('state', 'ne:1')).toEqual({ field: 'state', op: '<>', value: 1 });
    expect(getOp('tags', 'has:1')).toEqual({ field: 'tags', op: 'FIND_IN_SET', value: 1 });
  });

  it('uses the default operator without one', () => {
    expect(getOp('title', 'spring: a start')?.op).toBe('LIKE');
    expect(getOp('price', '1..2')?.op).toBe('RANGE');
    expect(getOp('note', 'null')?.op).toBe('NULL');
  });

  it('expands a date to the whole day for every comparison of a date-time', () => {
    const [start = 0, end = 0] = [parseUnixSeconds('2026-11-22'), parseUnixSeconds('2026-11-22 23:59:59')];
    const cond = (op: string, value: unknown) => ({ field: 'moment', op, value });
    expect(getOp('moment', '2026-11-22')).toEqual(cond('RANGE', [start, end]));
    expect(getOp('moment', 'eq:2026-11-22')).toEqual(cond('RANGE', [start, end]));
    expect(getOp('moment', 'ne:2026-11-22')).toEqual(cond('NOT RANGE', [start, end]));
    expect(getOp('moment', 'gt:2026-11-22')).toEqual(cond('>', end));
    expect(getOp('moment', 'elt:2026-11-22')).toEqual(cond('<=', end));
    expect(getOp('moment', 'egt:2026-11-22')).toEqual(cond('>=', start));
    expect(getOp('moment', 'lt:2026-11-22')).toEqual(cond('<', start));
    expect(getOp('moment', 'gt:2026-11-22 10:00:00')).toEqual(cond('>', start + 36_000));
    expect(getOp('day', 'gt:2026-11-22')).toEqual({ field: 'day', op: '>', value: '2026-11-22' });
  });

  it('validateFilter: explains an invalid text', () => {
    const getCode = (name: string, text: string) => validateFilter(column(name), text)?.code;
    expect([getCode('price', 'gt:10..20'), getCode('price', '10..x')]).toEqual(['money', 'money']);
    expect([getCode('moment', 'gt:soon'), getCode('day', 'lt:2026-02-30')]).toEqual(['datetime', 'date']);
    expect([getCode('state', 'in:0,9'), getCode('title', 'gt:5')]).toEqual(['choice', 'type']);
    expect([getCode('price', 'gt:10'), getCode('price', ''), getCode('price', 'null')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('returns undefined for an unknown operator or an invalid value', () => {
    expect(getOp('title', 'gt:5')).toBeUndefined();
    expect(getOp('price', 'gt:cheap')).toBeUndefined();
    expect(getOp('state', 'ne:')).toBeUndefined();
    expect(listOperators(column('body'))).toEqual([]);
  });
});
