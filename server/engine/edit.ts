/** Create and edit: from what a caller sent to a settled row, merging what others changed meanwhile. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Issue } from '../../common/entity/issue';
import { columnsOf, type StoredRow } from '../../common/entity/meta';
import { project } from '../../common/entity/project';
import { readableColumns } from '../../common/entity/access';
import { validate } from '../../common/entity/validate';
import { LIMITS } from '../../common/limits';
import { Fault, fault } from '../../common/protocol/faults';
import type { Conflict, EditBody, FieldConflict } from '../../common/protocol/live';
import type { Act } from './act';
import { changedSince } from './history';
import { mergeEdit, sameValue, type Merged, type Since } from './merge';
import { columnsToWrite, demand, isRemoved, present, seenBy, taken, within } from './rights';
import { lockRows } from './rows';
import { differing, settleCreate, settleUpdate } from './settle';
import type { Draft, WrittenRow, WrittenRows } from './writer';

/** What an act answers about one row. */
export const writtenRow = (
  act: Act,
  entity: AnyEntity,
  row: StoredRow,
  more: Partial<WrittenRow> = {},
): WrittenRow => ({
  id: Number(row['id']),
  revision: Number(row['revision']),
  row: seenBy(act.ctx.actor, entity, row),
  ignored: [],
  merged: [],
  ...more,
});

interface Checked {
  readonly values: StoredRow;
  readonly ignored: readonly string[];
  readonly issues: readonly Issue[];
}
function checkDraft({ ctx }: Act, entity: AnyEntity, draft: Draft): Checked {
  const columns = columnsToWrite(ctx.actor, entity, 'create');
  const { clean, ignored, issues } = validate(entity, draft, { mode: 'create', columns });
  return { values: { ...clean, ...taken(ctx.actor, entity, clean) }, ignored, issues };
}

export async function create(act: Act, entity: AnyEntity, draft: Draft): Promise<WrittenRow> {
  demand(act.ctx.actor, entity, 'create');
  const { values, ignored, issues } = checkDraft(act, entity, draft);
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  const row = await settleCreate(act, entity, values);
  act.deeds.push({ entity, verb: 'add', ids: [Number(row['id'])], data: values });
  return writtenRow(act, entity, row, { ignored });
}

const inList = (at: number, issue: Issue): Issue => ({ ...issue, path: `list.${at}.${issue.path}` });

/** All rows or none; every issue of every row is told at once, by its place. */
export async function createMany(act: Act, entity: AnyEntity, drafts: readonly Draft[]): Promise<WrittenRows> {
  demand(act.ctx.actor, entity, 'create');
  if (drafts.length > LIMITS.bulk) throw fault('bulk.too_many', { max: LIMITS.bulk });
  const checked = drafts.map((draft) => checkDraft(act, entity, draft));
  const issues = checked.flatMap((row, at) => row.issues.map((issue) => inList(at, issue)));
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  const rows: WrittenRow[] = [];
  for (const [at, { values, ignored }] of checked.entries()) {
    rows.push(writtenRow(act, entity, await placed(at, () => settleCreate(act, entity, values)), { ignored }));
  }
  act.deeds.push({ entity, verb: 'batchadd', ids: rows.map(({ id }) => id), data: { count: rows.length } });
  return { rows };
}

async function placed<T>(at: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || error.fields === undefined) throw error;
    const fields = error.fields.map((issue) => inList(at, issue));
    throw new Fault(error.code, error.params, { fields, ...(error.data ? { data: error.data } : {}) });
  }
}

/** One edit: last write without a revision, three-way merge with one. */
export async function update(act: Act, entity: AnyEntity, body: EditBody): Promise<WrittenRow> {
  const { actor } = act.ctx;
  demand(actor, entity, 'update');
  const stored = (await lockRows(act, entity, [body.id])).get(body.id);
  if (stored && isRemoved(stored) && body.revision !== undefined && within(actor, entity, 'update', stored)) {
    throw conflict(stored, 'deleted', []);
  }
  const before = present(actor, entity, 'update', stored);
  const columns = columnsToWrite(actor, entity, 'update');
  const { clean, ignored, issues } = validate(entity, body, { mode: 'update', columns });
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  if (body.revision === undefined) {
    return finished(act, entity, before, { changes: clean, merged: [] }, ignored);
  }
  return finished(act, entity, before, await merge(act, entity, before, body, clean), ignored);
}

interface Wanted {
  readonly changes: StoredRow;
  readonly merged: readonly string[];
}
async function finished(act: Act, entity: AnyEntity, before: StoredRow, wanted: Wanted, ignored: readonly string[]) {
  const after = await settleUpdate(act, entity, before, wanted.changes);
  if (after !== before) {
    act.deeds.push({ entity, verb: 'edit', ids: [Number(after['id'])], data: differing(before, wanted.changes) });
  }
  return writtenRow(act, entity, after, { ignored, merged: wanted.merged });
}

async function merge(act: Act, entity: AnyEntity, before: StoredRow, body: EditBody, mine: StoredRow): Promise<Wanted> {
  const { actor } = act.ctx;
  const readable = readableColumns(actor, entity);
  const moved = body.revision !== before['revision'];
  const since: ReadonlyMap<string, Since> = moved ? await changedSince(act, entity, body) : new Map();
  const outcome = mergeEdit({
    entity,
    columns: columnsOf(entity),
    current: before,
    seen: project(entity, before, readable),
    mine,
    sent: body,
    base: body._base ?? {},
    since,
  });
  refuseUnmergeable(before, outcome);
  if (moved) checkWhole(act, entity, { ...before, ...outcome.changes }, before);
  const names = new Set(readable.map((column) => column.name));
  const merged = [...since.keys()].filter((field) => names.has(field) && !(field in mine));
  return { changes: outcome.changes, merged };
}

function refuseUnmergeable(before: StoredRow, { conflicts, baseless }: Merged): void {
  if (conflicts.length > 0) throw conflict(before, 'fields', conflicts);
  const [field] = baseless;
  if (field !== undefined) throw fault('row.base_missing', { field });
}

/** Two edits, each valid, may be invalid together: the merged row is checked as a whole. */
function checkWhole({ ctx }: Act, entity: AnyEntity, merged: StoredRow, before: StoredRow): void {
  const columns = columnsToWrite(ctx.actor, entity, 'update').filter((column) => column.sensitivity !== 'secret');
  const wire = project(entity, merged, columns);
  const { issues } = validate(entity, wire, { mode: 'update', columns });
  const fields = issues.filter(({ path }) => !sameValue(merged[path], before[path]));
  if (fields.length > 0) throw conflict(before, 'invalid', [], fields);
}

function conflict(
  row: StoredRow,
  kind: Conflict['kind'],
  found: readonly FieldConflict[],
  issues?: readonly Issue[],
): Fault {
  const data: Conflict = { kind, id: Number(row['id']), revision: Number(row['revision']), fields: found };
  return fault('row.conflict', undefined, { data: { ...data }, ...(issues ? { fields: issues } : {}) });
}
