/** What is written into a file comes out of it again, and nothing in it is ever a formula. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvLine, csvNumber, csvText } from './csv';

/** A reader of our own, as RFC 4180 says. */
function read(line: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(line); match !== null; match = cell.exec(line)) {
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === '\r\n') break;
  }
  return cells;
}

describe('cells', () => {
  it('come out as they went in, but for the mark before a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
        const clean = texts.map((text) => text.replaceAll('\0', ''));
        const told = read(csvLine(clean.map(csvText))).map((text, at) => (text === `'${clean[at]}` ? clean[at] : text));
        expect(told).toEqual(clean);
      }),
    );
  });
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '＋1', '－1', '＠a', '\u200b=1', '\n=cmd|1'])(
    '%j is a text, no formula',
    (text) => {
      expect(read(csvLine([csvText(text)]))[0]?.startsWith("'")).toBe(true);
    },
  );
  it('are numbers where they are numbers', () => {
    expect(csvNumber('-12.50')).toBe('-12.50');
    expect(csvNumber('-1+1')).toBe("'-1+1");
  });
});
