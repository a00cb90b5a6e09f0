/**
 * Scheduled publication (publish at, unpublish at): sets the status of rows at `show_from` and `show_until`, on the leader node. A timer waits
 * for the next of these times; changes of rows and a poll arm it again.
 */
import type { AnyEntity } from '../../../common/entity/entity';
import { hasPublishingWindow } from '../../../common/entities/parts/publishingWindow';
import type { CommittedChange, Services } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { findDuePublishingChanges, readPublishingWindow } from '../../hooks/site/publishingRules';
import { findRowById, lockRow } from '../../hooks/rowLookup';
import { quoteIdentifier } from '../../platform/database/sql';
import { systemContext } from '../../platform/systemContext';

/** Another node may have become the leader, or the clock of the machine may have been set. */
const POLL_MS = 15_000;
/** Delay before a failed write of a row is retried. */
const RETRY_MS = 60_000;
/** Rows that one query returns for each entity and moment, in addition to those that wait for another try. */
const BATCH = 100;

const WINDOW_COLUMNS = ['show_from', 'show_until'] as const;

export interface PublishingScheduler {
  /**
   * Shows and hides the rows that became due while no node ran, also on a node that does not lead: before visitors are served. A failure is
   * logged.
   */
  readonly publishOverdueRows: () => Promise<void>;
  /** Starts to act; rows that are overdue follow at once. */
  readonly start: () => void;
  /** Arms the timer again when one of the changes sets a moment; `undefined`: any row may have changed. */
  readonly onChanges: (changes: readonly CommittedChange[] | undefined) => void;
  /** Looks for due rows now. */
  readonly wake: () => void;
  /** Resolves when no run is in progress. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}
interface SchedulerDeps {
  readonly services: Services;
  readonly writer: Writer;
  readonly isLeader: () => boolean;
}
interface DueRow {
  readonly entity: AnyEntity;
  readonly id: number;
}

/** A query over both moments of all entities as one statement; each part searches one index. */
const forEachMoment = (entities: readonly AnyEntity[], print: (entity: AnyEntity, moment: string) => string): string =>
  entities.flatMap((entity) => WINDOW_COLUMNS.map((moment) => print(entity, moment))).join(' UNION ALL ');

/** The first rows with a moment that has come, at most `limit` for each entity and moment. A row with two such moments appears once. */
async function loadDueRows(
  { db }: Services,
  entities: readonly AnyEntity[],
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly DueRow[]> {
  const sql = forEachMoment(
    entities,
    ({ name }, moment) =>
      `SELECT * FROM (SELECT '${name}' AS entity, id FROM ${quoteIdentifier(name)} WHERE ${moment} <= ? AND delete_time IS NULL ORDER BY ${moment} LIMIT ${limit}) AS due`,
  );
  const found = await db.rows<{ readonly entity: string; readonly id: number }>(
    sql,
    entities.flatMap(() => WINDOW_COLUMNS.map(() => now)),
  );
  const byKey = new Map(found.map((row) => [`${row.entity}:${row.id}`, row]));
  return [...byKey.values()].flatMap(({ entity: name, id }) => {
    const entity = entities.find((candidate) => candidate.name === name);
    return entity ? [{ entity, id: Number(id) }] : [];
  });
}

/** The earliest moment after a time in unix seconds; undefined when there is none. */
async function loadNextMoment(
  { db }: Services,
  entities: readonly AnyEntity[],
  now: number,
): Promise<number | undefined> {
  const parts = forEachMoment(
    entities,
    ({ name }, moment) =>
      `SELECT MIN(${moment}) AS moment FROM ${quoteIdentifier(name)} WHERE ${moment} > ? AND delete_time IS NULL`,
  );
  const [row] = await db.rows<{ readonly next: number | null }>(
    `SELECT MIN(moment) AS next FROM (${parts}) AS moments`,
    entities.flatMap(() => WINDOW_COLUMNS.map(() => now)),
  );
  return row?.next == null ? undefined : Number(row.next);
}

/**
 * Writes the due changes of a row as the system. The locked row decides: it may have changed since the query, or be done already. Returns
 * whether the row was written.
 */
async function publishRow({ services, writer }: SchedulerDeps, { entity, id }: DueRow): Promise<boolean> {
  return writer.inTransaction(systemContext(services, 'publishing'), async (txWriter, hook) => {
    await lockRow(hook, entity.name, id);
    const row = await findRowById(hook, entity.name, id);
    const changes = row && findDuePublishingChanges(readPublishingWindow(row), Math.floor(hook.at / 1000));
    if (changes === undefined) return false;
    await txWriter.update(entity, { id, ...changes });
    return true;
  });
}

interface SchedulerState {
  readonly deps: SchedulerDeps;
  readonly entities: readonly AnyEntity[];
  /** Rows whose write failed, with the time in unix milliseconds when they are tried again. */
  readonly retryAt: Map<string, number>;
  timer: NodeJS.Timeout | undefined;
}

type Outcome = 'written' | 'unchanged' | 'failed';

/** Publishes one row; a failure is logged and does not concern the others. */
async function tryPublishRow({ deps, retryAt }: SchedulerState, row: DueRow): Promise<Outcome> {
  const { log, clock } = deps.services;
  const key = getKey(row);
  try {
    return (await publishRow(deps, row)) ? 'written' : 'unchanged';
  } catch (error) {
    log.error({ err: error, row: key }, 'showing or hiding a row at its time failed; it is retried in a minute');
    retryAt.set(key, clock.now() + RETRY_MS);
    return 'failed';
  }
}
const getKey = ({ entity, id }: DueRow): string => `${entity.name}:${id}`;

/**
 * Publishes the rows that are due now. Returns whether others may be due: when rows were written, or failed and now wait. `dueAt`: the time in
 * unix seconds at which rows were due.
 */
async function publishDueRows(state: SchedulerState, isStopped: () => boolean) {
  const { deps, entities, retryAt } = state;
  const now = deps.services.clock.now();
  const dueAt = Math.floor(now / 1000);
  // Rows that wait for another try must not fill the query.
  const due = await loadDueRows(deps.services, entities, { now: dueAt, limit: BATCH + retryAt.size });
  let hasMore = false;
  for (const row of due.filter((dueRow) => (retryAt.get(getKey(dueRow)) ?? 0) <= now)) {
    if (isStopped()) break;
    retryAt.delete(getKey(row));
    if ((await tryPublishRow(state, row)) !== 'unchanged') hasMore = true;
  }
  return { hasMore, dueAt };
}

/** Publishes rows until none is due, then returns the milliseconds until the next moment, at most those of the poll. */
async function runDue(state: SchedulerState, isStopped: () => boolean): Promise<number> {
  const { deps, entities, retryAt } = state;
  let pass = await publishDueRows(state, isStopped);
  while (pass.hasMore && !isStopped()) pass = await publishDueRows(state, isStopped);
  const next = await loadNextMoment(deps.services, entities, pass.dueAt);
  const now = deps.services.clock.now();
  // Entries of rows that are no longer due.
  for (const [key, at] of retryAt) if (at <= now) retryAt.delete(key);
  const moments = [...(next === undefined ? [] : [next * 1000]), ...retryAt.values()];
  return Math.max(0, Math.min(POLL_MS, ...moments.map((at) => at - now)));
}

/** Creates the scheduler of this node; it does nothing before `start`. */
export function createPublishingScheduler(deps: SchedulerDeps): PublishingScheduler {
  const { log, registry } = deps.services;
  const entities = registry.all.filter(hasPublishingWindow);
  const names = new Set(entities.map(({ name }) => name));
  const state: SchedulerState = { deps, entities, retryAt: new Map(), timer: undefined };
  const flags = { isRunning: false, isStopped: false, again: false };
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    let waitMs = POLL_MS;
    while (flags.again && !flags.isStopped) {
      flags.again = false;
      if (deps.isLeader()) waitMs = await runDue(state, () => flags.isStopped);
    }
    if (!flags.isStopped) state.timer = setTimeout(wake, waitMs).unref();
  };
  function wake(): void {
    flags.again = true;
    if (!flags.isRunning || flags.isStopped || entities.length === 0) return;
    clearTimeout(state.timer);
    running ??= run()
      .catch((error: unknown) => {
        log.error({ err: error }, 'reading the publishing windows failed; they are read again soon');
        if (!flags.isStopped) state.timer = setTimeout(wake, POLL_MS).unref();
      })
      .finally(() => {
        running = undefined;
        if (flags.again) wake();
      });
  }
  const setsMoment = ({ entityName, image }: CommittedChange): boolean =>
    names.has(entityName) &&
    image !== null &&
    WINDOW_COLUMNS.some((moment) => image[moment] !== null && image[moment] !== undefined);
  return {
    wake,
    publishOverdueRows: async () => {
      try {
        await runDue(state, () => flags.isStopped);
      } catch (error) {
        log.error({ err: error }, 'showing or hiding overdue rows failed; it is retried soon');
      }
    },
    start: () => {
      flags.isRunning = true;
      wake();
    },
    onChanges: (changes) => {
      if (changes === undefined || changes.some(setsMoment)) wake();
    },
    settled: async () => {
      while (running !== undefined) await running;
    },
    stop: async () => {
      flags.isStopped = true;
      clearTimeout(state.timer);
      await running;
    },
  };
}
