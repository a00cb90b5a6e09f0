/**
 * Cache of the sums booked within the last hour; a cached sum is never lower than the real one. A sum is valid for the HMAC of the
 * account's last entry, which covers all entries before it, so entries of other nodes invalidate it.
 */
import type { Services } from '../../context';
import type { Account } from './account';

/** Bookings of one admin for one member in one direction. */
export interface BookingGroup {
  readonly actor: string;
  readonly side: number;
}
type AccountHead = Pick<Account, 'id' | 'n' | 'hash'>;
interface RecentTotals {
  /** HMAC of the last entry that the sums include. */
  hash: string;
  readonly sums: Map<string, number>;
}

/** The most recently used accounts stay cached. */
const MAX_ACCOUNTS = 20_000;
const cachesByDatabase = new WeakMap<Services['db'], Map<string, RecentTotals>>();

function getCache({ db }: Pick<Services, 'db'>): Map<string, RecentTotals> {
  const totals = cachesByDatabase.get(db) ?? new Map<string, RecentTotals>();
  cachesByDatabase.set(db, totals);
  return totals;
}
const groupKey = ({ actor, side }: BookingGroup): string => `${actor} ${side}`;
const findTotals = (services: Pick<Services, 'db'>, { id, hash }: AccountHead): RecentTotals | undefined => {
  const totals = getCache(services).get(id);
  return totals?.hash === hash ? totals : undefined;
};

/** An upper bound of the group's sum within the hour, in the account's smallest unit; `undefined` when it is not cached. */
export function findCachedTotal(
  services: Pick<Services, 'db'>,
  account: AccountHead,
  group: BookingGroup,
): number | undefined {
  return account.n === 0 ? 0 : findTotals(services, account)?.sums.get(groupKey(group));
}

/** Stores the sum that the database returned. */
export function cacheTotal(
  services: Pick<Services, 'db'>,
  account: AccountHead,
  group: BookingGroup,
  sum: number,
): void {
  const totals = findTotals(services, account) ?? { hash: account.hash, sums: new Map<string, number>() };
  totals.sums.set(groupKey(group), sum);
  storeTotals(getCache(services), account.id, totals);
}

/**
 * Advances the cache to an entry before it is written. If the write fails, no later entry follows this HMAC, and the cached sum stays
 * unused.
 */
export function advanceCachedTotal(
  services: Pick<Services, 'db'>,
  account: AccountHead,
  entry: BookingGroup & { readonly size: number; readonly hash: string },
): void {
  if (account.n === 0) cacheTotal(services, account, entry, 0);
  const totals = findTotals(services, account);
  if (totals === undefined) return;
  const before = totals.sums.get(groupKey(entry));
  if (before !== undefined) totals.sums.set(groupKey(entry), before + entry.size);
  totals.hash = entry.hash;
  storeTotals(getCache(services), account.id, totals);
}

function storeTotals(accounts: Map<string, RecentTotals>, id: string, totals: RecentTotals): void {
  accounts.delete(id);
  accounts.set(id, totals);
  if (accounts.size <= MAX_ACCOUNTS) return;
  const [oldest] = accounts.keys();
  if (oldest !== undefined) accounts.delete(oldest);
}
