/**
 * N-05: many clients book money and points of members at the built product, a fifth of it under keys sent before, while the
 * server is killed and started again. What they were answered is then held against what the books say.
 */
import { afterAll, describe, expect, it } from '@jest/globals';
import { appendFileSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { mariadbUrl, sampleSize } from '../../../config/jest/testEnvironment';
import type { LedgerReader, LedgerEntry, LedgerSnapshot } from '../../../server/proof/ledgerReader';
import { createRandom, testSeed } from '../../../server/testing/random';
import { ADMIN } from '../../testing/product/startProduct';
import { stateOfSources } from '../ledger';
import { setToWork } from './hands';
import type { History } from './history';
import { judge } from './judge';
import { joinMembers, openScene, sayOnLine, type Kind, type Scene } from './scene';

const SCENES: readonly Kind[] = [
  { name: 'SQLite, one node', dialect: 'sqlite', nodes: 1, struck: 'server' },
  { name: 'MariaDB, two nodes', dialect: 'mariadb', nodes: 2, struck: 'server' },
  { name: 'MariaDB, one node', dialect: 'mariadb', nodes: 1, struck: 'server' },
  { name: 'MariaDB, one node, the database killed', dialect: 'mariadb', nodes: 1, struck: 'database' },
];
const possible = SCENES.filter(({ dialect }) => dialect === 'sqlite' || mariadbUrl() !== null);
const CALLS = sampleSize(240, Number(process.env['PROVE_BOOKINGS'] ?? 100_000));
const MEMBERS = sampleSize(8, 100);
const STRIKES = sampleSize(1, 5);

/** Full sizes take as long as they take. */
const PATIENCE_MS = sampleSize(180_000, 7_200_000);

/** Plays, and strikes at equal distances. */
async function record(scene: Scene, seed: number) {
  const members = await joinMembers(scene.nodes[0] ?? '', MEMBERS, sampleSize(3, 20));
  const began = Date.now();
  const random = createRandom(seed);
  const hands = setToWork({
    nodes: scene.nodes,
    members,
    calls: CALLS,
    lanes: sampleSize(12, 32),
    random,
    login: ADMIN,
  });
  let history: History | undefined;
  const over = hands.history.then((recorded) => {
    history = recorded;
  });
  for (let strike = 1; strike <= STRIKES; strike += 1) {
    while (history === undefined && hands.done() < (strike * CALLS) / (STRIKES + 1)) await sleep(5);
    if (history === undefined) await scene.strike();
  }
  await over;
  if (history === undefined) throw new Error('nothing was recorded');
  return { history, seconds: (Date.now() - began) / 1000 };
}

describe('bookings', () => {
  const closing: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  }, PATIENCE_MS);
  const seed = testSeed();
  let known:
    | {
        readonly history: History;
        readonly books: LedgerReader;
        readonly stored: LedgerSnapshot;
        readonly env: Scene['env'];
      }
    | undefined;

  it.each(possible.slice(0, sampleSize(2, possible.length)))(
    `N-05: none is lost, none is doubled, every account is the sum of its entries: $name, seed ${seed}`,
    async (kind) => {
      const scene = await openScene(kind);
      closing.push(scene.dispose);
      const { history, seconds } = await record(scene, seed);
      const books = await scene.books();
      closing.push(books.close);
      const stored = await books.read();
      const problems = judge(history, stored);
      const entries = stored.entries.money.length + stored.entries.score.length;
      const line = { at: new Date().toISOString(), commit: stateOfSources(), house: kind.name, seed, seconds, entries };
      const told = { ...line, ...history.sum, strikes: STRIKES, reads: history.seen.length, problems };
      mkdirSync('.results', { recursive: true });
      appendFileSync('.results/money.jsonl', `${JSON.stringify(told)}\n`);
      process.stdout.write(`${JSON.stringify(told)}\n`);
      expect(problems).toEqual([]);
      expect(await sayOnLine(scene.env, 'reconcile')).toEqual({
        code: 0,
        said: `${entries} entries: every balance is the sum of its entries, in sequence and sealed.\n`,
      });
      // The kill was felt, keys were repeated, and something was booked and something refused: else nothing is proven.
      expect(history.sum.unknown).toBeGreaterThan(0);
      expect(history.sum.repeated).toBeGreaterThan(CALLS / 10);
      expect(history.ops.some(({ verb, booked }) => verb === 'reverse' && booked.length > 0)).toBe(true);
      expect(history.ops.some(({ booked, refused }) => booked.length === 0 && refused > 0)).toBe(true);
      if (kind.dialect === 'sqlite') known = { history, books, stored, env: scene.env };
    },
    PATIENCE_MS,
  );

  /** The last entry of an account, and of its owner’s first adjustment that was acknowledged. */
  const lastEntry = ({ entries }: LedgerSnapshot): { readonly last: LedgerEntry; readonly before: LedgerEntry } => {
    const { member } = entries.money.find(({ n, type }) => n > 1 && type === 'adjust') ?? { member: 0 };
    const [before, last] = entries.money.filter((entry) => entry.member === member).slice(-2);
    if (last === undefined || before === undefined) throw new Error('there is no account with two entries');
    return { last, before };
  };
  const moved = (member: number, balance: number, n: number, hash: string) => [
    `UPDATE \`account\` SET balance = ${balance}, n = ${n}, hash = '${hash}' WHERE id = 'money:${member}'`,
    `UPDATE \`user\` SET money = ${balance} WHERE id = ${member}`,
  ];

  it.each([
    {
      fault: 'an acknowledged entry is taken out, and everything else is made to fit',
      said: /was acknowledged and is lost|but entry \d+ stands/,
      plant: (stored: LedgerSnapshot) => {
        const { last, before } = lastEntry(stored);
        return [
          `DELETE FROM \`user_money_log\` WHERE id = ${last.id}`,
          ...moved(last.member, before.after, before.n, before.hash),
        ];
      },
    },
    {
      fault: 'an entry is there twice, and everything else is made to fit',
      said: /is booked 2 times/,
      plant: (stored: LedgerSnapshot) => {
        const { last } = lastEntry(stored);
        const { member, amount, after, n, memo } = last;
        const columns =
          'create_time, user_id, money, `before`, `after`, n, memo, memo_n, type, idem, idem_n, slot, slot_n, hash';
        const slot = `'${member}:${n + 1}'`;
        return [
          `INSERT INTO \`user_money_log\` (${columns}) VALUES (1, ${member}, ${amount}, ${after}, ${after + amount}, ${n + 1}, '${memo}', '${memo}', 'adjust', 'again', 'again', ${slot}, ${slot}, 'x')`,
          ...moved(member, after + amount, n + 1, 'x'),
        ];
      },
    },
    {
      fault: 'an amount is another',
      said: /is booked as something else|does not add up/,
      plant: (stored: LedgerSnapshot) => [
        `UPDATE \`user_money_log\` SET money = money + 1 WHERE id = ${lastEntry(stored).last.id}`,
      ],
    },
    {
      fault: 'a member is shown more than there is',
      said: /is shown -?\d+ of money/,
      plant: (stored: LedgerSnapshot) => [
        `UPDATE \`user\` SET money = money + 1 WHERE id = ${lastEntry(stored).last.member}`,
      ],
    },
  ])('are judged by something that can fail: $fault', async ({ said, plant }) => {
    if (known === undefined) throw new Error('there is no history to judge');
    const { history, books, stored } = known;
    const seen = await books.readTampered(plant(stored));
    expect(judge(history, seen).join('\n')).toMatch(said);
    // What was planted is gone again.
    expect(judge(history, await books.read())).toEqual([]);
  });

  it(
    'are held against each other by the command line too, of all members or of one',
    async () => {
      if (known === undefined) throw new Error('there are no books');
      const { last } = lastEntry(known.stored);
      await known.books.corrupt([`UPDATE \`user\` SET money = money + 1 WHERE id = ${last.member}`]);
      const all = await sayOnLine(known.env, 'reconcile');
      expect([all.code, all.said]).toEqual([1, expect.stringContaining(`user ${last.member} money: shows`)]);
      const one = await sayOnLine(known.env, 'reconcile', String(last.member));
      expect([one.code, one.said]).toEqual([1, expect.stringContaining('Nothing was changed')]);
      expect((await sayOnLine(known.env, 'reconcile', 'x; DROP TABLE user')).code).toBe(2);
    },
    PATIENCE_MS,
  );
});
