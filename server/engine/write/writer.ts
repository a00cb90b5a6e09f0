/**
 * The public verbs of the write path. Every change of a row of any entity comes through a `Writer`: requests of the API, bulk edits, imports,
 * seeds, scheduled jobs. Each verb is one transaction and one change-set; `unitOfWork.ts` shows its stages.
 *
 * Errors of all verbs, in addition to those named at each: `access.denied` (403), `mutation.reused` (422) when the idempotency key was used for another
 * request, `server.deadline` (504) when the request's deadline has passed, and whatever the entity's hooks throw. The numbers are the codes
 * of the response's envelope.
 */
import type { AnyEntity } from '../../../common/entity/entity';
import type { UpdateBody } from '../../../common/protocol/liveEvents';
import type { RequestContext, Services } from '../../context';
import { createModels } from '../schema/model';
import { createGroupCommit } from './commit/groupCommit';
import { bindWriter, getHookContext } from './context/createHookContext';
import { getEntityHooks } from './context/entityHooks';
import type { HookContext } from './context/hookContext';
import type { EntityHookRegistry } from './context/hookRegistry';
import type { UnitOfWork, Verbs, WriteEngine } from './context/openUnitOfWork';
import type {
  BulkOptions,
  BulkResult,
  Committed,
  InputValues,
  ReorderOptions,
  TxWriter,
  WrittenRow,
  WrittenRows,
} from './context/txWriter';
import { create, createMany } from './create';
import { purge } from './purge';
import { remove } from './remove';
import { reorder } from './reorder';
import { restore } from './restore';
import { runAction } from './runAction';
import { groupAuditEntries } from './stages/recordAudit';
import { runUnitOfWork, update, type Write } from './unitOfWork';
import { createMutex, type Mutex } from '../../platform/mutex';

export interface Writer {
  /**
   * Creates a row. Errors: `row.invalid` (0, with `fields`), `row.duplicate` (0, HTTP 409) when another row has the same unique value.
   */
  readonly create: (ctx: RequestContext, entity: AnyEntity, input: InputValues) => Promise<WrittenRow & Committed>;
  /**
   * Creates all rows or none. Errors: those of `create`, with paths `list.<index>.<field>`; `bulk.too_many` (400).
   */
  readonly createMany: (
    ctx: RequestContext,
    entity: AnyEntity,
    inputs: readonly InputValues[],
  ) => Promise<WrittenRows & Committed>;
  /**
   * Changes fields of one row. `body.revision` is the revision the caller read and `body._base` the values it read; without a revision the last
   * write wins. Errors: `row.missing` (404) when the row is absent, deleted or not visible; `row.conflict` (412) when another actor changed the
   * same field, deleted the row, or made the merged row invalid; `row.base_missing` (428) when a changed field has no base value; `row.locked`
   * (423) in a locked state; `row.invalid` (0), `row.move` (0) for a state that no transition leads to, `row.duplicate` (0, HTTP 409).
   */
  readonly update: (ctx: RequestContext, entity: AnyEntity, body: UpdateBody) => Promise<WrittenRow & Committed>;
  /**
   * Moves rows to the recycle bin, all or none; rows with a newer revision than `options.revisions` names are skipped and listed. Errors:
   * `row.missing` (404), `row.locked` (423), `row.referenced` (0) and `row.children` (0) when other rows refer to one, `bulk.too_many` (400).
   */
  readonly remove: (
    ctx: RequestContext,
    entity: AnyEntity,
    ids: readonly number[],
    options?: BulkOptions,
  ) => Promise<BulkResult & Committed>;
  /**
   * Restores rows from the recycle bin, all or none. Errors: `row.missing` (404) for a row that is not in the recycle bin, `row.invalid` (0),
   * `row.duplicate` (0, HTTP 409) when a unique value is taken meanwhile, `bulk.too_many` (400).
   */
  readonly restore: (ctx: RequestContext, entity: AnyEntity, ids: readonly number[]) => Promise<BulkResult & Committed>;
  /**
   * Deletes rows of the recycle bin for good, all or none. Errors: `row.missing` (404) for a row that is not in the recycle bin,
   * `row.referenced` and `row.children` (0), `bulk.too_many` (400).
   */
  readonly purge: (ctx: RequestContext, entity: AnyEntity, ids: readonly number[]) => Promise<BulkResult & Committed>;
  /**
   * Moves a row to the position of another among its siblings. Errors: `row.missing` (404), `row.locked` (423), `row.conflict` (412) when another
   * actor moved the row since `options.revision`, `row.invalid` (0) for a target under another parent, `bulk.too_many` (400) for a move over
   * more than 2000 rows; with `options.parent` also those of `update`.
   */
  readonly reorder: (
    ctx: RequestContext,
    entity: AnyEntity,
    id: number,
    targetId: number,
    options?: ReorderOptions,
  ) => Promise<BulkResult & Committed>;
  /**
   * Runs an action of the entity, or a named transition of its state machine. Errors: `row.missing` (404) for an unknown row or action,
   * `server.not_implemented` (501) for an action without a hook, `row.locked` (423), `row.move`, `row.invalid` (0), `row.duplicate` (0, HTTP 409).
   */
  readonly runAction: (
    ctx: RequestContext,
    entity: AnyEntity,
    id: number,
    action: string,
    input: InputValues,
  ) => Promise<WrittenRow & Committed>;
  /**
   * Several writes as one transaction and change-set. `work` may run more than once when the database was busy. No response is stored for the
   * idempotency key. Errors: those of the verbs that `work` calls.
   */
  readonly inTransaction: <T>(
    ctx: RequestContext,
    work: (writer: TxWriter, hook: HookContext) => Promise<T>,
  ) => Promise<T>;
  /**
   * Like `inTransaction`, but with the result of a single verb, idempotent, and with one audit entry for each entity. `cid` is the id of the
   * change-set. Errors: those of the verbs that `work` calls.
   */
  readonly changeSet: <T extends object>(
    ctx: RequestContext,
    /** `input`: what a request with the same idempotency key must repeat, in addition to verb and subject. */
    auditEntry: { readonly verb: string; readonly about: string; readonly input?: unknown },
    work: (writer: TxWriter, hook: HookContext, cid: string) => Promise<T>,
  ) => Promise<T & Committed>;
}

