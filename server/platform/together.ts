/** Acts that travel in one transaction say the same statement once: what each wants is collected until all of them wait. */
import type { LoadBatch, BatchScope, Tx } from '../context';

/** A part of an act's work done for a set of wishes: by itself for a set of one, in company for the wishes of all who ask for it now. */
export async function inSets<W, R>(tx: Tx, part: string, wish: W, load: LoadBatch<W, R>): Promise<R> {
  if (tx.batch) return tx.batch.load(part, wish, load);
  const [result] = await load([wish], tx);
  return result as R; // `load` answers one result for each wish
}

/** The same for what stores something. */
export function writeInSets<W, R>(tx: Tx, part: string, wish: W, load: LoadBatch<W, R>): Promise<R> {
  tx.batch?.markWritten();
  return inSets(tx, part, wish, load);
}

/** Thrown when an act wants what it can only have alone. */
export class NotInCompany extends Error {}

/** A part of the work and everybody who wants it now. */
interface Part {
  readonly load: LoadBatch<unknown, unknown>;
  readonly wishes: unknown[];
  readonly wait: { readonly grant: (result: unknown) => void; readonly refuse: (error: unknown) => void }[];
}
/** What one of the company is doing. */
interface Member {
  /** Wishes it waits for. */
  waiting: number;
  /** Statements of its own under way. */
  speaking: number;
  /** A statement was refused, so that nothing it wrote may stay. */
  failed: boolean;
  /** Something of it stands in the tables. */
  wrote: boolean;
}
interface Company {
  readonly tx: Tx;
  readonly members: Set<Member>;
  /** Who locked what. */
  readonly holders: Map<string, Member>;
  readonly parts: Map<string, Part>;
}

/** The transaction as one of the company sees it. */
export interface Seat {
  readonly tx: Tx;
  /** Whether it can leave without a trace. */
  readonly isClean: () => boolean;
  /** It asks for nothing more. */
  readonly leave: () => void;
}

/** Lets several acts share a transaction. Wishes are granted as soon as nobody of the company is busy with anything else. */
export function createCompany(tx: Tx): { readonly sit: () => Seat } {
  const company: Company = { tx, members: new Set(), holders: new Map(), parts: new Map() };
  return { sit: () => sit(company) };
}

function sit(company: Company): Seat {
  const { tx, members } = company;
  const member: Member = { waiting: 0, speaking: 0, failed: false, wrote: false };
  members.add(member);
  return {
    tx: {
      rows: (sql, params) => speak(company, member, () => tx.rows(sql, params)),
      run: (sql, params) => {
        member.wrote = true;
        return speak(company, member, () => tx.run(sql, params));
      },
      runMany: (sql, lists) => {
        member.wrote = true;
        return speak(company, member, () => tx.runMany(sql, lists));
      },
      batch: togetherOf(company, member),
    },
    isClean: () => !member.failed && !member.wrote,
    leave: () => {
      members.delete(member);
      lookSoon(company);
    },
  };
}

const togetherOf = (company: Company, member: Member): BatchScope => ({
  load: (part, wish, load) => ask(company, member, { part, wish, load }),
  claimLock: (name) => {
    const holder = company.holders.get(name) ?? member;
    if (holder !== member) throw new NotInCompany(`${name} is held by another act of this transaction`);
    company.holders.set(name, member);
  },
  markWritten: () => {
    member.wrote = true;
  },
});

async function speak<T>(company: Company, member: Member, statement: () => Promise<T>): Promise<T> {
  member.speaking += 1;
  try {
    return await statement();
  } catch (error) {
    member.failed = true;
    throw error;
  } finally {
    member.speaking -= 1;
    lookSoon(company);
  }
}

interface Asking<W, R> {
  readonly part: string;
  readonly wish: W;
  readonly load: LoadBatch<W, R>;
}
function ask<W, R>(company: Company, member: Member, { part, wish, load }: Asking<W, R>): Promise<R> {
  // a part's name says what is asked for, so that everybody under one name has wishes of one shape
  const wanted = company.parts.get(part) ?? { load: load as LoadBatch<unknown, unknown>, wishes: [], wait: [] };
  company.parts.set(part, wanted);
  member.waiting += 1;
  lookSoon(company);
  return new Promise<R>((resolve, reject) => {
    wanted.wishes.push(wish);
    wanted.wait.push({
      grant: (result) => {
        member.waiting -= 1;
        resolve(result as R);
      },
      refuse: (error) => {
        member.waiting -= 1;
        member.failed = true;
        reject(error instanceof Error ? error : new Error('a part of the work failed', { cause: error }));
      },
    });
  });
}

const lookSoon = (company: Company): void => queueMicrotask(() => look(company));

function look({ tx, members, parts }: Company): void {
  for (const { waiting, speaking } of members) if (waiting === 0 || speaking > 0) return;
  const all = [...parts.values()];
  parts.clear();
  for (const part of all) void grant(tx, part);
}

async function grant(tx: Tx, { load, wishes, wait }: Part): Promise<void> {
  try {
    const results = await load(wishes, tx);
    if (results.length !== wishes.length) throw new Error('a part of the work answered for others than asked');
    for (const [at, one] of wait.entries()) one.grant(results[at]);
  } catch (error) {
    for (const one of wait) one.refuse(error);
  }
}
