/** Reads and writes the stored rows of imports: status, column mapping, counts. */
import { dataImport, type IMPORT_MODE, type IMPORT_STATUS } from '../../common/entities/dataImport';
import type { StoredRow } from '../../common/entity/columns';
import type { Actor } from '../../common/entity/access';
import { asString, isObject } from '../../common/json';
import { fault } from '../../common/protocol/faults';
import type { RequestContext, Services } from '../context';
import { selectRowsWhere } from '../engine/read/selectRowsWhere';
import type { InputValues } from '../engine/write/context/txWriter';
import type { Writer } from '../engine/write/writer';
import { toSystemContext } from '../platform/systemContext';

export type ImportStatus = (typeof IMPORT_STATUS)[keyof typeof IMPORT_STATUS];
type ImportMode = (typeof IMPORT_MODE)[keyof typeof IMPORT_MODE];

export interface ImportOptions {
  /** An empty cell empties the field of an existing row. */
  readonly clearEmpty: boolean;
  /** In `2/9/2024` the day is first. */
  readonly dayFirst: boolean;
}
/** Choices of the admin for an import. */
export interface ImportChoices {
  readonly mapping: readonly (string | null)[];
  readonly mode: ImportMode;
  /** Empty: existing rows are not looked for. */
  readonly key: string;
  readonly options: ImportOptions;
}
export interface StoredImport extends ImportChoices {
  readonly id: number;
  readonly adminId: number;
  readonly ent: string;
  readonly fileName: string;
  readonly file: string;
  readonly status: ImportStatus;
  readonly headings: readonly string[];
  readonly total: number;
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly firstId: number | null;
  readonly lastId: number | null;
  readonly jobId: number | null;
  readonly cid: string;
}

const textList = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((item) => asString(item, 1000)) : [];
const getMapping = (value: unknown): ImportChoices['mapping'] =>
  Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item : null)) : [];
const getOptions = (value: unknown): ImportOptions => ({
  clearEmpty: isObject(value) && value['clearEmpty'] === true,
  dayFirst: isObject(value) && value['dayFirst'] === true,
});
const optionalNumber = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

const parseRow = (row: StoredRow): StoredImport => ({
  id: Number(row['id']),
  adminId: Number(row['admin_id']),
  ent: asString(row['ent']),
  fileName: asString(row['file_name']),
  file: asString(row['file']),
  status: row['status'] as ImportStatus, // a choice of the entity
  mode: row['mode'] as ImportMode, // a choice of the entity
  key: asString(row['key_field']),
  headings: textList(row['headings']),
  mapping: getMapping(row['mapping']),
  options: getOptions(row['options']),
  total: Number(row['total']),
  done: Number(row['done']),
  created: Number(row['created']),
  updated: Number(row['updated']),
  unchanged: Number(row['unchanged']),
  refused: Number(row['refused']),
  firstId: optionalNumber(row['first_id']),
  lastId: optionalNumber(row['last_id']),
  jobId: optionalNumber(row['job_id']),
  cid: asString(row['cid']),
});

export async function loadImport({ db }: Pick<Services, 'db'>, id: number): Promise<StoredImport | undefined> {
  const [row] = await selectRowsWhere(db, dataImport, { sql: 'id = ? AND delete_time IS NULL', params: [id] });
  return row && parseRow(row);
}

/** An import of the caller. Error: `row.missing`. */
export async function loadOwnImport({ services, actor }: RequestContext, id: number): Promise<StoredImport> {
  const found = await loadImport(services, id);
  if (found === undefined || found.adminId !== actor.id) throw fault('row.missing');
  return found;
}

/** The admin's latest import into this entity for which fields were mapped. */
export async function loadLatestMappedImport(
  { db }: Pick<Services, 'db'>,
  { id }: Pick<Actor, 'id'>,
  ent: string,
): Promise<StoredImport | undefined> {
  const sql = 'admin_id = ? AND ent = ? AND mapping IS NOT NULL AND delete_time IS NULL';
  const [row] = await selectRowsWhere(db, dataImport, { sql, params: [id, ent] }, ' ORDER BY id DESC LIMIT 1');
  return row && parseRow(row);
}

/** Writes columns of an import as the system. */
export async function updateImport(
  ctx: RequestContext,
  writer: Writer,
  id: number,
  values: InputValues,
): Promise<void> {
  await writer.inTransaction(toSystemContext(ctx), (write) => write.update(dataImport, { ...values, id }));
}
