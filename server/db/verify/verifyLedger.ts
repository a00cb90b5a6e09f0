/** Checks the ledgers: every account is the sum of its entries, and every entry follows from the previous one with a valid HMAC. */
import type { Registry } from '../../../common/entity/registry';
import type { AnyEntity } from '../../../common/entity/entity';
import { getColumns, type StoredRow } from '../../../common/entity/columns';
import { LEDGERS, type LedgerKind } from '../../../common/ledgerKind';
import { LEDGER_PROBLEM, type LedgerProblem } from '../../../common/ledgerProblem';
import { entryHmacs } from '../../hooks/ledger/ledgerChain';
import { decodeRow } from '../../engine/schema/model';
import type { Db, Services, Tx } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import type { Finding, CheckResult } from './finding';
import { missingTriggers } from '../schema/triggers';

interface AccountRow {
  readonly id: string;
  readonly user_id: number;
  readonly balance: string;
  readonly n: string;
  readonly hash: string;
}
/** State after the entries of an account that were checked so far. */
interface AccountWalk {
  n: number;
  balance: number;
  hash: string;
}
export interface LedgerScope {
  readonly registry: Registry;
  readonly keys: readonly string[];
  readonly dialect: Db['dialect'];
  /** Only this member's accounts. */
  readonly userId?: number;
  /** Receives the number of checked entries and their total. */
  readonly onProgress?: (checked: number, total: number) => Promise<void>;
}
const PAGE_SIZE = 2000;
const MAX_FINDINGS = 100;
/** A value changed by hand may exceed a JavaScript number: it is read as text and reported. */
const asText = (column: string): string => `CAST(${column} AS CHAR)`;
/** The value as a number where that is exact, else as text. */
const exactNumber = (text: string): number | string => (Number.isSafeInteger(Number(text)) ? Number(text) : text);

/** The check with the services of a running server. */
export const verifyServerLedger = (
  { registry, env, db }: Services,
  tx: Tx,
  options: Pick<LedgerScope, 'userId' | 'onProgress'>,
): Promise<CheckResult> => verifyLedger(tx, { registry, keys: env.appKeys, dialect: db.dialect, ...options });

/** Compares both ledgers with their accounts and the members' rows. */
export async function verifyLedger(tx: Tx, scope: LedgerScope): Promise<CheckResult> {
  if (!scope.registry.get('user')) return { count: 0, findings: [] };
  const findings: Finding[] = (await missingTriggers(tx, scope.dialect)).map(({ name }) =>
    createFinding('database', LEDGER_PROBLEM.missingTrigger, { name }),
  );
  const walk: WalkProgress = { count: 0, total: await countEntries(tx, scope) };
  for (const kind of Object.keys(LEDGERS) as LedgerKind[]) {
    const entity = scope.registry.get(LEDGERS[kind]);
    if (!entity) continue;
    findings.push(...(await verifyKind(tx, scope, { entity, kind, walk })));
  }
  return { count: walk.count, findings: findings.slice(0, MAX_FINDINGS) };
}

interface WalkProgress {
  count: number;
  readonly total: number;
}
/** A condition on one member, or none, and its parameter. */
const memberCondition = ({ userId }: LedgerScope, column = 'user_id'): readonly [string, readonly number[]] =>
  userId === undefined ? ['', []] : [` AND ${column} = ?`, [userId]];

async function countEntries(tx: Tx, scope: LedgerScope): Promise<number> {
  const [condition, params] = memberCondition(scope);
  let total = 0;
  for (const name of Object.values(LEDGERS).filter((ledger) => scope.registry.get(ledger))) {
    const [row] = await tx.rows<{ readonly n: number }>(
      `SELECT COUNT(*) AS n FROM ${quoteIdentifier(name)} WHERE 1 = 1${condition}`,
      params,
    );
    total += Number(row?.n ?? 0);
  }
  return total;
}

type Params = Readonly<Record<string, string | number>>;
/** The texts of the command line, by code. Their parameters are stored with the finding, so their keys stay. */
const PROBLEM_TEXTS: Readonly<Record<LedgerProblem, (params: Params) => string>> = {
  [LEDGER_PROBLEM.missingTrigger]: ({ name }) => `the trigger ${name} is missing`,
  [LEDGER_PROBLEM.wrongNumber]: ({ n, next }) => `has number ${n}, the next number is ${next}`,
  [LEDGER_PROBLEM.wrongOpeningBalance]: ({ before, stood: expectedBalance }) =>
    `starts from a balance of ${before}, but the balance was ${expectedBalance}`,
  [LEDGER_PROBLEM.wrongSum]: () => 'the balance after it is not the balance before it plus its amount',
  [LEDGER_PROBLEM.wrongHmac]: () => 'was changed after it was recorded: its HMAC differs',
  [LEDGER_PROBLEM.accountMismatch]: ({ balance, n, walked: sumOfEntries, entries }) =>
    `has a balance of ${balance} after ${n} entries, its entries add up to ${sumOfEntries} after ${entries}`,
  [LEDGER_PROBLEM.missingAccount]: () => 'is missing, but its entries exist',
  [LEDGER_PROBLEM.memberBalanceMismatch]: ({ shown: memberBalance, held: accountBalance }) =>
    `shows ${memberBalance}, the balance of the account is ${accountBalance}`,
};
const createFinding = (where: string, code: LedgerProblem, params: Params, userId?: number): Finding => ({
  rule: 'ledger',
  where,
  what: PROBLEM_TEXTS[code](params),
  code,
  params,
  ...(userId === undefined ? {} : { userId }),
});

