/** Create and edit: from what a caller sent to a settled row, merging what others changed meanwhile. */
import { setImmediate as pause } from 'node:timers/promises';
import type { AnyEntity } from '../../common/entity/entity';
import type { Issue } from '../../common/entity/issue';
import { columnsOf, type Column, type StoredRow } from '../../common/entity/meta';
import { project } from '../../common/entity/project';
import { readableColumns } from '../../common/entity/access';
import { columnsToFill, validate, type ValidateOptions } from '../../common/entity/validate';
import { LIMITS } from '../../common/limits';
import { Fault, fault } from '../../common/protocol/faults';
import type { Conflict, EditBody, FieldChange } from '../../common/protocol/live';
import type { Act, Deed } from './act';
import { stepsOf } from './behaviour';
import { changedSince, lastActor } from './history';
import { changesOfOthers, mergeEdit, sameValue, type Merged, type Since } from './merge';
import { cleanSent } from './richText';
import { columnsToWrite, demand, isRemoved, present, seenBy, taken, within } from './rights';
import { lockRows, stepOf } from './rows';
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
  changes: [],
  ...more,
});

/** What an answer tells of the keys that were sent: refused ones, and texts something was taken out of. */
interface Told {
  readonly ignored: readonly string[];
  readonly cleaned?: readonly string[];
}
interface Checked {
  readonly values: StoredRow;
  readonly told: Told;
  readonly issues: readonly Issue[];
}
/** Checks what was sent and brings formatted texts into their stored form. */
export function checkSent(entity: AnyEntity, sent: unknown, options: ValidateOptions): Checked {
  const { clean, ignored, issues } = validate(entity, sent, options);
  const { values, cleaned, issues: hollow } = cleanSent(entity, clean);
  return { values, told: { ignored, ...(cleaned.length > 0 ? { cleaned } : {}) }, issues: [...issues, ...hollow] };
}
function checkDraft({ ctx }: Act, entity: AnyEntity, draft: Draft): Checked {
  const columns = columnsToWrite(ctx.actor, entity, 'create');
  const isBarred = ({ name }: Column) => !columns.some((column) => column.name === name);
  const barred = ctx.actor.realm === 'staff' ? columnsToFill(entity).filter(isBarred) : [];
  const { values, issues, told } = checkSent(entity, draft, { mode: 'create', columns });
  return {
    ...{ told, values: { ...values, ...taken(ctx.actor, entity, values) } },
    issues: [...issues, ...barred.map(({ name }) => ({ path: name, code: 'required_hidden' as const }))],
  };
}

export async function create(act: Act, entity: AnyEntity, draft: Draft): Promise<WrittenRow> {
  demand(act.ctx.actor, entity, 'create');
  const { values, told, issues } = checkDraft(act, entity, draft);
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  const known = await stepsOf(act.behaviours.all, entity).already?.(stepOf(act), values);
  if (known) return writtenRow(act, entity, known, told);
  const row = await settleCreate(act, entity, values);
  act.deeds.push({ entity, verb: 'add', ids: [Number(row['id'])], data: values });
  return writtenRow(act, entity, row, told);
}

const SLICE_MS = 20;
/** Checks all drafts and lets other requests run in between: formatted texts take time to clean. */
async function checkDrafts(act: Act, entity: AnyEntity, drafts: readonly Draft[]): Promise<readonly Checked[]> {
  const checked: Checked[] = [];
  let since = performance.now();
  for (const draft of drafts) {
    checked.push(checkDraft(act, entity, draft));
    if (performance.now() - since < SLICE_MS) continue;
    await pause();
    since = performance.now();
  }
  return checked;
}

const inList = (at: number, issue: Issue): Issue => ({ ...issue, path: `list.${at}.${issue.path}` });

/** All rows or none; every issue of every row is told at once, by its place. */
export async function createMany(act: Act, entity: AnyEntity, drafts: readonly Draft[]): Promise<WrittenRows> {
  demand(act.ctx.actor, entity, 'create');
  if (drafts.length > LIMITS.bulk) throw fault('bulk.too_many', { max: LIMITS.bulk });
  const checked = await checkDrafts(act, entity, drafts);
  const issues = checked.flatMap((row, at) => row.issues.map((issue) => inList(at, issue)));
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  const batch: Act = { ...act, ctx: { ...act.ctx, isBatch: true } };
  const rows: WrittenRow[] = [];
  for (const [at, { values, told }] of checked.entries()) {
    if (act.ctx.deadline?.passed) throw fault('server.deadline');
    rows.push(writtenRow(act, entity, await placed(at, () => settleCreate(batch, entity, values)), told));
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
    throw conflict(stored, 'deleted', { by: await lastActor(act, entity, body.id) });
  }
  const before = present(actor, entity, 'update', stored);
  const columns = columnsToWrite(actor, entity, 'update');
  const { values, told, issues } = checkSent(entity, body, { mode: 'update', columns });
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  if (body.revision === undefined) {
    return finished(act, entity, before, { values, merged: [] }, told);
  }
  return finished(act, entity, before, await merge(act, entity, before, body, values), told);
}

