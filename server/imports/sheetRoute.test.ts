/** A super admin starts a design from a spreadsheet: XLSX and CSV are read, up to the limits. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SHEET_LIMITS } from '../../common/sheetLimits';
import { superAdmin, type Caller } from '../testing/callers';
import { sampleDialects } from '../testing/sampleDialects';
import { startTestServer, type TestServer } from '../testing/testServer';
import { writeXlsx } from '../testing/writeXlsx';

describe.each(sampleDialects())('spreadsheets of designs on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
  });
  afterAll(() => server.close());

  const read = (content: string | Uint8Array) =>
    admin.send('POST', '/admin/crud_design/read_sheet', {
      body: typeof content === 'string' ? content : new Uint8Array(content),
      headers: { 'content-type': 'application/octet-stream' },
    });

  it('reads the rows of a workbook and of a CSV file', async () => {
    const rows = [
      ['Name', 'City'],
      ['Anna', 'Berlin'],
    ];
    expect((await read(writeXlsx(rows))).data.rows).toEqual(rows);
    expect((await read('Name,City\nAnna,Berlin\n')).data.rows).toEqual(rows);
    expect((await read('Name,City\nAnna,Berlin\n,\n  ,\n')).data.rows).toEqual(rows);
    expect((await read(writeXlsx([...rows, ['', '']]))).data.rows).toEqual(rows);
  });

  it.each([
    ['en', /200 columns.*up to 60/, /5001 rows.*up to 5000/, /row 2 has 2001 characters.*2000/, /no headings/],
    ['zh-cn', /200 列.*60 列/, /5001 行.*5000 行/, /第 2 行.*2001 .*2000/, /没有标题行/],
  ])('names the limit that a sheet exceeds (%s)', async (lang, columns, rows, cell, empty) => {
    const refusal = async (sheet: readonly (readonly string[])[]) => {
      const body = JSON.stringify({ from: 'sheet', table_name: 'wide', sheet });
      const headers = { 'content-type': 'application/json', 'think-lang': lang };
      const { status, code, data } = await admin.send('POST', '/admin/crud_design/start', { body, headers });
      expect([status, code]).toEqual([200, 0]);
      return data.fields.sheet;
    };
    const heading = ['Name'];
    expect(await refusal([heading, Array.from({ length: 200 }, String)])).toMatch(columns);
    expect(await refusal([heading, ...Array.from({ length: 5_001 }, () => ['a'])])).toMatch(rows);
    expect(await refusal([heading, ['x'.repeat(2_001)]])).toMatch(cell);
    expect(await refusal([])).toMatch(empty);
  });

  it('stores as many rows as the dialog allows, and names the limit that more text exceeds', async () => {
    const cells = Array.from({ length: 8 }, (_, index) => `Heading ${index}`);
    const sheet = [
      cells,
      ...Array.from({ length: SHEET_LIMITS.rows }, (_, row) => cells.map((cell) => `${cell} ${row}`)),
    ];
    const stored = await admin.post('/admin/crud_design/start', { from: 'sheet', table_name: 'guest_list', sheet });
    expect([stored.code, stored.data.id]).toEqual([1, expect.any(Number)]);
    const large = sheet.slice(0, 700).map((row) => row.map(() => 'x'.repeat(400)));
    const refused = await admin.post('/admin/crud_design/start', { from: 'sheet', table_name: 'guests', sheet: large });
    expect(refused.data.fields.sheet).toBeDefined();
  });
});
