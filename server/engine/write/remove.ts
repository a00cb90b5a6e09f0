/** Leaving: to the recycle state, or gone for good. In bulk all rows are allowed or none is touched. */
import type { AnyEntity } from '../../../common/entity/entity';
import { softDeletes, type StoredRow } from '../../../common/entity/meta';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { entityWords } from '../../../common/locales/entityWords';
import type { UnitOfWork } from './unitOfWork';
import { hooksOf } from './entityHooks';
import { isLocked } from './transitions';
import { readableTitles, rowsReferringTo, type ReferencingRow } from '../read/references';
import { assertPermission, assertNode, isRemoved, isVisible, requireVisible, isInScope } from './authorize';
import { lockRows, hookContextOf } from './hookContext';
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
  const wanted = uniqueIds(ids);
  const found = await lockRows(unit, entity, wanted);
  assertPermission(actor, entity, 'remove');
  const gone = wanted.flatMap((id) => {
    const seen = wanted.length > 1 ? revisions[id] : undefined;
    return seen === undefined || isVisible(actor, entity, found.get(id))
      ? []
      : [{ id, revision: seen, gone: true as const }];
  });
  const went = new Set(gone.map(({ id }) => id));
  const rows = wanted.filter((id) => !went.has(id)).map((id) => requireVisible(actor, entity, 'remove', found.get(id)));
  const movedOn = (row: StoredRow) => (revisions[Number(row['id'])] ?? row['revision']) !== row['revision'];
  const skipped = [...gone, ...rows.filter(movedOn).map(skip)].sort((one, other) => one.id - other.id);
  const leaving = rows.filter((row) => !movedOn(row));
  await assertNotReferenced(unit, entity, leaving);
  const { beforeDelete: beforeLeaving, beforeRemove } = hooksOf(unit.hooks.all, entity);
  await beforeLeaving?.(hookContextOf(unit), leaving, 'del');
  for (const row of leaving) {
    if (isLocked(entity, row)) throw fault('row.locked');
    await beforeRemove?.(hookContextOf(unit), row);
  }
  const left: [StoredRow, StoredRow][] = [];
  for (const row of leaving) left.push([await removeRow(unit, entity, row), row]);
  for (const [after, row] of left) await afterStore(unit, entity, after, row);
  return bulkResult(unit, entity, 'del', { rows: leaving, skipped });
}
const skip = (row: StoredRow): SkippedRow => ({ id: Number(row['id']), revision: Number(row['revision']) });

async function removeRow(unit: UnitOfWork, entity: AnyEntity, row: StoredRow): Promise<StoredRow> {
  const values = { delete_time: Math.floor(unit.at / 1000) };
  if (softDeletes(entity)) return updateRow(unit, entity, row, { op: 'd', values });
  await deleteRow(unit, entity, row);
  return { ...row, ...values };
}

