/** One act: a transaction, its change-set and its seal. Whatever happened in it is logged as its last step, or not at all. */
import { randomUUID } from 'node:crypto';
import type { Actor } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { StoredRow } from '../../common/entity/meta';
import { fault, type Fault } from '../../common/protocol/faults';
import { household } from '../access/limits';
import type { Ctx, Tx } from '../kit';
import { digestsOf, type SealedEntry } from '../live/chain';
import { cursorOf } from '../live/cursor';
import {
  appendAndCommit,
  appendTails,
  readHead,
  type ChangeOp,
  type ChangeToLog,
  type HistoryEntry,
  type Tail,
} from '../live/log';
import { failpoint, isArmed } from '../platform/failpoints';
import { dropChanged } from '../platform/rowCache';
import { NotInCompany } from '../platform/together';
import type { Behaviour } from './behaviour';
import type { Convoys } from './convoy';
import type { Models } from './model';
import {
  claimMutation,
  fingerprint,
  forgetMutation,
  isFinal,
  keepAnswer,
  mutationKey,
  printRefusal,
  throwRefusal,
} from './mutation';
import type { Sealed, Step, Within } from './writer';

/** How acts are told to the log of what staff did: handed in, since the engine knows no noun. */
export interface Journal {
  /** The entity of the journal's rows. */
  readonly entity: string;
  readonly row: (ctx: Ctx, deed: Deed & { readonly cid: string }) => StoredRow | undefined;
}
/** What was done, for the journal. */
export interface Deed {
  readonly entity: AnyEntity;
  readonly verb: string;
  readonly ids: readonly number[];
  /** What was written; masked before the journal sees it. */
  readonly data: StoredRow;
  /** What stood there before, where something was changed; masked likewise. */
  readonly before?: StoredRow;
}
/** One row an act has settled: created, changed, removed (`delete_time`) or restored. */
export interface Settled {
  readonly entity: AnyEntity;
  readonly after: StoredRow;
  readonly before: StoredRow | undefined;
}
/** Hears once, inside the transaction, of everything an act settled, whatever the nouns; what it writes itself it does not hear of. */
export type Observer = (step: Step, settled: readonly Settled[]) => Promise<void>;
/** One stored change of a row there was before; `after` is absent when it was destroyed. */
export interface StoredChange {
  readonly entity: AnyEntity;
  readonly op: ChangeOp;
  readonly before: StoredRow;
  readonly after: StoredRow | undefined;
}
/** Hears once of everything that changed on the disk, what behaviours wrote as the house included; logs and rows of persons are not told. */
export type Watcher = (step: Step, stored: readonly StoredChange[]) => Promise<void>;
export interface Behaviours {
  readonly all: readonly Behaviour[];
  readonly journal?: Journal;
  readonly observers?: readonly Observer[];
  readonly watchers?: readonly Watcher[];
}

/** Everything the parts of the write path share during one transaction. */
export interface Act {
  readonly ctx: Ctx;
  readonly tx: Tx;
  readonly models: Models;
  readonly behaviours: Behaviours;
  /** Binds the verbs to an act, for behaviours that write further rows. */
  readonly withinOf: (act: Act) => Within;
  readonly cid: string;
  /** Unix milliseconds: the one instant of the whole act. */
  readonly at: number;
  readonly changes: ChangeToLog[];
  readonly history: HistoryEntry[];
  readonly deeds: Deed[];
  readonly settled: Settled[];
  readonly stored: StoredChange[];
  readonly afterCommit: (() => Promise<void> | void)[];
}

export const actorKey = ({ realm, id }: Actor): string =>
  realm === 'staff' ? `admin:${id}` : realm === 'member' ? `member:${id}` : realm;

interface Plan<T> {
  readonly models: Models;
  readonly behaviours: Behaviours;
  /** Verb, entity and body: what a repeated mutation id must repeat; nothing for acts that keep no answer. */
  readonly request?: readonly unknown[];
  /** A final refusal is kept under the mutation id, like an answer. */
  readonly keepsRefusals?: boolean;
  readonly withinOf: (act: Act) => Within;
  readonly work: (act: Act) => Promise<T>;
  readonly beforeSeal: (act: Act) => Promise<void>;
}
/** The same with company: whoever locks nothing of this may travel in the same transaction. */
export interface Travel {
  readonly convoys: Convoys;
  readonly locks: readonly string[];
}

