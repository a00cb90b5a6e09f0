/**
 * Three-way merge of an update: the base values that the caller read, the values that it sends, and the values stored now (optimistic
 * locking without versions). A stale base value is refused: a field that someone else changed since gives `row.conflict` (412).
 */
import { readableColumns } from '../../../../common/entity/access';
import { getColumns, type StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import { projectRow } from '../../../../common/entity/projectRow';
import { validate } from '../../../../common/entity/validate';
import { fault } from '../../../../common/protocol/faults';
import type { RemoteFieldChange, UpdateBody } from '../../../../common/protocol/liveEvents';
import { getEntityHooks } from '../context/entityHooks';
import type { UnitOfWork } from '../context/openUnitOfWork';
import { listWritableColumns } from './authorize';
import { loadChangesSince } from './changeHistory';
import { conflictFault } from './conflictFault';
import type { RebasedUpdate } from './continueDrafts';
import { addContestedBlocks, mergeFormattedTexts } from './formattedText/mergeFormattedTexts';
import { mergeEdit, findRemoteChanges, isEqualValue, type ChangedField, type MergeResult } from './merge';

export interface MergedChanges {
  /** The values to store. */
  readonly values: StoredRow;
  /** Fields that others changed meanwhile and that the update keeps. */
  readonly merged: readonly RemoteFieldChange[];
}
type BaseValues = NonNullable<UpdateBody['_base']>;

/**
 * Merges validated values into a locked row. Without a revision the last write wins. Errors: `row.conflict` (412) when another actor
 * changed the same field or the merged row is invalid; `row.base_missing` (428) when a changed field has no base value.
 */
export async function mergeUpdate(
  unit: UnitOfWork,
  entity: AnyEntity,
  before: StoredRow,
  { body, since: changesSinceDrafts }: RebasedUpdate,
  sent: StoredRow,
): Promise<MergedChanges> {
  if (body.revision === undefined) return { values: sent, merged: [] };
  const isStale = body.revision !== before['revision'];
  const changesSinceRead = isStale ? await loadChangesSince(unit.tx, entity, body) : [];
  const since: ReadonlyMap<string, ChangedField> = new Map([...changesSinceRead, ...changesSinceDrafts]);
  const { values: mine, base } = mergeFieldValues(unit, entity, before, body._base ?? {}, sent);
  const readable = projectRow(entity, before, readableColumns(unit.ctx.actor, entity));
  const input = { entity, columns: getColumns(entity), current: before, readable, mine, sent: body, base, since };
  const texts = mergeFormattedTexts(input);
  const outcome = mergeEdit({ ...input, mine: texts.mine, base: texts.base });
  const otherChanges = findRemoteChanges(input);
  const conflicts = outcome.conflicts.map((conflict) => addContestedBlocks(conflict, texts.contested));
  assertMergeable(before, { ...outcome, conflicts }, otherChanges);
  const merged = [...otherChanges, ...texts.merged];
  if (isStale) assertMergedRowValid(unit, entity, { ...before, ...outcome.changes }, before, merged);
  return { values: outcome.changes, merged };
}

/** Runs the merge functions of the entity's hooks. A field they merged counts as if the caller had read the stored value. */
function mergeFieldValues(unit: UnitOfWork, entity: AnyEntity, stored: StoredRow, base: BaseValues, mine: StoredRow) {
  const [values, mergedBase] = [{ ...mine }, { ...base }];
  for (const [field, mergeValues] of Object.entries(getEntityHooks(unit.hooks.all, entity).merge ?? {})) {
    const [baseValue, mineValue, theirs] = [base[field], mine[field], stored[field]];
    if (baseValue === undefined || mineValue === undefined || theirs === undefined || isEqualValue(baseValue, theirs))
      continue;
    const merged = mergeValues(baseValue, mineValue, theirs);
    if (merged === undefined) continue;
    [values[field], mergedBase[field]] = [merged, theirs];
  }
  return { values, base: mergedBase };
}

function assertMergeable(
  before: StoredRow,
  { conflicts, missingBase }: MergeResult,
  merged: readonly RemoteFieldChange[],
): void {
  const conflicting = new Set(conflicts.map(({ field }) => field));
  const mergedByOthers = merged.filter(({ field }) => !conflicting.has(field));
  if (conflicts.length > 0) throw conflictFault(before, 'fields', { fields: conflicts, merged: mergedByOthers });
  const [field] = missingBase;
  if (field !== undefined) throw fault('row.base_missing', { field });
}

/** Two valid edits may be invalid together: validates the merged row as a whole. */
function assertMergedRowValid(
  { ctx }: UnitOfWork,
  entity: AnyEntity,
  mergedRow: StoredRow,
  before: StoredRow,
  merged: readonly RemoteFieldChange[],
): void {
  const columns = listWritableColumns(ctx.actor, entity, 'update').filter((column) => column.sensitivity !== 'secret');
  const wire = projectRow(entity, mergedRow, columns);
  const { issues } = validate(entity, wire, { mode: 'update', columns });
  const fields = issues.filter(({ path }) => !isEqualValue(mergedRow[path], before[path]));
  if (fields.length > 0) throw conflictFault(before, 'invalid', { merged }, fields);
}
