/**
 * What was booked within the hour, as far as this process knows it without asking: never less than it was. The seal of an account's last
 * entry stands for all entries before it, so what is known holds for as long as the seal does, whoever books, on whatever node.
 */
import type { Services } from '../../context';
import type { Account } from './account';

/** Bookings of one person for one member in one direction. */
export interface Heap {
  readonly actor: string;
  readonly side: number;
}
type Tail = Pick<Account, 'id' | 'n' | 'hash'>;
interface Known {
  /** The seal up to which it is known. */
  hash: string;
  readonly sums: Map<string, number>;
}

/** The accounts that were booked to last are known. */
const MOST_ACCOUNTS = 20_000;
const houses = new WeakMap<Services['db'], Map<string, Known>>();

function accountsOf({ db }: Pick<Services, 'db'>): Map<string, Known> {
  const known = houses.get(db) ?? new Map<string, Known>();
  houses.set(db, known);
  return known;
}
const nameOf = ({ actor, side }: Heap): string => `${actor} ${side}`;
const knownOf = (services: Pick<Services, 'db'>, { id, hash }: Tail): Known | undefined => {
  const known = accountsOf(services).get(id);
  return known?.hash === hash ? known : undefined;
};

/** No less than what the heap came to within the hour, in the account's smallest unit; `undefined` when that is not known. */
export function atMost(services: Pick<Services, 'db'>, account: Tail, heap: Heap): number | undefined {
  return account.n === 0 ? 0 : knownOf(services, account)?.sums.get(nameOf(heap));
}

/** Keeps what the database said of a heap just now. */
export function learn(services: Pick<Services, 'db'>, account: Tail, heap: Heap, sum: number): void {
  const known = knownOf(services, account) ?? { hash: account.hash, sums: new Map<string, number>() };
  known.sums.set(nameOf(heap), sum);
  keep(accountsOf(services), account.id, known);
}

/** The account goes on to an entry that is about to be written. Should it not be, its seal is never met again. */
export function goOn(
  services: Pick<Services, 'db'>,
  account: Tail,
  entry: Heap & { readonly size: number; readonly hash: string },
): void {
  if (account.n === 0) learn(services, account, entry, 0);
  const known = knownOf(services, account);
  if (known === undefined) return;
  const before = known.sums.get(nameOf(entry));
  if (before !== undefined) known.sums.set(nameOf(entry), before + entry.size);
  known.hash = entry.hash;
  keep(accountsOf(services), account.id, known);
}

function keep(accounts: Map<string, Known>, id: string, known: Known): void {
  accounts.delete(id);
  accounts.set(id, known);
  if (accounts.size <= MOST_ACCOUNTS) return;
  const [eldest] = accounts.keys();
  if (eldest !== undefined) accounts.delete(eldest);
}
