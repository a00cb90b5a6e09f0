/**
 * Row scopes follow from the groups of other admins. INVARIANT: after any change of admins and groups, a subscriber receives
 * exactly the rows that the policy gives for the states before and after, and a reset at once where its scope changed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../config/jest/testEnvironment';
import { news } from '../../common/entities/news';
import { MATCH_ALL } from '../../common/entity/filter';
import type { Json } from '../../common/entity/field';
import type { StoredRow } from '../../common/entity/columns';
import type { ListResponse, TopicSpec } from '../../common/protocol/liveEvents';
import { seedContext } from '../db/seeds/base';
import { signIn, superAdmin, type Caller } from '../testing/callers';
import { connectLiveClient, type LiveClient } from '../testing/live/liveClient';
import { compareFrame, expectedChangesFor, type TableState } from '../testing/live/liveOracle';
import { createLiveStaffActor } from '../testing/live/liveHarness';
import { createRandom, testSeed } from '../testing/random';
import { sampleDialects } from '../testing/sampleDialects';
import { startTestServer, type TestServer } from '../testing/testServer';

const PASSWORD = 'limited-horse-7';
const RULES = ['news/index', 'news/edit', 'news/add'];
const spec: TopicSpec = { k: 'list', e: 'news', where: MATCH_ALL, sort: [] };
const MAX_RESET_MS = 1_500; // One second, plus a half for a busy machine.
const ROUNDS = sampleSize(25, 400);
const waitFor = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(5);
};

describe.each(sampleDialects())('row scopes on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let scopeQueries = 0;
  let lastNumber = 0;
  /** The top group, the group below it, and a sibling. */
  let groups: readonly [number, number, number];
  let reader: Caller;
  let client: LiveClient;
  let adminIds: number[] = [];

  const create = async (name: string, values: Readonly<Record<string, Json>>): Promise<number> => {
    const entity = testServer.services.registry.get(name);
    if (!entity) throw new Error(`no entity ${name}`);
    lastNumber += 1;
    return (await testServer.writer.create(seedContext(testServer.services), entity, values)).id;
  };
  const createAdmin = (group: number, name = `person_${lastNumber}`) =>
    create('admin', { username: name, nickname: name, password: PASSWORD, group_arr: [group] });
  const createNews = (author: number) =>
    create('news', { title: `News ${lastNumber}`, content: `<p>${lastNumber}</p>`, admin_id: author });
  const postOk = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const response = await root.post(path, body);
    expect([path, response.msg, response.code]).toEqual([path, response.msg, 1]);
  };
  const editTitle = (id: number) => postOk('/admin/news/edit', { id, title: `Touched ${(lastNumber += 1)}` });
  const moveToGroup = (id: number, group: number) => postOk('/admin/admin/edit', { id, group_arr: [group] });

  const loadTable = async (): Promise<TableState> => {
    const list = await testServer.services.db.rows<StoredRow>('SELECT * FROM `news`');
    const parsedRows = list.map((row) => ({ ...row, id: Number(row['id']), admin_id: Number(row['admin_id']) }));
    return new Map(parsedRows.map((row) => [row.id, row]));
  };
  const parseIds = (text: unknown) => JSON.parse(String(text)) as number[];
  /** The subscriber's scope, computed from the tables. */
  async function expectedScope(): Promise<readonly number[] | 'all'> {
    const { db } = testServer.services;
    const groupRows = await db.rows<{ id: number; pid: number | null; data_scope: string }>(
      'SELECT id, pid, data_scope FROM `admin_group` WHERE delete_time IS NULL',
    );
    const topGroup = groupRows.find(({ id }) => Number(id) === groups[0]);
    if (topGroup?.data_scope === 'all') return 'all';
    const isInside = (id: number | null): boolean =>
      id !== null &&
      (id === groups[0] || isInside(groupRows.find((group) => Number(group.id) === Number(id))?.pid ?? null));
    const all = await db.rows<{ id: number; group_arr: string }>(
      'SELECT id, group_arr FROM `admin` WHERE delete_time IS NULL',
    );
    const adminsInScope = all.filter(
      ({ group_arr }) => topGroup?.data_scope === 'subtree' && parseIds(group_arr).some(isInside),
    );
    return [...new Set([reader.id, ...adminsInScope.map(({ id }) => Number(id))])].sort((a, b) => a - b);
  }
  const waitForLog = async () => {
    const [head] = await testServer.services.db.rows<{ last: number }>('SELECT last FROM change_head');
    await waitFor(() => (testServer.live.stats()?.position ?? 0) >= Number(head?.last));
    await sleep(120);
  };
  const loadList = async () => (await reader.get('/admin/news/index', { limit: '200' })).data as ListResponse;
  /** Records the frames of the list, compared with the tables. */
  async function follow() {
    const { seq, epoch } = await loadList();
    const { topic, from } = await client.subscribe('a', spec, seq, epoch);
    return { topic, from, scope: await expectedScope(), before: await loadTable(), resets: client.resets.length };
  }
  type Followed = Awaited<ReturnType<typeof follow>>;
  const framesSince = ({ topic, from }: Followed) => client.frames.slice(from).filter((frame) => frame.t === topic);
  const createReaderActor = (scope: readonly number[] | 'all') => createLiveStaffActor(reader.id, RULES, { scope });
  /** Single frames have intermediate states, so they are compared as a whole. */
  async function assertFrames(followed: Followed): Promise<void> {
    const expectedChanges = expectedChangesFor(createReaderActor(followed.scope), news, spec, [
      followed.before,
      await loadTable(),
    ]);
    const frames = framesSince(followed).flatMap(({ c }) => c);
    const ids = (all: readonly { readonly id: number; readonly op: string }[]) =>
      [...new Set(all.map(({ id, op }) => `${id} ${op}`))].sort();
    expect(ids(frames)).toEqual(ids(expectedChanges));
    for (const frame of framesSince(followed)) {
      const known = new Set(frame.c.map(({ id }) => id));
      const { is, should } = compareFrame(
        frame,
        expectedChanges.filter(({ id }) => known.has(id)),
      );
      expect(is.enter).toBe(should.enter);
    }
  }

  beforeAll(async () => {
    testServer = await startTestServer({
      database,
      wrapDb: (db) => ({
        ...db,
        rows: (sql, params) => {
          if (sql.includes('SELECT support,')) scopeQueries += 1;
          return db.rows(sql, params);
        },
      }),
    });
    root = await superAdmin(testServer);
    const group = (name: string, pid: number | null, scope: string) =>
      create('admin_group', { name, pid, data_scope: scope, rules: RULES });
    const topGroup = await group('Top', null, 'subtree');
    groups = [topGroup, await group('Below', topGroup, 'own'), await group('Beside', null, 'own')];
    await createAdmin(topGroup, 'reader');
    reader = await signIn(testServer, 'admin', { username: 'reader', password: PASSWORD });
    client = await connectLiveClient(`${testServer.url}/admin`, reader.token, {});
  });
  afterAll(() => {
    client.close();
    return testServer.close();
  });
  afterEach(() => expect(client.socket.connected).toBe(true));

  /** Creates an admin with an own row, inside or outside the scope. */
  async function createAuthor(group: number) {
    const id = await createAdmin(group);
    adminIds.push(id);
    return { id, row: await createNews(id) };
  }
  /** Subscribes, changes admins or groups and then the row: the list must receive no part of it. */
  async function expectResetOnly(act: () => Promise<void>, row?: number): Promise<void> {
    const followed = await follow();
    await act();
    const startedAt = performance.now();
    if (row !== undefined) await editTitle(row);
    await waitFor(() => client.resets.length > followed.resets);
    expect(performance.now() - startedAt).toBeLessThan(MAX_RESET_MS);
    await waitForLog();
    expect(client.resets.slice(followed.resets)).toEqual([{ t: [followed.topic], why: 'perm', jitter: 0 }]);
    expect(client.authz.at(-1)).toMatchObject({ why: 'group', by: { id: `admin:${root.id}` } });
    expect(framesSince(followed)).toEqual([]);
  }
  const changesSince = (followed: Followed) =>
    framesSince(followed).flatMap(({ c }) => c.map(({ op, id }) => [op, id]));
  const isListed = async (id: number) => (await loadList()).list.some((row) => row['id'] === id);

  it.each<readonly [string, 1 | 2, (id: number) => Promise<void>]>([
    ['is moved away', 1, (id) => moveToGroup(id, groups[2])],
    ['loses the group above', 1, () => postOk('/admin/admin_group/edit', { id: groups[1], pid: groups[2] })],
    ['is moved in', 2, (id) => moveToGroup(id, groups[1])],
  ])('apply at once when an admin %s', async (_, from, act) => {
    const { id, row } = await createAuthor(groups[from]);
    expect(await isListed(row)).toBe(from === 1);
    await expectResetOnly(() => act(id), row);
    const subscription = await follow();
    expect(await isListed(row)).toBe(from === 2);
    await editTitle(row);
    const later = await createNews(id);
    await waitForLog();
    const expectedChanges = [
      ['u', row],
      ['enter', later],
    ];
    expect(changesSince(subscription)).toEqual(from === 2 ? expectedChanges : []);
    await postOk('/admin/admin_group/edit', { id: groups[1], pid: groups[0] });
  });

  it('apply at once when an admin is deleted and restored', async () => {
    const id = await createAdmin(groups[1]);
    await expectResetOnly(() => postOk('/admin/admin/del', { ids: [id] }));
    await expectResetOnly(() => postOk('/admin/admin/restore', { ids: [id] }));
    const subscription = await follow();
    const row = await createNews(id);
    await waitForLog();
    expect(changesSince(subscription)).toEqual([['enter', row]]);
  });

  it('include new admins, and keep the rows of disabled ones', async () => {
    const followed = await follow();
    const id = await createAdmin(groups[1]);
    await waitFor(() => client.resets.length > followed.resets);
    const subscription = await follow();
    const row = await createNews(id);
    await waitForLog();
    expect(changesSince(subscription)).toEqual([['enter', row]]);
    await postOk('/admin/admin/edit', { id, status: 0 });
    await editTitle(row);
    await waitForLog();
    expect(client.resets).toHaveLength(subscription.resets);
    expect(framesSince(subscription).at(-1)?.c).toMatchObject([{ op: 'u', id: row }]);
  });

  it('row scopes are rechecked only for admins with a limited scope, and not after a sign-in', async () => {
    const username = 'outsider';
    await createAdmin(groups[2], username);
    const outsider = await signIn(testServer, 'admin', { username, password: PASSWORD });
    const sockets = await Promise.all(
      Array.from({ length: 6 }, () => connectLiveClient(`${testServer.url}/admin`, outsider.token, {})),
    );
    await waitForLog();
    scopeQueries = 0;
    const idInScope = await createAdmin(groups[1]);
    await waitForLog();
    // Only the subscriber: none of the six has others in its scope.
    expect(scopeQueries).toBe(1);
    await postOk('/admin/admin/edit', { id: idInScope, nickname: 'Renamed' });
    await waitForLog();
    expect(scopeQueries).toBe(1);
    for (const { authz, resets } of sockets) expect([authz, resets]).toEqual([[], []]);
    for (const socket of sockets) socket.close();
  });

  it(
    'equal the policy after random changes of admins and groups',
    async () => {
      const seed = testSeed();
      const random = createRandom(seed);
      process.stdout.write(`seed of the row scopes on ${database}: ${seed}\n`);
      adminIds = adminIds.slice(0, 4);
      const changes: readonly (() => Promise<unknown>)[] = [
        () => moveToGroup(random.pick(adminIds), random.pick(groups)),
        () => root.post('/admin/admin/del', { ids: [random.pick(adminIds)] }),
        () => root.post('/admin/admin/restore', { ids: [random.pick(adminIds)] }),
        () => root.post('/admin/admin/edit', { id: random.pick(adminIds), status: random.below(2) }),
        async () => void adminIds.push(await createAdmin(random.pick(groups))),
        () => root.post('/admin/admin_group/edit', { id: groups[1], pid: random.pick([groups[0], groups[2]]) }),
        () =>
          root.post('/admin/admin_group/edit', { id: groups[0], data_scope: random.pick(['own', 'subtree', 'all']) }),
      ];
      for (let round = 0; round < ROUNDS; round += 1) {
        const followed = await follow();
        await random
          .pick(changes)()
          .catch(() => undefined);
        const moved = JSON.stringify(await expectedScope()) !== JSON.stringify(followed.scope);
        for (let count = 0; count < 3; count += 1) {
          const all = [...(await loadTable()).keys()];
          await (random.chance(0.5) ? editTitle(random.pick(all)) : createNews(random.pick(adminIds)));
        }
        await waitForLog();
        expect([round, client.resets.length > followed.resets]).toEqual([round, moved]);
        if (moved) expect(framesSince(followed)).toEqual([]);
        else await assertFrames(followed);
      }
    },
    sampleSize(120_000, 900_000),
  );
});
