/** Previews an uploaded file before its rows are checked: headings, first rows and the guessed fields. */
import { fault } from '../../common/protocol/faults';
import type { ImportField, ImportPreview } from '../../common/protocol/dataImport';
import type { AnyEntity } from '../../common/entity/entity';
import type { Column } from '../../common/entity/columns';
import { importColumns, keyColumns } from '../../common/imports/importFields';
import { guessMapping, rememberMapping } from '../../common/imports/guessMapping';
import { findDefaultValue } from '../../common/entity/validate';
import { truncate } from '../../common/text/normalize';
import type { RequestContext, Services } from '../context';
import type { RouteRegistry } from '../engine/http/routeRegistry';
import { readSheet } from './files/readSheet';
import { importPath } from './importFiles';
import { allowedPermissions } from './importPlan';
import { loadLatestMappedImport, type StoredImport } from './storedImport';

const SAMPLE_ROWS = 5;
const MAX_SAMPLE = 80;
const MAX_HEADING = 100;

interface SheetHead {
  readonly headings: readonly string[];
  readonly samples: readonly (readonly string[])[];
}
/** Reads the beginning of a file. Error: `import.empty`, in addition to those of the file. */
export async function readHead(services: Pick<Services, 'env'>, file: string): Promise<SheetHead> {
  const rows: (readonly string[])[] = [];
  for await (const { cells } of readSheet(importPath(services, file))) {
    rows.push(cells);
    if (rows.length > SAMPLE_ROWS) break;
  }
  const [headings, ...samples] = rows;
  if (headings === undefined || samples.length === 0) throw fault('import.empty');
  const width = Math.max(...rows.map(({ length }) => length));
  const cut = (cells: readonly string[], max: number) =>
    Array.from({ length: width }, (_, index) => truncate((cells[index] ?? '').trim(), max));
  return { headings: cut(headings, MAX_HEADING), samples: samples.map((cells) => cut(cells, MAX_SAMPLE)) };
}

const DATE_KINDS: ReadonlySet<string> = new Set(['date', 'datetime']);
const describeField =
  (keys: ReadonlySet<string>) =>
  (column: Column): ImportField => ({
    name: column.name,
    required: column.options.required === true && findDefaultValue(column) === undefined,
    isKey: keys.has(column.name),
    isReadonly: column.readonly || column.name === 'id',
    isDate: DATE_KINDS.has(column.kind),
  });

export async function previewImport(
  { services, actor }: RequestContext,
  routes: RouteRegistry,
  entity: AnyEntity,
  stored: StoredImport,
): Promise<ImportPreview> {
  const { headings, samples } = await readHead(services, stored.file);
  const former = await loadLatestMappedImport(services, actor, entity.name);
  const columns = importColumns(actor, entity);
  const keys = new Set(keyColumns(actor, entity).map(({ name }) => name));
  const can = allowedPermissions(routes, actor, entity);
  const remembered = former && rememberMapping(former.headings, former.mapping);
  const mapping = guessMapping(entity, columns, headings, remembered);
  const key = former && mapping.includes(former.key) ? former.key : '';
  const mode = key === '' ? (can.create ? 'create' : 'update') : (former?.mode ?? 'create');
  return {
    id: stored.id,
    file_name: stored.fileName,
    headings,
    samples,
    mapping,
    can,
    mode,
    key,
    fields: columns.map(describeField(keys)),
  };
}
