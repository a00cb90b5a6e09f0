/** Holds a history against the books: nothing acknowledged is lost, nothing is there twice, every account is the sum of its entries. */
import type { LedgerEntry, LedgerKind, LedgerSnapshot } from '../../../server/proof/ledgerReader';
import { accountOf, memoOf, type History, type Op } from './history';

const KINDS = ['money', 'score'] as const;
const MOST_TOLD = 40;

/** Every sentence names one thing that is wrong; none means that all is well. */
export function judge({ ops, seen, odd }: History, stored: LedgerSnapshot): string[] {
  const byMemo = { money: grouped(stored.entries.money), score: grouped(stored.entries.score) };
  const problems = [
    ...odd,
    ...stored.violations,
    ...chains(stored),
    ...balances(stored),
    ...ops.flatMap((op) => [...answered(op, stored, byMemo)]),
    ...reversals(ops, stored),
    ...strangers(ops, stored),
    ...readings(seen, stored),
  ];
  return problems.slice(0, MOST_TOLD);
}

type Found = Readonly<Record<LedgerKind, ReadonlyMap<string, readonly LedgerEntry[]>>>;
const answered = (op: Op, stored: LedgerSnapshot, byMemo: Found): Iterable<string> =>
  op.verb === 'sign_in' ? checkIn(op, stored) : wish(op, byMemo[op.kind].get(memoOf(op)) ?? []);

function grouped(entries: readonly LedgerEntry[]): ReadonlyMap<string, readonly LedgerEntry[]> {
  const groups = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    const known = groups.get(entry.memo);
    if (known) known.push(entry);
    else groups.set(entry.memo, [entry]);
  }
  return groups;
}

/** Entries of one account follow one another in number, in time and in amount, and never lead below zero. */
function* chains({ entries }: LedgerSnapshot): Generator<string> {
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

/** Account, member’s row and the sum of the entries are one number; the change log told of each entry once. */
function* balances({
  entries,
  accounts,
  memberBalances: figures,
  loggedEntries: told,
}: LedgerSnapshot): Generator<string> {
  for (const kind of KINDS) {
    const sums = new Map<number, { sum: number; count: number }>();
    for (const { member, amount } of entries[kind]) {
      const known = sums.get(member) ?? { sum: 0, count: 0 };
      sums.set(member, { sum: known.sum + amount, count: known.count + 1 });
    }
    for (const { member, balance, n } of accounts.filter((account) => account.kind === kind)) {
      const { sum, count } = sums.get(member) ?? { sum: 0, count: 0 };
      if (balance !== sum || n !== count)
        yield `account ${accountOf(kind, member)} says ${balance}, its entries ${sum}`;
    }
    for (const figure of figures) {
      const { sum } = sums.get(figure.member) ?? { sum: 0 };
      if (figure[kind] !== sum)
        yield `member ${figure.member} is shown ${figure[kind]} of ${kind}, the entries say ${sum}`;
    }
    if (told[kind] !== entries[kind].length)
      yield `the change log tells of ${told[kind]} entries of ${kind}, there are ${entries[kind].length}`;
  }
}

/** One key: an entry if anybody was told so, and never two. */
function* wish(op: Op, entries: readonly LedgerEntry[]): Generator<string> {
  const what = `${op.verb} ${op.key} of ${accountOf(op.kind, op.member)}`;
  if (entries.length > 1) yield `${what} is booked ${entries.length} times`;
  const [entry] = entries;
  if (op.booked.length > 0 && entry === undefined) yield `${what} was acknowledged and is lost`;
  if (op.booked.length === 0 && entry !== undefined) yield `${what} was refused and is booked`;
  if (op.booked.length === 0 && op.refused === 0) yield `${what} was never answered`;
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

/** A day brings points once; who was told so has them, who lost the answer may have them. */
function* checkIn({ key, member, booked, refused, unknown }: Op, { entries }: LedgerSnapshot): Generator<string> {
  const own = entries.score.filter((entry) => entry.member === member && entry.type === 'sign_in');
  if (new Set(own.map(({ ref }) => ref)).size !== own.length) yield `${key} is booked twice`;
  if (booked.length > own.length) yield `${key} was acknowledged ${booked.length} times and booked ${own.length} times`;
  if (booked.length === 0 && unknown === 0 && own.length > 0) yield `${key} was refused and is booked`;
  if (booked.length + refused === 0) yield `${key} was never answered`;
}

/** An entry is taken back once at most, by its own amount. */
function* reversals(ops: readonly Op[], { entries }: LedgerSnapshot): Generator<string> {
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
    for (const op of ops.filter((one) => one.verb === 'reverse' && one.kind === kind && one.booked.length > 0))
      if (!taken.has(op.of ?? 0)) yield `${op.key} was acknowledged, but entry ${op.of} stands`;
  }
}

/** Nothing is booked that nobody asked for. */
function* strangers(ops: readonly Op[], { entries }: LedgerSnapshot): Generator<string> {
  const asked = new Set(ops.map((op) => `${op.kind} ${memoOf(op)}`));
  for (const kind of KINDS)
    for (const { id, memo, type } of entries[kind])
      if (type !== 'sign_in' && !asked.has(`${kind} ${memo}`))
        yield `${kind} entry ${id}, “${memo}”, was asked for by nobody`;
}

/** Whoever reads sees a piece of the very chain that stands there in the end, with all he may already know of. */
function* readings(seen: History['seen'], { entries }: LedgerSnapshot): Generator<string> {
  const known: Record<LedgerKind, Map<number, LedgerEntry>> = {
    money: new Map(entries.money.map((entry) => [entry.id, entry])),
    score: new Map(entries.score.map((entry) => [entry.id, entry])),
  };
  for (const { kind, member, least, rows } of seen) {
    const where = accountOf(kind, member);
    if ((rows[0]?.n ?? 0) < least)
      yield `a reader of ${where} saw ${rows[0]?.n ?? 0} entries after ${least} were acknowledged`;
    for (const [at, row] of rows.entries()) {
      const entry = known[kind].get(row.id);
      if (entry?.n !== row.n || entry.after !== row.after)
        yield `a reader of ${where} saw entry ${row.id}, which is not so`;
      if (at > 0 && row.n !== (rows[at - 1]?.n ?? 0) - 1) yield `a reader of ${where} saw a gap before ${row.n}`;
    }
  }
}
