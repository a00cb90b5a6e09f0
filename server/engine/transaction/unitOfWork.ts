/** One act: a transaction, its change-set and its seal. Whatever happened in it is logged as its last step, or not at all. */
import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import { fault, type Fault } from '../../../common/protocol/faults';
import { ipPrefix } from '../../access/limits/rateLimits';
import type { RequestContext, Tx } from '../../context';
import { computeDigests, type ChainedAuditEntry } from '../../live/log/auditChain';
import { cursorFor } from '../../live/log/cursorCodec';
import {
  appendAndCommit,
  appendBatches,
  readLogHead,
  type ChangeOp,
  type ChangeToLog,
  type HistoryEntry,
  type CommitBatch,
} from '../../live/log/changeLog';
import { triggerFailpoint, isFailpointSet } from '../../platform/failpoints';
import { invalidateChanged } from '../../platform/rowCache';
import { NotBatchable } from '../../platform/database/txBatch';
import type { EntityHookSet } from '../hooks/entityHooks';
import type { GroupCommit } from './groupCommit';
import type { Models } from '../schema/model';
import {
  claimKey,
  requestHash,
  releaseKey,
  isFinalRefusal,
  storeAnswer,
  idempotencyKey,
  serializeRefusal,
  throwStoredRefusal,
} from './idempotency';
import type { Committed, HookContext, TxWriter } from '../write/writer';

/** How acts are told to the log of what staff did: handed in, since the engine knows no noun. */
export interface AuditLogDefinition {
  /** The entity of the journal's rows. */
  readonly entity: string;
  readonly row: (ctx: RequestContext, entry: AuditEntry & { readonly cid: string }) => StoredRow | undefined;
}
/** What was done, for the journal. */
export interface AuditEntry {
  readonly entity: AnyEntity;
  readonly verb: string;
  readonly ids: readonly number[];
  /** What was written; masked before the journal sees it. */
  readonly data: StoredRow;
  /** What stood there before, where something was changed; masked likewise. */
  readonly before?: StoredRow;
}
/** One row an act has settled: created, changed, removed (`delete_time`) or restored. */
export interface AppliedChange {
  readonly entity: AnyEntity;
  readonly after: StoredRow;
  readonly before: StoredRow | undefined;
}
/** Hears once, inside the transaction, of everything an act settled, whatever the nouns; what it writes itself it does not hear of. */
export type ChangeObserver = (hook: HookContext, applied: readonly AppliedChange[]) => Promise<void>;
/** One stored change of a row there was before; `after` is absent when it was destroyed. */
export interface StoredChange {
  readonly entity: AnyEntity;
  readonly op: ChangeOp;
  readonly before: StoredRow;
  readonly after: StoredRow | undefined;
}
/** Hears once of everything that changed on the disk, what behaviours wrote as the house included; logs and rows of persons are not told. */
export type StoredChangeObserver = (hook: HookContext, stored: readonly StoredChange[]) => Promise<void>;
export interface EntityHookRegistry {
  readonly all: readonly EntityHookSet[];
  readonly auditLog?: AuditLogDefinition;
  readonly observers?: readonly ChangeObserver[];
  readonly storedObservers?: readonly StoredChangeObserver[];
}

/** Everything the parts of the write path share during one transaction. */
export interface UnitOfWork {
  readonly ctx: RequestContext;
  readonly tx: Tx;
  readonly models: Models;
  readonly hooks: EntityHookRegistry;
  /** Binds the verbs to an act, for behaviours that write further rows. */
  readonly bindWriter: (unit: UnitOfWork) => TxWriter;
  readonly cid: string;
  /** Unix milliseconds: the one instant of the whole act. */
  readonly at: number;
  readonly changes: ChangeToLog[];
  readonly history: HistoryEntry[];
  readonly auditEntries: AuditEntry[];
  readonly appliedChanges: AppliedChange[];
  readonly storedChanges: StoredChange[];
  readonly afterCommit: (() => Promise<void> | void)[];
}

export const actorKey = ({ realm, id }: Actor): string =>
  realm === 'staff' ? `admin:${id}` : realm === 'member' ? `member:${id}` : realm;

interface TransactionSpec<T> {
  readonly models: Models;
  readonly hooks: EntityHookRegistry;
  /** Verb, entity and body: what a repeated mutation id must repeat; nothing for acts that keep no answer. */
  readonly request?: readonly unknown[];
  /** A final refusal is kept under the mutation id, like an answer. */
  readonly remembersRefusals?: boolean;
  readonly bindWriter: (unit: UnitOfWork) => TxWriter;
  readonly work: (unit: UnitOfWork) => Promise<T>;
  readonly beforeCommit: (unit: UnitOfWork) => Promise<void>;
}
/** The same with company: whoever locks nothing of this may travel in the same transaction. */
export interface GroupCommitOptions {
  readonly groupCommit: GroupCommit;
  readonly lockKeys: readonly string[];
}

