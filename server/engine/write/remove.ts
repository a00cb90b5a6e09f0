/** Leaving: to the recycle state, or gone for good. In bulk all rows are allowed or none is touched. */
import type { AnyEntity } from '../../../common/entity/entity';
import { hasSoftDelete, type StoredRow } from '../../../common/entity/columns';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { entityLabels } from '../../../common/locales/entityLabels';
import type { UnitOfWork } from '../transaction/unitOfWork';
import { hooksOf } from '../hooks/entityHooks';
import { isLocked } from '../checks/transitions';
import { readableTitles, rowsReferringTo, type ReferencingRow } from '../read/references';
import { assertPermission, assertNode, isRemoved, isVisible, requireVisible, isInScope } from '../checks/authorize';
import { lockRows, hookContextOf } from '../hooks/hookContext';
import { afterStore } from './applyChange';
import { deleteRow, updateRow } from './rowStore';
import type { BulkResult, BulkOptions, SkippedRow } from './writer';

/** Distinct ids in ascending order, which is also the order of locks. */
function uniqueIds(ids: readonly number[]): readonly number[] {
  if (ids.length > LIMITS.bulk) throw fault('bulk.too_many', { max: LIMITS.bulk });
  return [...new Set(ids)].sort((a, b) => a - b);
}

/**
 * Moves rows to the recycle state (rows of logs vanish). Rows somebody changed since the caller looked, and of several those that
 * went since, are skipped and listed; an id the caller does not say to have seen refuses all.
 */
export async function remove(
  unit: UnitOfWork,
  entity: AnyEntity,
  ids: readonly number[],
  { revisions = {} }: BulkOptions = {},
): Promise<BulkResult> {
  const { actor } = unit.ctx;
  const sortedIds = uniqueIds(ids);
  const found = await lockRows(unit, entity, sortedIds);
  assertPermission(actor, entity, 'remove');
  const missingRows = sortedIds.flatMap((id) => {
    const seen = sortedIds.length > 1 ? revisions[id] : undefined;
    return seen === undefined || isVisible(actor, entity, found.get(id))
      ? []
      : [{ id, revision: seen, gone: true as const }];
  });
  const missingIds = new Set(missingRows.map(({ id }) => id));
  const rows = sortedIds
    .filter((id) => !missingIds.has(id))
    .map((id) => requireVisible(actor, entity, 'remove', found.get(id)));
  const isStale = (row: StoredRow) => (revisions[Number(row['id'])] ?? row['revision']) !== row['revision'];
  const skipped = [...missingRows, ...rows.filter(isStale).map(toSkippedRow)].sort((one, other) => one.id - other.id);
  const rowsToRemove = rows.filter((row) => !isStale(row));
  await assertNotReferenced(unit, entity, rowsToRemove);
  const { beforeDelete: beforeDelete, beforeRemove } = hooksOf(unit.hooks.all, entity);
  await beforeDelete?.(hookContextOf(unit), rowsToRemove, 'del');
  for (const row of rowsToRemove) {
    if (isLocked(entity, row)) throw fault('row.locked');
    await beforeRemove?.(hookContextOf(unit), row);
  }
  const removedPairs: [StoredRow, StoredRow][] = [];
  for (const row of rowsToRemove) removedPairs.push([await removeRow(unit, entity, row), row]);
  for (const [after, row] of removedPairs) await afterStore(unit, entity, after, row);
  return recordBulkResult(unit, entity, 'del', { rows: rowsToRemove, skipped });
}
const toSkippedRow = (row: StoredRow): SkippedRow => ({ id: Number(row['id']), revision: Number(row['revision']) });

async function removeRow(unit: UnitOfWork, entity: AnyEntity, row: StoredRow): Promise<StoredRow> {
  const values = { delete_time: Math.floor(unit.at / 1000) };
  if (hasSoftDelete(entity)) return updateRow(unit, entity, row, { op: 'd', values });
  await deleteRow(unit, entity, row);
  return { ...row, ...values };
}

