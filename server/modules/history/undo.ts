/**
 * Takes back one change-set as a change-set of its own, through the write path and with the rights of who undoes. Rows others
 * changed since are left and listed; each row comes back whole or not at all, and so does an order made by hand.
 */
import { writableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/meta';
import type { LeftRow, LeftWhy, UndoDone } from '../../../common/protocol/history';
import type { ActorRef, Conflict, EditBody } from '../../../common/protocol/live';
import { fault, type Fault } from '../../../common/protocol/faults';
import { actorKey } from '../../engine/write/unitOfWork';
import { errorSummary } from '../../engine/write/errorSummary';
import { isRemoved } from '../../engine/write/authorize';
import { lockClause } from '../../engine/write/hookContext';
import { decodeRow } from '../../engine/schema/model';
import type { Committed, HookContext, TxWriter, Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { ident, marks } from '../../platform/sql';
import { linesWhere, type StoredLine } from './lines';
import { maySeePast } from './read';
import { foldChangeSet, groupsOf, wayBack, type Touched } from './fold';
import { claimUndo, releaseUndo, standAgain } from './link';

/** As many as one act of a person can touch. */
const MOST_ROWS = 2_000;
const IDS_A_STATEMENT = 500;

/** What the undo of one row came to: done, or why not. */
type Verdict = { readonly why: LeftWhy; readonly by?: ActorRef | null; readonly fault?: Fault } | 'done' | 'same';
interface Job {
  readonly hook: HookContext;
  readonly within: TxWriter;
  readonly attempt: Attempt;
  readonly rows: ReadonlyMap<string, StoredRow>;
  /** Later lines by others, by row. */
  readonly since: ReadonlyMap<string, StoredLine>;
}
type Attempt = HookContext['savepoint'];

const keyOf = ({ entity, id }: Pick<Touched, 'entity' | 'id'>) => `${entity.name} ${id}`;

export const undoChangeSet = (ctx: RequestContext, writer: Writer, cid: string): Promise<UndoDone & Committed> =>
  writer.changeSet({ ...ctx, channel: 'undo' }, { verb: 'undo', about: cid }, async (writer, hook, own) => {
    const lines = await linesWhere(hook.tx, `cid = ? ORDER BY seq LIMIT ${MOST_ROWS * 2 + 1}`, [cid]);
    const touched = foldChangeSet(hook.services.registry, lines);
    if (touched.length > MOST_ROWS) throw fault('bulk.too_many', { max: MOST_ROWS });
    const rows = await lockTouched(hook, touched);
    const seen = touched.filter((row) => maySeePast(hook.actor, row.entity, rows.get(keyOf(row))));
    if (seen.length === 0) throw fault('row.missing');
    await claimUndo(hook, cid, own);
    const since = await changedSince(hook, seen);
    const verdicts = await undoAll({ hook, within: writer, attempt: hook.savepoint, rows, since }, seen);
    const undone = [...verdicts.values()].filter((verdict) => verdict === 'done').length;
    await (undone === 0 ? releaseUndo(hook, cid) : standAgain(hook, cid));
    const left = seen.flatMap((row) => leftRow(hook, row, rows.get(keyOf(row)), verdicts.get(row)));
    return { undone, left, hidden: touched.length - seen.length };
  });

interface Batch {
  readonly entity: AnyEntity;
  readonly ids: readonly number[];
}
/** Entities in order, and of each its ids ascending, in pieces a statement can take. */
function batchesOf(touched: readonly Touched[]): readonly Batch[] {
  const entities = [...new Set(touched.map(({ entity }) => entity))].sort((a, b) => (a.name < b.name ? -1 : 1));
  return entities.flatMap((entity) => {
    const ids = touched.filter((row) => row.entity === entity).map(({ id }) => id);
    ids.sort((a, b) => a - b);
    return Array.from({ length: Math.ceil(ids.length / IDS_A_STATEMENT) }, (_, at) => ({
      entity,
      ids: ids.slice(at * IDS_A_STATEMENT, (at + 1) * IDS_A_STATEMENT),
    }));
  });
}

/** All rows as they are now, locked in the order in which every bulk writer locks them. */
async function lockTouched(hook: HookContext, touched: readonly Touched[]): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = new Map<string, StoredRow>();
  for (const { entity, ids } of batchesOf(touched)) {
    const lock = lockClause(hook.services.db.dialect);
    const sql = `SELECT * FROM ${ident(entity.name)} WHERE id IN (${marks(ids.length)}) ORDER BY id${lock}`;
    for (const raw of await hook.tx.rows<object>(sql, ids)) {
      const row = decodeRow(entity, raw);
      rows.set(`${entity.name} ${Number(row['id'])}`, row);
    }
  }
  return rows;
}

/** The latest later line of each row that is not the undoer's own. */
async function changedSince(hook: HookContext, touched: readonly Touched[]): Promise<ReadonlyMap<string, StoredLine>> {
  const found = new Map<string, StoredLine>();
  const own = actorKey(hook.actor);
  const lastSeq = new Map(touched.map((row) => [keyOf(row), row.seq]));
  const first = Math.min(...touched.map(({ seq }) => seq));
  for (const { entity, ids } of batchesOf(touched)) {
    const where = `ent = ? AND eid IN (${marks(ids.length)}) AND seq > ? ORDER BY seq`;
    for (const line of await linesWhere(hook.tx, where, [entity.name, ...ids, first])) {
      const key = `${line.ent} ${line.eid}`;
      if (line.actor !== own && line.seq > (lastSeq.get(key) ?? 0)) found.set(key, line);
    }
  }
  return found;
}

async function undoAll(job: Job, rows: readonly Touched[]): Promise<ReadonlyMap<Touched, Verdict>> {
  const verdicts = new Map<Touched, Verdict>();
  for (const group of groupsOf(rows)) {
    const ready = group.filter((row) => {
      const early = verdictBefore(job, row);
      if (early) verdicts.set(row, early);
      return early === undefined;
    });
    if (group[0].way !== 'change') await undoTogether(job, ready, verdicts);
    else if (isOrder(group)) await undoOrder(job, ready, verdicts);
    else for (const row of ready) verdicts.set(row, await undoChange(job, row));
  }
  return verdicts;
}

/** What can be said without trying. Fields merge by their values; a row's coming and going is the last actor's alone. */
function verdictBefore({ rows, since }: Job, row: Touched): Verdict | undefined {
  const now = rows.get(keyOf(row));
  const later = since.get(keyOf(row));
  const by = later ? { id: later.actor, name: later.actor_name } : null;
  if (row.way === 'purge' || now === undefined) return { why: 'purged', by };
  if (row.way === 'change') return isRemoved(now) ? { why: 'deleted', by } : undefined;
  const alive = !isRemoved(now);
  if (alive === (row.way === 'lose')) return later ? { why: 'changed', by } : 'same';
  return later ? { why: 'changed', by } : undefined;
}

/** The edit that leads back; `undefined` for what the undoer may not write. */
function editBack({ hook }: Job, row: Touched): EditBody | undefined {
  const back = wayBack(row);
  const writable = new Set(writableColumns(hook.actor, row.entity).map(({ name }) => name));
  if (!back || Object.keys(back.values).some((name) => !writable.has(name))) return undefined;
  return { ...back.values, id: row.id, revision: row.revision, _base: back.base };
}

async function undoChange(job: Job, row: Touched): Promise<Verdict> {
  const body = editBack(job, row);
  if (body === undefined) return { why: 'forbidden' };
  const tried = await job.attempt(() => job.within.update(row.entity, body));
  if ('fault' in tried) return verdictOf(tried.fault);
  return tried.value.revision === Number(job.rows.get(keyOf(row))?.['revision']) ? 'same' : 'done';
}

/** Rows that were ordered by hand: each got a place of its own. */
const isOrder = (rows: readonly Touched[]): boolean =>
  rows.length > 1 &&
  rows.every(({ before }) => Object.keys(before).every((name) => name === 'weigh')) &&
  new Set(rows.map(({ after }) => after['weigh'])).size === rows.length;

/** An order comes back whole or is left: a part of it would put rows into places that others have by now. */
async function undoOrder(job: Job, rows: readonly Touched[], verdicts: Map<Touched, Verdict>): Promise<void> {
  const tried = await job.attempt(async () => {
    for (const row of rows) {
      const body = editBack(job, row);
      if (body === undefined) throw fault('access.denied');
      await job.within.update(row.entity, body);
    }
  });
  const verdict = 'fault' in tried ? verdictOf(tried.fault) : 'done';
  for (const row of rows) verdicts.set(row, verdict);
}

/** All at once, since they may hold each other; what does not go at once is tried one by one while that helps. */
async function undoTogether(job: Job, rows: readonly Touched[], verdicts: Map<Touched, Verdict>): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const { within: writer, attempt } = job;
  const apply = async (some: readonly Touched[]) => {
    const ids = some.map(({ id }) => id);
    const tried = await attempt(async () => {
      if (first.way === 'lose') {
        await writer.restore(first.entity, ids);
        for (const row of some) await changeBack(job, row);
      } else {
        for (const row of some) if (first.way === 'back') await changeBack(job, row);
        await writer.remove(first.entity, ids);
      }
    });
    return 'fault' in tried ? tried.fault : undefined;
  };
  const some = rows.length > 1 && rows.length <= IDS_A_STATEMENT && (await apply(rows)) === undefined;
  if (some) for (const row of rows) verdicts.set(row, 'done');
  let waiting = some ? [] : rows;
  for (let helped = true; helped && waiting.length > 0;) {
    helped = false;
    const still: Touched[] = [];
    for (const row of waiting) {
      const refusal = await apply([row]);
      verdicts.set(row, refusal ? verdictOf(refusal) : 'done');
      if (refusal) still.push(row);
      else helped = true;
    }
    waiting = still;
  }
}