/** An act that has done its work and is about to be logged. */
interface Ready<T> {
  readonly act: Act;
  readonly answer: T;
  /** Its answer is kept for a repeated mutation id. */
  readonly keeps: boolean;
}
interface Done<T> {
  readonly answer: T & Sealed;
  readonly act?: Act;
}

/** Runs an act to its commit, then what waits for the commit, then wakes the live channel. */
export async function runAct<T extends object>(ctx: Ctx, plan: Plan<T>, travel?: Travel): Promise<T & Sealed> {
  const { kit } = ctx;
  const running = travel ? inCompany(ctx, plan, travel) : alone(ctx, plan);
  const { answer, act } = await running.catch((error: unknown) => refused(ctx, plan, error));
  if (act === undefined || act.changes.length === 0) return answer;
  dropChanged(kit.db, act.changes);
  kit.live.committed?.(act.changes);
  await failpoint(kit.env, 'write.after_commit');
  kit.live.nudge();
  for (const task of act.afterCommit) {
    try {
      await task();
    } catch (error) {
      kit.log.error({ err: error, cid: act.cid, requestId: ctx.requestId }, 'a step after commit failed');
    }
  }
  return answer;
}

/**
 * Returns the caller that idempotency keys belong to: a person, one API token, or the guests of one network. The server writes the
 * forms of guests as the system actor, with the address of the guest.
 */
export function callerKey({ actor, ip }: Pick<Ctx, 'actor' | 'ip'>): string {
  if (actor.program !== undefined) return `${actorKey(actor)} token:${actor.program}`;
  const isPerson = actor.realm === 'staff' || actor.realm === 'member';
  return isPerson || ip === '' ? actorKey(actor) : `${actorKey(actor)} ${household(ip)}`;
}

const keyOf = (ctx: Ctx): string | undefined =>
  ctx.mid === undefined ? undefined : mutationKey(callerKey(ctx), ctx.mid);

/** Refusals that are stored with the transaction they happened in. */
const keptRefusals = new WeakSet<Fault>();

/**
 * Keeps a final refusal under its mutation id. A copy of the request that came in between has the last word: then both get
 * the copy's answer.
 */
async function refused<T extends object>(ctx: Ctx, plan: Plan<T>, error: unknown): Promise<Done<T>> {
  const key = keyOf(ctx);
  if (key === undefined || !plan.keepsRefusals || plan.request === undefined || !isFinal(error)) throw error;
  if (keptRefusals.has(error)) throw error;
  const known = await ctx.kit.db.transact(async (tx) => {
    const other = await replayed(openAct(ctx, tx, plan), plan.request);
    if (other === undefined) await keepAnswer(tx, key, printRefusal(error));
    return other;
  });
  if (known === undefined) throw error;
  return { answer: answerIn(ctx, known) as T & Sealed };
}

/** The kept answer of the same request, so it has the shape that request was answered with; throws when it was refused. */
function answerIn(ctx: Ctx, known: string): Sealed {
  const kept = JSON.parse(known) as Sealed;
  throwRefusal(kept);
  return { ...kept, seq: cursorOf(ctx.kit, ctx.actor, Number(kept.seq)), replayed: true };
}

const alone = <T extends object>(ctx: Ctx, plan: Plan<T>): Promise<Done<T>> =>
  ctx.kit.db.transact(async (tx) => {
    const outcome = await prepare(ctx, tx, plan);
    if ('known' in outcome) return outcome.known;
    const [last = 0] = await seal(tx, [outcome]);
    return sealed(outcome, last);
  });

/** Acts of one shape only ever meet their own answers: the convoy gives each back what it brought. */
const inCompany = <T extends object>(ctx: Ctx, plan: Plan<T>, { convoys, locks }: Travel): Promise<Done<T>> =>
  convoys.ride<Ready<T>, Done<T>>({
    locks: ctx.mid === undefined ? locks : [...locks, `mutation:${keyOf(ctx)}`],
    alone: () => alone(ctx, plan),
    prepare: async (tx) => {
      const outcome = await prepare(ctx, tx, plan);
      if ('known' in outcome) return { done: outcome.known };
      if (outcome.act.changes.length === 0)
        throw new NotInCompany('an act that changes nothing has no number to wait for');
      return { ready: outcome };
    },
    leave: async (tx, refusal) => {
      const key = keyOf(ctx);
      if (key === undefined) return;
      if (!plan.keepsRefusals || !isFinal(refusal)) return forgetMutation(tx, key);
      await keepAnswer(tx, key, printRefusal(refusal));
      keptRefusals.add(refusal);
    },
    seal,
    done: sealed,
  });

