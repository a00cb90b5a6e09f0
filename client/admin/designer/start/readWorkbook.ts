/** Reads the rows of an XLSX file with the server's reader of imports. */
import { asRecord, asString, asStringList } from '../../../../common/json';
import type { App } from '../../../shared/app/appContext';
import { postUpload } from '../../../shared/upload/uploadStrategy';

type Rows = readonly (readonly string[])[];

/** The rows, or the error message; empty when the connection was lost. */
export async function readWorkbook(app: App, file: File): Promise<Rows | string> {
  const response = await postUpload(
    app,
    {
      url: '/admin/crud_design/read_sheet',
      body: file,
      headers: { 'content-type': 'application/octet-stream' },
    },
    { onProgress: () => undefined, signal: new AbortController().signal },
  );
  if (response === undefined || response === 'stopped') return '';
  if (response.code !== 1) return asString(response.msg, 500);
  const rows = asRecord(response.data)?.['rows'];
  return Array.isArray(rows) ? rows.map((row) => asStringList(row)) : [];
}

/** The rows as text with tabs, as a spreadsheet copies them. */
export const printSheet = (rows: Rows): string =>
  rows.map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t')).join('\n');
