/** HTTP route that reads the rows of a CSV or XLSX file, from which a super admin starts a design. The file is not kept. */
import { crudDesign } from '../../common/entities/crudDesign';
import { SHEET_LIMITS } from '../../common/sheetLimits';
import { fault } from '../../common/protocol/faults';
import { truncate } from '../../common/text/normalize';
import type { HandlerResult, RouteCall } from '../engine/http/routeRegistry';
import type { ModuleServices } from '../engine/http/moduleServices';
import { readSheet } from './files/readSheet';
import { deleteImportFile, importPath, storeImportFile } from './importFiles';

/** The headings and the first rows; one more than the limit shows that there are more. */
async function readRows(path: string): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const { cells } of readSheet(path)) {
    if (cells.length > SHEET_LIMITS.columns) throw fault('import.too_many_columns', { max: SHEET_LIMITS.columns });
    if (cells.every((cell) => cell.trim() === '')) continue;
    rows.push(cells.map((cell) => truncate(cell.trim(), SHEET_LIMITS.cellChars)));
    if (rows.length > SHEET_LIMITS.rows + 1) break;
  }
  return rows;
}

async function readUploadedSheet({ ctx, request }: RouteCall): Promise<HandlerResult> {
  if (!/^application\/octet-stream\b/i.test(request.headers['content-type'] ?? '')) throw fault('body.type');
  const file = await storeImportFile(ctx.services, request);
  try {
    return { data: { rows: await readRows(importPath(ctx.services, file)) } };
  } finally {
    await deleteImportFile(ctx.services, file);
  }
}

export function registerSheetRoute({ routes }: ModuleServices): void {
  routes.add({
    method: 'POST',
    path: '/admin/crud_design/read_sheet',
    query: [],
    body: 'bytes',
    realm: 'admin',
    access: 'super',
    rejectsApiTokens: true,
    entity: crudDesign,
    hasLongTimeout: true,
    summary: 'Read the rows of a spreadsheet from which a design starts',
    handler: readUploadedSheet,
  });
}
