/** Rows as spreadsheets copy and export them. */
import { describe, expect, it } from '@jest/globals';
import { parseSheet } from './parseSheet';

describe('parseSheet', () => {
  it.each([
    ['tabs', 'Name\tCity\nAnna\tBerlin'],
    ['semicolons', 'Name;City\r\nAnna;Berlin\r\n'],
    ['commas', '\uFEFFName,City\nAnna,Berlin'],
  ])('reads cells separated by %s', (_name, text) => {
    expect(parseSheet(text)).toEqual([
      ['Name', 'City'],
      ['Anna', 'Berlin'],
    ]);
  });

  it('keeps separators, quotes and line breaks inside quoted cells', () => {
    expect(parseSheet('a,b\n"1,5","She said ""no""\nand left"')).toEqual([
      ['a', 'b'],
      ['1,5', 'She said "no"\nand left'],
    ]);
  });

  it('leaves empty rows out, keeps empty cells, and reads a quote that never ends', () => {
    expect(parseSheet('a,b,\n\n,,\n1,,"open')).toEqual([
      ['a', 'b', ''],
      ['1', '', 'open'],
    ]);
  });

  it('reads no more rows than asked, and none of an empty text', () => {
    expect(parseSheet('a\nb\nc', 2)).toEqual([['a'], ['b']]);
    expect(parseSheet('')).toEqual([]);
  });
});
