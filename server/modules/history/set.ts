/** One change-set as one reader may see it: what each of its rows was and became, told like a record's history. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { ChangeSetAnswer, ChangeSetRow, HistoryLine } from '../../../common/protocol/history';
import { titlesOf, type Titles } from '../../engine/refs';
import type { Ctx, Tx } from '../../kit';
import { canUndo } from './canUndo';
import { foldChangeSet } from './fold';
import { linesWhere, rowsOf, tellLine, toldColumns, undoneAmong, type StoredLine } from './lines';
import { maySeePast, storedRow } from './read';

/** More are counted, not told. */
const MOST = 50;

interface Told {
  readonly row: ChangeSetRow;
  readonly refs: Titles;
}

/** The rows of a change-set the reader may see, the others as a number. Whoever wrote as the house is left out. */
export const readChangeSet = (ctx: Ctx, cid: string): Promise<ChangeSetAnswer> =>
  ctx.kit.db.snapshot(async (tx) => {
    const lines = await linesWhere(tx, 'cid = ? ORDER BY seq LIMIT 2001', [cid]);
    const told: Told[] = [];
    let hidden = 0;
    for (const line of lines) {
      const one = told.length < MOST ? await tell(ctx, tx, line) : undefined;
      if (one) told.push(one);
      else hidden += 1;
    }
    const undone = (await undoneAmong(tx, [cid])).get(cid);
    const rows = told.map(({ row }) => row);
    const undoable = undone === undefined && (await isUndoable(ctx, tx, lines));
    return { rows, hidden, refs: joined(told.map(({ refs }) => refs)), undoable, ...(undone ? { undone } : {}) };
  });

/** Whether the reader could undo the change-set or a part of it. One row that can be undone is enough. */
async function isUndoable({ kit, actor }: Ctx, tx: Tx, lines: readonly StoredLine[]): Promise<boolean> {
  for (const row of foldChangeSet(kit.registry, lines).slice(0, MOST)) {
    const now = await storedRow(tx, row.entity, row.id);
    if (maySeePast(actor, row.entity, now) && canUndo(actor, row, now)) return true;
  }
  return false;
}

async function tell({ kit, actor }: Ctx, tx: Tx, line: StoredLine): Promise<Told | undefined> {
  const entity = kit.registry.get(line.ent);
  const row = entity && (await storedRow(tx, entity, line.eid));
  if (!entity || !maySeePast(actor, entity, row)) return undefined;
  const columns = toldColumns(actor, entity);
  const told: HistoryLine = tellLine(line, { actor, columns, scrubbed: row === undefined, whole: false });
  const refs = await titlesOf(kit, tx, actor, { columns: [...columns.values()], rows: rowsOf([line]) });
  return { row: { e: entity.name, id: line.eid, title: titleOf(entity, row, columns), line: told }, refs };
}

function titleOf(entity: AnyEntity, row: Awaited<ReturnType<typeof storedRow>>, columns: ReadonlyMap<string, unknown>) {
  const title = columns.has(entity.spec.title) ? row?.[entity.spec.title] : undefined;
  return typeof title === 'string' || typeof title === 'number' ? String(title) : '';
}

function joined(all: readonly Titles[]): Titles {
  const refs: Record<string, Record<string, string>> = {};
  for (const titles of all)
    for (const [entity, named] of Object.entries(titles)) refs[entity] = { ...refs[entity], ...named };
  return refs;
}
