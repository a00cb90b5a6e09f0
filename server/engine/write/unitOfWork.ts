/**
 * One write, read from top to bottom. Outside the transaction: `runUnitOfWork`. Inside it, in this order:
 *
 *   claim idempotency key → lock → authorize → validate → merge → transition → hooks → constraints → store → record history
 *   → audit → append to the change log → commit → publish
 *
 * `update` is the verb shown here; create, remove, restore, reorder and actions have their own files and share its stages.
 */
import type { StoredRow } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import type { UpdateBody } from '../../../common/protocol/liveEvents';
import type { RequestContext, Tx } from '../../context';
import { createCursor } from '../../live/log/cursorCodec';
import { NotBatchableError, type SharedTx } from '../../platform/database/txBatch';
import { triggerFailpoint } from '../../platform/failpoints';
import { appendToChangeLog, type PreparedUnit } from './commit/appendToChangeLog';
import type { GroupCommit } from './commit/groupCommit';
import {
  claimIdempotencyKey,
  findStoredKey,
  storeRefusal,
  replayStoredResponse,
  withdrawClaim,
  type IdempotentRequest,
} from './commit/idempotency';
import { publish } from './commit/publish';
import {
  callExternalHooks,
  createExternalSession,
  PendingHookRequestsError,
  type ExternalSession,
} from './context/externalHooks';
import { openUnitOfWork, type UnitOfWork, type WriteEngine } from './context/openUnitOfWork';
import type { Committed, WrittenRow } from './context/txWriter';
import { createBatchedRowStore } from './rows/batchedRowStore';
import { createDirectRowStore } from './rows/directRowStore';
import { assertCanUse, assertStaysInScope, authorizeUpdate } from './stages/authorize';
import { assertConstraints } from './stages/constraints';
import { pickChangedValues } from './stages/merge';
import { mergeUpdate } from './stages/mergeUpdate';
import { continueDrafts, lockSavedDrafts, rebaseOnDrafts } from './stages/continueDrafts';
import { recordEdit, writeAuditLog } from './stages/recordAudit';
import { recordChange } from './stages/recordChange';
import { runAfterWrite, runBeforeWrite, runObservers } from './stages/runHooks';
import { storeChanges } from './stages/storeRow';
import { assertTransitions, assertUnlocked } from './stages/transitions';
import { validateUpdate } from './stages/validateInput';
import { toWrittenRow } from './stages/writtenRow';
import { CHANGE_OPS } from '../../live/log/changeLog';

/** A write: the verb to apply, and how its idempotency key is treated. */
export interface Write<T> extends IdempotentRequest {
  /** Applies the verb inside the transaction; may run more than once when the database was busy. */
  readonly apply: (unit: UnitOfWork) => Promise<T>;
  /** Set for an entity whose hooks name its locks: the write may share its transaction with others that lock nothing in common. */
  readonly group?: { readonly groupCommit: GroupCommit; readonly lockKeys: readonly string[] } | undefined;
}

interface CommittedUnit<T> {
  readonly response: T & Committed;
  /** Absent for a replayed response. */
  readonly unit?: UnitOfWork;
}

/** Runs a write to its commit and publishes it. */
export async function runUnitOfWork<T extends object>(
  engine: WriteEngine,
  ctx: RequestContext,
  write: Write<T>,
): Promise<T & Committed> {
  const { response, unit } = await runInTransaction(engine, ctx, write).catch((error: unknown) =>
    rethrowOrReplay(engine, ctx, write, error),
  );
  if (unit) await publish(unit);
  return response;
}

const runInTransaction = <T extends object>(
  engine: WriteEngine,
  ctx: RequestContext,
  write: Write<T>,
): Promise<CommittedUnit<T>> =>
  write.group ? runInGroup(engine, ctx, write, write.group) : runAlone(engine, ctx, write);

/** Runs the write in its own transaction, again after each round of requests to hooks in other processes. */
async function runAlone<T extends object>(
  engine: WriteEngine,
  ctx: RequestContext,
  write: Write<T>,
): Promise<CommittedUnit<T>> {
  const { external } = engine.hooks;
  const session = external && createExternalSession(external);
  for (;;) {
    try {
      return await runAttempt(engine, ctx, write, session);
    } catch (error) {
      if (session === undefined || !(await callExternalHooks(session, ctx))) throw error;
    }
  }
}

const runAttempt = <T extends object>(
  engine: WriteEngine,
  ctx: RequestContext,
  write: Write<T>,
  session: ExternalSession | undefined,
): Promise<CommittedUnit<T>> =>
  ctx.services.db.transact(async (tx) => {
    session?.pendingRequests.clear();
    const outcome = await prepare(openDirectUnit(engine, ctx, tx, session), write);
    if ('replayed' in outcome) return outcome.replayed;
    const [sequence = 0] = await appendToChangeLog(tx, [outcome]);
    return toCommittedUnit(outcome, sequence);
  });

/** Runs a unit of work up to the commit: claims the idempotency key, applies the verb, runs the observers and stores the audit entries. */
async function prepare<T extends object>(
  unit: UnitOfWork,
  { request, apply }: Write<T>,
): Promise<PreparedUnit<T> | { readonly replayed: CommittedUnit<T> }> {
  const { env } = unit.ctx.services;
  const storedResponse = await claimIdempotencyKey(unit, request);
  await triggerFailpoint(env, 'write.after_claim');
  // the stored response is that of the same request, so it has the same shape
  if (storedResponse !== undefined)
    return { replayed: { response: replayStoredResponse(unit.ctx, storedResponse) as T & Committed } };
  const response = await apply(unit);
  if (unit.external !== undefined && unit.external.pendingRequests.size > 0) throw new PendingHookRequestsError();
  await runObservers(unit);
  await writeAuditLog(unit);
  await triggerFailpoint(env, 'write.after_audit');
  return { unit, response, storesResponse: request !== undefined };
}

