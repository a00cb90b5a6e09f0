/** CSV and XLSX files: cells as spreadsheets show them, formulas as text, and files that try to harm. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { IMPORT_LIMITS } from '../../../common/imports/importLimits';
import { Fault } from '../../../common/protocol/faults';
import { csvLine, csvTextCell } from '../../../common/text/csv';
import { writeXlsx, writeXlsxOf } from '../../testing/writeXlsx';
import { CsvParser } from './csvParser';
import { readSheet } from './readSheet';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheet-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Uint8Array): Promise<readonly (readonly string[])[]> {
  const path = join(folder, String((count += 1)));
  await writeFile(path, content);
  const rows: (readonly string[])[] = [];
  for await (const { cells } of readSheet(path)) rows.push(cells);
  return rows;
}
const refusal = async (content: string | Uint8Array): Promise<string> =>
  read(content).then(
    (rows) => `read ${rows.length}`,
    (error: unknown) => (error instanceof Fault ? error.code : String(error)),
  );

describe('CSV', () => {
  it('rows are the same however the text is cut into parts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '甲', ';') });
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { minLength: 2, maxLength: 3 }), { minLength: 1 }),
        fc.nat(9),
        (rows, cut) => {
          const quoted = rows
            .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
            .join('\r\n');
          const parser = new CsvParser();
          const parts = Array.from({ length: Math.ceil(quoted.length / (cut + 1)) }, (_, at) =>
            quoted.slice(at * (cut + 1), (at + 1) * (cut + 1)),
          );
          const parsed = [...parts.flatMap((part) => parser.push(part)), ...parser.end()];
          expect(parsed.map(({ cells }) => cells)).toEqual(rows);
        },
      ),
    );
  });
  it('finds the separator, and reads each line break', async () => {
    expect(await read('a;b\r1;"2,3"\r\n4;5\n')).toEqual([
      ['a', 'b'],
      ['1', '2,3'],
      ['4', '5'],
    ]);
    expect(await read('a\tb,c\n1\t2,3')).toEqual([
      ['a', 'b,c'],
      ['1', '2,3'],
    ]);
  });
  it('leaves out empty rows and keeps the numbers of the others', async () => {
    const path = join(folder, 'numbers');
    await writeFile(path, 'a,b\n\n,\n1,2\n');
    const numbers: number[] = [];
    for await (const { number } of readSheet(path)) numbers.push(number);
    expect(numbers).toEqual([1, 4]);
  });
  it.each([
    ['UTF-8 with its mark', Buffer.from('\uFEFF名称,b\n甲,1')],
    ['UTF-16', Buffer.from('\uFEFF名称,b\n甲,1', 'utf16le')],
    [
      'GBK',
      Buffer.concat([
        Buffer.from('c3fbb3c6', 'hex'),
        Buffer.from(',b\n'),
        Buffer.from('bcd7', 'hex'),
        Buffer.from(',1'),
      ]),
    ],
  ])('reads %s', async (_, bytes) => {
    expect(await read(bytes)).toEqual([
      ['名称', 'b'],
      ['甲', '1'],
    ]);
  });
  // @case F-16
  it('formulas stay text, and the escape characters of an export are removed', async () => {
    const formulas = ['=1+1', '+861381234', '-1', '@SUM(A1)', '=HYPERLINK("x")', ';=2'];
    expect(await read(`${formulas.map((_, at) => `c${at}`).join(',')}\n${csvLine(formulas.map(csvTextCell))}`)).toEqual(
      [expect.any(Array), formulas],
    );
    expect((await read('a,b\n=1+1,@x'))[1]).toEqual(['=1+1', '@x']);
  });
});

describe('XLSX', () => {
  it('reads texts, numbers, dates, booleans and gaps as they are shown', async () => {
    const rows = await read(
      writeXlsx([
        ['Title', 'Price', 'Day', 'At', 'Clock', 'Open', 'Rich'],
        [
          { shared: 'One & <two>' },
          0.1 + 0.2,
          { serial: 45_331, style: 1 },
          { serial: 45_331.5, style: 2 },
          { serial: 0.25, style: 2 },
          true,
          'inline\nline',
        ],
        [undefined, 1_234_567.89, undefined, undefined, undefined, false],
      ]),
    );
    expect(rows.slice(1)).toEqual([
      ['One & <two>', '0.3', '2024-02-09', '2024-02-09 12:00:00', '06:00:00', 'true', 'inline\nline'],
      ['', '1234567.89', '', '', '', 'false'],
    ]);
  });
  // @case F-16
  it('never evaluates a formula: its stored result is read, or its text', async () => {
    expect(
      (
        await read(
          writeXlsx([
            ['a', 'b'],
            [{ formula: 'SUM(A1:A9)' }, { formula: '1+1', result: '2' }],
          ]),
        )
      )[1],
    ).toEqual(['=SUM(A1:A9)', '2']);
    expect((await read(writeXlsx([['a'], [{ shared: '=cmd|1' }]])))[1]).toEqual(['=cmd|1']);
  });
});

describe('hostile files', () => {
  const sheet = (xml: string) => writeXlsxOf({ 'xl/worksheets/sheet1.xml': xml });
  // @covers fault import.unreadable
  // @covers fault import.archive
  // @covers fault import.too_many_columns
  // @covers fault import.cell_too_long
  it.each<readonly [string, string | Uint8Array, string]>([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'import.unreadable'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 'import.unreadable'],
    ['an archive that is no workbook', zipSync({ 'a.txt': Buffer.from('x') }), 'import.archive'],
    ['the beginning of an archive', writeXlsx([['a'], ['1']]).subarray(0, 200), 'import.archive'],
    ['own entities', sheet('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>'), 'import.archive'],
    ['a tag without end', sheet(`<worksheet ${'a'.repeat(3_000_000)}`), 'import.archive'],
    ['a bomb', sheet(`<worksheet>${'<row/>'.repeat(5_000_000)}</worksheet>`), 'import.archive'],
    ['many columns', `${','.repeat(IMPORT_LIMITS.columns)}\n`, 'import.too_many_columns'],
    [
      'a column far away',
      sheet('<sheetData><row r="1"><c r="ZZZ1"><v>1</v></c></row></sheetData>'),
      'import.too_many_columns',
    ],
    ['a long cell', `a\n"${'x'.repeat(IMPORT_LIMITS.cellChars + 1)}"`, 'import.cell_too_long'],
    ['a quote without end', `a\n"${'x\n'.repeat(IMPORT_LIMITS.cellChars)}`, 'import.cell_too_long'],
  ])('%s', async (_, content, code) => {
    expect(await refusal(content)).toBe(code);
  });
  // @covers fault import.too_many_rows
  it('too many rows', async () => {
    expect(await refusal(`a\n${'1\n'.repeat(IMPORT_LIMITS.rows + 1)}`)).toBe('import.too_many_rows');
  });
  it('a workbook cut or changed at any place is refused or read, and never fails otherwise', async () => {
    const whole = writeXlsx([['a', 'b'], ...Array.from({ length: 40 }, (_, at) => [{ shared: `text ${at}` }, at])]);
    for (let at = 0; at < whole.length; at += 97) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      expect(await refusal(changed)).toMatch(/^(import\.\w+|read \d+)$/);
      expect(await refusal(whole.subarray(0, at))).toMatch(/^(import\.\w+|read \d+)$/);
    }
  });
});
