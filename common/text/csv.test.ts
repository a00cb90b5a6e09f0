/** CSV files: values are read back unchanged, and no cell is a formula. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvCellText, csvLine, csvNumberCell, csvTextCell } from './csv';

/** A CSV reader by RFC 4180. */
function parseCsvLine(line: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(line); match !== null; match = cell.exec(line)) {
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === '\r\n') break;
  }
  return cells;
}

describe('cells', () => {
  const unmarked = (text: string | undefined) => text?.replaceAll("'", '');
  it('are read back unchanged, except for the marks before formulas', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
        const clean = texts.map((text) => text.replaceAll('\0', ''));
        const parsed = parseCsvLine(csvLine(clean.map(csvTextCell)));
        expect(parsed.map(unmarked)).toEqual(clean.map(unmarked));
        // Only a formula is marked.
        for (const [index, text] of clean.entries())
          if (!/[=+\-@＝＋－＠\t\r\n]/.test(text)) expect(parsed[index]).toBe(text);
      }),
    );
  });
  it('have the text again without the marks', () => {
    const piece = fc.constantFrom(...[';', '\t', '"', '\n', ' ', ',', '=', '+', '-', '@', '＝', 'a', '1', '\u200b']);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const [cell = ''] = parseCsvLine(csvLine([csvTextCell(text)]));
        expect(csvCellText(cell)).toBe(text);
      }),
    );
    expect(csvCellText("it's =1")).toBe("it's =1");
    expect(csvCellText("'quoted'")).toBe("'quoted'");
  });
  // @case L7
  it('hold no formula either when a spreadsheet splits at a semicolon, a tab, a quote or a line break', () => {
    const piece = fc.constantFrom(
      ...[';', '\t', '"', '\n', '\r', ' ', ',', '=', '+', '-', '@', '＝', 'a', '1', '\u200b', "'"],
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 12 }), { minLength: 1, maxLength: 3 }), (cells) => {
        const line = csvLine(cells.map((pieces) => csvTextCell(pieces.join(''))));
        for (const separator of [/[;"\r\n]+/, /[\t"\r\n]+/, /["\r\n]+/]) {
          for (const part of line.split(separator).slice(1)) {
            // The text after a comma begins the next cell, so the comma stays in this part.
            expect(part).not.toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u);
          }
        }
      }),
    );
    expect(csvTextCell(';=1+1;x')).toBe(`";'=1+1;x"`);
    expect(csvTextCell('a\t+1')).toBe(`"a\t'+1"`);
    expect(csvTextCell('a"=1')).toBe(`"a""'=1"`);
  });
  // @case L7
  it('cells are escaped in linear time', () => {
    const start = Date.now();
    csvTextCell(`;${' '.repeat(500_000)}`);
    csvTextCell(';\t"'.repeat(200_000));
    expect(Date.now() - start).toBeLessThan(3_000);
  });
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '＋1', '－1', '＠a', '\u200b=1', '\n=cmd|1'])(
    '%j is a text, no formula',
    (text) => {
      expect(parseCsvLine(csvLine([csvTextCell(text)]))[0]?.startsWith("'")).toBe(true);
    },
  );
  it('csvNumberCell: numbers stay numbers', () => {
    expect(csvNumberCell('-12.50')).toBe('-12.50');
    expect(csvNumberCell('-1+1')).toBe("'-1+1");
  });
});