interface Wanted {
  readonly values: StoredRow;
  readonly merged: readonly FieldChange[];
}
async function finished(
  act: Act,
  entity: AnyEntity,
  before: StoredRow,
  { values, merged: changes }: Wanted,
  told: Told,
) {
  const after = await settleUpdate(act, entity, before, values);
  if (after !== before) {
    act.deeds.push({ entity, verb: 'edit', ids: [Number(after['id'])], ...changedIn(before, values) });
  }
  return writtenRow(act, entity, after, { ...told, merged: changes.map(({ field }) => field), changes });
}

/** An edit as the journal hears of it: the fields that changed, from what to what. */
export function changedIn(before: StoredRow, values: StoredRow): Required<Pick<Deed, 'data' | 'before'>> {
  const data = differing(before, values);
  return { data, before: Object.fromEntries(Object.keys(data).map((name) => [name, before[name] ?? null])) };
}

/** Fields whose values can be brought together are: then the editor saw what stands there now. */
function broughtTogether(act: Act, entity: AnyEntity, now: StoredRow, base: Base, mine: StoredRow) {
  const [values, known] = [{ ...mine }, { ...base }];
  for (const [field, mergeValues] of Object.entries(stepsOf(act.behaviours.all, entity).merge ?? {})) {
    const [was, own, theirs] = [base[field], mine[field], now[field]];
    if (was === undefined || own === undefined || theirs === undefined || sameValue(was, theirs)) continue;
    const merged = mergeValues(was, own, theirs);
    if (merged === undefined) continue;
    [values[field], known[field]] = [merged, theirs];
  }
  return { values, known };
}
type Base = NonNullable<EditBody['_base']>;

async function merge(act: Act, entity: AnyEntity, before: StoredRow, body: EditBody, sent: StoredRow): Promise<Wanted> {
  const moved = body.revision !== before['revision'];
  const since: ReadonlyMap<string, Since> = moved ? await changedSince(act.tx, entity, body) : new Map();
  const { values: mine, known } = broughtTogether(act, entity, before, body._base ?? {}, sent);
  const input = {
    entity,
    columns: columnsOf(entity),
    current: before,
    seen: project(entity, before, readableColumns(act.ctx.actor, entity)),
    mine,
    sent: body,
    base: known,
    since,
  };
  const outcome = mergeEdit(input);
  const merged = changesOfOthers(input);
  refuseUnmergeable(before, outcome, merged);
  if (moved) checkWhole(act, entity, { ...before, ...outcome.changes }, before, merged);
  return { values: outcome.changes, merged };
}

function refuseUnmergeable(before: StoredRow, { conflicts, baseless }: Merged, merged: readonly FieldChange[]): void {
  const clashing = new Set(conflicts.map(({ field }) => field));
  const others = merged.filter(({ field }) => !clashing.has(field));
  if (conflicts.length > 0) throw conflict(before, 'fields', { fields: conflicts, merged: others });
  const [field] = baseless;
  if (field !== undefined) throw fault('row.base_missing', { field });
}

/** Two edits, each valid, may be invalid together: the merged row is checked as a whole. */
function checkWhole(
  { ctx }: Act,
  entity: AnyEntity,
  whole: StoredRow,
  before: StoredRow,
  merged: readonly FieldChange[],
): void {
  const columns = columnsToWrite(ctx.actor, entity, 'update').filter((column) => column.sensitivity !== 'secret');
  const wire = project(entity, whole, columns);
  const { issues } = validate(entity, wire, { mode: 'update', columns });
  const fields = issues.filter(({ path }) => !sameValue(whole[path], before[path]));
  if (fields.length > 0) throw conflict(before, 'invalid', { merged }, fields);
}

/** The refusal of a change that would overwrite somebody else's. */
export function conflict(
  row: StoredRow,
  kind: Conflict['kind'],
  found: Partial<Conflict>,
  issues?: readonly Issue[],
): Fault {
  const place = { kind, id: Number(row['id']), revision: Number(row['revision']) };
  const data: Conflict = { ...place, fields: [], merged: [], ...found };
  return fault('row.conflict', undefined, { data: { ...data }, ...(issues ? { fields: issues } : {}) });
}