/** Refuses to remove rows others point at; children of a tree go first or together. */
async function assertNotReferenced(unit: UnitOfWork, entity: AnyEntity, leaving: readonly StoredRow[]): Promise<void> {
  const users = await rowsReferringTo(unit.ctx.services, unit.tx, entity, leaving);
  const [first] = users;
  if (first === undefined) return;
  const data = { users: await visibleReferences(unit, users) };
  if (users.every((user) => user.entity === entity.name && user.field === entity.spec.tree)) {
    throw fault('row.children', undefined, { data });
  }
  // one row is named with what refers to it; the data tells of the others
  const held = leaving.find((row) => Number(row['id']) === first.to);
  const holding = data.users.filter((user) => user.to === first.to);
  const by = describeReferences(unit, holding);
  throw fault('row.referenced', { title: displayName(entity, held, first.to), count: holding.length, by }, { data });
}
/** A row's title, else its number. */
export const displayName = ({ spec }: AnyEntity, row: StoredRow | undefined, id: number): string => {
  const title = row?.[spec.title];
  return typeof title === 'string' && title !== '' ? title : `#${id}`;
};
const MAX_NAMED = 3;
/** Who refers to a row, noun by noun, the first of them by name. */
function describeReferences({ ctx: { services, lang } }: UnitOfWork, users: readonly ReferencingRow[]): string {
  const [colon, comma, semicolon] = lang === 'en' ? [': ', ', ', '; '] : ['：', '、', '；'];
  const byNoun = new Map<string, readonly ReferencingRow[]>();
  for (const user of users) byNoun.set(user.entity, [...(byNoun.get(user.entity) ?? []), user]);
  return [...byNoun]
    .map(([name, some]) => {
      const noun = services.registry.get(name);
      const titles = some.map(({ title }) => title).filter((title) => title !== '');
      const more = titles.length > MAX_NAMED ? ['…'] : [];
      const said = [...titles.slice(0, MAX_NAMED), ...more].join(comma);
      return `${noun ? entityWords(noun, lang).many : name}${said === '' ? '' : `${colon}${said}`}`;
    })
    .join(semicolon);
}
/** Titles of rows the actor may not read stay hidden; that they exist does not. */
async function visibleReferences(
  unit: UnitOfWork,
  users: readonly ReferencingRow[],
): Promise<readonly ReferencingRow[]> {
  const { services, actor } = unit.ctx;
  const titles = new Map<string, Readonly<Record<string, string>>>();
  for (const name of new Set(users.map(({ entity }) => entity))) {
    const entity = services.registry.get(name);
    const ids = users.filter((user) => user.entity === name).map(({ id }) => id);
    const asking = { tx: unit.tx, dialect: services.db.dialect, actor };
    titles.set(name, entity ? await readableTitles(asking, entity, ids) : {});
  }
  return users.map((user) => {
    const title = titles.get(user.entity)?.[user.id];
    return title === undefined ? { ...user, id: 0, title: '' } : { ...user, title };
  });
}

/** Destroys rows that are in the recycle state. */
export async function purge(unit: UnitOfWork, entity: AnyEntity, ids: readonly number[]): Promise<BulkResult> {
  const rows = await removedRows(unit, entity, ids, 'purge');
  await assertNotReferenced(unit, entity, rows);
  const { beforeDelete: beforeLeaving, beforePurge, afterPurge } = hooksOf(unit.hooks.all, entity);
  await beforeLeaving?.(hookContextOf(unit), rows, 'purge');
  for (const row of rows) {
    await beforePurge?.(hookContextOf(unit), row);
    await deleteRow(unit, entity, row);
    if (afterPurge) unit.afterCommit.push(() => afterPurge(unit.ctx, row));
  }
  return bulkResult(unit, entity, 'purge', { rows, skipped: [] });
}

/** Rows in the recycle state the actor may bring back or destroy, locked. */
export async function removedRows(
  unit: UnitOfWork,
  entity: AnyEntity,
  ids: readonly number[],
  verb: 'restore' | 'purge',
) {
  const { actor } = unit.ctx;
  assertNode(actor, `${entity.name}/${verb}`);
  const wanted = uniqueIds(ids);
  const found = await lockRows(unit, entity, wanted);
  return wanted.map((id) => {
    const row = found.get(id);
    if (row === undefined || !isRemoved(row) || !isInScope(actor, entity, 'remove', row)) throw fault('row.missing');
    return row;
  });
}

interface Outcome {
  readonly rows: readonly StoredRow[];
  readonly skipped: readonly SkippedRow[];
}
/** Tells the journal and answers. */
export function bulkResult(unit: UnitOfWork, entity: AnyEntity, verb: string, { rows, skipped }: Outcome): BulkResult {
  const ids = rows.map((row) => Number(row['id']));
  if (ids.length > 0) unit.auditEntries.push({ entity, verb, ids, data: { ids } });
  return { ids, skipped };
}
