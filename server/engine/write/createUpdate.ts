/** Create and edit: from what a caller sent to a settled row, merging what others changed meanwhile. */
import { setImmediate as pause } from 'node:timers/promises';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import { columnsOf, type Column, type StoredRow } from '../../../common/entity/columns';
import { projectRow } from '../../../common/entity/projectRow';
import { readableColumns } from '../../../common/entity/access';
import { requiredColumns, validate, type ValidateOptions } from '../../../common/entity/validate';
import { LIMITS } from '../../../common/limits';
import { Fault, fault } from '../../../common/protocol/faults';
import type { EditConflict, UpdateBody, FieldChange } from '../../../common/protocol/liveEvents';
import type { UnitOfWork, AuditEntry } from '../transaction/unitOfWork';
import { hooksOf } from '../hooks/entityHooks';
import { changedSince, lastActor } from './changeHistory';
import { remoteChanges, mergeEdit, sameValue, type MergeResult, type ChangedField } from './merge';
import { cleanRichTextInput } from './richText';
import {
  columnsToWrite,
  assertPermission,
  isRemoved,
  requireVisible,
  projectFor,
  defaultsFromActor,
  isInScope,
} from '../checks/authorize';
import { lockRows, hookContextOf } from '../hooks/hookContext';
import { changedValues, applyCreate, applyUpdate } from './applyChange';
import type { Draft, WrittenRow, WrittenRows } from './writer';

/** What an act answers about one row. */
export const toWrittenRow = (
  unit: UnitOfWork,
  entity: AnyEntity,
  row: StoredRow,
  more: Partial<WrittenRow> = {},
): WrittenRow => ({
  id: Number(row['id']),
  revision: Number(row['revision']),
  row: projectFor(unit.ctx.actor, entity, row),
  ignored: [],
  merged: [],
  changes: [],
  ...more,
});

/** What an answer tells of the keys that were sent: refused ones, and texts something was taken out of. */
interface InputReport {
  readonly ignored: readonly string[];
  readonly cleaned?: readonly string[];
}
interface CheckedInput {
  readonly values: StoredRow;
  readonly report: InputReport;
  readonly issues: readonly Issue[];
}
/** Checks what was sent and brings formatted texts into their stored form. */
export function checkInput(entity: AnyEntity, sent: unknown, options: ValidateOptions): CheckedInput {
  const { clean: validated, ignored, issues } = validate(entity, sent, options);
  const { values, cleaned, issues: richTextIssues } = cleanRichTextInput(entity, validated);
  return {
    values,
    report: { ignored, ...(cleaned.length > 0 ? { cleaned } : {}) },
    issues: [...issues, ...richTextIssues],
  };
}
function checkDraft({ ctx }: UnitOfWork, entity: AnyEntity, draft: Draft): CheckedInput {
  const columns = columnsToWrite(ctx.actor, entity, 'create');
  const isHidden = ({ name }: Column) => !columns.some((column) => column.name === name);
  const hiddenRequired = ctx.actor.realm === 'staff' ? requiredColumns(entity).filter(isHidden) : [];
  const { values, issues, report } = checkInput(entity, draft, { mode: 'create', columns });
  return {
    ...{ report, values: { ...values, ...defaultsFromActor(ctx.actor, entity, values) } },
    issues: [...issues, ...hiddenRequired.map(({ name }) => ({ path: name, code: 'required_hidden' as const }))],
  };
}

export async function create(unit: UnitOfWork, entity: AnyEntity, draft: Draft): Promise<WrittenRow> {
  assertPermission(unit.ctx.actor, entity, 'create');
  const { values, report, issues } = checkDraft(unit, entity, draft);
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  const existing = await hooksOf(unit.hooks.all, entity).findExisting?.(hookContextOf(unit), values);
  if (existing) return toWrittenRow(unit, entity, existing, report);
  const row = await applyCreate(unit, entity, values);
  unit.auditEntries.push({ entity, verb: 'add', ids: [Number(row['id'])], data: values });
  return toWrittenRow(unit, entity, row, report);
}

