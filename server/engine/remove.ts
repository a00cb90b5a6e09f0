/** Leaving: to the recycle state, or gone for good. In bulk all rows are allowed or none is touched. */
import type { AnyEntity } from '../../common/entity/entity';
import { softDeletes, type StoredRow } from '../../common/entity/meta';
import { LIMITS } from '../../common/limits';
import { fault } from '../../common/protocol/faults';
import { entityWords } from '../../common/locales/entityWords';
import type { Act } from './act';
import { stepsOf } from './behaviour';
import { isLocked } from './moves';
import { readableTitles, usersOf, type User } from './refs';
import { demand, demandNode, isRemoved, isThere, present, within } from './rights';
import { lockRows, stepOf } from './rows';
import { finish } from './settle';
import { deleteRow, updateRow } from './store';
import type { BulkDone, BulkOptions, Skipped } from './writer';

/** Distinct ids in ascending order, which is also the order of locks. */
function idsOf(ids: readonly number[]): readonly number[] {
  if (ids.length > LIMITS.bulk) throw fault('bulk.too_many', { max: LIMITS.bulk });
  return [...new Set(ids)].sort((a, b) => a - b);
}

/**
 * Moves rows to the recycle state (rows of logs vanish). Rows somebody changed since the caller looked, and of several those that
 * went since, are skipped and listed; an id the caller does not say to have seen refuses all.
 */
export async function remove(
  act: Act,
  entity: AnyEntity,
  ids: readonly number[],
  { revisions = {} }: BulkOptions = {},
): Promise<BulkDone> {
  const { actor } = act.ctx;
  const wanted = idsOf(ids);
  const found = await lockRows(act, entity, wanted);
  demand(actor, entity, 'remove');
  const gone = wanted.flatMap((id) => {
    const seen = wanted.length > 1 ? revisions[id] : undefined;
    return seen === undefined || isThere(actor, entity, found.get(id))
      ? []
      : [{ id, revision: seen, gone: true as const }];
  });
  const went = new Set(gone.map(({ id }) => id));
  const rows = wanted.filter((id) => !went.has(id)).map((id) => present(actor, entity, 'remove', found.get(id)));
  const movedOn = (row: StoredRow) => (revisions[Number(row['id'])] ?? row['revision']) !== row['revision'];
  const skipped = [...gone, ...rows.filter(movedOn).map(skip)].sort((one, other) => one.id - other.id);
  const leaving = rows.filter((row) => !movedOn(row));
  await refuseHeld(act, entity, leaving);
  const { beforeLeaving, beforeRemove } = stepsOf(act.behaviours.all, entity);
  await beforeLeaving?.(stepOf(act), leaving, 'del');
  for (const row of leaving) {
    if (isLocked(entity, row)) throw fault('row.locked');
    await beforeRemove?.(stepOf(act), row);
  }
  const left: [StoredRow, StoredRow][] = [];
  for (const row of leaving) left.push([await leave(act, entity, row), row]);
  for (const [after, row] of left) await finish(act, entity, after, row);
  return done(act, entity, 'del', { rows: leaving, skipped });
}
const skip = (row: StoredRow): Skipped => ({ id: Number(row['id']), revision: Number(row['revision']) });

async function leave(act: Act, entity: AnyEntity, row: StoredRow): Promise<StoredRow> {
  const values = { delete_time: Math.floor(act.at / 1000) };
  if (softDeletes(entity)) return updateRow(act, entity, row, { op: 'd', values });
  await deleteRow(act, entity, row);
  return { ...row, ...values };
}

