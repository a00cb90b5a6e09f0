/**
 * Undoes (reverts) a saved change: writes a new change-set with the values before it, through the write path and with the caller's
 * permissions. Rows that others changed since are skipped and listed. Each row is restored completely or not at all, and so is a manual
 * order.
 */
import { writableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import type { SkippedRow, SkipReason, UndoResult } from '../../../common/protocol/history';
import type { ActorRef, EditConflict, UpdateBody } from '../../../common/protocol/liveEvents';
import { fault, type Fault } from '../../../common/protocol/faults';
import { actorKey } from '../../engine/write/context/actorKey';
import { errorSummary } from '../../engine/write/errorSummary';
import { isRemoved } from '../../engine/write/stages/authorize';
import { rowLockClause } from '../../platform/database/sql';
import { decodeRow } from '../../engine/schema/model';
import type { Committed, TxWriter } from '../../engine/write/context/txWriter';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { quoteIdentifier, placeholders } from '../../platform/database/sql';
import { selectHistoryEntries, type StoredHistoryEntry } from '../../engine/read/storedHistory';
import { canReadHistory } from '../../engine/write/stages/canReadHistory';
import { computeNetChanges, groupAdjacentChanges, revertEdit, type RowChange } from './computeNetChanges';
import { markUndone, releaseUndoMark, removeUndoMarks } from './undoMarks';

/** The maximum of rows that one transaction of a person can change. */
const MAX_ROWS = 2_000;
const IDS_PER_STATEMENT = 500;

/** Result of the undo of one row: done, or the reason why not. */
type RowUndoResult =
  { readonly why: SkipReason; readonly by?: ActorRef | null; readonly fault?: Fault } | 'done' | 'unchanged';
interface UndoContext {
  readonly hook: HookContext;
  readonly txWriter: TxWriter;
  readonly savepoint: Savepoint;
  readonly rows: ReadonlyMap<string, StoredRow>;
  /** Later entries by others, by row. */
  readonly laterEntries: ReadonlyMap<string, StoredHistoryEntry>;
}
type Savepoint = HookContext['savepoint'];

const rowKey = ({ entity, id }: Pick<RowChange, 'entity' | 'id'>) => `${entity.name} ${id}`;

export const undoChangeSet = (ctx: RequestContext, writer: Writer, cid: string): Promise<UndoResult & Committed> =>
  writer.changeSet({ ...ctx, channel: 'undo' }, { verb: 'undo', about: cid }, async (writer, hook, ownCid) => {
    const entries = await selectHistoryEntries(hook.tx, `cid = ? ORDER BY seq LIMIT ${MAX_ROWS * 2 + 1}`, [cid]);
    const rowChanges = computeNetChanges(hook.services.registry, entries);
    if (rowChanges.length > MAX_ROWS) throw fault('bulk.too_many', { max: MAX_ROWS });
    const rows = await lockChangedRows(hook, rowChanges);
    const visible = rowChanges.filter((row) => canReadHistory(hook.actor, row.entity, rows.get(rowKey(row))));
    if (visible.length === 0) throw fault('row.missing');
    await markUndone(hook, cid, ownCid);
    const { undone, left: skippedRows } = await undoVisible(writer, hook, rows, visible);
    await (undone === 0 ? releaseUndoMark(hook, cid) : removeUndoMarks(hook, cid));
    return { undone, left: skippedRows, hidden: rowChanges.length - visible.length };
  });

async function undoVisible(
  txWriter: TxWriter,
  hook: HookContext,
  rows: UndoContext['rows'],
  visible: readonly RowChange[],
): Promise<Pick<UndoResult, 'undone' | 'left'>> {
  if (visible.length === 0) return { undone: 0, left: [] };
  const laterEntries = await findLaterEntries(hook, visible);
  const results = await undoRows({ hook, txWriter, savepoint: hook.savepoint, rows, laterEntries }, visible);
  const undone = [...results.values()].filter((result) => result === 'done').length;
  const skippedRows = visible.flatMap((row) => toSkippedRow(hook, row, rows.get(rowKey(row)), results.get(row)));
  return { undone, left: skippedRows };
}

export interface UndonePart extends Pick<UndoResult, 'undone' | 'left'> {
  /** The next part has the entries before this one; undefined after the last part. */
  readonly next: number | undefined;
}
/**
 * Undoes a part of a large change-set: the rows of its last `limit` entries before `before`, as a change-set of the id `ctx.changeSetId`.
 * A part that is undone again changes nothing. Rows that the caller cannot see are skipped.
 */
export const undoChangeSetPart = (
  ctx: RequestContext,
  writer: Writer,
  { cid, before, limit }: { readonly cid: string; readonly before: number; readonly limit: number },
): Promise<UndonePart> =>
  writer.changeSet({ ...ctx, channel: 'undo' }, { verb: 'undo', about: cid }, async (txWriter, hook) => {
    const where = `cid = ? AND seq < ? ORDER BY seq DESC LIMIT ${limit}`;
    const part = await selectHistoryEntries(hook.tx, where, [cid, before]);
    const entries = await selectEntriesOfSameRows(hook, cid, part);
    const rowChanges = computeNetChanges(hook.services.registry, entries);
    const rows = await lockChangedRows(hook, rowChanges);
    const visible = rowChanges.filter((row) => canReadHistory(hook.actor, row.entity, rows.get(rowKey(row))));
    return { ...(await undoVisible(txWriter, hook, rows, visible)), next: part.at(-1)?.seq };
  });

/** All entries that the change-set has for the rows of some of them. */
async function selectEntriesOfSameRows(
  hook: HookContext,
  cid: string,
  part: readonly StoredHistoryEntry[],
): Promise<readonly StoredHistoryEntry[]> {
  const entries: StoredHistoryEntry[] = [];
  for (const name of new Set(part.map(({ ent }) => ent))) {
    const ids = [...new Set(part.filter(({ ent }) => ent === name).map(({ eid }) => eid))];
    const where = `ent = ? AND eid IN (${placeholders(ids.length)}) AND cid = ?`;
    entries.push(...(await selectHistoryEntries(hook.tx, where, [name, ...ids, cid])));
  }
  return entries.sort((a, b) => a.seq - b.seq);
}

interface Batch {
  readonly entity: AnyEntity;
  readonly ids: readonly number[];
}
/** Entities in order, each with its ids ascending, in batches for one statement. */
function splitIntoBatches(rowChanges: readonly RowChange[]): readonly Batch[] {
  const entities = [...new Set(rowChanges.map(({ entity }) => entity))].sort((a, b) => (a.name < b.name ? -1 : 1));
  return entities.flatMap((entity) => {
    const ids = rowChanges.filter((row) => row.entity === entity).map(({ id }) => id);
    ids.sort((a, b) => a - b);
    return Array.from({ length: Math.ceil(ids.length / IDS_PER_STATEMENT) }, (_, index) => ({
      entity,
      ids: ids.slice(index * IDS_PER_STATEMENT, (index + 1) * IDS_PER_STATEMENT),
    }));
  });
}

/** The current rows, locked in the order in which every bulk writer locks them. */
async function lockChangedRows(
  hook: HookContext,
  rowChanges: readonly RowChange[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = new Map<string, StoredRow>();
  for (const { entity, ids } of splitIntoBatches(rowChanges)) {
    const lock = rowLockClause(hook.services.db.dialect);
    const sql = `SELECT * FROM ${quoteIdentifier(entity.name)} WHERE id IN (${placeholders(ids.length)}) ORDER BY id${lock}`;
    for (const raw of await hook.tx.rows<object>(sql, ids)) {
      const row = decodeRow(entity, raw);
      rows.set(`${entity.name} ${Number(row['id'])}`, row);
    }
  }
  return rows;
}

/** The latest later entry of each row that is not by the caller. */
async function findLaterEntries(
  hook: HookContext,
  rowChanges: readonly RowChange[],
): Promise<ReadonlyMap<string, StoredHistoryEntry>> {
  const found = new Map<string, StoredHistoryEntry>();
  const caller = actorKey(hook.actor);
  const lastSeq = new Map(rowChanges.map((row) => [rowKey(row), row.seq]));
  const first = Math.min(...rowChanges.map(({ seq }) => seq));
  for (const { entity, ids } of splitIntoBatches(rowChanges)) {
    const where = `ent = ? AND eid IN (${placeholders(ids.length)}) AND seq > ? ORDER BY seq`;
    for (const entry of await selectHistoryEntries(hook.tx, where, [entity.name, ...ids, first])) {
      const key = `${entry.ent} ${entry.eid}`;
      if (entry.actor !== caller && entry.seq > (lastSeq.get(key) ?? 0)) found.set(key, entry);
    }
  }
  return found;
}

async function undoRows(
  undoContext: UndoContext,
  rows: readonly RowChange[],
): Promise<ReadonlyMap<RowChange, RowUndoResult>> {
  const results = new Map<RowChange, RowUndoResult>();
  for (const group of groupAdjacentChanges(rows)) {
    const pending = group.filter((row) => {
      const precheckResult = precheckRow(undoContext, row);
      if (precheckResult) results.set(row, precheckResult);
      return precheckResult === undefined;
    });
    if (group[0].effect !== 'updated') await undoAtomically(undoContext, pending, results);
    else if (isReorder(group)) await undoReorder(undoContext, pending, results);
    else for (const row of pending) results.set(row, await undoChange(undoContext, row));
  }
  return results;
}

/** Outcomes known without trying. Fields are merged by value; creation and deletion can only be undone by the last actor. */
function precheckRow({ rows, laterEntries }: UndoContext, row: RowChange): RowUndoResult | undefined {
  const current = rows.get(rowKey(row));
  const laterEntry = laterEntries.get(rowKey(row));
  const by = laterEntry ? { id: laterEntry.actor, name: laterEntry.actor_name } : null;
  if (row.effect === 'purged' || current === undefined) return { why: 'purged', by };
  if (row.effect === 'updated') return isRemoved(current) ? { why: 'deleted', by } : undefined;
  const isPresent = !isRemoved(current);
  if (isPresent === (row.effect === 'deleted')) return laterEntry ? { why: 'changed', by } : 'unchanged';
  return laterEntry ? { why: 'changed', by } : undefined;
}

/** The reverting edit; `undefined` when the caller may not write it. */
function buildRevertEdit({ hook }: UndoContext, row: RowChange): UpdateBody | undefined {
  const revert = revertEdit(row);
  const writable = new Set(writableColumns(hook.actor, row.entity).map(({ name }) => name));
  if (!revert || Object.keys(revert.values).some((name) => !writable.has(name))) return undefined;
  return { ...revert.values, id: row.id, revision: row.revision, _base: revert.base };
}

async function undoChange(undoContext: UndoContext, row: RowChange): Promise<RowUndoResult> {
  const body = buildRevertEdit(undoContext, row);
  if (body === undefined) return { why: 'forbidden' };
  const outcome = await undoContext.savepoint(() => undoContext.txWriter.update(row.entity, body));
  if ('fault' in outcome) return resultOfFault(outcome.fault);
  return outcome.value.revision === Number(undoContext.rows.get(rowKey(row))?.['revision']) ? 'unchanged' : 'done';
}

/** Rows that were reordered by hand: each got its own weight. */
const isReorder = (rows: readonly RowChange[]): boolean =>
  rows.length > 1 &&
  rows.every(({ before }) => Object.keys(before).every((name) => name === 'weigh')) &&
  new Set(rows.map(({ after }) => after['weigh'])).size === rows.length;

/** An order is undone completely or skipped: a part of it would use weights that other rows have by now. */
async function undoReorder(
  undoContext: UndoContext,
  rows: readonly RowChange[],
  results: Map<RowChange, RowUndoResult>,
): Promise<void> {
  const outcome = await undoContext.savepoint(async () => {
    for (const row of rows) {
      const body = buildRevertEdit(undoContext, row);
      if (body === undefined) throw fault('access.denied');
      await undoContext.txWriter.update(row.entity, body);
    }
  });
  const result = 'fault' in outcome ? resultOfFault(outcome.fault) : 'done';
  for (const row of rows) results.set(row, result);
}

/** Tries all rows at once, since they may depend on each other; then retries the failed ones one by one while that makes progress. */
async function undoAtomically(
  undoContext: UndoContext,
  rows: readonly RowChange[],
  results: Map<RowChange, RowUndoResult>,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const { txWriter, savepoint } = undoContext;
  const applyRevert = async (some: readonly RowChange[]) => {
    const ids = some.map(({ id }) => id);
    const outcome = await savepoint(async () => {
      if (first.effect === 'deleted') {
        await txWriter.restore(first.entity, ids);
        for (const row of some) await revertFields(undoContext, row);
      } else {
        for (const row of some) if (first.effect === 'restored') await revertFields(undoContext, row);
        await txWriter.remove(first.entity, ids);
      }
    });
    return 'fault' in outcome ? outcome.fault : undefined;
  };
  const areRevertedTogether =
    rows.length > 1 && rows.length <= IDS_PER_STATEMENT && (await applyRevert(rows)) === undefined;
  if (areRevertedTogether) for (const row of rows) results.set(row, 'done');
  let remaining = areRevertedTogether ? [] : rows;
  for (let hasProgress = true; hasProgress && remaining.length > 0;) {
    hasProgress = false;
    const failed: RowChange[] = [];
    for (const row of remaining) {
      const cause = await applyRevert([row]);
      results.set(row, cause ? resultOfFault(cause) : 'done');
      if (cause) failed.push(row);
      else hasProgress = true;
    }
    remaining = failed;
  }
}

/** Fields that the same change-set changed before it deleted the row, or after it restored it. */
async function revertFields({ txWriter }: UndoContext, row: RowChange): Promise<void> {
  const revert = revertEdit(row);
  if (revert) await txWriter.update(row.entity, { ...revert.values, id: row.id });
}

function resultOfFault(cause: Fault): RowUndoResult {
  if (cause.code === 'row.conflict') {
    const { kind, fields } = cause.data as unknown as EditConflict; // The conflict of the write path.
    if (kind === 'fields') return { why: 'changed', by: fields.find(({ by }) => by !== null)?.by ?? null };
    return kind === 'deleted' ? { why: 'deleted' } : { why: 'refused', fault: cause };
  }
  if (cause.code === 'access.denied' || cause.code === 'row.missing') return { why: 'forbidden' };
  return { why: 'refused', fault: cause };
}

const rowTitle = (entity: AnyEntity, row: StoredRow | undefined): string => {
  const title = row?.[entity.spec.title];
  return typeof title === 'string' || typeof title === 'number' ? String(title) : '';
};
function toSkippedRow(
  hook: HookContext,
  row: RowChange,
  current: StoredRow | undefined,
  result: RowUndoResult | undefined,
): SkippedRow[] {
  if (result === undefined || typeof result === 'string') return [];
  const { why, by = null, fault } = result;
  const msg = fault ? errorSummary(hook.lang, row.entity, fault) : '';
  return [{ e: row.entity.name, id: row.id, title: rowTitle(row.entity, current), why, by, msg }];
}