const YIELD_AFTER_MS = 20;
/** Checks all drafts and lets other requests run in between: formatted texts take time to clean. */
async function checkDrafts(
  unit: UnitOfWork,
  entity: AnyEntity,
  drafts: readonly Draft[],
): Promise<readonly CheckedInput[]> {
  const checked: CheckedInput[] = [];
  let since = performance.now();
  for (const draft of drafts) {
    checked.push(checkDraft(unit, entity, draft));
    if (performance.now() - since < YIELD_AFTER_MS) continue;
    await pause();
    since = performance.now();
  }
  return checked;
}

const withListPath = (at: number, issue: Issue): Issue => ({ ...issue, path: `list.${at}.${issue.path}` });

/** All rows or none; every issue of every row is told at once, by its place. */
export async function createMany(unit: UnitOfWork, entity: AnyEntity, drafts: readonly Draft[]): Promise<WrittenRows> {
  assertPermission(unit.ctx.actor, entity, 'create');
  if (drafts.length > LIMITS.bulk) throw fault('bulk.too_many', { max: LIMITS.bulk });
  const checked = await checkDrafts(unit, entity, drafts);
  const issues = checked.flatMap((row, at) => row.issues.map((issue) => withListPath(at, issue)));
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  const batch: UnitOfWork = { ...unit, ctx: { ...unit.ctx, isBatch: true } };
  const rows: WrittenRow[] = [];
  for (const [at, { values, report }] of checked.entries()) {
    if (unit.ctx.deadline?.passed) throw fault('server.deadline');
    rows.push(toWrittenRow(unit, entity, await withListIndex(at, () => applyCreate(batch, entity, values)), report));
  }
  unit.auditEntries.push({ entity, verb: 'batchadd', ids: rows.map(({ id }) => id), data: { count: rows.length } });
  return { rows };
}

async function withListIndex<T>(at: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || error.fields === undefined) throw error;
    const fields = error.fields.map((issue) => withListPath(at, issue));
    throw new Fault(error.code, error.params, { fields, ...(error.data ? { data: error.data } : {}) });
  }
}

/** One edit: last write without a revision, three-way merge with one. */
export async function update(unit: UnitOfWork, entity: AnyEntity, body: UpdateBody): Promise<WrittenRow> {
  const { actor } = unit.ctx;
  assertPermission(actor, entity, 'update');
  const stored = (await lockRows(unit, entity, [body.id])).get(body.id);
  if (stored && isRemoved(stored) && body.revision !== undefined && isInScope(actor, entity, 'update', stored)) {
    throw conflictFault(stored, 'deleted', { by: await lastActor(unit, entity, body.id) });
  }
  const before = requireVisible(actor, entity, 'update', stored);
  const columns = columnsToWrite(actor, entity, 'update');
  const { values, report, issues } = checkInput(entity, body, { mode: 'update', columns });
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  if (body.revision === undefined) {
    return applyEdit(unit, entity, before, { values, merged: [] }, report);
  }
  return applyEdit(unit, entity, before, await mergeUpdate(unit, entity, before, body, values), report);
}

interface MergedChanges {
  readonly values: StoredRow;
  readonly merged: readonly FieldChange[];
}
async function applyEdit(
  unit: UnitOfWork,
  entity: AnyEntity,
  before: StoredRow,
  { values, merged: changes }: MergedChanges,
  report: InputReport,
) {
  const after = await applyUpdate(unit, entity, before, values);
  if (after !== before) {
    unit.auditEntries.push({ entity, verb: 'edit', ids: [Number(after['id'])], ...auditedChange(before, values) });
  }
  return toWrittenRow(unit, entity, after, { ...report, merged: changes.map(({ field }) => field), changes });
}

