/**
 * Convoys: acts that come while others are under way and lock nothing in common share the next transaction. Each does its own work in its
 * own order; what they all say to the database is said once for all. Either all are committed or none, and then each is done alone.
 */
import { Fault } from '../../../common/protocol/faults';
import type { Db, Tx } from '../../context';
import { failureOf } from '../../platform/failure';
import { createCompany, type Seat } from '../../platform/together';

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
  readonly commit: (tx: Tx, all: readonly R[]) => Promise<readonly number[]>;
  readonly done: (ready: R, last: number) => D;
}
export interface GroupCommit {
  readonly submit: <R, D>(participant: Participant<R, D>) => Promise<D>;
}

/** Transactions at a time: one is at the database while the other is being thought of. */
const MAX_CONCURRENT_GROUPS = 2;
const MAX_GROUP_SIZE = 64;
/** Big convoys are of few sizes: what they say is then known to the database, which need not read and plan it anew. */
const STEP = 4;
const sizeOf = (most: number): number => (most < 2 * STEP ? most : most - (most % STEP));
/** The second lane opens for as many as this part of those in the first. */
const MIN_GROUP_SIZE = 0.5;
/** After a convoy there is a crowd: the next one gives those that were just let go the time to come again. */
const GATHERING_MS = 1;

interface Pending {
  readonly participant: Participant<unknown, unknown>;
  readonly resolve: (done: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Convoys of one database. Whoever finds a lane free goes at once and alone; the others go together when the next one is. */
export function createGroupCommit(db: Pick<Db, 'transact'>): GroupCommit {
  const heldKeys = new Set<string>();
  let waiting: Pending[] = [];
  const lanes: number[] = [];

  const next = (): readonly Pending[] => {
    const { group, left } = pick(waiting, heldKeys);
    waiting = left;
    return group;
  };
  const leave = (size: number): void => {
    lanes.splice(lanes.indexOf(size), 1);
    start();
  };
  const isWorthWhile = () => lanes.every((size) => waiting.length >= size * MIN_GROUP_SIZE);
  const start = (): void => {
    while (lanes.length < MAX_CONCURRENT_GROUPS && waiting.length > 0 && isWorthWhile()) {
      const group = next();
      if (group.length === 0) return;
      const lockKeys = group.flatMap(({ participant }) => participant.lockKeys);
      for (const name of lockKeys) heldKeys.add(name);
      lanes.push(group.length);
      void commitGroup(db, group).finally(() => {
        for (const name of lockKeys) heldKeys.delete(name);
        if (group.length > 1) setTimeout(leave, GATHERING_MS, group.length);
        else leave(1);
      });
    }
  };
  return {
    submit: <R, D>(participant: Participant<R, D>) =>
      new Promise<D>((resolve, reject) => {
        // a convoy hands every rider only what that rider made itself
        const given = participant as unknown as Participant<unknown, unknown>;
        waiting.push({ participant: given, resolve: resolve as (done: unknown) => void, reject });
        start();
      }),
  };
}

/** The first of those who share no lock with others under way or before them in the line. */
function pick(waiting: readonly Pending[], heldKeys: ReadonlySet<string>) {
  const taken = new Set(heldKeys);
  const free: Pending[] = [];
  for (const one of waiting) {
    if (one.participant.lockKeys.every((name) => !taken.has(name))) free.push(one);
    for (const name of one.participant.lockKeys) taken.add(name);
  }
  const group = free.slice(0, sizeOf(Math.min(free.length, MAX_GROUP_SIZE)));
  const going = new Set(group);
  return { group, left: waiting.filter((one) => !going.has(one)) };
}

async function commitGroup(db: Pick<Db, 'transact'>, group: readonly Pending[]): Promise<void> {
  const left = group.length > 1 ? await runGroup(db, inOrder(group)) : group;
  await Promise.all(left.map(({ participant, resolve, reject }) => participant.runAlone().then(resolve, reject)));
}

/** Two nodes that lock the same rows lock them in the same order. */
const inOrder = (group: readonly Pending[]): readonly Pending[] => {
  const name = ({ participant }: Pending) => participant.lockKeys[0] ?? '';
  return [...group].sort((a, b) => (name(a) < name(b) ? -1 : 1));
};

/** Nothing of it was committed: each may be done again. */
class Aborted extends Error {}

/** Whether the server itself refused, or nobody asked it: after a lost connection it is unknown what was committed. */
const isRolledBack = (error: unknown): boolean => failureOf(error).kind !== 'gone';

/** Carries out all of them at once; those that must go alone instead. */
async function runGroup(db: Pick<Db, 'transact'>, group: readonly Pending[]): Promise<readonly Pending[]> {
  let tellAll: (() => void)[] = [];
  try {
    await db.transact(async (tx) => {
      tellAll = await prepareGroup(tx, group);
    });
    for (const tell of tellAll) tell();
    return [];
  } catch (error) {
    if (error instanceof Aborted || isRolledBack(error)) return group;
    for (const { reject } of group) reject(error);
    return [];
  }
}

type Outcome = Awaited<ReturnType<Participant<unknown, unknown>['prepare']>> | { readonly refused: Fault };

async function prepareGroup(tx: Tx, group: readonly Pending[]): Promise<(() => void)[]> {
  const company = createCompany(tx);
  const seats = group.map(() => company.sit());
  const outcomes = await Promise.allSettled(group.map((one, at) => prepareParticipant(one, tx, seats[at])));
  const ready: { readonly one: Pending; readonly work: unknown }[] = [];
  const tell: (() => void)[] = [];
  for (const [at, settled] of outcomes.entries()) {
    const one = group[at];
    if (settled.status === 'rejected' || one === undefined) throw new Aborted();
    const outcome = settled.value;
    if ('ready' in outcome) ready.push({ one, work: outcome.ready });
    else tell.push(() => ('refused' in outcome ? one.reject(outcome.refused) : one.resolve(outcome.done)));
  }
  const lasts = await ready[0]?.one.participant.commit(
    tx,
    ready.map(({ work }) => work),
  );
  for (const [at, { one, work }] of ready.entries())
    tell.push(() => one.resolve(one.participant.done(work, lasts?.[at] ?? 0)));
  return tell;
}

/** A refusal that left no trace is its own affair; anything else concerns all. */
async function prepareParticipant({ participant }: Pending, tx: Tx, scope: Seat | undefined): Promise<Outcome> {
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
