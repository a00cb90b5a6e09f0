/** Members receive no stored id of personal rows, neither in responses of any route nor in frames of any list. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import type { AnyEntity } from '../../../common/entity/entity';
import { PUBLIC_ID_LIMIT } from '../../../common/entity/publicId';
import { createRegistry } from '../../../common/entity/registry';
import { lintDefinition } from '../../../common/definition/lintDefinition';
import { member, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

/** Stored ids start here, so that a leak is recognizable. */
const FIRST = 7_340_000;
const LEAK = /(?<!\d)7340\d{3}(?!\d)/;

/** Rows that are the same for all readers of a site or a company; a member knows its own account by its id. */
const SHARED: ReadonlySet<string> = new Set([
  ...['user', 'app_business', 'enterprise', 'enterprise_staff'],
  ...createRegistry(entities)
    .all.filter(({ spec }) => spec.access.guest !== undefined)
    .map(({ name }) => name),
]);
const readByMembers = createRegistry(entities).all.filter(({ spec }) => spec.access.member !== undefined);

describe('public ids of personal entities', () => {
  it('every entity whose rows belong to a member has a public id', () => {
    const owned = readByMembers.filter(({ name }) => !SHARED.has(name));
    expect(owned.map(({ name }) => name).sort()).toEqual([
      'entitlement',
      'notice',
      'plugin_purchase',
      'preference',
      'user_money_log',
      'user_score_log',
    ]);
    expect(owned.filter(({ spec }) => spec.publicId === undefined)).toEqual([]);
  });

  it('the registry refuses an entity with member rows without one', () => {
    const { publicId: _publicId, ...spec } = entities.notice.spec;
    const bare = { ...entities.notice, spec } as AnyEntity;
    expect([...lintDefinition(bare)].join()).toContain('public ID');
    expect([...lintDefinition(entities.notice)].join()).not.toContain('public ID');
  });
});

async function startIdsAt({ services: { db } }: TestServer): Promise<void> {
  await db.transact(async (tx) => {
    for (const { name } of createRegistry(entities).all) {
      if (SHARED.has(name)) continue;
      if (db.dialect === 'mariadb') await tx.run(`ALTER TABLE \`${name}\` AUTO_INCREMENT = ${FIRST}`);
      else {
        await tx.run('DELETE FROM sqlite_sequence WHERE name = ?', [name]);
        await tx.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [name, FIRST]);
      }
    }
  });
}

describe.each(sampleDialects())('ids that members receive on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let mia: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    await startIdsAt(testServer);
    root = await superAdmin(testServer);
    mia = await member(testServer);
  });
  afterAll(() => testServer.close());

  const upload = (who: Caller, side: 'admin' | 'api') => {
    const body = new FormData();
    body.append('file', new Blob(['some text']), 'a.txt');
    return who.send('POST', `/${side}/ajax/upload`, { body });
  };
  /** Creates rows of every kind for a member. */
  const live = async (): Promise<readonly string[]> => {
    const createLedgerEntry = { user_id: mia.id, money: '5.00', memo: 'Order', _mid: 'till-1' };
    const staff = [
      await root.post('/admin/user_money_log/add', createLedgerEntry),
      await root.post('/admin/user_score_log/add', { user_id: mia.id, score: 5, memo: 'Gift' }),
      await root.post('/admin/user/send_notice', { id: mia.id, text: 'Hello' }),
      await root.post('/admin/user/edit', { id: mia.id, nickname: 'Mia Other' }),
    ];
    expect(staff.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    expect(staff[0]?.text).toMatch(LEAK);
    expect((await upload(root, 'admin')).text).toMatch(LEAK);
    const own = [
      await mia.post('/api/preference/set', { name: 'notices', value: { wealth: { bell: true } } }),
      await mia.post('/api/account/dailyCheckIn'),
      await upload(mia, 'api'),
      await mia.post('/api/account/profile', { motto: 'Calm' }),
    ];
    expect(own.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    return own.map(({ text }) => text);
  };
  const framesReceivedBy = async (client: LiveClient): Promise<void> => {
    for (const { name } of readByMembers)
      await client.subscribe(name, { k: 'list', e: name, where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] });
  };

  it('ids that members receive are not stored ids, in responses of all routes and frames of all lists', async () => {
    const client = await connectLiveClient(`${testServer.url}/member`, mia.token, {});
    await framesReceivedBy(client);
    const responses = [...(await live())];
    const routes = testServer.routes.routes().filter(({ realm, method }) => realm === 'member' && method === 'GET');
    expect(routes.length).toBeGreaterThan(20);
    for (const { path } of routes)
      for (const query of [{}, { select: '1' }]) responses.push((await mia.get(path, query)).text);
    for (const text of responses) expect(LEAK.exec(text)?.input).toBeUndefined();
    const entered = () => new Set(client.frames.flatMap(({ t, c = [] }) => (c.length > 0 ? [t] : [])));
    for (let tries = 0; entered().size < 4 && tries < 100; tries += 1) await sleep(50);
    expect(client.raw.join('\n')).toContain('"enter"');
    expect(LEAK.exec(client.raw.join('\n'))).toBeNull();
    client.close();
  });

  it('ids of notices are random numbers, by which a member reads, filters and marks them', async () => {
    const { data } = await mia.get('/api/notice/index');
    const ids: number[] = data.list.map(({ id }: { id: number }) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(ids.every((id) => Number.isInteger(id) && id > 0 && id < PUBLIC_ID_LIMIT)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    const [id = 0] = ids;
    expect((await mia.get('/api/notice/edit', { id: String(id) })).data.row.id).toBe(id);
    expect((await mia.post('/api/notice/read', { ids: [FIRST, FIRST + 1] })).data).toEqual({ count: 0 });
    expect((await mia.post('/api/notice/read', { ids: [id] })).data).toEqual({ count: 1 });
    const { list } = (await mia.get('/api/notice/index')).data;
    expect(list.filter(({ read_time }: { read_time: number | null }) => read_time !== null)).toEqual([
      expect.objectContaining({ id }),
    ]);
  });
});
