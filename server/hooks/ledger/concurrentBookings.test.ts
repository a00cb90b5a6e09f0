/** Concurrent bookings, some repeated, refused or for the same member: the results equal those of single bookings. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, member, superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { createRandom, testSeed } from '../../testing/random';
import { formatStoredKey } from '../../engine/write/commit/idempotency';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';
import { auditLog } from '../audit/auditLog';
import { verifyAll } from '../../db/verify/verifyAll';
import type { Db } from '../../context';

const MEMBERS = 10;
const REQUEST_COUNT = 160;
const READ_PERMISSIONS = ['user_money_log/see_money', 'user_score_log/see_money'];
const CLERK = [
  'user_money_log/add',
  'user_money_log/index',
  'user_score_log/add',
  'user_score_log/index',
  ...READ_PERMISSIONS,
  'user/see_money',
];

interface BookingRequest {
  readonly kind: 'money' | 'score';
  readonly member: number;
  /** Whole units; a large negative amount exceeds every balance. */
  readonly amount: number;
  readonly mid: string;
  readonly by: Caller;
}

describe.each(testDialects())('concurrent bookings on %s', (database) => {
  const seed = testSeed();
  const random = createRandom(seed);
  let testServer: TestServer;
  let root: Caller;
  let members: readonly Caller[];
  let requests: readonly BookingRequest[];
  let responses: readonly ApiResponse[];
  let [transactions, transactionsUsed] = [0, 0];
  const countTransactions = (db: Db): Db => ({
    ...db,
    transact: (work) => {
      transactions += 1;
      return db.transact(work);
    },
  });

  const sendBooking = ({ kind, member, amount, mid, by }: BookingRequest): Promise<ApiResponse> =>
    by.post(`/admin/user_${kind}_log/add`, {
      user_id: members[member]?.id ?? 999_999,
      [kind]: kind === 'money' ? `${amount}.00` : amount,
      memo: `request ${mid}`,
      _mid: mid,
    });
  const rows = <T>(sql: string) => testServer.services.db.rows<T>(sql);

  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' }, wrapDb: countTransactions });
    root = await superAdmin(testServer);
    members = await Promise.all(Array.from({ length: MEMBERS }, () => member(testServer)));
    const clerks = [root, ...(await Promise.all([1, 2].map(() => limitedAdmin(testServer, CLERK, 'all'))))];
    const newRequests = Array.from({ length: REQUEST_COUNT }, (_, index): BookingRequest => ({
      kind: random.chance(0.7) ? 'money' : 'score',
      // Sometimes a member that does not exist.
      member: random.below(random.chance(0.05) ? MEMBERS + 4 : MEMBERS),
      amount: random.chance(0.15) ? -900 : 1 + random.below(9),
      mid: `crowd-${index}`,
      by: random.pick(clerks),
    }));
    requests = [...newRequests, ...newRequests.filter(() => random.chance(0.2))];
    transactions = 0;
    responses = await Promise.all(requests.map(sendBooking));
    transactionsUsed = transactions;
  });
  afterAll(() => testServer.close());

  const listAccepted = () => requests.filter((_, index) => responses[index]?.code === 1);

  it(`each request gets its own response, and repeated ones the same (seed ${seed})`, () => {
    const first = new Map<string, ApiResponse>();
    for (const [index, { mid, amount, member }] of requests.entries()) {
      const response = responses[index];
      const expected = amount > 0 && member < MEMBERS ? 1 : 0;
      expect([mid, response?.code, response?.status]).toEqual([mid, expected, 200]);
      if (expected === 1) expect([mid, response?.data.row.memo]).toEqual([mid, `request ${mid}`]);
      const known = first.get(mid);
      if (known && expected === 1)
        expect([response?.data.id, response?.data.seq]).toEqual([known.data.id, known.data.seq]);
      else if (response) first.set(mid, response);
    }
    expect(listAccepted().length).toBeGreaterThan(REQUEST_COUNT / 2);
  });

  it('each booking has one entry, one change log number and one audit entry', async () => {
    const mids = new Set(listAccepted().map(({ mid }) => mid));
    const entries = await rows<{ memo: string }>(
      'SELECT memo FROM `user_money_log` UNION ALL SELECT memo FROM `user_score_log`',
    );
    expect(entries.map(({ memo }) => memo).sort()).toEqual([...mids].map((mid) => `request ${mid}`).sort());
    const claims = await rows<{ mid: string }>(
      "SELECT mid FROM `mutation_log` WHERE response LIKE '%\"cid\"%' AND actor LIKE 'admin:%'",
    );
    const keys = new Set(listAccepted().map(({ by, mid }) => formatStoredKey(`admin:${by.id}`, mid)));
    expect(new Set(claims.map(({ mid }) => mid))).toEqual(keys);
    const lastSeqByChangeSet = new Map(
      (await rows<{ cid: string; last: number }>('SELECT cid, MAX(seq) AS last FROM `change_log` GROUP BY cid')).map(
        ({ cid, last }) => [cid, String(Number(last))],
      ),
    );
    for (const response of responses)
      if (response.code === 1) expect(response.data.seq).toBe(lastSeqByChangeSet.get(response.data.cid));
    const noted = await rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM \`admin_log\` WHERE url LIKE '%_log/add' AND data LIKE '%"verb":"add"%'`,
    );
    expect(Number(noted[0]?.n)).toBe(mids.size);
  });

  it('each member has one notice per ledger, with the total', async () => {
    const lines = await rows<{ recipient_id: number; n: number }>(
      "SELECT recipient_id, COUNT(*) AS n FROM `notice` WHERE realm = 'member' AND kind = 'wealth' GROUP BY recipient_id",
    );
    for (const { recipient_id: id, n } of lines) {
      const index = members.findIndex((candidate) => candidate.id === Number(id));
      expect(Number(n)).toBe(
        new Set(listAccepted().flatMap((request) => (request.member === index ? [request.kind] : []))).size,
      );
    }
  });

  it('balances, HMACs and chain equal those of sequential bookings', async () => {
    for (const [index, { id }] of members.entries()) {
      const own = new Map(
        listAccepted()
          .filter((request) => request.member === index)
          .map((request) => [request.mid, request] as const),
      );
      const sum = (kind: BookingRequest['kind']) =>
        [...own.values()].reduce((total, request) => total + (request.kind === kind ? request.amount : 0), 0);
      const { row } = (await root.get('/admin/user/edit', { id: String(id) })).data;
      expect([row.money, row.score]).toEqual([`${sum('money')}.00`, sum('score')]);
    }
    const { db, registry, env } = testServer.services;
    const scope = { db, registry, dataDir: env.dataDir, keys: env.appKeys, auditLogEntity: auditLog.entity };
    expect((await verifyAll(scope)).findings).toEqual([]);
  });

  it('bookings need at most one transaction each, and far fewer on a database server', () => {
    // SQLite finishes most bookings before the next request is parsed.
    expect(transactionsUsed).toBeLessThan(database === 'mariadb' ? requests.length / 2 : requests.length + MEMBERS);
  });

  it('bookings by admins without permission for amounts: all refused', async () => {
    const blind = await limitedAdmin(testServer, ['user_money_log/add', 'user_money_log/index'], 'all');
    const response = await sendBooking({ kind: 'money', member: 0, amount: 3, mid: 'crowd-blind', by: blind });
    expect([response.code, response.data.fields]).toEqual([
      0,
      { money: 'This field is required, but you don’t have permission to fill it in' },
    ]);
  });

  it('a refused request gets the same response under its key, and books under a new key', async () => {
    const refused = requests.find(({ amount, member }) => amount < 0 && member < MEMBERS);
    expect(refused).toBeDefined();
    if (!refused) return;
    const repeated = await sendBooking(refused);
    expect([repeated.code, repeated.data]).toEqual([0, responses[requests.indexOf(refused)]?.data]);
    expect((await sendBooking({ ...refused, amount: 7 })).status).toBe(422);
    expect((await sendBooking({ ...refused, amount: 7, mid: 'crowd-again' })).code).toBe(1);
  });
});