/** Updates one row. Without a revision the last write wins; with one, the change is merged with those of others. */
export async function update(unit: UnitOfWork, entity: AnyEntity, body: UpdateBody): Promise<WrittenRow> {
  // checked before the row is locked, so that an actor without the permission locks none
  assertCanUse(unit.ctx.actor, entity, 'update');
  const stored = (await unit.rowStore.lockRows(entity, [body.id])).get(body.id);
  const before = await authorizeUpdate(unit, entity, body, stored);
  const { values: sent, report } = validateUpdate(unit, entity, body);
  const drafts = await lockSavedDrafts(unit, entity, body, sent);
  const rebased = await rebaseOnDrafts(unit, entity, drafts, body, before);
  const { values, merged } = await mergeUpdate(unit, entity, before, rebased, sent);
  const after = await applyChanges(unit, entity, before, values);
  await continueDrafts(unit, entity, drafts, { sent, before, after });
  recordEdit(unit, entity, { before, after, values });
  return toWrittenRow(unit, entity, after, { ...report, merged: merged.map(({ field }) => field), changes: merged });
}

/**
 * Applies changes to a locked row. An entity's own actions (`byAction`) may change what updates may not, and skip the hook `beforeWrite`.
 * @returns The row as it is stored now; `before` itself when no value differs.
 */
export async function applyChanges(
  unit: UnitOfWork,
  entity: AnyEntity,
  before: StoredRow,
  requested: StoredRow,
  { byAction = false }: { readonly byAction?: boolean } = {},
): Promise<StoredRow> {
  const changes = pickChangedValues(before, requested);
  if (isEmpty(changes)) return before;
  if (!byAction) assertTransitions(unit.ctx, entity, before, changes);
  assertUnlocked(unit.ctx, entity, before, changes);
  const completed = byAction ? changes : await runBeforeWrite(unit, entity, changes, before);
  const values = pickChangedValues(before, completed);
  if (isEmpty(values)) return before;
  await assertConstraints(unit, entity, values, before);
  await triggerFailpoint(unit.ctx.services.env, 'write.before_store');
  const after = await storeChanges(unit, entity, before, values);
  recordChange(unit, entity, CHANGE_OPS.updated, { before, after });
  assertStaysInScope(unit.ctx.actor, entity, after, 'update');
  await runAfterWrite(unit, entity, after, before);
  return after;
}
const isEmpty = (values: StoredRow): boolean => Object.keys(values).length === 0;

const toCommittedUnit = <T extends object>(
  { unit, response }: PreparedUnit<T>,
  sequence: number,
): CommittedUnit<T> => ({
  response: { ...response, seq: createCursor(unit.ctx.services, unit.ctx.actor, sequence), cid: unit.cid },
  unit,
});

/** Opens a unit of work that sends each of its statements at once. */
const openDirectUnit = (engine: WriteEngine, ctx: RequestContext, tx: Tx, session?: ExternalSession): UnitOfWork =>
  openUnitOfWork(engine, ctx, tx, createDirectRowStore(tx, ctx.services.db.dialect, engine.models), session);

/** Opens a unit of work of a group commit, which shares its transaction and statements with other units. */
const openBatchedUnit = (engine: WriteEngine, ctx: RequestContext, tx: SharedTx): UnitOfWork =>
  openUnitOfWork(engine, ctx, tx, createBatchedRowStore(tx, ctx.services.db.dialect));

/** Runs the write in a group commit: `prepare` runs in a transaction with other units; one statement appends and commits the changes of all. */
const runInGroup = <T extends object>(
  engine: WriteEngine,
  ctx: RequestContext,
  write: Write<T>,
  { groupCommit, lockKeys }: NonNullable<Write<T>['group']>,
): Promise<CommittedUnit<T>> =>
  groupCommit.submit<PreparedUnit<T>, CommittedUnit<T>>({
    lockKeys: ctx.idempotencyKey === undefined ? lockKeys : [...lockKeys, `mutation:${findStoredKey(ctx)}`],
    runAlone: () => runAlone(engine, ctx, write),
    prepare: async (tx) => {
      const outcome = await prepare(openBatchedUnit(engine, ctx, tx), write);
      if ('replayed' in outcome) return { replayed: outcome.replayed };
      if (outcome.unit.changes.length === 0)
        throw new NotBatchableError('a unit of work that changes nothing has no sequence number of its own');
      return { ready: outcome };
    },
    withdraw: (tx, refusal) => withdrawClaim(ctx, tx, write, refusal),
    commit: appendToChangeLog,
    toResult: toCommittedUnit,
  });

/** Stores a final refusal under the request's key and throws it, or returns the response that a copy of the request got meanwhile. */
async function rethrowOrReplay<T extends object>(
  engine: WriteEngine,
  ctx: RequestContext,
  write: Write<T>,
  error: unknown,
): Promise<CommittedUnit<T>> {
  const response = await storeRefusal(engine, ctx, write, error);
  return { response: response as T & Committed };
}
