/** One change-set as one reader may see it: the history of each of its rows. */
import { grantedRows } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import type { ChangeSetResponse, ChangeSetRow, HistoryEntry } from '../../../common/protocol/history';
import { loadReferenceTitles, type ReferenceTitles } from '../../engine/read/references';
import type { RequestContext, Tx } from '../../context';
import { canUndo } from './canUndo';
import { computeNetChanges } from './computeNetChanges';
import { canReadHistory } from '../../engine/write/stages/canReadHistory';
import {
  loadFullEntries,
  loadStoredRows,
  selectEntryHeaders,
  type StoredHistoryEntry,
} from '../../engine/read/storedHistory';
import { entryValuesAsRows, projectEntry, visibleHistoryColumns, findUndoMarks } from './historyEntries';

/** Further rows are counted, not shown. */
const MAX_ROWS = 50;
/** Entries of a change-set that are counted, and entries whose rows are read at once. */
const MAX_COUNTED_ENTRIES = 2_001;
const BATCH_SIZE = 100;

interface ProjectedRow {
  readonly row: ChangeSetRow;
  readonly refs: ReferenceTitles;
}
/** An entry whose record the reader may see. */
interface VisibleEntry {
  readonly entry: StoredHistoryEntry;
  readonly entity: AnyEntity;
  readonly row: StoredRow | undefined;
}

/** The rows of a change-set that the reader may see, and the number of the others. Changes by the system are left out. */
export const loadChangeSet = (ctx: RequestContext, cid: string): Promise<ChangeSetResponse> =>
  ctx.services.db.snapshot(async (tx) => {
    const entryHeaders = await selectEntryHeaders(tx, cid, MAX_COUNTED_ENTRIES);
    const visible: VisibleEntry[] = [];
    for (let index = 0; index < entryHeaders.length && visible.length < MAX_ROWS; index += BATCH_SIZE)
      visible.push(...(await filterVisible(ctx, tx, entryHeaders.slice(index, index + BATCH_SIZE))));
    const shown = visible.slice(0, MAX_ROWS);
    const fullEntries = new Map(
      (
        await loadFullEntries(
          tx,
          shown.map(({ entry }) => entry),
        )
      ).map((entry) => [entry.seq, entry]),
    );
    const projected: ProjectedRow[] = [];
    for (const visibleEntry of shown)
      projected.push(
        await projectChangeSetRow(ctx, tx, {
          ...visibleEntry,
          entry: fullEntries.get(visibleEntry.entry.seq) ?? visibleEntry.entry,
        }),
      );
    const undone = (await findUndoMarks(tx, [cid])).get(cid);
    const rows = projected.map(({ row }) => row);
    const undoable = undone === undefined && (await isUndoable(ctx, tx, entryHeaders));
    const hidden = entryHeaders.length - rows.length;
    return {
      rows,
      hidden,
      refs: mergeTitles(projected.map(({ refs }) => refs)),
      undoable,
      ...(undone ? { undone } : {}),
    };
  });

/** The entries whose record the reader may see; the rows of an entity are read together. */
async function filterVisible(
  { services, actor }: RequestContext,
  tx: Tx,
  entries: readonly StoredHistoryEntry[],
): Promise<readonly VisibleEntry[]> {
  const rowsByEntity = new Map<string, ReadonlyMap<number, StoredRow>>();
  for (const name of new Set(entries.map(({ ent }) => ent))) {
    const entity = services.registry.get(name);
    if (!entity || grantedRows(actor, entity, 'read') === undefined) continue;
    const ids = new Set(entries.filter(({ ent }) => ent === name).map(({ eid }) => eid));
    rowsByEntity.set(name, await loadStoredRows(tx, entity, [...ids]));
  }
  return entries.flatMap((entry) => {
    const [entity, rows] = [services.registry.get(entry.ent), rowsByEntity.get(entry.ent)];
    const row = rows?.get(entry.eid);
    return entity && rows && canReadHistory(actor, entity, row) ? [{ entry, entity, row }] : [];
  });
}

/** Whether the reader could undo the change-set or a part of it. One undoable row is enough. */
async function isUndoable(ctx: RequestContext, tx: Tx, entryHeaders: readonly StoredHistoryEntry[]): Promise<boolean> {
  const { services, actor } = ctx;
  const rowKey = (entity: string, id: number) => `${entity} ${id}`;
  const latest = computeNetChanges(services.registry, entryHeaders).slice(0, MAX_ROWS);
  const keys = new Set(latest.map(({ entity, id }) => rowKey(entity.name, id)));
  const entries = await loadFullEntries(
    tx,
    entryHeaders.filter(({ ent, eid }) => keys.has(rowKey(ent, eid))),
  );
  const visible = new Map(
    (await filterVisible(ctx, tx, entries)).map((visibleEntry) => [
      rowKey(visibleEntry.entry.ent, visibleEntry.entry.eid),
      visibleEntry,
    ]),
  );
  return computeNetChanges(services.registry, entries).some((rowChange) => {
    const visibleEntry = visible.get(rowKey(rowChange.entity.name, rowChange.id));
    return visibleEntry !== undefined && canUndo(actor, rowChange, visibleEntry.row);
  });
}

async function projectChangeSetRow(
  { services, actor, lang }: RequestContext,
  tx: Tx,
  { entry, entity, row }: VisibleEntry,
): Promise<ProjectedRow> {
  const columns = visibleHistoryColumns(actor, entity);
  const projected: HistoryEntry = projectEntry(entry, {
    actor,
    columns,
    isPurged: row === undefined,
    includeLongValues: false,
  });
  const shown = { columns: [...columns.values()], rows: entryValuesAsRows([entry]) };
  const refs = await loadReferenceTitles(services, tx, actor, shown, lang);
  return { row: { e: entity.name, id: entry.eid, title: rowTitle(entity, row, columns), line: projected }, refs };
}

function rowTitle(entity: AnyEntity, row: StoredRow | undefined, columns: ReadonlyMap<string, unknown>) {
  const title = columns.has(entity.spec.title) ? row?.[entity.spec.title] : undefined;
  return typeof title === 'string' || typeof title === 'number' ? String(title) : '';
}

function mergeTitles(all: readonly ReferenceTitles[]): ReferenceTitles {
  const refs: Record<string, Record<string, string>> = {};
  for (const titles of all)
    for (const [entity, named] of Object.entries(titles)) refs[entity] = { ...refs[entity], ...named };
  return refs;
}
