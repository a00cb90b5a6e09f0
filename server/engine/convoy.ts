/**
 * Convoys: acts that come while others are under way and lock nothing in common share the next transaction. Each does its own work in its
 * own order; what they all say to the database is said once for all. Either all are committed or none, and then each is done alone.
 */
import { Fault } from '../../common/protocol/faults';
import type { Db, Tx } from '../kit';
import { failureOf } from '../platform/failure';
import { createCompany, type Seat } from '../platform/together';

/** What an act brings; `R` is what it has done before the log, `D` what its caller gets. */
export interface Rider<R, D> {
  /** Names of all it may lock that another act of its kind may lock too. */
  readonly locks: readonly string[];
  /** The whole act in a transaction of its own. */
  readonly alone: () => Promise<D>;
  /** All but the log; `done` for an act that was done before. */
  readonly prepare: (tx: Tx) => Promise<{ readonly ready: R } | { readonly done: D }>;
  /** Takes back or answers its claim once it is refused; called only while it wrote nothing else. */
  readonly leave: (tx: Tx, refusal: Fault) => Promise<void>;
  /** Logs and commits; a number for each. */
  readonly seal: (tx: Tx, all: readonly R[]) => Promise<readonly number[]>;
  readonly done: (ready: R, last: number) => D;
}
export interface Convoys {
  readonly ride: <R, D>(rider: Rider<R, D>) => Promise<D>;
}

/** Transactions at a time: one is at the database while the other is being thought of. */
const LANES = 2;
const MOST = 64;
/** Big convoys are of few sizes: what they say is then known to the database, which need not read and plan it anew. */
const STEP = 4;
const sizeOf = (most: number): number => (most < 2 * STEP ? most : most - (most % STEP));
/** The second lane opens for as many as this part of those in the first. */
const WORTH = 0.5;
/** After a convoy there is a crowd: the next one gives those that were just let go the time to come again. */
const GATHERING_MS = 1;

interface Waiting {
  readonly rider: Rider<unknown, unknown>;
  readonly resolve: (done: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Convoys of one database. Whoever finds a lane free goes at once and alone; the others go together when the next one is. */
export function createConvoys(db: Pick<Db, 'transact'>): Convoys {
  const held = new Set<string>();
  let waiting: Waiting[] = [];
  const lanes: number[] = [];

  const next = (): readonly Waiting[] => {
    const { group, left } = pick(waiting, held);
    waiting = left;
    return group;
  };
  const leave = (size: number): void => {
    lanes.splice(lanes.indexOf(size), 1);
    start();
  };
  const isWorthWhile = () => lanes.every((size) => waiting.length >= size * WORTH);
  const start = (): void => {
    while (lanes.length < LANES && waiting.length > 0 && isWorthWhile()) {
      const group = next();
      if (group.length === 0) return;
      const locks = group.flatMap(({ rider }) => rider.locks);
      for (const name of locks) held.add(name);
      lanes.push(group.length);
      void go(db, group).finally(() => {
        for (const name of locks) held.delete(name);
        if (group.length > 1) setTimeout(leave, GATHERING_MS, group.length);
        else leave(1);
      });
    }
  };
  return {
    ride: <R, D>(rider: Rider<R, D>) =>
      new Promise<D>((resolve, reject) => {
        // a convoy hands every rider only what that rider made itself
        const given = rider as unknown as Rider<unknown, unknown>;
        waiting.push({ rider: given, resolve: resolve as (done: unknown) => void, reject });
        start();
      }),
  };
}

/** The first of those who share no lock with others under way or before them in the line. */
function pick(waiting: readonly Waiting[], held: ReadonlySet<string>) {
  const taken = new Set(held);
  const free: Waiting[] = [];
  for (const one of waiting) {
    if (one.rider.locks.every((name) => !taken.has(name))) free.push(one);
    for (const name of one.rider.locks) taken.add(name);
  }
  const group = free.slice(0, sizeOf(Math.min(free.length, MOST)));
  const going = new Set(group);
  return { group, left: waiting.filter((one) => !going.has(one)) };
}

async function go(db: Pick<Db, 'transact'>, group: readonly Waiting[]): Promise<void> {
  const left = group.length > 1 ? await together(db, inOrder(group)) : group;
  await Promise.all(left.map(({ rider, resolve, reject }) => rider.alone().then(resolve, reject)));
}

/** Two nodes that lock the same rows lock them in the same order. */
const inOrder = (group: readonly Waiting[]): readonly Waiting[] => {
  const name = ({ rider }: Waiting) => rider.locks[0] ?? '';
  return [...group].sort((a, b) => (name(a) < name(b) ? -1 : 1));
};

/** Nothing of it was committed: each may be done again. */
class Dissolved extends Error {}

/** Whether the server itself refused, or nobody asked it: after a lost connection it is unknown what was committed. */
const isUndone = (error: unknown): boolean => failureOf(error).kind !== 'gone';

/** Carries out all of them at once; those that must go alone instead. */
async function together(db: Pick<Db, 'transact'>, group: readonly Waiting[]): Promise<readonly Waiting[]> {
  let tellAll: (() => void)[] = [];
  try {
    await db.transact(async (tx) => {
      tellAll = await carry(tx, group);
    });
    for (const tell of tellAll) tell();
    return [];
  } catch (error) {
    if (error instanceof Dissolved || isUndone(error)) return group;
    for (const { reject } of group) reject(error);
    return [];
  }
}

type Outcome = Awaited<ReturnType<Rider<unknown, unknown>['prepare']>> | { readonly refused: Fault };

async function carry(tx: Tx, group: readonly Waiting[]): Promise<(() => void)[]> {
  const company = createCompany(tx);
  const seats = group.map(() => company.sit());
  const outcomes = await Promise.allSettled(group.map((one, at) => ride(one, tx, seats[at])));
  const ready: { readonly one: Waiting; readonly work: unknown }[] = [];
  const tell: (() => void)[] = [];
  for (const [at, settled] of outcomes.entries()) {
    const one = group[at];
    if (settled.status === 'rejected' || one === undefined) throw new Dissolved();
    const outcome = settled.value;
    if ('ready' in outcome) ready.push({ one, work: outcome.ready });
    else tell.push(() => ('refused' in outcome ? one.reject(outcome.refused) : one.resolve(outcome.done)));
  }
  const lasts = await ready[0]?.one.rider.seal(
    tx,
    ready.map(({ work }) => work),
  );
  for (const [at, { one, work }] of ready.entries())
    tell.push(() => one.resolve(one.rider.done(work, lasts?.[at] ?? 0)));
  return tell;
}

/** A refusal that left no trace is its own affair; anything else concerns all. */
async function ride({ rider }: Waiting, tx: Tx, seat: Seat | undefined): Promise<Outcome> {
  if (seat === undefined) throw new Dissolved();
  try {
    return await rider.prepare(seat.tx);
  } catch (error) {
    if (!(error instanceof Fault) || !seat.isClean()) throw error;
    await rider.leave(tx, error);
    return { refused: error };
  } finally {
    seat.leave();
  }
}
