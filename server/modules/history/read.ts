/** A record's history for one reader: only of a record he may read, newest first, a page at a time. */
import { grantedRows, holds, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { columnsOf, type StoredRow } from '../../../common/entity/meta';
import type { HistoryAnswer, HistoryLine } from '../../../common/protocol/history';
import { fault } from '../../../common/protocol/faults';
import { decodeRow } from '../../engine/schema/model';
import { titlesOf } from '../../engine/read/references';
import { isRemoved, isInScope } from '../../engine/write/authorize';
import type { RequestContext, Tx } from '../../context';
import { ident, marks } from '../../platform/sql';
import { canUndo } from './canUndo';
import { foldChangeSet } from './fold';
import { linesWhere, rowsOf, tellLine, toldColumns, undoneAmong, type StoredLine, type Telling } from './lines';

const LINES = 20;

export interface HistoryQuery {
  readonly id: number;
  /** Only lines before this one. */
  readonly before: number | undefined;
  /** This one line alone, with its long values. */
  readonly seq: number | undefined;
}

/** The record as it lies in the table, removed or not; `undefined` when it is gone for good. */
export async function storedRow(tx: Pick<Tx, 'rows'>, entity: AnyEntity, id: number): Promise<StoredRow | undefined> {
  const [raw] = await tx.rows<object>(`SELECT * FROM ${ident(entity.name)} WHERE id = ?`, [id]);
  return raw && decodeRow(entity, raw);
}

/** Several rows of an entity by id, as `storedRow` gives one. */
export async function storedRows(
  tx: Pick<Tx, 'rows'>,
  entity: AnyEntity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredRow>> {
  if (ids.length === 0) return new Map();
  const found = await tx.rows<object>(`SELECT * FROM ${ident(entity.name)} WHERE id IN (${marks(ids.length)})`, ids);
  return new Map(found.map((raw) => decodeRow(entity, raw)).map((row) => [Number(row['id']), row]));
}

/** Deleted rows are seen by those who could bring them back, purged ones by those who could have purged any. */
export function maySeePast(actor: Actor, entity: AnyEntity, row: StoredRow | undefined): boolean {
  if (grantedRows(actor, entity, 'read') === undefined) return false;
  if (row === undefined) return holds(actor, `${entity.name}/purge`) && (actor.super || actor.scope === 'all');
  if (!isRemoved(row)) return isInScope(actor, entity, 'read', row);
  return holds(actor, `${entity.name}/restore`) && isInScope(actor, entity, 'read', { ...row, delete_time: null });
}

function asked(entity: AnyEntity, { id, before, seq }: HistoryQuery): [where: string, params: (string | number)[]] {
  const own = 'ent = ? AND eid = ?';
  if (seq !== undefined) return [`${own} AND seq = ?`, [entity.name, id, seq]];
  const older = before === undefined ? '' : ' AND seq < ?';
  const params = [entity.name, id, ...(before === undefined ? [] : [before])];
  return [`${own}${older} ORDER BY seq DESC LIMIT ${LINES + 1}`, params];
}

interface Past {
  readonly entity: AnyEntity;
  readonly id: number;
  /** The stored row; undefined when it was purged. */
  readonly now: StoredRow | undefined;
}
/** The change-sets of a page, newest first. */
type Page = readonly [Pick<HistoryLine, 'cid' | 'seq'>, ...Pick<HistoryLine, 'cid' | 'seq'>[]];

/**
 * The change-sets whose changes of this record the reader could undo. The lines of a change-set have consecutive numbers, so those of
 * the record are read from the beginning of the oldest to the end of the newest, and no lines of other records.
 */
async function undoableSets(ctx: RequestContext, tx: Tx, past: Past, page: Page): Promise<ReadonlySet<string>> {
  const cids = [...new Set(page.map(({ cid }) => cid))];
  const bounds = [page.at(-1)?.cid ?? page[0].cid, page[0].cid];
  const where = `ent = ? AND eid = ? AND seq >= (SELECT MIN(seq) FROM record_history WHERE cid = ?) AND seq <= (SELECT MAX(seq) FROM record_history WHERE cid = ?) AND cid IN (${marks(cids.length)}) ORDER BY seq`;
  const lines = await linesWhere(tx, where, [past.entity.name, past.id, ...bounds, ...cids]);
  const isUndoable = (cid: string) =>
    foldChangeSet(
      ctx.services.registry,
      lines.filter((line) => line.cid === cid),
    ).some((touched) => canUndo(ctx.actor, touched, past.now));
  return new Set(cids.filter(isUndoable));
}

/** The change-sets that have further lines: one more line of each is looked for, however many there are. */
async function severalSets(tx: Tx, page: Page): Promise<ReadonlySet<string>> {
  const seqs = [...new Map(page.map(({ cid, seq }) => [cid, Number(seq)])).values()];
  const found = await tx.rows<{ cid: string }>(
    `SELECT h.cid AS cid FROM record_history h WHERE h.seq IN (${marks(seqs.length)}) AND EXISTS (SELECT 1 FROM record_history o WHERE o.cid = h.cid AND o.seq <> h.seq)`,
    seqs,
  );
  return new Set(found.map(({ cid }) => cid));
}

/** Adds to each line whether its change-set was undone, can be undone, and changed other records as well. */
async function withSets(
  ctx: RequestContext,
  tx: Tx,
  past: Past,
  lines: readonly HistoryLine[],
): Promise<readonly HistoryLine[]> {
  const [first, ...rest] = lines;
  if (first === undefined) return lines;
  const page: Page = [first, ...rest];
  const undoable = await undoableSets(ctx, tx, past, page);
  const undone = await undoneAmong(tx, [...new Set(lines.map(({ cid }) => cid))]);
  const several = await severalSets(tx, page);
  return lines.map((line) => {
    const by = undone.get(line.cid);
    return {
      ...line,
      ...(several.has(line.cid) ? { several: true as const } : {}),
      ...(by === undefined && undoable.has(line.cid) ? { undoable: true as const } : {}),
      ...(by ? { undone: by } : {}),
    };
  });
}

export const readHistory = (ctx: RequestContext, entity: AnyEntity, query: HistoryQuery): Promise<HistoryAnswer> =>
  ctx.services.db.snapshot(async (tx) => {
    const { services, actor } = ctx;
    const row = await storedRow(tx, entity, query.id);
    if (!maySeePast(actor, entity, row)) throw fault('row.missing');
    const found = await linesWhere(tx, ...asked(entity, query));
    const lines = found.slice(0, LINES);
    const columns = toldColumns(actor, entity);
    const telling: Telling = { actor, columns, scrubbed: row === undefined, whole: query.seq !== undefined };
    const refs = row
      ? await titlesOf(services, tx, actor, { columns: [...columns.values()], rows: rowsOf(lines) })
      : {};
    const list = await withSets(
      ctx,
      tx,
      { entity, id: query.id, now: row },
      lines.map((line) => tellLine(line, telling)),
    );
    return { list, more: found.length > LINES, refs };
  });

/** The stored line of one save, for who may read the record. */
export async function lineOfSave(ctx: RequestContext, entity: AnyEntity, id: number, seq: number): Promise<StoredLine> {
  const [line] = await linesWhere(ctx.services.db, 'ent = ? AND eid = ? AND seq = ?', [entity.name, id, seq]);
  const row = await storedRow(ctx.services.db, entity, id);
  if (!line || !maySeePast(ctx.actor, entity, row)) throw fault('row.missing');
  return line;
}

/** The fields of a save that a person may take back: not kept by the engine or a behaviour. */
export const takenBack = (entity: AnyEntity, line: StoredLine): readonly string[] =>
  Object.keys(line.diff).filter((name) => columnsOf(entity).get(name)?.readonly === false);
