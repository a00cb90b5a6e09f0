/** Bulk edit: the same change to many rows as one change-set. Rows that others changed or deleted meanwhile are skipped and listed. */
import { readableColumns, writableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import { projectRow } from '../../../common/entity/projectRow';
import { findDefaultValue, isBlankValue } from '../../../common/entity/validate';
import { LIMITS } from '../../../common/limits';
import { fault, type Fault } from '../../../common/protocol/faults';
import { translate, translateFault, translateIssue } from '../../../common/locales/translate';
import type { RequestContext } from '../../context';
import { isVisible } from './stages/authorize';
import type { BulkResult, InputValues, Committed, SkippedWrite, TxWriter, WrittenRow } from './context/txWriter';
import type { HookContext } from './context/hookContext';
import type { Writer } from './writer';

export interface BulkEdit {
  readonly ids: readonly number[];
  /** The new value of each field. An empty value is refused, since it would delete data in every row. */
  readonly set: InputValues;
  /** Fields to empty in every row. */
  readonly clear?: readonly string[] | undefined;
  /** Revisions that the caller read, by id. */
  readonly revisions?: Readonly<Record<number, number>> | undefined;
}
export interface BulkEditResult extends BulkResult {
  /** Rows that had these values already. */
  readonly same: readonly number[];
  /** Keys that were sent but may not be written. */
  readonly ignored: readonly string[];
  /** Rows that cannot be changed, each with the reason in the caller's language. */
  readonly failed: readonly { readonly id: number; readonly msg: string }[];
}
type RowOutcome =
  | { readonly done: WrittenRow; readonly isUnchanged: boolean }
  | { readonly skipped: SkippedWrite }
  | { readonly failed: BulkEditResult['failed'][number] };

/** Faults of a single row. Every other fault refuses the whole change, for example that of one forbidden or unknown id. */
const ROW_FAULTS: ReadonlySet<string> = new Set(['row.invalid', 'row.locked', 'row.duplicate', 'row.move']);

const describeFailure = ({ lang }: RequestContext, error: Fault): string => {
  const [issue] = error.fields ?? [];
  return issue === undefined ? translateFault(lang, error) : translateIssue(lang, issue);
};

async function editOne(
  writer: TxWriter,
  hook: HookContext,
  entity: AnyEntity,
  id: number,
  edit: BulkEdit,
): Promise<RowOutcome> {
  if (hook.deadline?.hasPassed) throw fault('server.deadline');
  const [row] = await hook.find(entity.name, { field: 'id', op: '=', value: id });
  const readRevision = edit.ids.length > 1 ? edit.revisions?.[id] : undefined;
  if (readRevision !== undefined && !isVisible(hook.actor, entity, row))
    return { skipped: { id, revision: readRevision, gone: true } };
  if (row === undefined) throw fault('row.missing');
  const revision = Number(row['revision']);
  if ((edit.revisions?.[id] ?? revision) !== revision) return { skipped: { id, revision } };
  const readableRow = projectRow(entity, row, readableColumns(hook.actor, entity));
  const base = Object.fromEntries(Object.keys(edit.set).map((field) => [field, readableRow[field] ?? null]));
  const result = await hook.savepoint(() => writer.update(entity, { ...edit.set, id, revision, _base: base }));
  if ('value' in result) return { done: result.value, isUnchanged: result.value.revision === revision };
  if (result.fault.code === 'row.conflict') return { skipped: { id, revision } };
  if (!ROW_FAULTS.has(result.fault.code)) throw result.fault;
  return { failed: { id, msg: describeFailure(hook, result.fault) } };
}

/** The issues of fields that would be emptied without being named in `clear`, or that must not be empty. */
function findEmptyIssues(
  { actor }: RequestContext,
  entity: AnyEntity,
  { set, clear = [] }: BulkEdit,
): readonly Issue[] {
  return writableColumns(actor, entity).flatMap((column): readonly Issue[] => {
    const path = column.name;
    const canBeEmpty = !column.options.required && column.kind !== 'password' && findDefaultValue(column) === undefined;
    if (clear.includes(path)) return canBeEmpty ? [] : [{ path, code: 'required' }];
    if (!Object.hasOwn(set, path) || !isBlankValue(set[path])) return [];
    return [{ path, code: canBeEmpty ? 'value_or_clear' : 'required' }];
  });
}

/** The changes as one draft; fields to clear are null. */
function getChanges({ set, clear = [] }: BulkEdit): InputValues {
  if (clear.some((name) => Object.hasOwn(set, name))) throw fault('request.malformed');
  const changes = { ...set, ...Object.fromEntries(clear.map((name) => [name, null])) };
  if (Object.keys(changes).length === 0) throw fault('request.malformed');
  return changes;
}

/**
 * Changes the same fields of many rows in one transaction. Each row needs the permissions of a single update. Errors: `row.invalid` when a
 * value is empty and its field is not named in `clear`, or must not be empty; `bulk.too_many` and `bulk.too_large` above the limits for
 * rows and for bytes over all rows; `server.deadline` when the request's deadline has passed.
 */
export async function bulkEdit(
  writer: Writer,
  ctx: RequestContext,
  entity: AnyEntity,
  requested: BulkEdit,
): Promise<BulkEditResult & Committed> {
  const edit = { ids: requested.ids, revisions: requested.revisions, set: getChanges(requested) };
  const issues = findEmptyIssues(ctx, entity, requested);
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  if (edit.ids.length > LIMITS.maxBulkIds) throw fault('bulk.too_many', { max: LIMITS.maxBulkIds });
  const maxRows = Math.max(1, Math.floor(LIMITS.bulkBytes / Buffer.byteLength(JSON.stringify(edit.set))));
  if (edit.ids.length > maxRows) throw fault('bulk.too_large', { max: maxRows });
  const ids = [...new Set(edit.ids)].sort((a, b) => a - b);
  const about = `${entity.name}: ${Object.keys(edit.set).join(', ')}`;
  return writer.changeSet(ctx, { verb: 'batchedit', about, input: edit }, async (writer, hook) => {
    const outcomes: RowOutcome[] = [];
    for (const id of ids) outcomes.push(await editOne(writer, hook, entity, id, edit));
    const written = outcomes.flatMap((outcome) => ('done' in outcome ? [outcome] : []));
    return {
      ids: written.flatMap(({ done, isUnchanged }) => (isUnchanged ? [] : [done.id])),
      same: written.flatMap(({ done, isUnchanged }) => (isUnchanged ? [done.id] : [])),
      ignored: [...new Set(written.flatMap(({ done }) => done.ignored))],
      skipped: outcomes.flatMap((outcome) => ('skipped' in outcome ? [outcome.skipped] : [])),
      failed: outcomes.flatMap((outcome) => ('failed' in outcome ? [outcome.failed] : [])),
    };
  });
}

/** The message of the response: whether all, some or none of the rows have the new values. */
export function buildBulkMessage({ lang }: RequestContext, { ids, same, skipped, failed }: BulkEditResult): string {
  const [upToDate, unsaved] = [ids.length + same.length, skipped.length + failed.length];
  if (upToDate === 0) return translate(lang, 'success.none_saved');
  if (unsaved === 0) return translate(lang, 'success.saved');
  return translate(lang, 'success.some_saved', { stand: upToDate, left: unsaved });
}
