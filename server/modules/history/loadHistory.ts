/** A record's history for a reader of the record, newest first, in pages. */
import type { AnyEntity } from '../../../common/entity/entity';
import { getColumns, type StoredRow } from '../../../common/entity/columns';
import type { HistoryResponse, HistoryEntry } from '../../../common/protocol/history';
import { fault } from '../../../common/protocol/faults';
import { canReadHistory } from '../../engine/write/stages/canReadHistory';
import { loadStoredRow, selectHistoryEntries, type StoredHistoryEntry } from '../../engine/read/storedHistory';
import { loadReferenceTitles } from '../../engine/read/references';
import type { RequestContext, Tx } from '../../context';
import { placeholders } from '../../platform/database/sql';
import { canUndo } from './canUndo';
import { computeNetChanges } from './computeNetChanges';
import {
  entryValuesAsRows,
  projectEntry,
  visibleHistoryColumns,
  findUndoMarks,
  type EntryProjection,
} from './historyEntries';

const PAGE_SIZE = 20;

export interface HistoryQuery {
  readonly id: number;
  /** Only entries before this one. */
  readonly before: number | undefined;
  /** Only this entry, with its long values. */
  readonly seq: number | undefined;
}

function historyWhere(
  entity: AnyEntity,
  { id, before, seq }: HistoryQuery,
): [where: string, params: (string | number)[]] {
  const ofRecord = 'ent = ? AND eid = ?';
  if (seq !== undefined) return [`${ofRecord} AND seq = ?`, [entity.name, id, seq]];
  const older = before === undefined ? '' : ' AND seq < ?';
  const params = [entity.name, id, ...(before === undefined ? [] : [before])];
  return [`${ofRecord}${older} ORDER BY seq DESC LIMIT ${PAGE_SIZE + 1}`, params];
}

interface RecordState {
  readonly entity: AnyEntity;
  readonly id: number;
  /** The stored row; undefined when it was purged. */
  readonly current: StoredRow | undefined;
}
/** The change-sets of a page, newest first. */
type Page = readonly [Pick<HistoryEntry, 'cid' | 'seq'>, ...Pick<HistoryEntry, 'cid' | 'seq'>[]];

/**
 * The change-sets whose changes of this record the reader could undo. The entries of a change-set have consecutive numbers, so the query
 * reads the record's entries from the beginning of the oldest to the end of the newest change-set, and no entries of other records.
 */
async function findUndoableChangeSets(
  ctx: RequestContext,
  tx: Tx,
  record: RecordState,
  page: Page,
): Promise<ReadonlySet<string>> {
  const cids = [...new Set(page.map(({ cid }) => cid))];
  const bounds = [page.at(-1)?.cid ?? page[0].cid, page[0].cid];
  const where =
    'ent = ? AND eid = ? AND seq >= (SELECT MIN(seq) FROM record_history WHERE cid = ?) ' +
    'AND seq <= (SELECT MAX(seq) FROM record_history WHERE cid = ?) ' +
    `AND cid IN (${placeholders(cids.length)}) ORDER BY seq`;
  const entries = await selectHistoryEntries(tx, where, [record.entity.name, record.id, ...bounds, ...cids]);
  const isUndoable = (cid: string) =>
    computeNetChanges(
      ctx.services.registry,
      entries.filter((entry) => entry.cid === cid),
    ).some((rowChange) => canUndo(ctx.actor, rowChange, record.current));
  return new Set(cids.filter(isUndoable));
}

/** The change-sets with further entries: reads at most one more entry of each. */
async function findMultiRecordChangeSets(tx: Tx, page: Page): Promise<ReadonlySet<string>> {
  const seqs = [...new Map(page.map(({ cid, seq }) => [cid, Number(seq)])).values()];
  const found = await tx.rows<{ cid: string }>(
    `SELECT h.cid AS cid FROM record_history h WHERE h.seq IN (${placeholders(seqs.length)}) AND EXISTS (SELECT 1 FROM record_history o WHERE o.cid = h.cid AND o.seq <> h.seq)`,
    seqs,
  );
  return new Set(found.map(({ cid }) => cid));
}

/** Adds to each entry whether its change-set was undone, can be undone, and changed other records as well. */
async function addChangeSetInfo(
  ctx: RequestContext,
  tx: Tx,
  record: RecordState,
  entries: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> {
  const [first, ...rest] = entries;
  if (first === undefined) return entries;
  const page: Page = [first, ...rest];
  const undoable = await findUndoableChangeSets(ctx, tx, record, page);
  const undone = await findUndoMarks(tx, [...new Set(entries.map(({ cid }) => cid))]);
  const multiRecord = await findMultiRecordChangeSets(tx, page);
  return entries.map((entry) => {
    const by = undone.get(entry.cid);
    return {
      ...entry,
      ...(multiRecord.has(entry.cid) ? { several: true as const } : {}),
      ...(by === undefined && undoable.has(entry.cid) ? { undoable: true as const } : {}),
      ...(by ? { undone: by } : {}),
    };
  });
}

export const loadHistory = (ctx: RequestContext, entity: AnyEntity, query: HistoryQuery): Promise<HistoryResponse> =>
  ctx.services.db.snapshot(async (tx) => {
    const { services, actor } = ctx;
    const row = await loadStoredRow(tx, entity, query.id);
    if (!canReadHistory(actor, entity, row)) throw fault('row.missing');
    const found = await selectHistoryEntries(tx, ...historyWhere(entity, query));
    const entries = found.slice(0, PAGE_SIZE);
    const columns = visibleHistoryColumns(actor, entity);
    const projection: EntryProjection = {
      actor,
      columns,
      isPurged: row === undefined,
      includeLongValues: query.seq !== undefined,
    };
    const shown = { columns: [...columns.values()], rows: entryValuesAsRows(entries) };
    const refs = row ? await loadReferenceTitles(services, tx, actor, shown, ctx.lang) : {};
    const list = await addChangeSetInfo(
      ctx,
      tx,
      { entity, id: query.id, current: row },
      entries.map((entry) => projectEntry(entry, projection)),
    );
    return { list, more: found.length > PAGE_SIZE, refs };
  });

/** The stored entry of one save, for readers of the record. */
export async function loadSaveEntry(
  ctx: RequestContext,
  entity: AnyEntity,
  id: number,
  seq: number,
): Promise<StoredHistoryEntry> {
  const [entry] = await selectHistoryEntries(ctx.services.db, 'ent = ? AND eid = ? AND seq = ?', [
    entity.name,
    id,
    seq,
  ]);
  const row = await loadStoredRow(ctx.services.db, entity, id);
  if (!entry || !canReadHistory(ctx.actor, entity, row)) throw fault('row.missing');
  return entry;
}

/** The fields of a save that a person may revert: not those that only the engine or hooks write. */
export const revertibleFields = (entity: AnyEntity, entry: StoredHistoryEntry): readonly string[] =>
  Object.keys(entry.diff).filter((name) => getColumns(entity).get(name)?.readonly === false);
