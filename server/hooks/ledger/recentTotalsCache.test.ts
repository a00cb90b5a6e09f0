/** The cache of recent totals: at least the booked sum, whichever node booked it. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import type { Db } from '../../context';
import { member, superAdmin, type Caller } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { observeStatements } from '../../testing/database/observeStatements';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';
import { findCachedTotal, advanceCachedTotal, cacheTotal } from './recentTotalsCache';

const GROUP = { actor: 'admin:1', side: 1 } as const;
const OTHER = { actor: 'admin:2', side: 1 } as const;
const createServices = () => ({ db: {} as Db }); // The cache uses the database object only as the identity of a server.
const account = (n: number) => ({ id: 'money:7', n, hash: n === 0 ? '' : `hash-${n}` });
const entry = (n: number, size = 100) => ({ ...GROUP, size, hash: `hash-${n}` });

describe('recentTotalsCache', () => {
  it('findCachedTotal: 0 for an account without entries, undefined for an unknown account', () => {
    const services = createServices();
    expect(findCachedTotal(services, account(0), GROUP)).toBe(0);
    expect(findCachedTotal(services, account(3), GROUP)).toBeUndefined();
  });

  it('addEntry: increases the total of its group and keeps the others', () => {
    const services = createServices();
    cacheTotal(services, account(3), GROUP, 500);
    advanceCachedTotal(services, account(3), entry(4));
    advanceCachedTotal(services, account(4), { ...OTHER, size: 900, hash: 'hash-5' });
    expect(findCachedTotal(services, account(5), GROUP)).toBe(600);
    expect(findCachedTotal(services, account(5), OTHER)).toBeUndefined();
    expect(findCachedTotal(services, account(5), { ...GROUP, side: -1 })).toBeUndefined();
  });

  it('addEntry: starts with the first entry of an account', () => {
    const services = createServices();
    advanceCachedTotal(services, account(0), entry(1));
    expect(findCachedTotal(services, account(1), GROUP)).toBe(100);
  });

  it('findCachedTotal: returns undefined after an entry of another node or an aborted entry', () => {
    const services = createServices();
    cacheTotal(services, account(3), GROUP, 500);
    expect(findCachedTotal(services, { ...account(3), hash: 'of another node' }, GROUP)).toBeUndefined();
    advanceCachedTotal(services, account(3), entry(4));
    expect(findCachedTotal(services, account(3), GROUP)).toBeUndefined();
    advanceCachedTotal(services, account(3), { ...entry(4, 50), hash: 'another-4' });
    expect(findCachedTotal(services, { ...account(4), hash: 'another-4' }, GROUP)).toBeUndefined();
  });
});

describe.each(testDialects())('queries for recent totals on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let mia: Caller;
  const statements: string[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database, wrapDb: observeStatements(({ sql }) => statements.push(sql)) });
    root = await superAdmin(testServer);
    mia = await member(testServer);
    await setSetting(testServer, 'ledger_second_money', 5);
  });
  afterAll(() => testServer.close());
  const add = async (money: string) => {
    statements.length = 0;
    const { data } = await root.post('/admin/user_money_log/add', { user_id: mia.id, money, memo: 'Drop' });
    return { refused: data.secondPerson === true, asked: statements.filter((sql) => sql.includes('AS booked')).length };
  };

  it('booking: reads the total only when it is unknown or may exceed a limit', async () => {
    expect(await add('2.00')).toEqual({ refused: false, asked: 0 });
    expect(await add('1.00')).toEqual({ refused: false, asked: 0 });
    expect(await add('-1.00')).toEqual({ refused: false, asked: 1 });
    expect(await add('-1.00')).toEqual({ refused: false, asked: 0 });
    expect(await add('2.00')).toEqual({ refused: true, asked: 1 });
    testServer.advanceClock(3_601_000);
    root = await superAdmin(testServer);
    expect(await add('2.00')).toEqual({ refused: false, asked: 1 });
    expect(await add('2.00')).toEqual({ refused: false, asked: 0 });
    expect(await add('1.00')).toEqual({ refused: true, asked: 1 });
  });
});

const onMariadb = mariadbUrl() === null ? describe.skip : describe;
onMariadb('what another node booked', () => {
  let database: Awaited<ReturnType<typeof createMariadbDatabase>>;
  const testServers: TestServer[] = [];
  beforeAll(async () => {
    database = await createMariadbDatabase();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    testServers.push(await startTestServer({ env }), await startTestServer({ env, isSecondNode: true }));
    for (const testServer of testServers) await setSetting(testServer, 'ledger_second_money', 5);
  });
  afterAll(async () => {
    for (const testServer of testServers) await testServer.close();
    await database.drop();
  });

  it('bookings on the other node count', async () => {
    const [one, other] = testServers;
    if (one === undefined || other === undefined) throw new Error('expected two nodes');
    const [here, there, mia] = [await superAdmin(one), await superAdmin(other), await member(one)];
    const entry = { user_id: mia.id, money: '2.00', memo: 'Drop' };
    const add = async (by: Caller) => (await by.post('/admin/user_money_log/add', entry)).data.secondPerson === true;
    expect(await add(here)).toBe(false);
    expect(await add(there)).toBe(false);
    expect(await add(here)).toBe(true);
    expect(await add(there)).toBe(true);
  });
});
