/**
 * What was booked within the hour, as far as this process knows it without asking: never less than it was. The seal of an account's last
 * entry stands for all entries before it, so what is known holds for as long as the seal does, whoever books, on whatever node.
 */
import type { Services } from '../../context';
import type { Account } from './account';

/** Bookings of one person for one member in one direction. */
export interface BookingGroup {
  readonly actor: string;
  readonly side: number;
}
type AccountHead = Pick<Account, 'id' | 'n' | 'hash'>;
interface RecentTotals {
  /** The seal up to which it is known. */
  hash: string;
  readonly sums: Map<string, number>;
}

/** The accounts that were booked to last are known. */
const MAX_ACCOUNTS = 20_000;
const cachesByDatabase = new WeakMap<Services['db'], Map<string, RecentTotals>>();

function cacheOf({ db }: Pick<Services, 'db'>): Map<string, RecentTotals> {
  const totals = cachesByDatabase.get(db) ?? new Map<string, RecentTotals>();
  cachesByDatabase.set(db, totals);
  return totals;
}
const groupKey = ({ actor, side }: BookingGroup): string => `${actor} ${side}`;
const totalsOf = (services: Pick<Services, 'db'>, { id, hash }: AccountHead): RecentTotals | undefined => {
  const totals = cacheOf(services).get(id);
  return totals?.hash === hash ? totals : undefined;
};

/** No less than what the heap came to within the hour, in the account's smallest unit; `undefined` when that is not known. */
export function cachedTotal(
  services: Pick<Services, 'db'>,
  account: AccountHead,
  group: BookingGroup,
): number | undefined {
  return account.n === 0 ? 0 : totalsOf(services, account)?.sums.get(groupKey(group));
}

/** Keeps what the database said of a heap just now. */
export function rememberTotal(
  services: Pick<Services, 'db'>,
  account: AccountHead,
  group: BookingGroup,
  sum: number,
): void {
  const totals = totalsOf(services, account) ?? { hash: account.hash, sums: new Map<string, number>() };
  totals.sums.set(groupKey(group), sum);
  storeTotals(cacheOf(services), account.id, totals);
}

/** The account goes on to an entry that is about to be written. Should it not be, its seal is never met again. */
export function addEntry(
  services: Pick<Services, 'db'>,
  account: AccountHead,
  entry: BookingGroup & { readonly size: number; readonly hash: string },
): void {
  if (account.n === 0) rememberTotal(services, account, entry, 0);
  const totals = totalsOf(services, account);
  if (totals === undefined) return;
  const before = totals.sums.get(groupKey(entry));
  if (before !== undefined) totals.sums.set(groupKey(entry), before + entry.size);
  totals.hash = entry.hash;
  storeTotals(cacheOf(services), account.id, totals);
}

function storeTotals(accounts: Map<string, RecentTotals>, id: string, totals: RecentTotals): void {
  accounts.delete(id);
  accounts.set(id, totals);
  if (accounts.size <= MAX_ACCOUNTS) return;
  const [oldest] = accounts.keys();
  if (oldest !== undefined) accounts.delete(oldest);
}
