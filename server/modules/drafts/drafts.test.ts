/** Drafts on both databases: owner, content and expiry. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, signIn, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { deleteExpiredDrafts } from './draftStore';

const NEWS = ['news/index', 'news/add', 'news/edit'];
const USER = ['user/index', 'user/edit'];

describe.each(sampleDialects())('drafts on %s', (database) => {
  let testServer: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const write = async (): Promise<number> =>
    (await admin.post('/admin/news/add', { title: 'Old', content: '<p>x</p>' })).data.id;
  const field = (mine: unknown, base: unknown = 'Old') => ({ base, mine });
  const saveDraft = (caller: Caller, ent: string, id: number, fields: object, revision = 1, form = '') =>
    caller.post('/admin/draft/keep', { ent, id, form, revision, at: Date.now(), fields });
  const readAll = async (caller: Caller, ent: string, id: number) =>
    (await caller.get('/admin/draft/one', { ent, id: String(id) })).data.drafts;
  const read = async (caller: Caller, ent: string, id: number) => (await readAll(caller, ent, id))[0] ?? null;
  const deleteDraft = (caller: Caller, ent: string, id: number) => caller.post('/admin/draft/drop', { ent, id });

  it('load: returns the newest draft to its owner only, until it is dropped', async () => {
    const id = await write();
    const anna = await limitedAdmin(testServer, NEWS, 'all');
    await saveDraft(anna, 'news', id, { title: field('First') });
    expect((await saveDraft(anna, 'news', id, { title: field('Second') })).code).toBe(1);
    expect(await read(anna, 'news', id)).toMatchObject({ revision: 1, fields: { title: field('Second') }, since: {} });
    expect(await read(admin, 'news', id)).toBeNull();
    const merged = { title: { ...field('Second'), written: 'Of two texts' } };
    await saveDraft(anna, 'news', id, merged);
    expect(await read(anna, 'news', id)).toMatchObject({ fields: merged });
    expect((await saveDraft(anna, 'news', id, { title: { ...field('x'), written: 7 } })).status).toBe(400);
    await saveDraft(anna, 'news', 0, { title: field('Brand new', null) }, 0);
    expect(await read(anna, 'news', 0)).toMatchObject({ fields: { title: { mine: 'Brand new' } } });
    await deleteDraft(anna, 'news', id);
    expect([await read(anna, 'news', id), (await read(anna, 'news', 0)) === null]).toEqual([null, false]);
  });

  it('load: empty for new records, logs and removed rows without a draft', async () => {
    const targets = [
      ['news', 0],
      ['user_money_log', 0],
      ['user_score_log', 0],
      ['admin_log', 1],
      ['news', 987_654],
    ] as const;
    for (const [ent, id] of targets) {
      const { status, code, data } = await admin.get('/admin/draft/one', { ent, id: String(id) });
      expect([ent, status, code, data]).toEqual([ent, 200, 1, { drafts: [] }]);
    }
    expect((await admin.get('/admin/draft/one', { ent: 'nonsense', id: '0' })).status).toBe(404);
  });

  it('each form has its own draft: two tabs do not read or drop each other’s text', async () => {
    const id = await write();
    const anna = await limitedAdmin(testServer, NEWS, 'all');
    await saveDraft(anna, 'news', id, { title: field('In the first tab') }, 1, 'first_tab-1');
    await saveDraft(anna, 'news', id, { title: field('In the second tab') }, 1, 'second');
    await saveDraft(anna, 'news', 0, { title: field('New here', null) }, 0, 'first_tab-1');
    await saveDraft(anna, 'news', 0, { title: field('New there', null) }, 0, 'second');
    const texts = async (of: number) =>
      (await readAll(anna, 'news', of))
        .map((one: { form: string; fields: { title: { mine: string } } }) => [one.form, one.fields.title.mine])
        .sort();
    expect(await texts(id)).toEqual([
      ['first_tab-1', 'In the first tab'],
      ['second', 'In the second tab'],
    ]);
    expect(await texts(0)).toEqual([
      ['first_tab-1', 'New here'],
      ['second', 'New there'],
    ]);
    await anna.post('/admin/draft/drop', { ent: 'news', id, form: 'first_tab-1' });
    expect(await texts(id)).toEqual([['second', 'In the second tab']]);
    expect((await saveDraft(anna, 'news', id, { title: field('x') }, 1, 'a:b')).status).toBe(400);
    expect((await saveDraft(anna, 'news', id, { title: field('x') }, 1, 'x'.repeat(25))).status).toBe(400);
    expect(await texts(id)).toHaveLength(1);
  });

  it('load: names the author of a later change of the same field', async () => {
    const id = await write();
    const anna = await limitedAdmin(testServer, NEWS, 'all');
    await saveDraft(anna, 'news', id, { title: field('Mine') });
    await admin.post('/admin/news/edit', { id, title: 'Theirs', description: 'besides' });
    expect((await read(anna, 'news', id)).since).toEqual({
      title: { by: { id: `admin:${admin.id}`, name: 'Administrator' }, at: expect.any(Number) },
    });
  });

  it('contain no secrets, no unwritable fields, and no fields that the owner may no longer read', async () => {
    const draft = { username: 'kept_one', nickname: 'Kept', password: 'S3cret-pass' };
    const { id } = (await admin.post('/admin/user/add', draft)).data;
    const seeing = [...USER, 'user/see_restricted'];
    const group = (await admin.post('/admin/admin_group/add', { name: 'Shrinking', rules: seeing, data_scope: 'all' }))
      .data;
    const person = { username: 'shrinking', nickname: 'Shrinking', password: 'S3cret-pass', group_arr: [group.id] };
    await admin.post('/admin/admin/add', person);
    const anna = await signIn(testServer, 'admin', person);
    await saveDraft(anna, 'user', id, {
      nickname: field('New', 'Kept'),
      email: field('canary@example.test', null),
      password: field('canary-Secret9', null),
      money: field('1.00', '0.00'),
      nonsense: field(1, 2),
    });
    const stored = async () =>
      JSON.stringify(await testServer.services.db.rows('SELECT * FROM draft WHERE eid = ?', [id]));
    expect(Object.keys((await read(anna, 'user', id)).fields).sort()).toEqual(['email', 'nickname']);
    expect(await stored()).not.toContain('canary-Secret9');
    expect(await stored()).toContain('canary@example.test');
    await admin.post('/admin/admin_group/edit', { id: group.id, rules: USER });
    expect(Object.keys((await read(anna, 'user', id)).fields)).toEqual(['nickname']);
    expect(await stored()).not.toContain('canary');
    await admin.post('/admin/admin_group/edit', { id: group.id, rules: ['user/index'] });
    expect((await saveDraft(anna, 'user', id, { nickname: field('No') })).code).toBe(403);
  });

  it('save: refuses drafts that are too large, malformed or without a record', async () => {
    const id = await write();
    const large = await saveDraft(admin, 'news', id, { content: field('x'.repeat(1_050_000), '') });
    expect(large.status).toBe(413);
    expect((await admin.post('/admin/draft/keep', { ent: 'news', id, fields: {} })).status).toBe(400);
    expect((await saveDraft(admin, 'admin_log', 1, {})).status).toBe(404);
    expect((await saveDraft(admin, 'nothing', 1, {})).status).toBe(404);
  });

  it('expire after a week, and the oldest of too many is deleted', async () => {
    const anna = await limitedAdmin(testServer, NEWS, 'all');
    for (let id = 1; id <= 103; id += 1) {
      const body = { ent: 'news', id, revision: 1, at: 1_000 + id, fields: { title: field('x') } };
      await anna.post('/admin/draft/keep', body);
    }
    const count = async () =>
      Number(
        (
          await testServer.services.db.rows<{ n: number }>('SELECT COUNT(*) AS n FROM draft WHERE admin_id = ?', [
            anna.id,
          ])
        )[0]?.n,
      );
    expect(await count()).toBe(100);
    expect(await deleteExpiredDrafts(testServer.services.db, Date.now())).toBeGreaterThanOrEqual(100);
    expect(await count()).toBe(0);
  });
});
