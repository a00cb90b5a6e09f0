/** Watched tables on both databases: deletions are logged and restored, changes are logged and rolled back, for every kind of write. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { limitedAdmin, superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { testSeed } from '../../testing/random';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const NEWS = ['index', 'add', 'edit', 'del', 'restore', 'purge'].map((verb) => `news/${verb}`);
const LOGS = ['recycle_log/index', 'recycle_log/restore', 'sensitive_log/index', 'sensitive_log/rollback'];

describe.each(sampleDialects())('data watch on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let anna: Caller;
  let ben: Caller;
  let reader: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    anna = await limitedAdmin(testServer, [...NEWS, ...LOGS], 'all');
    ben = await limitedAdmin(testServer, [...NEWS, ...LOGS], 'own');
    reader = await limitedAdmin(testServer, ['news/index', 'user/index', ...LOGS], 'all');
  });
  afterAll(() => testServer.close());

  const createRow = async (entity: string, values: object, caller = root): Promise<number> => {
    const response = await caller.post(`/admin/${entity}/add`, values as Record<string, unknown>);
    expect([response.code, response.msg, response.data?.fields]).toEqual([
      1,
      expect.stringMatching(/ added$/),
      undefined,
    ]);
    return response.data.id;
  };
  const write = (title: string, caller = anna) => createRow('news', { title, content: '<p>x</p>' }, caller);
  const listEntries = async (
    log: string,
    id: number,
    caller = root,
    table = 'news',
  ): Promise<Record<string, unknown>[]> => {
    const where = JSON.stringify({ field: 'id_value', operator: '=', val: id });
    const { data } = await caller.get(`/admin/${log}/index`, { order: 'id,asc', limit: '50', 'search[]': where });
    return data.list.filter((entry: Record<string, unknown>) => entry['data_table'] === table);
  };
  /** The data of the newest log entry about a news row. */
  const entryData = async (id: number, caller: Caller): Promise<unknown> => {
    const entry = (await listEntries('recycle_log', id, caller)).at(-1);
    const response = await caller.get('/admin/security.dataRecycleLog/info', { id: String(entry?.['id']) });
    return response.data.row.data;
  };
  const currentTitle = async (id: number) => (await root.get('/admin/news/edit', { id: String(id) })).data?.row?.title;

  // @case T1.06
  describe('the recycle log', () => {
    let rule = 0;
    beforeAll(async () => {
      const unwatched = await write('Before the rule');
      await anna.post('/admin/news/del', { ids: [unwatched] });
      rule = await createRow('recycle_rule', { name: 'News', data_table: 'news' });
      expect(await listEntries('recycle_log', unwatched)).toEqual([]);
    });

    it('rule: completed by its table', async () => {
      const { row } = (await root.get('/admin/recycle_rule/edit', { id: String(rule) })).data;
      expect(row).toMatchObject({ data_table: 'news', controller: 'news', primary_key: 'id', status: 1 });
      const { tables } = (await root.get('/admin/security.dataRecycle/add')).data;
      expect(tables).toMatchObject({ news: 'News', user: 'Members' });
      expect(Object.keys(tables)).not.toEqual(expect.arrayContaining(['session']));
    });

    it('contains each deletion once, for every kind of delete, and no refused one', async () => {
      const [one, two, three] = [await write('One'), await write('Two'), await write('Three')];
      await anna.send('DELETE', `/admin/news/del?ids=${one}`);
      expect((await anna.post('/admin/news/del', { ids: [two, 999_999] })).status).toBe(404);
      expect(await listEntries('recycle_log', two)).toEqual([]);
      await anna.post('/admin/news/del', { ids: [two, three] });
      const created = await anna.post('/admin/news/add', { title: 'Four', content: '<p>x</p>' });
      await anna.post('/admin/history/undo', { cid: created.data.cid });
      for (const id of [one, two, three, created.data.id]) {
        expect(await listEntries('recycle_log', id)).toMatchObject([
          {
            event: 'deleted',
            data_table: 'news',
            primary_key: 'id',
            recycle_id: rule,
            admin_id: anna.id,
            username: expect.stringMatching(/^limited_/),
            ip: expect.stringContaining('127.0.0.1'),
          },
        ]);
        expect(await entryData(id, anna)).toMatchObject({ id, content: '<p>x</p>' });
      }
    });

    it('restore: restores a row once, with the permissions of the caller, and responds with the outcome', async () => {
      const id = await write('Comes back');
      await anna.post('/admin/news/del', { ids: [id] });
      const [entry] = await listEntries('recycle_log', id);
      expect(await entryData(id, anna)).toMatchObject({ id, title: 'Comes back' });
      const tries = await Promise.all(
        Array.from({ length: sampleSize(4, 50) }, () =>
          anna.post('/admin/security.dataRecycleLog/restore', { ids: [entry?.['id']] }),
        ),
      );
      expect(tries.filter(({ code }) => code === 1)).toHaveLength(1);
      expect(await currentTitle(id)).toBe('Comes back');
      const repeatedRestore = await anna.post('/admin/recycle_log/restore', { id: entry?.['id'] });
      expect([repeatedRestore.code, repeatedRestore.msg]).toEqual([0, 'This record is no longer deleted.']);
      await anna.post('/admin/news/del', { ids: [id] });
      await anna.post('/admin/news/purge', { ids: [id] });
      expect((await anna.post('/admin/recycle_log/restore', { id: entry?.['id'] })).status).toBe(404);
      expect(await entryData(id, root)).toMatchObject({ id, title: 'Comes back', content: '<p>x</p>' });
      const events = (await listEntries('recycle_log', id)).map(({ event }) => event);
      expect(events).toEqual(['deleted', 'restored', 'deleted', 'destroyed']);
    });

    it('shows and restores only rows in the reader’s scope', async () => {
      const id = await write('Not Ben’s');
      await anna.post('/admin/news/del', { ids: [id] });
      const [entry] = await listEntries('recycle_log', id);
      expect(await listEntries('recycle_log', id, ben)).toEqual([]);
      for (const response of [
        await ben.get('/admin/recycle_log/info', { id: String(entry?.['id']) }),
        await ben.post('/admin/recycle_log/restore', { ids: [entry?.['id']] }),
      ])
        expect(response.status).toBe(404);
      expect((await reader.post('/admin/recycle_log/restore', { ids: [entry?.['id']] })).status).toBe(403);
      const [seen] = await listEntries('recycle_log', id, reader);
      expect(seen).not.toHaveProperty('ip');
      // A reader of the log without access to the news, or to deleted news, sees that a row was deleted, without its values.
      expect(seen).not.toHaveProperty('data');
      expect(await entryData(id, reader)).toBeNull();
      for (const [method, path] of [
        ['DELETE', `/admin/recycle_log/del?ids=${String(entry?.['id'])}`],
        ['POST', '/admin/recycle_log/edit'],
      ] as const)
        expect((await root.send(method, path)).code).not.toBe(1);
      expect(await currentTitle(id)).toBeUndefined();
    });

    it('masks restricted values, and a restored admin stays disabled until another admin enables it', async () => {
      await createRow('recycle_rule', { name: 'Admins', data_table: 'admin' });
      const id = await createRow('admin', {
        username: 'leaver',
        nickname: 'Leaver',
        group_arr: [2],
        password: 'Quiet-River-91',
        mobile: '13800000001',
      });
      await root.post('/admin/admin/del', { ids: [id] });
      const [entry] = await listEntries('recycle_log', id, root, 'admin');
      expect(entry).not.toHaveProperty('data');
      const [stored] = await testServer.services.db.rows<{ data: string }>(
        'SELECT data FROM recycle_log WHERE id = ?',
        [Number(entry?.['id'])],
      );
      const noted = JSON.parse(stored?.data ?? '{}') as Record<string, unknown>;
      expect(noted).toMatchObject({ username: 'leaver', mobile: '••••' });
      expect(noted).not.toHaveProperty('password');
      await root.post('/admin/recycle_log/restore', { ids: [entry?.['id']] });
      expect((await root.get('/admin/admin/edit', { id: String(id) })).data.row.status).toBe(0);
    });

    it('records nothing while its rule is disabled', async () => {
      await root.post('/admin/recycle_rule/edit', { id: rule, status: 0 });
      const id = await write('Unwatched again');
      await anna.post('/admin/news/del', { ids: [id] });
      expect(await listEntries('recycle_log', id)).toEqual([]);
    });
  });

  // @case T1.07
  describe('the sensitive data log', () => {
    beforeAll(async () => {
      await createRow('sensitive_rule', { name: 'Titles', data_table: 'news', data_fields: ['title', 'content'] });
      await createRow('sensitive_rule', {
        name: 'Members',
        data_table: 'user',
        data_fields: ['mobile', 'password', 'money', 'status'],
      });
    });

    it('contains one entry for each change of a watched field, for every kind of write', async () => {
      const id = await write('Watched');
      const edits = [
        { id, title: 'Watched 1' },
        { id, description: 'nobody watches this' },
        { id, title: 'Watched 1', content: '<p>y</p>' },
      ];
      for (const body of edits) await anna.post('/admin/news/edit', body);
      await anna.post('/admin/news/batchEdit', { ids: [id], set: { title: 'Watched 2' } });
      expect((await anna.post('/admin/news/edit', { id, title: '' })).code).not.toBe(1);
      const last = await anna.post('/admin/news/edit', { id, title: 'Watched 3' });
      await anna.post('/admin/history/undo', { cid: last.data.cid });
      const reported = (await listEntries('sensitive_log', id)).map((entry) => [
        entry['data_field'],
        entry['before'],
        entry['after'],
      ]);
      expect(reported).toEqual([
        ['title', 'Watched', 'Watched 1'],
        ['content', '<p>x</p>', '<p>y</p>'],
        ['title', 'Watched 1', 'Watched 2'],
        ['title', 'Watched 2', 'Watched 3'],
        ['title', 'Watched 3', 'Watched 2'],
      ]);
    });

    it('contains changes by the system, and for a secret only that it changed', async () => {
      const id = await createRow('user', { username: 'watched', nickname: 'Watched', password: 'Quiet-River-91' });
      const secret = 'Loud-River-92';
      await root.post('/admin/user/edit', { id, password: secret, mobile: '13800000009' });
      await root.post('/admin/user_money_log/add', { user_id: id, money: '12.50', memo: 'gift' });
      const entries = await listEntries('sensitive_log', id, root, 'user');
      expect(entries.map((entry) => [entry['data_field'], entry['before'], entry['after']])).toEqual([
        ['mobile', null, '13800000009'],
        ['password', '••••••', '••••••'],
        ['money', 0, 1250],
      ]);
      for (const [, entry] of entries.entries())
        if (entry['data_field'] !== 'mobile')
          expect((await root.post('/admin/sensitive_log/rollback', { id: entry['id'] })).code).toBe(403);
      const savedRow = await testServer.services.db.rows('SELECT * FROM `sensitive_log`');
      expect(JSON.stringify(savedRow)).not.toContain(secret);
      expect(JSON.stringify(savedRow)).not.toContain('argon2');
      const [seen] = await listEntries('sensitive_log', id, reader, 'user');
      expect(seen).toMatchObject({ data_field: 'mobile' });
      for (const hidden of ['before', 'after', 'ip']) expect(seen).not.toHaveProperty(hidden);
    });

    const changed = async (title: string): Promise<{ readonly id: number; readonly entry: unknown }> => {
      const id = await write(title);
      await anna.post('/admin/news/edit', { id, title: `${title} now` });
      return { id, entry: (await listEntries('sensitive_log', id)).at(-1)?.['id'] };
    };
    const rollBack = (entry: unknown, caller = anna): Promise<ApiResponse> =>
      caller.post('/admin/security.sensitiveDataLog/rollback', { ids: [entry] });

    it('rollback: restores the value while the field is unchanged since, and is logged too', async () => {
      const { id, entry } = await changed('Rolled');
      await anna.post('/admin/news/edit', { id, description: 'another field' });
      expect((await rollBack(entry)).data).toMatchObject({ ids: [entry], left: [] });
      expect(await currentTitle(id)).toBe('Rolled');
      expect((await listEntries('sensitive_log', id)).at(-1)).toMatchObject({ before: 'Rolled now', after: 'Rolled' });
      const { row } = (await anna.get('/admin/sensitive_log/info', { id: String(entry) })).data;
      expect(row).toMatchObject({ before: 'Rolled', after: 'Rolled now' });
    });

    it('rollback: leaves and lists fields changed since, and is refused without the edit permission', async () => {
      const [moved, still] = [await changed('Moved'), await changed('Still')];
      await anna.post('/admin/news/edit', { id: moved.id, title: 'Newer' });
      expect((await rollBack(moved.entry)).code).toBe(412);
      const response = await anna.post('/admin/sensitive_log/rollback', { ids: [moved.entry, still.entry] });
      expect(response.data).toMatchObject({ ids: [still.entry], left: [{ e: 'news', id: moved.id, why: 'changed' }] });
      expect([await currentTitle(moved.id), await currentTitle(still.id)]).toEqual(['Newer', 'Still']);
      expect((await rollBack(moved.entry, ben)).status).toBe(404);
      expect((await rollBack(moved.entry, reader)).status).toBe(403);
    });
  });

  // @case T3.18
  describe('tables, fields and controllers', () => {
    const HOSTILE = [
      ...['session', 'access_token', 'migration', 'change_log', 'record_history', 'sqlite_master', 'mysql.user'],
      ...['information_schema.tables', '__proto__', 'constructor', 'NEWS', 'news ', 'news;drop table news', 'news--'],
      ...['`news`', 'news_n', '../news', 'admin_log', 'recycle_log', 'notice', 'preference', 'other.news', '0', ''],
    ];
    const rulesNow = async () => (await testServer.services.db.rows('SELECT id FROM `recycle_rule`')).length;
    const tried = (values: object): Promise<ApiResponse> =>
      root.post('/admin/recycle_rule/add', { name: 'Hostile', data_table: 'solution', ...values });

    // @case T3.18
    it('are chosen from the definitions: any other name is refused at its field and changes nothing', async () => {
      const before = await rulesNow();
      const names = fc.sample(fc.string({ maxLength: 40 }), { numRuns: sampleSize(20, 1_000), seed: testSeed() });
      const known = new Set(testServer.services.registry.all.map(({ name }) => name));
      for (const name of [...HOSTILE, ...names].filter((one) => !known.has(one.trim()) || HOSTILE.includes(one)))
        if (name.trim() !== 'news') {
          const response = await tried({ data_table: name });
          expect([name, response.status, Object.keys(response.data?.fields ?? {})]).toEqual([
            name,
            200,
            ['data_table'],
          ]);
        }
      for (const controller of ['auth/Admin.php', 'news', '../solution', 'auth.admin', ...names.slice(0, 5)])
        if (controller.trim() !== '') {
          const response = await tried({ controller });
          expect([controller, response.code, Object.keys(response.data?.fields ?? {})]).toEqual([
            controller,
            0,
            ['controller'],
          ]);
        }
      expect((await tried({ primary_key: 'title' })).data.fields).toHaveProperty('primary_key');
      expect(await rulesNow()).toBe(before);
    });

    // @case T3.18
    it('are limited to those that the author of the rule may read', async () => {
      const maker = await limitedAdmin(testServer, ['sensitive_rule/index', 'sensitive_rule/add', 'user/index'], 'all');
      const make = (values: object) => maker.post('/admin/sensitive_rule/add', { name: 'Mine', ...values });
      expect((await make({ data_table: 'solution', data_fields: ['title'] })).data.fields).toHaveProperty('data_table');
      const fields = ['mobile', 'money', 'id', 'revision', 'delete_time', 'password_hash', 'constructor', 'nickname'];
      const refused = (
        await root.post('/admin/sensitive_rule/add', {
          name: 'All',
          data_table: 'solution',
          data_fields: ['title', 'id', 'revision', 'constructor', 'title_n'],
        })
      ).data.fields;
      expect(Object.keys(refused)).toEqual(['data_fields.1', 'data_fields.2', 'data_fields.3', 'data_fields.4']);
      const ownRule = await make({ data_table: 'user', data_fields: fields });
      expect(Object.keys(ownRule.data.fields)).toHaveLength(fields.length - 1);
      const { tables } = (await maker.get('/admin/sensitive_rule/add')).data;
      expect(Object.keys(tables)).toEqual(['sensitive_rule', 'user'].sort());
    });
  });
});
