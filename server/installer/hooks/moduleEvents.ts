/**
 * Events for hooks that run after a write (transactional outbox). They are stored in the transaction of the write; one node delivers them,
 * at least once, and retries a failed one a few times. Writes by the code of a module cause no events.
 */
import type { Json } from '../../../common/entity/field';
import type { StoredRow } from '../../../common/entity/columns';
import { projectRow } from '../../../common/entity/projectRow';
import type { AnyEntity } from '../../../common/entity/entity';
import { truncate } from '../../../common/text/normalize';
import type { Services, Tx } from '../../context';
import type { AppliedChange } from '../../engine/write/context/hookRegistry';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { ActiveModule, ActiveModules } from './activeModules';
import type { HookCall } from './hookProcess';
import { visibleColumns } from './openEntities';

/** Milliseconds before each further attempt. */
const RETRY_DELAYS_MS = [1_000, 10_000, 60_000, 600_000] as const;
const BATCH = 50;

interface StoredEvent {
  readonly id: number;
  readonly module: string;
  readonly ent: string;
  readonly event: string;
  readonly attempts: number;
}

const isDeleted = (row: StoredRow | undefined): boolean => (row?.['delete_time'] ?? null) !== null;
function getVerb({ before, after }: AppliedChange): string {
  if (before === undefined) return 'create';
  if (isDeleted(after) !== isDeleted(before)) return isDeleted(after) ? 'remove' : 'restore';
  return 'update';
}

const project = (entity: AnyEntity, row: StoredRow | undefined): Json =>
  row === undefined ? null : projectRow(entity, row, visibleColumns(entity));

/** Stores the events of a transaction. */
export async function recordEvents(
  hook: HookContext,
  applied: readonly AppliedChange[],
  modules: ActiveModules,
): Promise<void> {
  if (hook.actor.moduleUid !== undefined) return;
  for (const change of applied) {
    const { entity, before, after } = change;
    for (const { uid } of modules.listModulesWithHook('after', entity.name)) {
      const event = {
        verb: getVerb(change),
        id: Number(after['id']),
        row: project(entity, after),
        before: project(entity, before),
      };
      await hook.tx.run(
        'INSERT INTO `module_event` (module, ent, event, attempts, due, failure, `at`) VALUES (?, ?, ?, 0, ?, NULL, ?)',
        [uid, entity.name, JSON.stringify(event), hook.at, hook.at],
      );
    }
  }
}

const loadDue = ({ db, clock }: Services, uid: string): Promise<StoredEvent[]> =>
  db.rows<StoredEvent>(
    `SELECT id, module, ent, event, attempts FROM \`module_event\` WHERE module = ? AND due <= ? ORDER BY id LIMIT ${BATCH}`,
    [uid, clock.now()],
  );

export interface DeliveryDeps {
  readonly services: Services;
  readonly call: (active: ActiveModule, call: HookCall) => Promise<unknown>;
  readonly onFailure: (active: ActiveModule, reason: string) => void;
}

/** An event that failed for good stays in the table without a due time. */
async function recordFailure(
  { services, onFailure }: DeliveryDeps,
  active: ActiveModule,
  event: StoredEvent,
  reason: string,
) {
  const { db, clock, log } = services;
  const pause = RETRY_DELAYS_MS[Number(event.attempts)];
  log.warn(
    { module: active.uid, event: Number(event.id), reason, retryInMs: pause ?? null },
    'a module event was not delivered',
  );
  await db.transact((tx) =>
    tx.run('UPDATE `module_event` SET attempts = attempts + 1, due = ?, failure = ? WHERE id = ?', [
      ...[pause === undefined ? null : clock.now() + pause, truncate(reason, 500), Number(event.id)],
    ]),
  );
  if (pause === undefined) onFailure(active, `after:${event.ent}: ${reason}`);
}

/** Delivers the due events of a module in order; an event that failed is retried later, after newer ones. Returns whether there may be more. */
export async function deliverEvents(deps: DeliveryDeps, active: ActiveModule): Promise<boolean> {
  const { services, call } = deps;
  const due = await loadDue(services, active.uid);
  for (const event of due) {
    try {
      await call(active, {
        kind: 'after',
        entity: event.ent,
        event: JSON.parse(event.event) as HookCall['event'], // stored by `recordEvents`
      });
      await services.db.transact((tx) => tx.run('DELETE FROM `module_event` WHERE id = ?', [Number(event.id)]));
    } catch (error) {
      await recordFailure(deps, active, event, error instanceof Error ? error.message : String(error));
    }
  }
  return due.length === BATCH;
}

const FAILED_EVENT_RETENTION_MS = 30 * 86_400_000;
/** Deletes events that failed for good a month ago; returns their number. */
export async function purgeFailedEvents({ db, clock }: Services): Promise<number> {
  const sql = 'DELETE FROM `module_event` WHERE due IS NULL AND `at` < ?';
  return (await db.transact((tx) => tx.run(sql, [clock.now() - FAILED_EVENT_RETENTION_MS]))).changes;
}

/** Forgets the events of modules that are gone. */
export const deleteEventsOf = (tx: Tx, uid: string): Promise<unknown> =>
  tx.run('DELETE FROM `module_event` WHERE module = ?', [uid]);
