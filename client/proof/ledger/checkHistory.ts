/** Checks a history against the ledgers: no acknowledged operation is lost, none is booked twice, every balance is the sum of its entries. */
import type { LedgerEntry, LedgerSnapshot } from '../../../server/proof/ledgerReader';
import type { LedgerKind } from '../../../common/ledgerKind';
import { createAccountId, createMemo, type History, type Operation } from './history';

const KINDS = ['money', 'score'] as const;
const MAX_PROBLEMS = 40;

/** Returns one sentence for each problem, at most `MAX_PROBLEMS`. */
export function checkHistory({ operations, readings, unexpected }: History, stored: LedgerSnapshot): string[] {
  const byMemo = { money: groupByMemo(stored.entries.money), score: groupByMemo(stored.entries.score) };
  const problems = [
    ...unexpected,
    ...stored.violations,
    ...checkChains(stored),
    ...checkBalances(stored),
    ...operations.flatMap((op) => [...checkOperation(op, stored, byMemo)]),
    ...checkReversals(operations, stored),
    ...checkNoUnrequested(operations, stored),
    ...checkReadings(readings, stored),
  ];
  return problems.slice(0, MAX_PROBLEMS);
}

type EntriesByMemo = Readonly<Record<LedgerKind, ReadonlyMap<string, readonly LedgerEntry[]>>>;
const checkOperation = (op: Operation, stored: LedgerSnapshot, byMemo: EntriesByMemo): Iterable<string> =>
  op.verb === 'sign_in' ? checkSignIn(op, stored) : checkBooking(op, byMemo[op.kind].get(createMemo(op)) ?? []);

function groupByMemo(entries: readonly LedgerEntry[]): ReadonlyMap<string, readonly LedgerEntry[]> {
  const groups = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    const cached = groups.get(entry.memo);
    if (cached) cached.push(entry);
    else groups.set(entry.memo, [entry]);
  }
  return groups;
}

/** Entries of one account are numbered without gaps, each begins at the balance of the one before, and no balance is negative. */
function* checkChains({ entries }: LedgerSnapshot): Generator<string> {
  for (const kind of KINDS) {
    const last = new Map<number, LedgerEntry>();
    for (const entry of entries[kind]) {
      const before = last.get(entry.member);
      last.set(entry.member, entry);
      const where = `${kind} entry ${entry.id}`;
      if (entry.n !== (before?.n ?? 0) + 1) yield `${where} has number ${entry.n} after ${before?.n ?? 0}`;
      if (entry.before !== (before?.after ?? 0))
        yield `${where} begins at ${entry.before}, not at ${before?.after ?? 0}`;
      if (entry.after !== entry.before + entry.amount) yield `${where} does not add up`;
      if (entry.after < 0) yield `${where} leads below zero`;
    }
  }
}

/** Account, member row and the sum of the entries agree, and the change log has each entry once. */
function* checkBalances({ entries, accounts, memberBalances, loggedEntries }: LedgerSnapshot): Generator<string> {
  for (const kind of KINDS) {
    const sums = new Map<number, { sum: number; count: number }>();
    for (const { member, amount } of entries[kind]) {
      const cached = sums.get(member) ?? { sum: 0, count: 0 };
      sums.set(member, { sum: cached.sum + amount, count: cached.count + 1 });
    }
    for (const { member, balance, n } of accounts.filter((account) => account.kind === kind)) {
      const { sum, count } = sums.get(member) ?? { sum: 0, count: 0 };
      if (balance !== sum || n !== count)
        yield `account ${createAccountId(kind, member)} says ${balance}, its entries ${sum}`;
    }
    for (const shown of memberBalances) {
      const { sum } = sums.get(shown.member) ?? { sum: 0 };
      if (shown[kind] !== sum)
        yield `member ${shown.member} is shown ${shown[kind]} of ${kind}, the entries say ${sum}`;
    }
    if (loggedEntries[kind] !== entries[kind].length)
      yield `the change log tells of ${loggedEntries[kind]} entries of ${kind}, there are ${entries[kind].length}`;
  }
}

