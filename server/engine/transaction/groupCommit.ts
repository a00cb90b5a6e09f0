/**
 * Convoys: acts that come while others are under way and lock nothing in common share the next transaction. Each does its own work in its
 * own order; what they all say to the database is said once for all. Either all are committed or none, and then each is done alone.
 */
import { Fault } from '../../../common/protocol/faults';
import type { Db, Tx } from '../../context';
import { classifyDbError } from '../../platform/database/dbErrors';
import { createTxBatch, type BatchedTx } from '../../platform/database/txBatch';

/** What an act brings; `R` is what it has done before the log, `D` what its caller gets. */
export interface Participant<R, D> {
  /** Names of all it may lock that another act of its kind may lock too. */
  readonly lockKeys: readonly string[];
  /** The whole act in a transaction of its own. */
  readonly runAlone: () => Promise<D>;
  /** All but the log; `done` for an act that was done before. */
  readonly prepare: (tx: Tx) => Promise<{ readonly ready: R } | { readonly done: D }>;
  /** Takes back or answers its claim once it is refused; called only while it wrote nothing else. */
  readonly withdraw: (tx: Tx, refusal: Fault) => Promise<void>;
  /** Logs and commits; a number for each. */
  readonly commit: (tx: Tx, units: readonly R[]) => Promise<readonly number[]>;
  readonly done: (ready: R, sequence: number) => D;
}
export interface GroupCommit {
  readonly submit: <R, D>(participant: Participant<R, D>) => Promise<D>;
}

/** Transactions at a time: one is at the database while the other is being thought of. */
const MAX_CONCURRENT_GROUPS = 2;
const MAX_GROUP_SIZE = 64;
/** Big convoys are of few sizes: what they say is then known to the database, which need not read and plan it anew. */
const SIZE_STEP = 4;
const roundGroupSize = (available: number): number =>
  available < 2 * SIZE_STEP ? available : available - (available % SIZE_STEP);
/** The second lane opens for as many as this part of those in the first. */
const SECOND_GROUP_RATIO = 0.5;
/** After a convoy there is a crowd: the next one gives those that were just let go the time to come again. */
const REGROUP_DELAY_MS = 1;

interface Pending {
  readonly participant: Participant<unknown, unknown>;
  readonly resolve: (done: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Convoys of one database. Whoever finds a lane free goes at once and alone; the others go together when the next one is. */
export function createGroupCommit(db: Pick<Db, 'transact'>): GroupCommit {
  const heldKeys = new Set<string>();
  let queue: Pending[] = [];
  const runningGroupSizes: number[] = [];

  const takeNextGroup = (): readonly Pending[] => {
    const { group, left: remaining } = pickGroup(queue, heldKeys);
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
        // a convoy hands every rider only what that rider made itself
        const untyped = participant as unknown as Participant<unknown, unknown>;
        queue.push({ participant: untyped, resolve: resolve as (done: unknown) => void, reject });
        startGroups();
      }),
  };
}

/** The first of those who share no lock with others under way or before them in the line. */
function pickGroup(queue: readonly Pending[], heldKeys: ReadonlySet<string>) {
  const claimedKeys = new Set(heldKeys);
  const disjoint: Pending[] = [];
  for (const pending of queue) {
    if (pending.participant.lockKeys.every((name) => !claimedKeys.has(name))) disjoint.push(pending);
    for (const name of pending.participant.lockKeys) claimedKeys.add(name);
  }
  const group = disjoint.slice(0, roundGroupSize(Math.min(disjoint.length, MAX_GROUP_SIZE)));
  const chosen = new Set(group);
  return { group, left: queue.filter((pending) => !chosen.has(pending)) };
}

async function commitGroup(db: Pick<Db, 'transact'>, group: readonly Pending[]): Promise<void> {
  const remaining = group.length > 1 ? await runGroup(db, sortByFirstKey(group)) : group;
  await Promise.all(remaining.map(({ participant, resolve, reject }) => participant.runAlone().then(resolve, reject)));
}

/** Two nodes that lock the same rows lock them in the same order. */
const sortByFirstKey = (group: readonly Pending[]): readonly Pending[] => {
  const name = ({ participant }: Pending) => participant.lockKeys[0] ?? '';
  return [...group].sort((a, b) => (name(a) < name(b) ? -1 : 1));
};

/** Nothing of it was committed: each may be done again. */
class Aborted extends Error {}

/** Whether the server itself refused, or nobody asked it: after a lost connection it is unknown what was committed. */
const isRolledBack = (error: unknown): boolean => classifyDbError(error).kind !== 'gone';

/** Carries out all of them at once; those that must go alone instead. */
async function runGroup(db: Pick<Db, 'transact'>, group: readonly Pending[]): Promise<readonly Pending[]> {
  let notifyAll: (() => void)[] = [];
  try {
    await db.transact(async (tx) => {
      notifyAll = await prepareGroup(tx, group);
    });
    for (const notify of notifyAll) notify();
    return [];
  } catch (error) {
    if (error instanceof Aborted || isRolledBack(error)) return group;
    for (const { reject } of group) reject(error);
    return [];
  }
}

type Outcome = Awaited<ReturnType<Participant<unknown, unknown>['prepare']>> | { readonly refused: Fault };

async function prepareGroup(tx: Tx, group: readonly Pending[]): Promise<(() => void)[]> {
  const batch = createTxBatch(tx);
  const scopes = group.map(() => batch.sit());
  const outcomes = await Promise.allSettled(group.map((pending, at) => prepareParticipant(pending, tx, scopes[at])));
  const ready: { readonly pending: Pending; readonly work: unknown }[] = [];
  const notify: (() => void)[] = [];
  for (const [at, settled] of outcomes.entries()) {
    const pending = group[at];
    if (settled.status === 'rejected' || pending === undefined) throw new Aborted();
    const outcome = settled.value;
    if ('ready' in outcome) ready.push({ pending, work: outcome.ready });
    else notify.push(() => ('refused' in outcome ? pending.reject(outcome.refused) : pending.resolve(outcome.done)));
  }
  const sequences = await ready[0]?.pending.participant.commit(
    tx,
    ready.map(({ work }) => work),
  );
  for (const [at, { pending, work }] of ready.entries())
    notify.push(() => pending.resolve(pending.participant.done(work, sequences?.[at] ?? 0)));
  return notify;
}

/** A refusal that left no trace is its own affair; anything else concerns all. */
async function prepareParticipant({ participant }: Pending, tx: Tx, scope: BatchedTx | undefined): Promise<Outcome> {
  if (scope === undefined) throw new Aborted();
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
