import { describe, expect, it } from '@jest/globals';
import { asInteger, asOneOf, asRecord, stringOrEmpty, asString, asStringList, asStringRecord, isObject } from './json';

const OTHERS = [null, undefined, 0, true, [], 'text'];

describe('JSON guards', () => {
  it('isObject and asRecord: accept objects with keys only', () => {
    expect(isObject({ a: 1 })).toBe(true);
    expect(asRecord({ a: 1 })).toEqual({ a: 1 });
    expect(OTHERS.map(isObject)).toEqual(OTHERS.map(() => false));
    expect(OTHERS.map(asRecord)).toEqual(OTHERS.map(() => undefined));
  });

  it('asString: returns an empty string for other types and for too long strings', () => {
    expect(stringOrEmpty('a'.repeat(2000))).toHaveLength(2000);
    expect([asString('abc', 3), asString('abcd', 3), asString(5)]).toEqual(['abc', '', '']);
    expect([asString('a'.repeat(1000)).length, asString('a'.repeat(1001)).length]).toEqual([1000, 0]);
  });

  it('asInteger and asOneOf: return the fallback for other values', () => {
    expect([7, -1, 1.5, '7', NaN, 2 ** 53].map(asInteger)).toEqual([7, -1, 0, 0, 0, 0]);
    expect([asOneOf('b', ['a', 'b'], 'a'), asOneOf('c', ['a', 'b'], 'a')]).toEqual(['b', 'a']);
  });

  it('asStringList and asStringRecord: leave out values that are not strings', () => {
    expect([asStringList(['a', 1, null, 'b']), asStringList({ 0: 'a' })]).toEqual([['a', 'b'], []]);
    expect([asStringRecord({ a: 'x', b: 2 }), asStringRecord(['x'])]).toEqual([{ a: 'x' }, {}]);
  });
});
