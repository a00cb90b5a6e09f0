/** The same change to many rows as one change-set: what others changed or deleted meanwhile is left alone and listed, row by row. */
import { readableColumns, writableColumns } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { Issue } from '../../common/entity/issue';
import { project } from '../../common/entity/project';
import { defaultOf, isVoid } from '../../common/entity/validate';
import { LIMITS } from '../../common/limits';
import { fault, type Fault } from '../../common/protocol/faults';
import { say, sayFault, sayIssue } from '../../common/locales/words';
import type { Ctx } from '../kit';
import { isThere } from './rights';
import type { BulkDone, Draft, Sealed, Skipped, Step, Within, Writer, WrittenRow } from './writer';

export interface BulkEdit {
  readonly ids: readonly number[];
  /** The new value of each field. An empty value is refused: it would delete data in every row. */
  readonly set: Draft;
  /** Fields to empty in every row. */
  readonly clear?: readonly string[] | undefined;
  /** Revisions the caller saw, by id. */
  readonly revisions?: Readonly<Record<number, number>> | undefined;
}
export interface BulkEdited extends BulkDone {
  /** Rows that were as asked already. */
  readonly same: readonly number[];
  /** Keys that were sent but may not be written. */
  readonly ignored: readonly string[];
  /** Rows the change cannot be made to, each with the reason in the caller's language. */
  readonly failed: readonly { readonly id: number; readonly msg: string }[];
}
type Told =
  | { readonly done: WrittenRow; readonly isSame: boolean }
  | { readonly skipped: Skipped }
  | { readonly failed: BulkEdited['failed'][number] };

/** Faults of one row; every other one refuses the whole change, as one forbidden or unknown id does. */
const OF_ONE_ROW: ReadonlySet<string> = new Set(['row.invalid', 'row.locked', 'row.duplicate', 'row.move']);

const reasonOf = ({ lang }: Ctx, trouble: Fault): string => {
  const [issue] = trouble.fields ?? [];
  return issue === undefined ? sayFault(lang, trouble) : sayIssue(lang, issue);
};

async function editOne(within: Within, step: Step, entity: AnyEntity, id: number, edit: BulkEdit): Promise<Told> {
  if (step.deadline?.passed) throw fault('server.deadline');
  const [row] = await step.find(entity.name, { field: 'id', op: '=', value: id });
  const looked = edit.ids.length > 1 ? edit.revisions?.[id] : undefined;
  if (looked !== undefined && !isThere(step.actor, entity, row))
    return { skipped: { id, revision: looked, gone: true } };
  if (row === undefined) throw fault('row.missing');
  const revision = Number(row['revision']);
  if ((edit.revisions?.[id] ?? revision) !== revision) return { skipped: { id, revision } };
  const seen = project(entity, row, readableColumns(step.actor, entity));
  const base = Object.fromEntries(Object.keys(edit.set).map((field) => [field, seen[field] ?? null]));
  const tried = await step.attempt(() => within.update(entity, { ...edit.set, id, revision, _base: base }));
  if ('value' in tried) return { done: tried.value, isSame: tried.value.revision === revision };
  if (tried.fault.code === 'row.conflict') return { skipped: { id, revision } };
  if (!OF_ONE_ROW.has(tried.fault.code)) throw tried.fault;
  return { failed: { id, msg: reasonOf(step, tried.fault) } };
}

/** The issues of a change that would empty fields without naming them in `clear`, or that cannot empty them at all. */
function emptyIssues({ actor }: Ctx, entity: AnyEntity, { set, clear = [] }: BulkEdit): readonly Issue[] {
  return writableColumns(actor, entity).flatMap((column): readonly Issue[] => {
    const path = column.name;
    const canBeEmpty = !column.options.required && column.kind !== 'password' && defaultOf(column) === undefined;
    if (clear.includes(path)) return canBeEmpty ? [] : [{ path, code: 'required' }];
    if (!Object.hasOwn(set, path) || !isVoid(set[path])) return [];
    return [{ path, code: canBeEmpty ? 'value_or_clear' : 'required' }];
  });
}

/** One draft of both: what is cleared is null. */
function changesOf({ set, clear = [] }: BulkEdit): Draft {
  if (clear.some((name) => Object.hasOwn(set, name))) throw fault('request.malformed');
  const changes = { ...set, ...Object.fromEntries(clear.map((name) => [name, null])) };
  if (Object.keys(changes).length === 0) throw fault('request.malformed');
  return changes;
}

/**
 * Changes the same fields of many rows in one transaction. Each row needs the rights of a single edit.
 * Throws `row.invalid` when a value is empty and its field is not named in `clear`, or cannot be empty; `bulk.too_many` and
 * `bulk.too_large` beyond the number of rows, or of bytes over all rows; `server.deadline` when the request took too long.
 */
export async function editMany(
  writer: Writer,
  ctx: Ctx,
  entity: AnyEntity,
  asked: BulkEdit,
): Promise<BulkEdited & Sealed> {
  const edit = { ids: asked.ids, revisions: asked.revisions, set: changesOf(asked) };
  const issues = emptyIssues(ctx, entity, asked);
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  if (edit.ids.length > LIMITS.bulk) throw fault('bulk.too_many', { max: LIMITS.bulk });
  const most = Math.max(1, Math.floor(LIMITS.bulkBytes / Buffer.byteLength(JSON.stringify(edit.set))));
  if (edit.ids.length > most) throw fault('bulk.too_large', { max: most });
  const ids = [...new Set(edit.ids)].sort((a, b) => a - b);
  const about = `${entity.name}: ${Object.keys(edit.set).join(', ')}`;
  return writer.changeSet(ctx, { verb: 'batchedit', about, input: edit }, async (within, step) => {
    const told: Told[] = [];
    for (const id of ids) told.push(await editOne(within, step, entity, id, edit));
    const written = told.flatMap((one) => ('done' in one ? [one] : []));
    return {
      ids: written.flatMap(({ done, isSame }) => (isSame ? [] : [done.id])),
      same: written.flatMap(({ done, isSame }) => (isSame ? [done.id] : [])),
      ignored: [...new Set(written.flatMap(({ done }) => done.ignored))],
      skipped: told.flatMap((one) => ('skipped' in one ? [one.skipped] : [])),
      failed: told.flatMap((one) => ('failed' in one ? [one.failed] : [])),
    };
  });
}

/** What is said of a change to many rows: whether all of them, some or none are as asked now. */
export function sayBulk({ lang }: Ctx, { ids, same, skipped, failed }: BulkEdited): string {
  const [stand, left] = [ids.length + same.length, skipped.length + failed.length];
  if (stand === 0) return say(lang, 'done.none_saved');
  return left === 0 ? say(lang, 'done.saved') : say(lang, 'done.some_saved', { stand, left });
}