/** An operation has one entry if any response acknowledged it, and never two. */
function* checkBooking(op: Operation, entries: readonly LedgerEntry[]): Generator<string> {
  const what = `${op.verb} ${op.key} of ${createAccountId(op.kind, op.member)}`;
  if (entries.length > 1) yield `${what} is booked ${entries.length} times`;
  const [entry] = entries;
  if (op.booked.length > 0 && entry === undefined) yield `${what} was acknowledged and is lost`;
  if (op.booked.length === 0 && entry !== undefined) yield `${what} was refused and is booked`;
  if (op.booked.length === 0 && op.refused === 0) yield `${what} never got a response`;
  if (entry === undefined) return;
  if (entry.member !== op.member || (op.verb === 'adjust' && entry.amount !== op.amount))
    yield `${what} is booked as something else`;
  for (const { id, n, after } of op.booked) {
    const differs =
      (id ?? entry.id) !== entry.id || (n ?? entry.n) !== entry.n || (after ?? entry.after) !== entry.after;
    if (differs)
      yield `${what} was acknowledged as entry ${id}, number ${n}, and is entry ${entry.id}, number ${entry.n}`;
  }
}

/** A daily check-in brings points once; an acknowledged one is booked, one with a lost response may be. */
function* checkSignIn(
  { key, member, booked, refused, unknown }: Operation,
  { entries }: LedgerSnapshot,
): Generator<string> {
  const bookings = entries.score.filter((entry) => entry.member === member && entry.type === 'sign_in');
  if (new Set(bookings.map(({ ref }) => ref)).size !== bookings.length) yield `${key} is booked twice`;
  if (booked.length > bookings.length)
    yield `${key} was acknowledged ${booked.length} times and booked ${bookings.length} times`;
  if (booked.length === 0 && unknown === 0 && bookings.length > 0) yield `${key} was refused and is booked`;
  if (booked.length + refused === 0) yield `${key} never got a response`;
}

/** An entry is reversed at most once, by its bookings amount. */
function* checkReversals(operations: readonly Operation[], { entries }: LedgerSnapshot): Generator<string> {
  for (const kind of KINDS) {
    const byId = new Map(entries[kind].map((entry) => [entry.id, entry]));
    const taken = new Set<number>();
    for (const entry of entries[kind].filter(({ type }) => type === 'reversal')) {
      const of = Number(entry.ref?.replace('reversal:', ''));
      if (taken.has(of)) yield `${kind} entry ${of} is taken back twice`;
      taken.add(of);
      if (byId.get(of)?.amount !== -entry.amount)
        yield `${kind} entry ${entry.id} takes back another amount than it should`;
    }
    for (const op of operations.filter(
      (candidate) => candidate.verb === 'reverse' && candidate.kind === kind && candidate.booked.length > 0,
    ))
      if (!taken.has(op.reversedId ?? 0)) yield `${op.key} was acknowledged, but entry ${op.reversedId} stands`;
  }
}

/** Every entry belongs to an operation. */
function* checkNoUnrequested(operations: readonly Operation[], { entries }: LedgerSnapshot): Generator<string> {
  const requested = new Set(operations.map((op) => `${op.kind} ${createMemo(op)}`));
  for (const kind of KINDS)
    for (const { id, memo, type } of entries[kind])
      if (type !== 'sign_in' && !requested.has(`${kind} ${memo}`))
        yield `${kind} entry ${id}, “${memo}”, belongs to no operation`;
}

/** Every reading is a part of the final chain and contains what was acknowledged before it. */
function* checkReadings(readings: History['readings'], { entries }: LedgerSnapshot): Generator<string> {
  const cached: Record<LedgerKind, Map<number, LedgerEntry>> = {
    money: new Map(entries.money.map((entry) => [entry.id, entry])),
    score: new Map(entries.score.map((entry) => [entry.id, entry])),
  };
  for (const { kind, member, minEntries, rows } of readings) {
    const where = createAccountId(kind, member);
    if ((rows[0]?.n ?? 0) < minEntries)
      yield `a reader of ${where} saw ${rows[0]?.n ?? 0} entries after ${minEntries} were acknowledged`;
    for (const [index, row] of rows.entries()) {
      const entry = cached[kind].get(row.id);
      if (entry?.n !== row.n || entry.after !== row.after)
        yield `a reader of ${where} saw entry ${row.id}, which differs from the ledger`;
      if (index > 0 && row.n !== (rows[index - 1]?.n ?? 0) - 1) yield `a reader of ${where} saw a gap before ${row.n}`;
    }
  }
}