/** An act that has done its work and is about to be logged. */
interface PreparedUnit<T> {
  readonly unit: UnitOfWork;
  readonly answer: T;
  /** Its answer is kept for a repeated mutation id. */
  readonly storesAnswer: boolean;
}
interface CommittedUnit<T> {
  readonly answer: T & Committed;
  readonly unit?: UnitOfWork;
}

/** Runs an act to its commit, then what waits for the commit, then wakes the live channel. */
export async function runInTransaction<T extends object>(
  ctx: RequestContext,
  spec: TransactionSpec<T>,
  groupOptions?: GroupCommitOptions,
): Promise<T & Committed> {
  const { services } = ctx;
  const running = groupOptions ? runInGroup(ctx, spec, groupOptions) : runAlone(ctx, spec);
  const { answer, unit } = await running.catch((error: unknown) => rememberRefusal(ctx, spec, error));
  if (unit === undefined || unit.changes.length === 0) return answer;
  invalidateChanged(services.db, unit.changes);
  services.live.committed?.(unit.changes);
  await triggerFailpoint(services.env, 'write.after_commit');
  services.live.nudge();
  for (const task of unit.afterCommit) {
    try {
      await task();
    } catch (error) {
      services.log.error({ err: error, cid: unit.cid, requestId: ctx.requestId }, 'a step after commit failed');
    }
  }
  return answer;
}

/**
 * Returns the caller that idempotency keys belong to: a person, one API token, or the guests of one network. The server writes the
 * forms of guests as the system actor, with the address of the guest.
 */
export function callerKey({ actor, ip }: Pick<RequestContext, 'actor' | 'ip'>): string {
  if (actor.tokenId !== undefined) return `${actorKey(actor)} token:${actor.tokenId}`;
  const isPerson = actor.realm === 'staff' || actor.realm === 'member';
  return isPerson || ip === '' ? actorKey(actor) : `${actorKey(actor)} ${ipPrefix(ip)}`;
}

const idempotencyKeyOf = (ctx: RequestContext): string | undefined =>
  ctx.mid === undefined ? undefined : idempotencyKey(callerKey(ctx), ctx.mid);

/** Refusals that are stored with the transaction they happened in. */
const storedRefusals = new WeakSet<Fault>();

/**
 * Keeps a final refusal under its mutation id. A copy of the request that came in between has the last word: then both get
 * the copy's answer.
 */
async function rememberRefusal<T extends object>(
  ctx: RequestContext,
  spec: TransactionSpec<T>,
  error: unknown,
): Promise<CommittedUnit<T>> {
  const key = idempotencyKeyOf(ctx);
  if (key === undefined || !spec.remembersRefusals || spec.request === undefined || !isFinalRefusal(error)) throw error;
  if (storedRefusals.has(error)) throw error;
  const stored = await ctx.services.db.transact(async (tx) => {
    const storedMeanwhile = await findStoredAnswer(openUnitOfWork(ctx, tx, spec), spec.request);
    if (storedMeanwhile === undefined) await storeAnswer(tx, key, serializeRefusal(error));
    return storedMeanwhile;
  });
  if (stored === undefined) throw error;
  return { answer: parseStoredAnswer(ctx, stored) as T & Committed };
}

/** The kept answer of the same request, so it has the shape that request was answered with; throws when it was refused. */
function parseStoredAnswer(ctx: RequestContext, stored: string): Committed {
  const storedAnswer = JSON.parse(stored) as Committed;
  throwStoredRefusal(storedAnswer);
  return { ...storedAnswer, seq: cursorFor(ctx.services, ctx.actor, Number(storedAnswer.seq)), replayed: true };
}

const runAlone = <T extends object>(ctx: RequestContext, spec: TransactionSpec<T>): Promise<CommittedUnit<T>> =>
  ctx.services.db.transact(async (tx) => {
    const outcome = await prepare(ctx, tx, spec);
    if ('known' in outcome) return outcome.known;
    const [sequence = 0] = await commit(tx, [outcome]);
    return toCommittedUnit(outcome, sequence);
  });

/** Acts of one shape only ever meet their own answers: the convoy gives each back what it brought. */
const runInGroup = <T extends object>(
  ctx: RequestContext,
  spec: TransactionSpec<T>,
  { groupCommit, lockKeys }: GroupCommitOptions,
): Promise<CommittedUnit<T>> =>
  groupCommit.submit<PreparedUnit<T>, CommittedUnit<T>>({
    lockKeys: ctx.mid === undefined ? lockKeys : [...lockKeys, `mutation:${idempotencyKeyOf(ctx)}`],
    runAlone: () => runAlone(ctx, spec),
    prepare: async (tx) => {
      const outcome = await prepare(ctx, tx, spec);
      if ('known' in outcome) return { done: outcome.known };
      if (outcome.unit.changes.length === 0)
        throw new NotBatchable('an act that changes nothing has no number to wait for');
      return { ready: outcome };
    },
    withdraw: async (tx, refusal) => {
      const key = idempotencyKeyOf(ctx);
      if (key === undefined) return;
      if (!spec.remembersRefusals || !isFinalRefusal(refusal)) return releaseKey(tx, key);
      await storeAnswer(tx, key, serializeRefusal(refusal));
      storedRefusals.add(refusal);
    },
    commit,
    done: toCommittedUnit,
  });

