/** What a process knows of the last hour's bookings without asking: as much as it was or more, on whatever node they were made. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../config/jest/tools';
import type { Db } from '../../context';
import { member, superAdmin, type Caller } from '../../testing/actors';
import { put } from '../../testing/settings';
import { overheard } from '../../testing/statements';
import { databases, freshMariadb, startWorld, type World } from '../../testing/world';
import { atMost, goOn, learn } from './lately';

const HEAP = { actor: 'admin:1', side: 1 } as const;
const OTHER = { actor: 'admin:2', side: 1 } as const;
const kit = () => ({ db: {} as Db }); // stands for a house by being itself
const account = (n: number) => ({ id: 'money:7', n, hash: n === 0 ? '' : `seal-${n}` });
const entry = (n: number, size = 100) => ({ ...HEAP, size, hash: `seal-${n}` });

describe('what was booked lately', () => {
  it('is nothing for an account without entries, and unknown where nothing was learnt', () => {
    const house = kit();
    expect(atMost(house, account(0), HEAP)).toBe(0);
    expect(atMost(house, account(3), HEAP)).toBeUndefined();
  });

  it('grows with every entry of the heap, and stays with those of others', () => {
    const house = kit();
    learn(house, account(3), HEAP, 500);
    goOn(house, account(3), entry(4));
    goOn(house, account(4), { ...OTHER, size: 900, hash: 'seal-5' });
    expect(atMost(house, account(5), HEAP)).toBe(600);
    expect(atMost(house, account(5), OTHER)).toBeUndefined();
    expect(atMost(house, account(5), { ...HEAP, side: -1 })).toBeUndefined();
  });

  it('begins with the first entry of an account', () => {
    const house = kit();
    goOn(house, account(0), entry(1));
    expect(atMost(house, account(1), HEAP)).toBe(100);
  });

  it('is forgotten once somebody else booked, or an entry was not written after all', () => {
    const house = kit();
    learn(house, account(3), HEAP, 500);
    expect(atMost(house, { ...account(3), hash: 'of another node' }, HEAP)).toBeUndefined();
    goOn(house, account(3), entry(4));
    expect(atMost(house, account(3), HEAP)).toBeUndefined();
    goOn(house, account(3), { ...entry(4, 50), hash: 'another-4' });
    expect(atMost(house, { ...account(4), hash: 'another-4' }, HEAP)).toBeUndefined();
  });
});

describe.each(databases())('what a booking asks of the last hour on %s', (database) => {
  let world: World;
  let root: Caller;
  let mia: Caller;
  const said: string[] = [];
  beforeAll(async () => {
    world = await startWorld({ database, spy: overheard(({ sql }) => said.push(sql)) });
    root = await superAdmin(world);
    mia = await member(world);
    await put(world, 'ledger_second_money', 5);
  });
  afterAll(() => world.end());
  const add = async (money: string) => {
    said.length = 0;
    const { data } = await root.post('/admin/user_money_log/add', { user_id: mia.id, money, memo: 'Drop' });
    return { refused: data.secondPerson === true, asked: said.filter((sql) => sql.includes('AS booked')).length };
  };

  it('is asked where it is not known or might be too much, not for every entry', async () => {
    expect(await add('2.00')).toEqual({ refused: false, asked: 0 });
    expect(await add('1.00')).toEqual({ refused: false, asked: 0 });
    expect(await add('-1.00')).toEqual({ refused: false, asked: 1 });
    expect(await add('-1.00')).toEqual({ refused: false, asked: 0 });
    expect(await add('2.00')).toEqual({ refused: true, asked: 1 });
    world.pass(3_601_000);
    root = await superAdmin(world);
    expect(await add('2.00')).toEqual({ refused: false, asked: 1 });
    expect(await add('2.00')).toEqual({ refused: false, asked: 0 });
    expect(await add('1.00')).toEqual({ refused: true, asked: 1 });
  });
});

const onMariadb = mariadbUrl() === null ? describe.skip : describe;
onMariadb('what another node booked', () => {
  let database: Awaited<ReturnType<typeof freshMariadb>>;
  const worlds: World[] = [];
  beforeAll(async () => {
    database = await freshMariadb();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    worlds.push(await startWorld({ env }), await startWorld({ env, beside: true }));
    for (const world of worlds) await put(world, 'ledger_second_money', 5);
  });
  afterAll(async () => {
    for (const world of worlds) await world.end();
    await database.drop();
  });

  it('counts here too', async () => {
    const [one, other] = worlds;
    if (one === undefined || other === undefined) throw new Error('two nodes were wanted');
    const [here, there, mia] = [await superAdmin(one), await superAdmin(other), await member(one)];
    const entry = { user_id: mia.id, money: '2.00', memo: 'Drop' };
    const add = async (by: Caller) => (await by.post('/admin/user_money_log/add', entry)).data.secondPerson === true;
    expect(await add(here)).toBe(false);
    expect(await add(there)).toBe(false);
    expect(await add(here)).toBe(true);
    expect(await add(there)).toBe(true);
  });
});