interface LedgerWalk {
  readonly entity: AnyEntity;
  readonly kind: LedgerKind;
  readonly walk: WalkProgress;
}
async function verifyKind(tx: Tx, scope: LedgerScope, { entity, kind, walk }: LedgerWalk): Promise<Finding[]> {
  const walks = new Map<number, AccountWalk>();
  const findings: Finding[] = [];
  const [condition, params] = memberCondition(scope);
  const numberColumns = ['n', 'before', 'after', kind];
  const columns = [...getColumns(entity).keys()].map((name) =>
    numberColumns.includes(name)
      ? `${asText(quoteIdentifier(name))} AS ${quoteIdentifier(name)}`
      : quoteIdentifier(name),
  );
  for (let after = 0, more = true; more;) {
    const rows = await tx.rows<StoredRow & { readonly id: number }>(
      `SELECT ${columns.join(', ')} FROM ${quoteIdentifier(entity.name)} WHERE id > ?${condition} ORDER BY id LIMIT ${PAGE_SIZE}`,
      [after, ...params],
    );
    for (const raw of rows)
      findings.push(...checkEntry(walks, scope.keys, kind, decodeEntry(entity, raw, numberColumns)));
    walk.count += rows.length;
    await scope.onProgress?.(walk.count, walk.total);
    after = Number(rows.at(-1)?.id ?? after);
    more = rows.length === PAGE_SIZE;
  }
  return [
    ...findings,
    ...(await checkAccounts(tx, scope, kind, walks)),
    ...(await checkMemberBalances(tx, scope, kind)),
  ];
}

function decodeEntry(entity: AnyEntity, raw: StoredRow, numberColumns: readonly string[]): StoredRow {
  const numbers = numberColumns.map(
    (name) => [name, typeof raw[name] === 'string' ? exactNumber(raw[name]) : null] as const,
  );
  return decodeRow(entity, { ...raw, ...Object.fromEntries(numbers) });
}

/** Checks one entry of the hash chain: its number follows the previous one, and balance and HMAC match. */
function checkEntry(
  walks: Map<number, AccountWalk>,
  keys: readonly string[],
  kind: LedgerKind,
  entry: StoredRow,
): Finding[] {
  const userId = Number(entry['user_id']);
  const walk = walks.get(userId) ?? { n: 0, balance: 0, hash: '' };
  walks.set(userId, walk);
  const where = `${LEDGERS[kind]} ${Number(entry['id'])}`;
  const problems: Finding[] = [];
  const [n, before, after] = [Number(entry['n']), Number(entry['before']), Number(entry['after'])];
  if (n !== walk.n + 1)
    problems.push(createFinding(where, LEDGER_PROBLEM.wrongNumber, { n, next: walk.n + 1 }, userId));
  if (before !== walk.balance)
    problems.push(createFinding(where, LEDGER_PROBLEM.wrongOpeningBalance, { before, stood: walk.balance }, userId));
  if (after !== before + Number(entry[kind])) problems.push(createFinding(where, LEDGER_PROBLEM.wrongSum, {}, userId));
  const hash = typeof entry['hash'] === 'string' ? entry['hash'] : '';
  if (!entryHmacs(keys, kind, walk.hash, entry).includes(hash))
    problems.push(createFinding(where, LEDGER_PROBLEM.wrongHmac, {}, userId));
  Object.assign(walk, { n, balance: after, hash });
  return problems;
}

async function checkAccounts(
  tx: Tx,
  scope: LedgerScope,
  kind: LedgerKind,
  walks: ReadonlyMap<number, AccountWalk>,
): Promise<Finding[]> {
  const [condition, params] = memberCondition(scope);
  const accounts = await tx.rows<AccountRow>(
    `SELECT id, user_id, ${asText('balance')} AS balance, ${asText('n')} AS n, hash FROM \`account\` WHERE kind = ?${condition}`,
    [kind, ...params],
  );
  const known = new Set(accounts.map(({ user_id: id }) => Number(id)));
  const idsWithoutAccount = [...walks.keys()].filter((id) => !known.has(id));
  return [
    ...accounts.flatMap(({ id, user_id: userId, balance, n, hash }) => {
      const walk = walks.get(Number(userId)) ?? { n: 0, balance: 0, hash: '' };
      const fits = String(walk.n) === n && String(walk.balance) === balance && walk.hash === hash;
      return fits
        ? []
        : [
            createFinding(
              `account ${id}`,
              LEDGER_PROBLEM.accountMismatch,
              { balance: exactNumber(balance), n: exactNumber(n), walked: walk.balance, entries: walk.n },
              Number(userId),
            ),
          ];
    }),
    ...idsWithoutAccount.map((id) => createFinding(`account ${kind}:${id}`, LEDGER_PROBLEM.missingAccount, {}, id)),
  ];
}

/** A member's row shows the balance of the account. */
async function checkMemberBalances(tx: Tx, scope: LedgerScope, kind: LedgerKind): Promise<Finding[]> {
  const [condition, params] = memberCondition(scope, 'u.id');
  const rows = await tx.rows<{ readonly id: number; readonly memberBalance: string; readonly accountBalance: string }>(
    `SELECT u.id, ${asText(`u.${quoteIdentifier(kind)}`)} AS memberBalance, ${asText('COALESCE(a.balance, 0)')} AS accountBalance FROM \`user\` u
     LEFT JOIN \`account\` a ON a.user_id = u.id AND a.kind = ? WHERE u.${quoteIdentifier(kind)} <> COALESCE(a.balance, 0)${condition} LIMIT ${MAX_FINDINGS}`,
    [kind, ...params],
  );
  return rows.map(({ id, memberBalance, accountBalance }) =>
    createFinding(
      `user ${id} ${kind}`,
      LEDGER_PROBLEM.memberBalanceMismatch,
      { shown: exactNumber(memberBalance), held: exactNumber(accountBalance) },
      Number(id),
    ),
  );
}