async function prepare<T extends object>(
  ctx: RequestContext,
  tx: Tx,
  spec: TransactionSpec<T>,
): Promise<PreparedUnit<T> | { readonly known: CommittedUnit<T> }> {
  const unit = openUnitOfWork(ctx, tx, spec);
  const stored = await findStoredAnswer(unit, spec.request);
  await triggerFailpoint(ctx.services.env, 'write.after_claim');
  if (stored !== undefined) return { known: { answer: parseStoredAnswer(ctx, stored) as T & Committed } };
  const answer = await spec.work(unit);
  await spec.beforeCommit(unit);
  await triggerFailpoint(ctx.services.env, 'write.after_journal');
  return { unit, answer, storesAnswer: spec.request !== undefined };
}

function openUnitOfWork<T>(ctx: RequestContext, tx: Tx, { models, hooks, bindWriter }: TransactionSpec<T>): UnitOfWork {
  const lists = { changes: [], history: [], auditEntries: [], appliedChanges: [], storedChanges: [], afterCommit: [] };
  return { ctx, tx, models, hooks, bindWriter, cid: randomUUID(), at: ctx.services.clock.now(), ...lists };
}

async function findStoredAnswer(
  unit: UnitOfWork,
  request: readonly unknown[] | undefined,
): Promise<string | undefined> {
  const { ctx, tx, at } = unit;
  const key = idempotencyKeyOf(ctx);
  if (key === undefined || request === undefined) return undefined;
  const mutation = { key, actor: actorKey(ctx.actor), hash: requestHash(request), at };
  return claimKey(tx, ctx.services.db.dialect, mutation);
}

const toCommittedUnit = <T extends object>({ unit, answer }: PreparedUnit<T>, sequence: number): CommittedUnit<T> => ({
  answer: { ...answer, seq: cursorFor(unit.ctx.services, unit.ctx.actor, sequence), cid: unit.cid },
  unit,
});

/** Logs all acts of a transaction as its last step; the number of the last change of each. */
async function commit(tx: Tx, units: readonly PreparedUnit<object>[]): Promise<readonly number[]> {
  const [first] = units;
  if (first === undefined) return [];
  const { services } = first.unit.ctx;
  await triggerFailpoint(services.env, 'write.before_log');
  if (units.some(({ unit }) => unit.ctx.deadline?.passed)) throw fault('server.deadline');
  if (first.unit.changes.length === 0) return [await commitUnchanged(first)];
  // A place between the number and the commit is there only for who armed it.
  const append = isFailpointSet(services.env, 'write.before_commit') ? appendBatches : appendAndCommit;
  const sequences = await append(tx, services.db.dialect, units.map(commitBatchOf));
  await triggerFailpoint(services.env, 'write.before_commit');
  return sequences;
}

const commitBatchOf = (prepared: PreparedUnit<object>): CommitBatch => ({
  changes: prepared.unit.changes,
  history: prepared.unit.history,
  auditEntries: auditRowsOf(prepared.unit),
  ...storedAnswerOf(prepared),
});

/** The number is known only to the database when the answer is kept: it goes between these two texts. */
function storedAnswerOf({
  unit: { ctx, cid },
  answer,
  storesAnswer,
}: PreparedUnit<object>): Pick<CommitBatch, 'storedResponse'> {
  const key = idempotencyKeyOf(ctx);
  if (!storesAnswer || key === undefined) return {};
  const after = `",${JSON.stringify({ ...answer, cid }).slice(1)}`;
  return { storedResponse: { mid: key, before: '{"seq":"', after } };
}

/** An act that changed nothing has the log's head for its number. */
async function commitUnchanged(prepared: PreparedUnit<object>): Promise<number> {
  const { tx, ctx } = prepared.unit;
  const { last: sequence } = await readLogHead(tx);
  const { storedResponse: answer } = storedAnswerOf(prepared);
  if (answer) await storeAnswer(tx, answer.mid, `${answer.before}${sequence}${answer.after}`);
  await triggerFailpoint(ctx.services.env, 'write.before_commit');
  return sequence;
}

/** The act's entries of the journal, sealed. */
const auditRowsOf = ({ ctx, changes, hooks }: UnitOfWork): ChainedAuditEntry[] =>
  changes.flatMap(({ ent, op, eid, img }, change) => {
    if (ent !== hooks.auditLog?.entity || op !== 'c' || img === null) return [];
    const [digest] = computeDigests(ctx.services.env.appKeys, img);
    if (digest === undefined) throw new Error('there is no key to seal the journal with');
    return [{ changeIndex: change, eid, digest }];
  });