/** An edit as the journal hears of it: the fields that changed, from what to what. */
export function auditedChange(before: StoredRow, values: StoredRow): Required<Pick<AuditEntry, 'data' | 'before'>> {
  const data = changedValues(before, values);
  return { data, before: Object.fromEntries(Object.keys(data).map((name) => [name, before[name] ?? null])) };
}

/** Fields whose values can be brought together are: then the editor saw what stands there now. */
function mergeFieldValues(unit: UnitOfWork, entity: AnyEntity, now: StoredRow, base: BaseValues, mine: StoredRow) {
  const [values, existing] = [{ ...mine }, { ...base }];
  for (const [field, mergeValues] of Object.entries(hooksOf(unit.hooks.all, entity).merge ?? {})) {
    const [baseValue, mineValue, theirs] = [base[field], mine[field], now[field]];
    if (baseValue === undefined || mineValue === undefined || theirs === undefined || sameValue(baseValue, theirs))
      continue;
    const merged = mergeValues(baseValue, mineValue, theirs);
    if (merged === undefined) continue;
    [values[field], existing[field]] = [merged, theirs];
  }
  return { values, base: existing };
}
type BaseValues = NonNullable<UpdateBody['_base']>;

async function mergeUpdate(
  unit: UnitOfWork,
  entity: AnyEntity,
  before: StoredRow,
  body: UpdateBody,
  sent: StoredRow,
): Promise<MergedChanges> {
  const isStale = body.revision !== before['revision'];
  const since: ReadonlyMap<string, ChangedField> = isStale ? await changedSince(unit.tx, entity, body) : new Map();
  const { values: mine, base: existing } = mergeFieldValues(unit, entity, before, body._base ?? {}, sent);
  const input = {
    entity,
    columns: columnsOf(entity),
    current: before,
    seen: projectRow(entity, before, readableColumns(unit.ctx.actor, entity)),
    mine,
    sent: body,
    base: existing,
    since,
  };
  const outcome = mergeEdit(input);
  const merged = remoteChanges(input);
  assertMergeable(before, outcome, merged);
  if (isStale) assertMergedRowValid(unit, entity, { ...before, ...outcome.changes }, before, merged);
  return { values: outcome.changes, merged };
}

function assertMergeable(
  before: StoredRow,
  { conflicts, missingBase: missingBase }: MergeResult,
  merged: readonly FieldChange[],
): void {
  const conflicting = new Set(conflicts.map(({ field }) => field));
  const mergedByOthers = merged.filter(({ field }) => !conflicting.has(field));
  if (conflicts.length > 0) throw conflictFault(before, 'fields', { fields: conflicts, merged: mergedByOthers });
  const [field] = missingBase;
  if (field !== undefined) throw fault('row.base_missing', { field });
}

/** Two edits, each valid, may be invalid together: the merged row is checked as a whole. */
function assertMergedRowValid(
  { ctx }: UnitOfWork,
  entity: AnyEntity,
  mergedRow: StoredRow,
  before: StoredRow,
  merged: readonly FieldChange[],
): void {
  const columns = columnsToWrite(ctx.actor, entity, 'update').filter((column) => column.sensitivity !== 'secret');
  const wire = projectRow(entity, mergedRow, columns);
  const { issues } = validate(entity, wire, { mode: 'update', columns });
  const fields = issues.filter(({ path }) => !sameValue(mergedRow[path], before[path]));
  if (fields.length > 0) throw conflictFault(before, 'invalid', { merged }, fields);
}

/** The refusal of a change that would overwrite somebody else's. */
export function conflictFault(
  row: StoredRow,
  kind: EditConflict['kind'],
  details: Partial<EditConflict>,
  issues?: readonly Issue[],
): Fault {
  const rowRef = { kind, id: Number(row['id']), revision: Number(row['revision']) };
  const data: EditConflict = { ...rowRef, fields: [], merged: [], ...details };
  return fault('row.conflict', undefined, { data: { ...data }, ...(issues ? { fields: issues } : {}) });
}