async function prepare<T extends object>(
  ctx: Ctx,
  tx: Tx,
  plan: Plan<T>,
): Promise<Ready<T> | { readonly known: Done<T> }> {
  const act = openAct(ctx, tx, plan);
  const known = await replayed(act, plan.request);
  await failpoint(ctx.kit.env, 'write.after_claim');
  if (known !== undefined) return { known: { answer: answerIn(ctx, known) as T & Sealed } };
  const answer = await plan.work(act);
  await plan.beforeSeal(act);
  await failpoint(ctx.kit.env, 'write.after_journal');
  return { act, answer, keeps: plan.request !== undefined };
}

function openAct<T>(ctx: Ctx, tx: Tx, { models, behaviours, withinOf }: Plan<T>): Act {
  const lists = { changes: [], history: [], deeds: [], settled: [], stored: [], afterCommit: [] };
  return { ctx, tx, models, behaviours, withinOf, cid: randomUUID(), at: ctx.kit.clock.now(), ...lists };
}

async function replayed(act: Act, request: readonly unknown[] | undefined): Promise<string | undefined> {
  const { ctx, tx, at } = act;
  const key = keyOf(ctx);
  if (key === undefined || request === undefined) return undefined;
  const mutation = { key, actor: actorKey(ctx.actor), hash: fingerprint(request), at };
  return claimMutation(tx, ctx.kit.db.dialect, mutation);
}

const sealed = <T extends object>({ act, answer }: Ready<T>, last: number): Done<T> => ({
  answer: { ...answer, seq: cursorOf(act.ctx.kit, act.ctx.actor, last), cid: act.cid },
  act,
});

/** Logs all acts of a transaction as its last step; the number of the last change of each. */
async function seal(tx: Tx, all: readonly Ready<object>[]): Promise<readonly number[]> {
  const [first] = all;
  if (first === undefined) return [];
  const { kit } = first.act.ctx;
  await failpoint(kit.env, 'write.before_log');
  if (all.some(({ act }) => act.ctx.deadline?.passed)) throw fault('server.deadline');
  if (first.act.changes.length === 0) return [await keepUnchanged(first)];
  // A place between the number and the commit is there only for who armed it.
  const append = isArmed(kit.env, 'write.before_commit') ? appendTails : appendAndCommit;
  const lasts = await append(tx, kit.db.dialect, all.map(tailOf));
  await failpoint(kit.env, 'write.before_commit');
  return lasts;
}

const tailOf = (ready: Ready<object>): Tail => ({
  changes: ready.act.changes,
  history: ready.act.history,
  journal: journalOf(ready.act),
  ...keptOf(ready),
});

/** The number is known only to the database when the answer is kept: it goes between these two texts. */
function keptOf({ act: { ctx, cid }, answer, keeps }: Ready<object>): Pick<Tail, 'answer'> {
  const key = keyOf(ctx);
  if (!keeps || key === undefined) return {};
  const after = `",${JSON.stringify({ ...answer, cid }).slice(1)}`;
  return { answer: { mid: key, before: '{"seq":"', after } };
}

/** An act that changed nothing has the log's head for its number. */
async function keepUnchanged(ready: Ready<object>): Promise<number> {
  const { tx, ctx } = ready.act;
  const { last } = await readHead(tx);
  const { answer } = keptOf(ready);
  if (answer) await keepAnswer(tx, answer.mid, `${answer.before}${last}${answer.after}`);
  await failpoint(ctx.kit.env, 'write.before_commit');
  return last;
}

/** The act's entries of the journal, sealed. */
const journalOf = ({ ctx, changes, behaviours }: Act): SealedEntry[] =>
  changes.flatMap(({ ent, op, eid, img }, change) => {
    if (ent !== behaviours.journal?.entity || op !== 'c' || img === null) return [];
    const [digest] = digestsOf(ctx.kit.env.appKeys, img);
    if (digest === undefined) throw new Error('there is no key to seal the journal with');
    return [{ change, eid, digest }];
  });
