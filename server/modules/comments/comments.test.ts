/** Comments on both databases: who reads, writes and deletes them, mentions with their notices, live events, and the end of the record. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { news } from '../../../common/entities/news';
import { deleteExpiredRows } from '../../engine/write/deleteExpiredRows';
import { deleteOrphanedComments } from '../../hooks/comments/deleteOrphanedComments';
import { systemContext } from '../../platform/systemContext';
import { guest, limitedAdmin, member, superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const NEWS = ['news/index', 'news/add', 'news/edit', 'news/del'];

describe.each(testDialects())('comments on %s', (database) => {
  let testServer: TestServer;
  let admin: Caller;
  /** All news; all news; only its own news; no news at all. */
  let [anna, ben, owner, stranger]: Caller[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
    anna = await limitedAdmin(testServer, NEWS, 'all');
    ben = await limitedAdmin(testServer, ['news/index'], 'all');
    owner = await limitedAdmin(testServer, NEWS, 'own');
    stranger = await limitedAdmin(testServer, ['lead/index'], 'all');
  });
  afterAll(() => testServer.close());

  const addNews = async (caller: Caller | undefined = admin): Promise<number> =>
    (await caller.post('/admin/news/add', { title: 'Opening', content: '<p>x</p>' })).data.id;
  const add = (caller: Caller | undefined, id: number, body: string, mentions: readonly number[] = [], ent = 'news') =>
    caller?.post('/admin/comment/add', { ent, record_id: id, body, mentions }) as Promise<ApiResponse>;
  const list = (caller: Caller | undefined, id: number, query: Readonly<Record<string, string>> = {}) =>
    caller?.get('/admin/comment/list', { ent: 'news', id: String(id), ...query }) as Promise<ApiResponse>;
  const bodies = async (caller: Caller | undefined, id: number) =>
    (await list(caller, id)).data.list.map(({ body }: { body: string }) => body);
  const loadName = async ({ id }: Caller): Promise<string> =>
    (await admin.get('/admin/admin/edit', { id: String(id) })).data.row.nickname;
  const people = async (caller: Caller | undefined, id: number, q = '') =>
    (await caller?.get('/admin/comment/people', { ent: 'news', id: String(id), q }))?.data?.list as readonly {
      id: number;
      name: string;
    }[];
  const loadMentions = async (caller: Caller | undefined) =>
    (await caller?.get('/admin/notice/index', { limit: '100' }))?.data.list.filter(
      ({ kind }: { kind: string }) => kind === 'mention',
    );
  const giveTo = (caller: Caller | undefined, id: number) =>
    testServer.writer.update(systemContext(testServer.services, 'test'), news, { id, admin_id: caller?.id });
  const countStored = async (id: number, ent = 'news') =>
    Number(
      (
        await testServer.services.db.rows<{ n: number }>(
          'SELECT COUNT(*) AS n FROM `comment` WHERE ent = ? AND record_id = ?',
          [ent, id],
        )
      )[0]?.n,
    );

  // @covers fault row.missing
  it('list and add: only for admins who can read the record, in their row scope', async () => {
    const [id, own] = [await addNews(), await addNews(owner)];
    expect((await add(ben, id, 'Looks good')).code).toBe(1);
    expect((await add(anna, id, '  Second\r\nline  ')).code).toBe(1);
    expect((await list(admin, id)).data).toMatchObject({
      total: 2,
      more: false,
      list: [
        { body: 'Looks good', author: { id: ben?.id }, mentions: [], canDelete: true },
        { body: 'Second\nline', author: { id: anna?.id }, canDelete: true },
      ],
    });
    for (const outsider of [owner, stranger]) {
      expect([(await list(outsider, id)).status, (await add(outsider, id, 'x')).status]).toEqual([404, 404]);
      expect(await people(outsider, id)).toBeUndefined();
    }
    expect((await add(owner, own, 'Mine')).code).toBe(1);
    expect(await bodies(ben, own)).toEqual(['Mine']);
    for (const caller of [guest(testServer), await member(testServer)]) {
      expect((await list(caller, id)).code).not.toBe(1);
      expect((await add(caller, id, 'x')).code).not.toBe(1);
    }
    expect(await bodies(admin, id)).toHaveLength(2);
  });

  it('list and add: not for unknown tables, personal rows and rows that do not exist', async () => {
    for (const [ent, id] of [
      ['nonsense', 1],
      ['notice', 1],
      ['comment', 1],
      ['news', 987_654],
    ] as const) {
      expect((await add(admin, id, 'x', [], ent)).status).toBe(404);
      expect((await admin.get('/admin/comment/list', { ent, id: String(id) })).status).toBe(404);
    }
    expect((await admin.get('/admin/comment/index')).status).toBe(404);
    expect((await admin.post('/admin/comment/edit', { id: 1, body: 'x' })).status).toBe(404);
  });

  it('add: stores hostile texts as they are, refuses empty, too long and malformed ones', async () => {
    const id = await addNews();
    const texts = [
      "'); DROP TABLE comment;--",
      '<img src=x onerror=alert(1)>',
      '{{constructor}} ${x} @',
      '你好 😀 \u202e',
    ];
    for (const text of texts) expect((await add(anna, id, text)).code).toBe(1);
    expect(await bodies(anna, id)).toEqual(texts);
    expect((await add(anna, id, ' \n ')).data.fields).toEqual({ body: expect.anything() });
    expect((await add(anna, id, '😀'.repeat(2_001))).data.fields).toHaveProperty('body');
    expect((await add(anna, id, '😀'.repeat(2_000))).code).toBe(1);
    expect((await add(anna, id, 'a\u0000b')).status).toBe(400);
    expect((await add(anna, id, 'x', [0])).status).toBe(400);
    const forged = { ent: 'news', record_id: id, body: 'x', admin_id: admin.id };
    expect((await anna?.post('/admin/comment/add', forged))?.status).toBe(400);
  });

  it('add: a repeated request stores one comment', async () => {
    const id = await addNews();
    const request = { ent: 'news', record_id: id, body: 'Once', mentions: [], _mid: 'comment-once-1' };
    const [first, second] = [
      await anna?.post('/admin/comment/add', request),
      await anna?.post('/admin/comment/add', request),
    ];
    expect([first?.code, second?.data.id]).toEqual([1, first?.data.id]);
    expect(await bodies(anna, id)).toEqual(['Once']);
  });

  it('list: returns the newest 50, then older ones', async () => {
    const id = await addNews();
    for (let at = 1; at <= 52; at += 1) await add(anna, id, `n${at}`);
    const newest = (await list(anna, id)).data;
    expect([newest.list.length, newest.list[0].body, newest.more, newest.total]).toEqual([50, 'n3', true, 52]);
    const older = (await list(anna, id, { before: String(newest.list[0].id) })).data;
    expect([older.list.map(({ body }: { body: string }) => body), older.more]).toEqual([['n1', 'n2'], false]);
  });

  // @covers fault access.denied
  it('del: only by the author and super admins who can read the record', async () => {
    const id = await addNews();
    const first = (await add(ben, id, 'By Ben')).data.id;
    const second = (await add(ben, id, 'Also by Ben')).data.id;
    expect((await list(anna, id)).data.list[0].canDelete).toBe(false);
    expect((await anna?.post('/admin/comment/del', { id: first }))?.status).toBe(403);
    expect((await stranger?.post('/admin/comment/del', { id: first }))?.status).toBe(404);
    expect((await ben?.post('/admin/comment/del', { id: first }))?.code).toBe(1);
    expect((await ben?.post('/admin/comment/del', { id: first }))?.status).toBe(404);
    expect((await admin.post('/admin/comment/del', { id: second })).code).toBe(1);
    expect(await bodies(anna, id)).toEqual([]);
    const audited = await testServer.services.db.rows<{ admin_id: number; data: string }>(
      "SELECT admin_id, data FROM `admin_log` WHERE data LIKE '%By Ben%' OR data LIKE '%by Ben%'",
    );
    expect(audited.map(({ admin_id }) => Number(admin_id))).toEqual([admin.id]);
    expect(JSON.parse(audited[0]?.data ?? '')).toMatchObject({
      entity: 'comment',
      verb: 'del',
      ids: [second],
      data: { ent: 'news', record_id: id, admin_id: ben?.id, body: 'Also by Ben' },
    });
  });

  it('mentions: suggest and notify only admins who can read the record', async () => {
    const id = await addNews();
    const names = await Promise.all([ben, owner, stranger].map((caller) => loadName(caller ?? admin)));
    const [benName = '', ownerName = '', strangerName = ''] = names;
    const suggested = (await people(anna, id)).map(({ id: person }) => person);
    expect(suggested).toEqual(expect.arrayContaining([ben?.id, admin.id]));
    for (const hidden of [anna, owner, stranger]) expect(suggested).not.toContain(hidden?.id);
    expect((await people(anna, id, benName.toUpperCase())).map(({ name }) => name)).toEqual([benName]);
    const text = `@${benName} @${ownerName} @${strangerName} please look`;
    const ids = [ben, owner, stranger, admin].map((caller) => caller?.id ?? 0);
    await add(anna, id, text, ids);
    expect((await list(anna, id)).data.list[0].mentions).toEqual([{ id: ben?.id, name: benName }]);
    const [notice] = await loadMentions(ben);
    expect(notice).toMatchObject({
      title: 'mention',
      link: `/admin/news/${id}?side=comments`,
      actor_name: await loadName(anna ?? admin),
      params: { title: 'Opening' },
    });
    expect([await loadMentions(owner), await loadMentions(stranger), await loadMentions(admin)]).toEqual([[], [], []]);
    await add(ben, id, `@${benName} to myself`, [ben?.id ?? 0]);
    expect(await loadMentions(ben)).toHaveLength(1);
  });

  it('live: an admin who can read the record learns of a comment at once, another one does not', async () => {
    const id = await addNews();
    const open = async (caller: Caller | undefined) => {
      const client = await connectLiveClient(`${testServer.url}/admin`, caller?.token ?? '', {});
      const received: unknown[] = [];
      client.socket.on('comments', (notice) => void received.push(notice));
      return { client, received };
    };
    const [reader, outside] = [await open(ben), await open(owner)];
    const until = async (is: () => boolean) => {
      for (let tries = 0; !is() && tries < 400; tries += 1) await sleep(10);
      expect(is()).toBe(true);
    };
    const added = (await add(anna, id, 'The canary text')).data.id;
    await until(() => reader.received.length === 1);
    await anna?.post('/admin/comment/del', { id: added });
    await until(() => reader.received.length === 2);
    expect(reader.received).toEqual([
      { e: 'news', id },
      { e: 'news', id },
    ]);
    await giveTo(owner, id);
    await add(owner, id, 'Now mine');
    await until(() => outside.received.length === 1);
    expect([...reader.client.raw, ...outside.client.raw].join('')).not.toContain('canary text');
    for (const { client } of [reader, outside]) client.close();
  });

  it('lost access: comments and their deletion are refused once the record left the scope', async () => {
    const id = await addNews(owner);
    const comment = (await add(owner, id, 'Mine')).data.id;
    await giveTo(admin, id);
    expect((await list(owner, id)).status).toBe(404);
    expect((await owner?.post('/admin/comment/del', { id: comment }))?.status).toBe(404);
    expect(await bodies(admin, id)).toEqual(['Mine']);
  });

  it('deleted record: its comments are hidden, come back when it is restored, and go when it is deleted for good', async () => {
    const [id, other] = [await addNews(), await addNews()];
    for (const text of ['One', 'Two']) await add(anna, id, text);
    await add(anna, other, 'Stays');
    const [first] = (await list(anna, id)).data.list;
    await admin.post('/admin/news/del', { ids: [id] });
    expect([(await list(admin, id)).status, (await add(admin, id, 'x')).status]).toEqual([404, 404]);
    expect((await admin.post('/admin/comment/del', { id: first.id })).status).toBe(404);
    await admin.post('/admin/news/restore', { ids: [id] });
    expect(await bodies(anna, id)).toEqual(['One', 'Two']);
    await anna?.post('/admin/comment/del', { id: first.id });
    await admin.post('/admin/news/del', { ids: [id] });
    expect((await admin.post('/admin/news/purge', { ids: [id] })).code).toBe(1);
    expect([await countStored(id), await countStored(other)]).toEqual([0, 1]);
  });

  it('expired log row: its comments are deleted for good, those of other rows stay', async () => {
    const { services, writer } = testServer;
    const log = { id: 4_711 };
    await services.db.transact((tx) =>
      tx.run("INSERT INTO `open_call` (id, create_time, revision, path, is_test) VALUES (?, 1, 1, '/weather', 0)", [
        log.id,
      ]),
    );
    const keptNews = await addNews();
    await add(admin, log.id, 'About the call', [], 'open_call');
    await add(admin, log.id, 'Deleted before', [], 'open_call');
    await add(admin, keptNews, 'Stays');
    const [, second] = (await list(admin, log.id, { ent: 'open_call' })).data.list;
    await admin.post('/admin/comment/del', { id: second.id });
    expect(await deleteExpiredRows(services)).toBe(1);
    expect(await deleteOrphanedComments(systemContext(services, 'test'), writer)).toBe(2);
    expect(await deleteOrphanedComments(systemContext(services, 'test'), writer)).toBe(0);
    expect([await countStored(log.id, 'open_call'), await bodies(admin, keptNews)]).toEqual([0, ['Stays']]);
  });

  it('a row with the id of an earlier one does not show its comments', async () => {
    const id = await addNews();
    await add(anna, id, 'Of an earlier table');
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE `comment` SET create_time = create_time - 10 WHERE record_id = ?', [id]),
    );
    expect(await bodies(anna, id)).toEqual([]);
  });
});
