/**
 * N-05: many clients book money and points of members on the built product, a fifth of it under keys sent before, while the
 * server is killed and started again. A checker then compares the responses with the ledgers.
 */
import { afterAll, describe, expect, it } from '@jest/globals';
import { appendFileSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { mariadbUrl, sampleSize } from '../../../config/jest/testEnvironment';
import type { LedgerReader, LedgerEntry, LedgerSnapshot } from '../../../server/proof/ledgerReader';
import { createRandom, testSeed } from '../../../server/testing/random';
import { ADMIN } from '../../testing/product/startProduct';
import { sourceRevision } from '../runLog';
import { startClients } from './clients';
import type { History } from './history';
import { checkHistory } from './checkHistory';
import { createMembers, startLedgerCluster, runCli, type ClusterKind, type LedgerCluster } from './cluster';

const CLUSTERS: readonly ClusterKind[] = [
  { name: 'SQLite, one node', dialect: 'sqlite', nodes: 1, crashes: 'server' },
  { name: 'MariaDB, two nodes', dialect: 'mariadb', nodes: 2, crashes: 'server' },
  { name: 'MariaDB, one node', dialect: 'mariadb', nodes: 1, crashes: 'server' },
  { name: 'MariaDB, one node, the database killed', dialect: 'mariadb', nodes: 1, crashes: 'database' },
];
const possible = CLUSTERS.filter(({ dialect }) => dialect === 'sqlite' || mariadbUrl() !== null);
const CALLS = sampleSize(240, Number(process.env['PROVE_BOOKINGS'] ?? 100_000));
const MEMBERS = sampleSize(8, 100);
const CRASHES = sampleSize(1, 5);

const TIMEOUT_MS = sampleSize(180_000, 7_200_000);

/** Runs the clients and crashes the cluster at equal intervals. */
async function record(cluster: LedgerCluster, seed: number) {
  const members = await createMembers(cluster.nodes[0] ?? '', MEMBERS, sampleSize(3, 20));
  const began = Date.now();
  const random = createRandom(seed);
  const clients = startClients({
    nodes: cluster.nodes,
    members,
    calls: CALLS,
    concurrency: sampleSize(12, 32),
    random,
    login: ADMIN,
  });
  let history: History | undefined;
  const finished = clients.history.then((result) => {
    history = result;
  });
  for (let crash = 1; crash <= CRASHES; crash += 1) {
    while (history === undefined && clients.done() < (crash * CALLS) / (CRASHES + 1)) await sleep(5);
    if (history === undefined) await cluster.crash();
  }
  await finished;
  if (history === undefined) throw new Error('nothing was recorded');
  return { history, seconds: (Date.now() - began) / 1000 };
}

describe('ledgers', () => {
  const closing: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  }, TIMEOUT_MS);
  const seed = testSeed();
  let recorded:
    | {
        readonly history: History;
        readonly ledger: LedgerReader;
        readonly stored: LedgerSnapshot;
        readonly env: LedgerCluster['env'];
      }
    | undefined;

  // @case N-05
  it.each(possible.slice(0, sampleSize(2, possible.length)))(
    `no booking is lost or doubled, every balance is the sum of its entries: $name, seed ${seed}`,
    async (kind) => {
      const cluster = await startLedgerCluster(kind);
      closing.push(cluster.dispose);
      const { history, seconds } = await record(cluster, seed);
      const ledger = await cluster.stopAndRead();
      closing.push(ledger.close);
      const stored = await ledger.read();
      const problems = checkHistory(history, stored);
      const entries = stored.entries.money.length + stored.entries.score.length;
      const context = {
        at: new Date().toISOString(),
        commit: sourceRevision(),
        server: kind.name,
        seed,
        seconds,
        entries,
      };
      const report = { ...context, ...history.totals, strikes: CRASHES, reads: history.readings.length, problems };
      mkdirSync('.results', { recursive: true });
      appendFileSync('.results/money.jsonl', `${JSON.stringify(report)}\n`);
      process.stdout.write(`${JSON.stringify(report)}\n`);
      expect(problems).toEqual([]);
      expect(await runCli(cluster.env, 'reconcile')).toEqual({
        code: 0,
        output: `${entries} entries: every balance is the sum of its entries, in sequence and with valid HMACs.\n`,
      });
      // A run proves something only if responses were lost, keys repeated, and operations booked and refused.
      expect(history.totals.unknown).toBeGreaterThan(0);
      expect(history.totals.repeated).toBeGreaterThan(CALLS / 10);
      expect(history.operations.some(({ verb, booked }) => verb === 'reverse' && booked.length > 0)).toBe(true);
      expect(history.operations.some(({ booked, refused }) => booked.length === 0 && refused > 0)).toBe(true);
      if (kind.dialect === 'sqlite') recorded = { history, ledger, stored, env: cluster.env };
    },
    TIMEOUT_MS,
  );

  /** The last two entries of an account that has an adjustment. */
  const lastEntry = ({ entries }: LedgerSnapshot): { readonly last: LedgerEntry; readonly before: LedgerEntry } => {
    const { member } = entries.money.find(({ n, type }) => n > 1 && type === 'adjust') ?? { member: 0 };
    const [before, last] = entries.money.filter((entry) => entry.member === member).slice(-2);
    if (last === undefined || before === undefined) throw new Error('there is no account with two entries');
    return { last, before };
  };
  const setBalance = (member: number, balance: number, n: number, hash: string) => [
    `UPDATE \`account\` SET balance = ${balance}, n = ${n}, hash = '${hash}' WHERE id = 'money:${member}'`,
    `UPDATE \`user\` SET money = ${balance} WHERE id = ${member}`,
  ];

  it.each([
    {
      fault: 'an acknowledged entry is deleted and the balances are adjusted',
      problem: /was acknowledged and is lost|but entry \d+ stands/,
      tamper: (stored: LedgerSnapshot) => {
        const { last, before } = lastEntry(stored);
        return [
          `DELETE FROM \`user_money_log\` WHERE id = ${last.id}`,
          ...setBalance(last.member, before.after, before.n, before.hash),
        ];
      },
    },
    {
      fault: 'an entry is stored twice and the balances are adjusted',
      problem: /is booked 2 times/,
      tamper: (stored: LedgerSnapshot) => {
        const { last } = lastEntry(stored);
        const { member, amount, after, n, memo } = last;
        const columns =
          'create_time, user_id, money, `before`, `after`, n, memo, memo_n, type, idem, idem_n, slot, slot_n, hash';
        const slot = `'${member}:${n + 1}'`;
        return [
          `INSERT INTO \`user_money_log\` (${columns})
            VALUES (1, ${member}, ${amount}, ${after}, ${after + amount}, ${n + 1}, '${memo}', '${memo}', 'adjust', 'again', 'again', ${slot}, ${slot}, 'x')`,
          ...setBalance(member, after + amount, n + 1, 'x'),
        ];
      },
    },
    {
      fault: 'an amount is changed',
      problem: /is booked as something else|isn’t the balance before it plus/,
      tamper: (stored: LedgerSnapshot) => [
        `UPDATE \`user_money_log\` SET money = money + 1 WHERE id = ${lastEntry(stored).last.id}`,
      ],
    },
    {
      fault: 'a member row shows another balance',
      problem: /is shown -?\d+ of money/,
      tamper: (stored: LedgerSnapshot) => [
        `UPDATE \`user\` SET money = money + 1 WHERE id = ${lastEntry(stored).last.member}`,
      ],
    },
  ])('fail the check when $fault', async ({ problem, tamper }) => {
    if (recorded === undefined) throw new Error('there is no history to check');
    const { history, ledger, stored } = recorded;
    const seen = await ledger.readTampered(tamper(stored));
    expect(checkHistory(history, seen).join('\n')).toMatch(problem);
    // The tampering was rolled back.
    expect(checkHistory(history, await ledger.read())).toEqual([]);
  });

  it(
    'reconcile: reports a wrong balance, for all members or for one',
    async () => {
      if (recorded === undefined) throw new Error('there is no ledger');
      const { last } = lastEntry(recorded.stored);
      await recorded.ledger.corrupt([`UPDATE \`user\` SET money = money + 1 WHERE id = ${last.member}`]);
      const all = await runCli(recorded.env, 'reconcile');
      expect([all.code, all.output]).toEqual([1, expect.stringContaining(`user ${last.member} money: shows`)]);
      const one = await runCli(recorded.env, 'reconcile', String(last.member));
      expect([one.code, one.output]).toEqual([1, expect.stringContaining('Nothing was changed')]);
      expect((await runCli(recorded.env, 'reconcile', 'x; DROP TABLE user')).code).toBe(2);
    },
    TIMEOUT_MS,
  );
});