/** Refuses to remove rows others point at; children of a tree go first or together. */
async function refuseHeld(act: Act, entity: AnyEntity, leaving: readonly StoredRow[]): Promise<void> {
  const users = await usersOf(act.ctx.kit, act.tx, entity, leaving);
  const [first] = users;
  if (first === undefined) return;
  const data = { users: await visible(act, users) };
  if (users.every((user) => user.entity === entity.name && user.field === entity.spec.tree)) {
    throw fault('row.children', undefined, { data });
  }
  // one row is named with what refers to it; the data tells of the others
  const held = leaving.find((row) => Number(row['id']) === first.to);
  const holding = data.users.filter((user) => user.to === first.to);
  const by = holdersOf(act, holding);
  throw fault('row.referenced', { title: calledIn(entity, held, first.to), count: holding.length, by }, { data });
}
/** A row's title, else its number. */
export const calledIn = ({ spec }: AnyEntity, row: StoredRow | undefined, id: number): string => {
  const title = row?.[spec.title];
  return typeof title === 'string' && title !== '' ? title : `#${id}`;
};
const NAMED = 3;
/** Who refers to a row, noun by noun, the first of them by name. */
function holdersOf({ ctx: { kit, lang } }: Act, users: readonly User[]): string {
  const [colon, comma, semicolon] = lang === 'en' ? [': ', ', ', '; '] : ['：', '、', '；'];
  const byNoun = new Map<string, readonly User[]>();
  for (const user of users) byNoun.set(user.entity, [...(byNoun.get(user.entity) ?? []), user]);
  return [...byNoun]
    .map(([name, some]) => {
      const noun = kit.registry.get(name);
      const titles = some.map(({ title }) => title).filter((title) => title !== '');
      const more = titles.length > NAMED ? ['…'] : [];
      const said = [...titles.slice(0, NAMED), ...more].join(comma);
      return `${noun ? entityWords(noun, lang).many : name}${said === '' ? '' : `${colon}${said}`}`;
    })
    .join(semicolon);
}
/** Titles of rows the actor may not read stay hidden; that they exist does not. */
async function visible(act: Act, users: readonly User[]): Promise<readonly User[]> {
  const { kit, actor } = act.ctx;
  const titles = new Map<string, Readonly<Record<string, string>>>();
  for (const name of new Set(users.map(({ entity }) => entity))) {
    const entity = kit.registry.get(name);
    const ids = users.filter((user) => user.entity === name).map(({ id }) => id);
    const asking = { tx: act.tx, dialect: kit.db.dialect, actor };
    titles.set(name, entity ? await readableTitles(asking, entity, ids) : {});
  }
  return users.map((user) => {
    const title = titles.get(user.entity)?.[user.id];
    return title === undefined ? { ...user, id: 0, title: '' } : { ...user, title };
  });
}

/** Destroys rows that are in the recycle state. */
export async function purge(act: Act, entity: AnyEntity, ids: readonly number[]): Promise<BulkDone> {
  const rows = await removedRows(act, entity, ids, 'purge');
  await refuseHeld(act, entity, rows);
  const { beforeLeaving, beforePurge, afterPurge } = stepsOf(act.behaviours.all, entity);
  await beforeLeaving?.(stepOf(act), rows, 'purge');
  for (const row of rows) {
    await beforePurge?.(stepOf(act), row);
    await deleteRow(act, entity, row);
    if (afterPurge) act.afterCommit.push(() => afterPurge(act.ctx, row));
  }
  return done(act, entity, 'purge', { rows, skipped: [] });
}

/** Rows in the recycle state the actor may bring back or destroy, locked. */
export async function removedRows(act: Act, entity: AnyEntity, ids: readonly number[], verb: 'restore' | 'purge') {
  const { actor } = act.ctx;
  demandNode(actor, `${entity.name}/${verb}`);
  const wanted = idsOf(ids);
  const found = await lockRows(act, entity, wanted);
  return wanted.map((id) => {
    const row = found.get(id);
    if (row === undefined || !isRemoved(row) || !within(actor, entity, 'remove', row)) throw fault('row.missing');
    return row;
  });
}

interface Outcome {
  readonly rows: readonly StoredRow[];
  readonly skipped: readonly Skipped[];
}
/** Tells the journal and answers. */
export function done(act: Act, entity: AnyEntity, verb: string, { rows, skipped }: Outcome): BulkDone {
  const ids = rows.map((row) => Number(row['id']));
  if (ids.length > 0) act.deeds.push({ entity, verb, ids, data: { ids } });
  return { ids, skipped };
}
