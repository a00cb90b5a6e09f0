/**
 * Group commit: units of work that arrive while others are running, and that take no common lock, share the next transaction. Each unit runs its
 * own stages in order; `platform/database/txBatch.ts` combines equal statements of all units into one. If the group fails, the transaction is
 * rolled back and each unit runs again in its own transaction.
 */
import { Fault } from '../../../../common/protocol/faults';
import type { Db, Tx } from '../../../context';
import { classifyDbError } from '../../../platform/database/dbErrors';
import { createTxBatch, type BatchedTx, type SharedTx } from '../../../platform/database/txBatch';

/** One unit of work of a group; `R` is its state before the commit, `D` what its caller gets. */
export interface Participant<R, D> {
  /** Names of the locks that it may take and another participant may take too. */
  readonly lockKeys: readonly string[];
  /** Runs the whole unit in its own transaction. */
  readonly runAlone: () => Promise<D>;
  /** Runs the unit up to the commit. `replayed`: the stored result of an earlier request with the same idempotency key. */
  readonly prepare: (tx: SharedTx) => Promise<{ readonly ready: R } | { readonly replayed: D }>;
  /** Releases the idempotency key after a refusal; called only when the unit wrote nothing else. */
  readonly withdraw: (tx: Tx, refusal: Fault) => Promise<void>;
  /** Appends all units to the change log and commits; returns one sequence number for each. */
  readonly commit: (tx: Tx, units: readonly R[]) => Promise<readonly number[]>;
  /** The result for the caller, after the commit. */
  readonly toResult: (ready: R, sequence: number) => D;
}
export interface GroupCommit {
  readonly submit: <R, D>(participant: Participant<R, D>) => Promise<D>;
}

/** Groups that run at the same time: while the database executes one, the process prepares the other. */
const MAX_CONCURRENT_GROUPS = 2;
const MAX_GROUP_SIZE = 64;
/** Sizes of large groups are multiples of this, so that few different statements occur and the database can reuse its prepared statements. */
const SIZE_STEP = 4;
const roundGroupSize = (available: number): number =>
  available < 2 * SIZE_STEP ? available : available - (available % SIZE_STEP);
/** A second group starts when the queue holds at least this part of the running group's size. */
const SECOND_GROUP_RATIO = 0.5;
/** Milliseconds between two groups: callers often send their next request directly after a response, and join the next group. */
const REGROUP_DELAY_MS = 1;

