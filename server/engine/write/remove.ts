/** Removes rows: into the recycle bin (soft delete), or for good (purge). Of several rows, all are removed or none. */
import type { AnyEntity } from '../../../common/entity/entity';
import { hasSoftDelete, type StoredRow } from '../../../common/entity/columns';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { entityLabels } from '../../../common/locales/entityLabels';
import { readableTitles, rowsReferringTo, type ReferencingRow } from '../read/references';
import { hookContextOf } from './context/createHookContext';
import { hooksOf } from './context/entityHooks';
import type { UnitOfWork } from './context/openUnitOfWork';
import type { BulkOptions, BulkResult, SkippedRow } from './context/txWriter';
import { assertNode, assertPermission, isInScope, isRemoved, isVisible, requireVisible } from './stages/authorize';
import { recordBulkResult } from './stages/recordAudit';
import { recordChange } from './stages/recordChange';
import { runAfterWrite } from './stages/runHooks';
import { deleteStoredRow, storeChanges } from './stages/storeRow';
import { isLocked } from './stages/transitions';

/** Distinct ids in ascending order, which is also the order in which rows are locked. */
function uniqueIds(ids: readonly number[]): readonly number[] {
  if (ids.length > LIMITS.bulk) throw fault('bulk.too_many', { max: LIMITS.bulk });
  return [...new Set(ids)].sort((a, b) => a - b);
}

/**
 * Moves rows to the recycle bin; rows of entities without one are deleted for good. Rows with a newer revision than the caller read, and of
 * several those that are no longer visible, are skipped and listed. An id without a revision must be visible, else all are refused.
 */
export async function remove(
  unit: UnitOfWork,
  entity: AnyEntity,
  ids: readonly number[],
  { revisions = {} }: BulkOptions = {},
): Promise<BulkResult> {
  const { actor } = unit.ctx;
  const sortedIds = uniqueIds(ids);
  const found = await unit.rowStore.lockRows(entity, sortedIds);
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
  const skipped = [...missingRows, ...rows.filter(isStale).map(toSkippedRow)].sort((a, b) => a.id - b.id);
  const rowsToRemove = rows.filter((row) => !isStale(row));
  await assertNotReferenced(unit, entity, rowsToRemove);
  const { beforeDelete, beforeRemove } = hooksOf(unit.hooks.all, entity);
  await beforeDelete?.(hookContextOf(unit), rowsToRemove, 'del');
  for (const row of rowsToRemove) {
    if (isLocked(entity, row)) throw fault('row.locked');
    await beforeRemove?.(hookContextOf(unit), row);
  }
  const removedPairs: [StoredRow, StoredRow][] = [];
  for (const row of rowsToRemove) removedPairs.push([await removeRow(unit, entity, row), row]);
  for (const [after, row] of removedPairs) await runAfterWrite(unit, entity, after, row);
  return recordBulkResult(unit, entity, 'del', { rows: rowsToRemove, skipped });
}
const toSkippedRow = (row: StoredRow): SkippedRow => ({ id: Number(row['id']), revision: Number(row['revision']) });

async function removeRow(unit: UnitOfWork, entity: AnyEntity, row: StoredRow): Promise<StoredRow> {
  const values = { delete_time: Math.floor(unit.at / 1000) };
  if (!hasSoftDelete(entity)) {
    await destroyRow(unit, entity, row);
    return { ...row, ...values };
  }
  const after = await storeChanges(unit, entity, row, values);
  recordChange(unit, entity, 'd', { before: row, after });
  return after;
}

async function destroyRow(unit: UnitOfWork, entity: AnyEntity, row: StoredRow): Promise<void> {
  await deleteStoredRow(unit, entity, row);
  recordChange(unit, entity, 'x', { before: row });
}

/**
 * Throws `row.referenced` when other rows refer to one of these, `row.children` when they are children in a tree that are not removed too.
 */
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
  // the message names one row and what refers to it; the data lists all
  const removedRow = rowsToRemove.find((row) => Number(row['id']) === first.to);
  const ownReferences = data.users.filter((reference) => reference.to === first.to);
  const by = describeReferences(unit, ownReferences);
  throw fault(
    'row.referenced',
    { title: rowLabel(entity, removedRow, first.to), count: ownReferences.length, by },
    { data },
  );
}
/** A row's title; without one, its id as `#7`. */
export const rowLabel = ({ spec }: AnyEntity, row: StoredRow | undefined, id: number): string => {
  const title = row?.[spec.title];
  return typeof title === 'string' && title !== '' ? title : `#${id}`;
};
const MAX_NAMED = 3;
/** The referring rows as text, entity by entity, with the titles of the first few. */
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
/** The references as the actor may see them: a row it may not read stays listed, without id and title. */
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

/** Deletes rows of the recycle bin for good. */
export async function purge(unit: UnitOfWork, entity: AnyEntity, ids: readonly number[]): Promise<BulkResult> {
  const rows = await loadRemovedRows(unit, entity, ids, 'purge');
  await assertNotReferenced(unit, entity, rows);
  const { beforeDelete, beforePurge, afterPurge } = hooksOf(unit.hooks.all, entity);
  await beforeDelete?.(hookContextOf(unit), rows, 'purge');
  for (const row of rows) {
    await beforePurge?.(hookContextOf(unit), row);
    await destroyRow(unit, entity, row);
    if (afterPurge) unit.afterCommit.push(() => afterPurge(unit.ctx, row));
  }
  return recordBulkResult(unit, entity, 'purge', { rows, skipped: [] });
}

/** Locks rows of the recycle bin that the actor may restore or purge. Error: `row.missing` when one of them is not there for the actor. */
export async function loadRemovedRows(
  unit: UnitOfWork,
  entity: AnyEntity,
  ids: readonly number[],
  verb: 'restore' | 'purge',
) {
  const { actor } = unit.ctx;
  assertNode(actor, `${entity.name}/${verb}`);
  const sortedIds = uniqueIds(ids);
  const found = await unit.rowStore.lockRows(entity, sortedIds);
  return sortedIds.map((id) => {
    const row = found.get(id);
    if (row === undefined || !isRemoved(row) || !isInScope(actor, entity, 'remove', row)) throw fault('row.missing');
    return row;
  });
}