/** Refuses to remove rows others point at; children of a tree go first or together. */
async function assertNotReferenced(
  unit: UnitOfWork,
  entity: AnyEntity,
  rowsToRemove: readonly StoredRow[],
): Promise<void> {
  const references = await rowsReferringTo(unit.ctx.services, unit.tx, entity, rowsToRemove);
  const [first] = references;
  if (first === undefined) return;
  const data = { users: await visibleReferences(unit, references) };
  if (references.every((reference) => reference.entity === entity.name && reference.field === entity.spec.tree)) {
    throw fault('row.children', undefined, { data });
  }
  // one row is named with what refers to it; the data tells of the others
  const removedRow = rowsToRemove.find((row) => Number(row['id']) === first.to);
  const ownReferences = data.users.filter((reference) => reference.to === first.to);
  const by = describeReferences(unit, ownReferences);
  throw fault(
    'row.referenced',
    { title: rowLabel(entity, removedRow, first.to), count: ownReferences.length, by },
    { data },
  );
}
/** A row's title, else its number. */
export const rowLabel = ({ spec }: AnyEntity, row: StoredRow | undefined, id: number): string => {
  const title = row?.[spec.title];
  return typeof title === 'string' && title !== '' ? title : `#${id}`;
};
const MAX_NAMED = 3;
/** Who refers to a row, noun by noun, the first of them by name. */
function describeReferences({ ctx: { services, lang } }: UnitOfWork, references: readonly ReferencingRow[]): string {
  const [colon, comma, semicolon] = lang === 'en' ? [': ', ', ', '; '] : ['：', '、', '；'];
  const byEntity = new Map<string, readonly ReferencingRow[]>();
  for (const reference of references)
    byEntity.set(reference.entity, [...(byEntity.get(reference.entity) ?? []), reference]);
  return [...byEntity]
    .map(([name, group]) => {
      const referencing = services.registry.get(name);
      const titles = group.map(({ title }) => title).filter((title) => title !== '');
      const ellipsis = titles.length > MAX_NAMED ? ['…'] : [];
      const titleList = [...titles.slice(0, MAX_NAMED), ...ellipsis].join(comma);
      return `${referencing ? entityLabels(referencing, lang).many : name}${titleList === '' ? '' : `${colon}${titleList}`}`;
    })
    .join(semicolon);
}
/** Titles of rows the actor may not read stay hidden; that they exist does not. */
async function visibleReferences(
  unit: UnitOfWork,
  references: readonly ReferencingRow[],
): Promise<readonly ReferencingRow[]> {
  const { services, actor } = unit.ctx;
  const titles = new Map<string, Readonly<Record<string, string>>>();
  for (const name of new Set(references.map(({ entity }) => entity))) {
    const entity = services.registry.get(name);
    const ids = references.filter((reference) => reference.entity === name).map(({ id }) => id);
    const request = { tx: unit.tx, dialect: services.db.dialect, actor };
    titles.set(name, entity ? await readableTitles(request, entity, ids) : {});
  }
  return references.map((reference) => {
    const title = titles.get(reference.entity)?.[reference.id];
    return title === undefined ? { ...reference, id: 0, title: '' } : { ...reference, title };
  });
}

/** Destroys rows that are in the recycle state. */
export async function purge(unit: UnitOfWork, entity: AnyEntity, ids: readonly number[]): Promise<BulkResult> {
  const rows = await loadRemovedRows(unit, entity, ids, 'purge');
  await assertNotReferenced(unit, entity, rows);
  const { beforeDelete: beforeDelete, beforePurge, afterPurge } = hooksOf(unit.hooks.all, entity);
  await beforeDelete?.(hookContextOf(unit), rows, 'purge');
  for (const row of rows) {
    await beforePurge?.(hookContextOf(unit), row);
    await deleteRow(unit, entity, row);
    if (afterPurge) unit.afterCommit.push(() => afterPurge(unit.ctx, row));
  }
  return recordBulkResult(unit, entity, 'purge', { rows, skipped: [] });
}

/** Rows in the recycle state the actor may bring back or destroy, locked. */
export async function loadRemovedRows(
  unit: UnitOfWork,
  entity: AnyEntity,
  ids: readonly number[],
  verb: 'restore' | 'purge',
) {
  const { actor } = unit.ctx;
  assertNode(actor, `${entity.name}/${verb}`);
  const sortedIds = uniqueIds(ids);
  const found = await lockRows(unit, entity, sortedIds);
  return sortedIds.map((id) => {
    const row = found.get(id);
    if (row === undefined || !isRemoved(row) || !isInScope(actor, entity, 'remove', row)) throw fault('row.missing');
    return row;
  });
}

interface RemovalOutcome {
  readonly rows: readonly StoredRow[];
  readonly skipped: readonly SkippedRow[];
}
/** Tells the journal and answers. */
export function recordBulkResult(
  unit: UnitOfWork,
  entity: AnyEntity,
  verb: string,
  { rows, skipped }: RemovalOutcome,
): BulkResult {
  const ids = rows.map((row) => Number(row['id']));
  if (ids.length > 0) unit.auditEntries.push({ entity, verb, ids, data: { ids } });
  return { ids, skipped };
}