interface Pending {
  readonly participant: Participant<unknown, unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates the group commit of a database. When no unit is running, a unit starts at once and alone; units that arrive meanwhile form the next group. */
export function createGroupCommit(db: Pick<Db, 'transact'>): GroupCommit {
  const heldKeys = new Set<string>();
  let queue: Pending[] = [];
  const runningGroupSizes: number[] = [];

  const takeNextGroup = (): readonly Pending[] => {
    const { group, remaining } = pickGroup(queue, heldKeys);
    queue = remaining;
    return group;
  };
  const release = (size: number): void => {
    runningGroupSizes.splice(runningGroupSizes.indexOf(size), 1);
    startGroups();
  };
  const shouldStartGroup = () => runningGroupSizes.every((size) => queue.length >= size * SECOND_GROUP_RATIO);
  const startGroups = (): void => {
    while (runningGroupSizes.length < MAX_CONCURRENT_GROUPS && queue.length > 0 && shouldStartGroup()) {
      const group = takeNextGroup();
      if (group.length === 0) return;
      const lockKeys = group.flatMap(({ participant }) => participant.lockKeys);
      for (const name of lockKeys) heldKeys.add(name);
      runningGroupSizes.push(group.length);
      void commitGroup(db, group).finally(() => {
        for (const name of lockKeys) heldKeys.delete(name);
        if (group.length > 1) setTimeout(release, REGROUP_DELAY_MS, group.length);
        else release(1);
      });
    }
  };
  return {
    submit: <R, D>(participant: Participant<R, D>) =>
      new Promise<D>((resolve, reject) => {
        // a participant receives only values that it created itself
        const untyped = participant as unknown as Participant<unknown, unknown>;
        queue.push({ participant: untyped, resolve: resolve as (result: unknown) => void, reject });
        startGroups();
      }),
  };
}

/** The first units in the queue that share no lock with a running unit or with one before them in the queue. */
function pickGroup(queue: readonly Pending[], heldKeys: ReadonlySet<string>) {
  const claimedKeys = new Set(heldKeys);
  const disjoint: Pending[] = [];
  for (const pending of queue) {
    if (pending.participant.lockKeys.every((name) => !claimedKeys.has(name))) disjoint.push(pending);
    for (const name of pending.participant.lockKeys) claimedKeys.add(name);
  }
  const group = disjoint.slice(0, roundGroupSize(Math.min(disjoint.length, MAX_GROUP_SIZE)));
  const chosen = new Set(group);
  return { group, remaining: queue.filter((pending) => !chosen.has(pending)) };
}

async function commitGroup(db: Pick<Db, 'transact'>, group: readonly Pending[]): Promise<void> {
  const remaining = group.length > 1 ? await runGroup(db, sortByFirstKey(group)) : group;
  await Promise.all(remaining.map(({ participant, resolve, reject }) => participant.runAlone().then(resolve, reject)));
}

/** Sorts the group, so that two nodes lock the same rows in the same order. */
const sortByFirstKey = (group: readonly Pending[]): readonly Pending[] => {
  const name = ({ participant }: Pending) => participant.lockKeys[0] ?? '';
  return [...group].sort((a, b) => (name(a) < name(b) ? -1 : 1));
};

/** Rolls back the group: nothing was committed, and each unit may run again. */
class GroupAbortedError extends Error {}

/** Whether the transaction was certainly rolled back: after a lost connection it is unknown whether it was committed. */
const isRolledBack = (error: unknown): boolean => classifyDbError(error).kind !== 'gone';

/** Runs the group in one transaction. Returns the units that must run alone instead: none, or all of them. */
async function runGroup(db: Pick<Db, 'transact'>, group: readonly Pending[]): Promise<readonly Pending[]> {
  let notifyAll: (() => void)[] = [];
  try {
    await db.transact(async (tx) => {
      notifyAll = await prepareGroup(tx, group);
    });
    for (const notify of notifyAll) notify();
    return [];
  } catch (error) {
    if (error instanceof GroupAbortedError || isRolledBack(error)) return group;
    for (const { reject } of group) reject(error);
    return [];
  }
}

type Outcome = Awaited<ReturnType<Participant<unknown, unknown>['prepare']>> | { readonly refused: Fault };

async function prepareGroup(tx: Tx, group: readonly Pending[]): Promise<(() => void)[]> {
  const batch = createTxBatch(tx);
  const scopes = group.map(() => batch.join());
  const outcomes = await Promise.allSettled(
    group.map((pending, index) => prepareParticipant(pending, tx, scopes[index])),
  );
  const ready: { readonly pending: Pending; readonly work: unknown }[] = [];
  const notify: (() => void)[] = [];
  for (const [index, settled] of outcomes.entries()) {
    const pending = group[index];
    if (settled.status === 'rejected' || pending === undefined) throw new GroupAbortedError();
    const outcome = settled.value;
    if ('ready' in outcome) ready.push({ pending, work: outcome.ready });
    else
      notify.push(() => ('refused' in outcome ? pending.reject(outcome.refused) : pending.resolve(outcome.replayed)));
  }
  const sequences = await ready[0]?.pending.participant.commit(
    tx,
    ready.map(({ work }) => work),
  );
  for (const [index, { pending, work }] of ready.entries())
    notify.push(() => pending.resolve(pending.participant.toResult(work, sequences?.[index] ?? 0)));
  return notify;
}

/** A refusal before any write ends only this participant; every other error aborts the group. */
async function prepareParticipant({ participant }: Pending, tx: Tx, scope: BatchedTx | undefined): Promise<Outcome> {
  if (scope === undefined) throw new GroupAbortedError();
  try {
    return await participant.prepare(scope.tx);
  } catch (error) {
    if (!(error instanceof Fault) || !scope.isClean()) throw error;
    await participant.withdraw(tx, error);
    return { refused: error };
  } finally {
    scope.leave();
  }
}