const VERBS: Verbs = { create, createMany, update, remove, restore, purge, reorder, runAction };

/** Creates the writer of a process. */
export function createWriter(services: Services, hooks: EntityHookRegistry): Writer {
  const engine: WriteEngine = { models: createModels(services.db), hooks, verbs: VERBS };
  const groupCommit = createGroupCommit(services.db);
  const runReorderExclusive = createEntityMutexes();
  /** Only entities whose hooks name the locks of a create, those of the ledger, join a group commit. */
  const findGroup = (entity: AnyEntity, input: InputValues): Write<object>['group'] => {
    const lockKeys = getEntityHooks(hooks.all, entity).lockKeys?.(input);
    return lockKeys && { groupCommit, lockKeys };
  };
  const run = <T extends object>(ctx: RequestContext, write: Write<T>) => runUnitOfWork(engine, ctx, write);
  const idempotent = (verb: string, entity: AnyEntity, ...sent: readonly unknown[]) => ({
    request: [verb, entity.name, ...sent],
    storesRefusals: getEntityHooks(hooks.all, entity).storesRefusals === true,
  });
  return {
    create: (ctx, entity, input) =>
      run(ctx, {
        ...idempotent('create', entity, input),
        apply: (unit) => create(unit, entity, input),
        group: findGroup(entity, input),
      }),
    createMany: (ctx, entity, inputs) =>
      run(ctx, {
        ...idempotent('createMany', entity, inputs),
        apply: (unit) => createMany(unit, entity, inputs),
      }),
    update: (ctx, entity, body) =>
      run(ctx, { ...idempotent('update', entity, body), apply: (unit) => update(unit, entity, body) }),
    remove: (ctx, entity, ids, options) =>
      run(ctx, {
        ...idempotent('remove', entity, ids, options),
        apply: (unit) => remove(unit, entity, ids, options),
      }),
    restore: (ctx, entity, ids) =>
      run(ctx, { ...idempotent('restore', entity, ids), apply: (unit) => restore(unit, entity, ids) }),
    purge: (ctx, entity, ids) =>
      run(ctx, { ...idempotent('purge', entity, ids), apply: (unit) => purge(unit, entity, ids) }),
    reorder: (ctx, entity, id, targetId, options) =>
      runReorderExclusive(entity, () =>
        run(ctx, {
          ...idempotent('sort', entity, id, targetId, options),
          apply: (unit) => reorder(unit, entity, id, targetId, options),
        }),
      ),
    runAction: (ctx, entity, id, action, input) =>
      run(ctx, {
        ...idempotent('act', entity, id, action, input),
        apply: (unit) => runAction(unit, entity, id, action, input),
      }),
    changeSet: (ctx, { verb, about, input }, work) =>
      run(ctx, { request: [verb, about, input], apply: (unit) => applyChangeSet(unit, { verb, about }, work) }),
    inTransaction: async (ctx, work) => {
      const apply = async (unit: UnitOfWork) => ({ value: await work(bindWriter(unit), getHookContext(unit)) });
      return (await run(ctx, { apply })).value;
    },
  };
}

async function applyChangeSet<T extends object>(
  unit: UnitOfWork,
  { verb, about }: { readonly verb: string; readonly about: string },
  work: (writer: TxWriter, hook: HookContext, cid: string) => Promise<T>,
): Promise<T> {
  const response = await work(bindWriter(unit), getHookContext(unit), unit.cid);
  groupAuditEntries(unit, verb, about);
  return response;
}

/** Reorders of one entity lock overlapping ranges of rows. One at a time, they never deadlock within a process, and between processes rarely. */
function createEntityMutexes() {
  const mutexes = new Map<string, Mutex>();
  return <T>({ name }: AnyEntity, work: () => Promise<T>): Promise<T> => {
    const runExclusive = mutexes.get(name) ?? createMutex();
    mutexes.set(name, runExclusive);
    return runExclusive(work);
  };
}
