/** Rebuilds earlier states of rows: reverses all later changes of `record_history` on the stored row, the latest first. */
import { getColumns, type Column, type StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import { LIMITS } from '../../../../common/limits';
import type { HistoryOp } from '../../../../common/protocol/history';
import { fault } from '../../../../common/protocol/faults';
import type { Tx } from '../../../context';
import { placeholders, quoteIdentifier } from '../../../platform/database/sql';
import { decodeColumns, selectList } from '../../schema/model';
import { loadFieldNameChanges, withPresentNames } from '../../../live/log/fieldNames';
import type { Diff } from '../storedHistory';
import { CHANGE_OPS } from '../../../live/log/changeLog';

/** A row that changed since a given time: as it is stored today, and as it was. */
export interface RebuiltRow {
  readonly now: StoredRow;
  readonly then: StoredRow;
}
export interface RebuiltRows {
  readonly rows: readonly RebuiltRow[];
  /** Rows that existed outside the recycle bin and were purged since. Their values are not shown any more. */
  readonly purged: number;
}
export interface RebuildRequest {
  readonly entity: AnyEntity;
  /** The first change to reverse. */
  readonly since: number;
  /** Only this row. */
  readonly id?: number;
  /** The long columns to read; the others stay absent. */
  readonly longColumns: (column: Column) => boolean;
}

interface ChangeHeader {
  readonly seq: number;
  readonly eid: number;
  readonly revision: number;
  readonly op: HistoryOp;
}
/** Rows or entries of one statement: bounds its parameters and the size of its response. */
const BATCH_ROWS = 500;
const inBatches = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / BATCH_ROWS) }, (_, at) =>
    items.slice(at * BATCH_ROWS, (at + 1) * BATCH_ROWS),
  );

/** Reads which rows changed, without the changed values. Error: `request.too_many_changes`. */
async function loadHeaders(tx: Tx, { entity, since, id }: RebuildRequest): Promise<readonly ChangeHeader[]> {
  const ofRow = id === undefined ? '' : ' AND eid = ?';
  const headers = await tx.rows<ChangeHeader>(
    `SELECT seq, eid, revision, op FROM record_history WHERE ent = ?${ofRow} AND seq >= ? ORDER BY seq LIMIT ?`,
    [entity.name, ...(id === undefined ? [] : [id]), since, LIMITS.asOfChanges + 1],
  );
  if (headers.length > LIMITS.asOfChanges) throw fault('request.too_many_changes', { max: LIMITS.asOfChanges });
  return headers.map(({ seq, eid, revision, op }) => ({
    seq: Number(seq),
    eid: Number(eid),
    revision: Number(revision),
    op,
  }));
}

async function loadRows(
  tx: Tx,
  entity: AnyEntity,
  columns: readonly Column[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredRow>> {
  const rows = new Map<number, StoredRow>();
  for (const batch of inBatches(ids)) {
    const sql = `SELECT ${selectList(entity, columns)} FROM ${quoteIdentifier(entity.name)} WHERE id IN (${placeholders(batch.length)})`;
    for (const raw of await tx.rows<object>(sql, batch)) {
      const row = decodeColumns(columns, raw);
      rows.set(Number(row['id']), row);
    }
  }
  return rows;
}

/** The values that the columns of each row had before its first change. */
async function loadFormerValues(
  tx: Tx,
  { name: ent }: AnyEntity,
  columns: readonly Column[],
  headers: readonly ChangeHeader[],
): Promise<ReadonlyMap<number, StoredRow>> {
  const nameChanges = headers.length === 0 ? [] : await loadFieldNameChanges(tx, [ent]);
  const names = new Set(columns.map(({ name }) => name));
  const former = new Map<number, StoredRow>();
  const latestFirst = headers.map(({ seq }) => seq).sort((a, b) => b - a);
  for (const batch of inBatches(latestFirst)) {
    const sql = `SELECT seq, eid, diff FROM record_history WHERE seq IN (${placeholders(batch.length)}) ORDER BY seq DESC`;
    for (const { seq, eid, diff } of await tx.rows<{ seq: number; eid: number; diff: string }>(sql, batch)) {
      const present = withPresentNames(nameChanges, { ent, seq: Number(seq) }, JSON.parse(diff) as Diff); // `recordChange` wrote it
      former.set(Number(eid), { ...former.get(Number(eid)), ...valuesBefore(present, names) });
    }
  }
  return former;
}

/** The values before a change; columns that no longer exist or were not requested are left out. */
function valuesBefore(diff: Diff, names: ReadonlySet<string>): StoredRow {
  const changes = Object.entries(diff);
  return Object.fromEntries(changes.filter(([name]) => names.has(name)).map(([name, [before]]) => [name, before]));
}

/** The time of each row's last write before a change, in unix seconds; absent when the history no longer reaches back to it. */
async function loadUpdateTimes(
  tx: Tx,
  { entity, since }: RebuildRequest,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const times = new Map<number, number>();
  for (const batch of inBatches(ids)) {
    const last = `SELECT MAX(seq) AS seq FROM record_history WHERE ent = ? AND eid IN (${placeholders(batch.length)}) AND seq < ? GROUP BY eid`;
    const found = await tx.rows<{ eid: number; at: number }>(
      `SELECT written.eid AS eid, written.\`at\` AS \`at\` FROM record_history AS written JOIN (${last}) AS earlier ON written.seq = earlier.seq`,
      [entity.name, ...batch, since],
    );
    for (const { eid, at } of found) times.set(Number(eid), Math.floor(Number(at) / 1000));
  }
  return times;
}

const wasPurgedOutsideBin = (first: ChangeHeader | undefined): boolean =>
  first?.op === CHANGE_OPS.updated || first?.op === CHANGE_OPS.deleted;

/**
 * Rebuilds the rows that changed since. Rows created since are absent, and so are purged ones, whose values no reader of the history may see
 * either. `update_time` is null where the history no longer reaches back to the write before.
 */
export async function rebuildRows(tx: Tx, request: RebuildRequest): Promise<RebuiltRows> {
  const { entity, longColumns } = request;
  const headers = await loadHeaders(tx, request);
  const firstChanges = new Map<number, ChangeHeader>();
  for (const header of headers) if (!firstChanges.has(header.eid)) firstChanges.set(header.eid, header);
  const existedIds = [...firstChanges.values()].filter(({ op }) => op !== CHANGE_OPS.created).map(({ eid }) => eid);
  const columns = [...getColumns(entity).values()].filter((column) => !column.long || longColumns(column));
  const stored = await loadRows(tx, entity, columns, existedIds);
  const former = await loadFormerValues(
    tx,
    entity,
    columns,
    headers.filter(({ eid }) => stored.has(eid)),
  );
  const updateTimes = await loadUpdateTimes(tx, request, [...stored.keys()]);
  const rows = [...stored].map(([id, now]): RebuiltRow => {
    const revision = (firstChanges.get(id)?.revision ?? 1) - 1;
    return { now, then: { ...now, ...former.get(id), revision, update_time: updateTimes.get(id) ?? null } };
  });
  const purgedIds = existedIds.filter((id) => !stored.has(id));
  return { rows, purged: purgedIds.filter((id) => wasPurgedOutsideBin(firstChanges.get(id))).length };
}