/** Fields that the same change-set changed before it removed the row, or after it brought it back. */
async function changeBack({ within: writer }: Job, row: Touched): Promise<void> {
  const back = wayBack(row);
  if (back) await writer.update(row.entity, { ...back.values, id: row.id });
}

function verdictOf(refusal: Fault): Verdict {
  if (refusal.code === 'row.conflict') {
    const { kind, fields } = refusal.data as unknown as Conflict; // the write path's own answer
    if (kind === 'fields') return { why: 'changed', by: fields.find(({ by }) => by !== null)?.by ?? null };
    return kind === 'deleted' ? { why: 'deleted' } : { why: 'refused', fault: refusal };
  }
  if (refusal.code === 'access.denied' || refusal.code === 'row.missing') return { why: 'forbidden' };
  return { why: 'refused', fault: refusal };
}

const titleOf = (entity: AnyEntity, row: StoredRow | undefined): string => {
  const title = row?.[entity.spec.title];
  return typeof title === 'string' || typeof title === 'number' ? String(title) : '';
};
function leftRow(hook: HookContext, row: Touched, now: StoredRow | undefined, verdict: Verdict | undefined): LeftRow[] {
  if (verdict === undefined || typeof verdict === 'string') return [];
  const { why, by = null, fault: refusal } = verdict;
  const msg = refusal ? errorSummary(hook.lang, row.entity, refusal) : '';
  return [{ e: row.entity.name, id: row.id, title: titleOf(row.entity, now), why, by, msg }];
}
