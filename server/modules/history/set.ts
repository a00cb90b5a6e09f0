/** One change-set as one reader may see it: what each of its rows was and became, told like a record's history. */
import { grantedRows } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/meta';
import type { ChangeSetAnswer, ChangeSetRow, HistoryLine } from '../../../common/protocol/history';
import { titlesOf, type Titles } from '../../engine/read/references';
import type { RequestContext, Tx } from '../../context';
import { canUndo } from './canUndo';
import { foldChangeSet } from './fold';
import { linesAt, outlineOf, rowsOf, tellLine, toldColumns, undoneAmong, type StoredLine } from './lines';
import { maySeePast, storedRows } from './read';

/** More are counted, not told. */
const MOST = 50;
/** Lines of a change-set that are counted, and lines whose rows are read at once. */
const COUNTED = 2_001;
const STEP = 100;

interface Told {
  readonly row: ChangeSetRow;
  readonly refs: Titles;
}
/** A line whose record the reader may see. */
interface Seen {
  readonly line: StoredLine;
  readonly entity: AnyEntity;
  readonly row: StoredRow | undefined;
}

/** The rows of a change-set the reader may see, the others as a number. Whoever wrote as the house is left out. */
export const readChangeSet = (ctx: RequestContext, cid: string): Promise<ChangeSetAnswer> =>
  ctx.services.db.snapshot(async (tx) => {
    const outline = await outlineOf(tx, cid, COUNTED);
    const seen: Seen[] = [];
    for (let at = 0; at < outline.length && seen.length < MOST; at += STEP)
      seen.push(...(await seenAmong(ctx, tx, outline.slice(at, at + STEP))));
    const shown = seen.slice(0, MOST);
    const whole = new Map(
      (
        await linesAt(
          tx,
          shown.map(({ line }) => line),
        )
      ).map((line) => [line.seq, line]),
    );
    const told: Told[] = [];
    for (const one of shown) told.push(await tell(ctx, tx, { ...one, line: whole.get(one.line.seq) ?? one.line }));
    const undone = (await undoneAmong(tx, [cid])).get(cid);
    const rows = told.map(({ row }) => row);
    const undoable = undone === undefined && (await isUndoable(ctx, tx, outline));
    const hidden = outline.length - rows.length;
    return { rows, hidden, refs: joined(told.map(({ refs }) => refs)), undoable, ...(undone ? { undone } : {}) };
  });

/** The lines of which the reader may see the record; the rows of an entity are read together. */
async function seenAmong(
  { services, actor }: RequestContext,
  tx: Tx,
  lines: readonly StoredLine[],
): Promise<readonly Seen[]> {
  const stored = new Map<string, ReadonlyMap<number, StoredRow>>();
  for (const name of new Set(lines.map(({ ent }) => ent))) {
    const entity = services.registry.get(name);
    if (!entity || grantedRows(actor, entity, 'read') === undefined) continue;
    const ids = new Set(lines.filter(({ ent }) => ent === name).map(({ eid }) => eid));
    stored.set(name, await storedRows(tx, entity, [...ids]));
  }
  return lines.flatMap((line) => {
    const [entity, rows] = [services.registry.get(line.ent), stored.get(line.ent)];
    const row = rows?.get(line.eid);
    return entity && rows && maySeePast(actor, entity, row) ? [{ line, entity, row }] : [];
  });
}

/** Whether the reader could undo the change-set or a part of it. One row that can be undone is enough. */
async function isUndoable(ctx: RequestContext, tx: Tx, outline: readonly StoredLine[]): Promise<boolean> {
  const { services, actor } = ctx;
  const keyOf = (entity: string, id: number) => `${entity} ${id}`;
  const latest = foldChangeSet(services.registry, outline).slice(0, MOST);
  const keys = new Set(latest.map(({ entity, id }) => keyOf(entity.name, id)));
  const lines = await linesAt(
    tx,
    outline.filter(({ ent, eid }) => keys.has(keyOf(ent, eid))),
  );
  const seen = new Map((await seenAmong(ctx, tx, lines)).map((one) => [keyOf(one.line.ent, one.line.eid), one]));
  return foldChangeSet(services.registry, lines).some((touched) => {
    const one = seen.get(keyOf(touched.entity.name, touched.id));
    return one !== undefined && canUndo(actor, touched, one.row);
  });
}

async function tell({ services, actor }: RequestContext, tx: Tx, { line, entity, row }: Seen): Promise<Told> {
  const columns = toldColumns(actor, entity);
  const told: HistoryLine = tellLine(line, { actor, columns, scrubbed: row === undefined, whole: false });
  const refs = await titlesOf(services, tx, actor, { columns: [...columns.values()], rows: rowsOf([line]) });
  return { row: { e: entity.name, id: line.eid, title: titleOf(entity, row, columns), line: told }, refs };
}

function titleOf(entity: AnyEntity, row: StoredRow | undefined, columns: ReadonlyMap<string, unknown>) {
  const title = columns.has(entity.spec.title) ? row?.[entity.spec.title] : undefined;
  return typeof title === 'string' || typeof title === 'number' ? String(title) : '';
}

function joined(all: readonly Titles[]): Titles {
  const refs: Record<string, Record<string, string>> = {};
  for (const titles of all)
    for (const [entity, named] of Object.entries(titles)) refs[entity] = { ...refs[entity], ...named };
  return refs;
}
