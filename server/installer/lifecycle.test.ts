/**
 * The FAQ module goes through its whole lifecycle: installed, used, updated, disabled, enabled and uninstalled, and nothing of it is left.
 */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { auditLog } from '../hooks/audit/auditLog';
import { verifyAll } from '../db/verify/verifyAll';
import { introspectSchema, sortSchema } from '../db/schema/introspect';
import { findUntrackedFiles } from '../modules/attachment/findUntrackedFiles';
import { guest, limitedAdmin, superAdmin, type ApiResponse, type Caller } from '../testing/callers';
import { packFaq, packFaqUpdate, TRUSTING_ENV, uploadModule } from '../testing/modulePackages';
import { startTestServer, testDialects, type TestServer } from '../testing/testServer';

type Row = Readonly<Record<string, unknown>>;

describe.each(testDialects())('the life of a module on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let clerk: Caller;
  let before: unknown;
  beforeAll(async () => {
    server = await startTestServer({ database, env: TRUSTING_ENV });
    admin = await superAdmin(server);
    clerk = await limitedAdmin(server, ['news/index']);
    before = await observe();
  });
  afterAll(() => server.close());

  /** All files and folders of packages and within the storage, empty folders too. */
  const files = (): readonly string[] =>
    readdirSync(server.env.dataDir, { recursive: true })
      .map(String)
      .filter((path) => path === 'modules' || /^(?:modules|storage)\//.test(path))
      .sort();
  /** Visible schema, menu with its recycle bin, permissions and files. */
  const observe = async () => {
    const { menus, permissions, definitions } = (await admin.get('/admin/Index/index')).data;
    const groups = (await admin.get('/admin/admin_group/index', { limit: '100' })).data.list;
    return {
      schema: sortSchema(await introspectSchema(server.services.db, database)),
      console: JSON.stringify({ menus, permissions, definitions }),
      trash: await server.services.db.rows('SELECT name FROM `menu_rule` WHERE delete_time IS NOT NULL ORDER BY id'),
      rights: groups.map(({ id, rules }: Row) => [id, rules]),
      files: files(),
    };
  };
  const findDamage = async () => {
    const { db, registry, env } = server.services;
    const scope = { db, registry, dataDir: env.dataDir, keys: env.appKeys, auditLogEntity: auditLog.entity };
    return (await verifyAll(scope)).findings;
  };
  const moduleRow = async () => (await admin.get('/admin/module/index')).data.list[0];
  const settle = async (answer: ApiResponse) => {
    expect([answer.code, answer.msg]).toEqual([1, 'Job started.']);
    await server.jobs.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(answer.data.job) })).data;
    expect([row.status, row.error]).toEqual(['success', '']);
    return row;
  };
  const list = async (caller: Caller, path: string) =>
    (await caller.get(path)).data?.list as readonly Row[] | undefined;

  // @spec P1-027
  it('upload: the package waits for its review, which shows its content and the requested permissions', async () => {
    const { code, data } = await uploadModule(admin, packFaq());
    expect(code).toBe(1);
    expect(await moduleRow()).toMatchObject({
      uid: 'faq',
      title: '常见问题',
      title_en: 'FAQ',
      state: 'init',
      signer: 'Test signer',
    });
    const review = (await admin.get('/admin/module/review', { id: String(data.id) })).data;
    expect(review).toMatchObject({
      version: '1.0.0',
      installedVersion: '',
      signer: 'Test signer',
      installedSigner: '',
      seedRows: 4,
      assets: 2,
      conflicts: [],
      blocked: [],
    });
    expect(review.permissions).toEqual(['entities', 'member_read', 'guest_read', 'seeds', 'assets', 'site_pages']);
    expect(review.entities.map(({ name, change }: Row) => [name, change])).toEqual([
      ['faq_category', 'created'],
      ['faq_question', 'created'],
    ]);
    expect((await clerk.get('/admin/module/review', { id: String(data.id) })).code).toBe(403);
    expect((await uploadModule(clerk, packFaq())).code).toBe(403);
  });

  it('install: entities, menu, seed rows and assets are there, for staff and visitors', async () => {
    const answers = await Promise.all([1, 2].map(() => admin.post('/admin/module/install', { uid: 'faq' })));
    const [started, refused] = [...answers].sort((one, other) => other.code - one.code);
    expect([refused?.code, refused?.msg]).toEqual([
      0,
      'A job for “faq” is already running or waiting. Wait until it’s done.',
    ]);
    const job = await settle(started as ApiResponse);
    expect(Date.now() / 1000 - job.started_time).toBeLessThan(30);
    expect(await moduleRow()).toMatchObject({ state: 'installed', version: '1.0.0', failure: '' });
    const questions = await list(admin, '/admin/faq_question/index');
    expect(questions?.map(({ question }) => question).sort()).toEqual(['在哪里查看余额明细？', '忘记密码怎么办？']);
    const [category] = (await list(guest(server), '/api/faq_category/index')) ?? [];
    expect(category).toMatchObject({ picture: expect.stringMatching(/^\/storage\/modules\/faq\/.+\.png$/) });
    const picture = await guest(server).send('GET', String(category?.['picture']));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const [smaller, stored] = [`${String(category?.['picture'])}?w=320&f=webp`, 'storage/.variants/modules/faq/'];
    expect((await guest(server).send('GET', smaller)).headers.get('content-type')).toBe('image/webp');
    expect(files().filter((name) => name.startsWith(stored) && name.endsWith('.webp'))).toHaveLength(1);
    const inTwoHours = { now: () => Date.now() + 7_200_000 };
    expect(await findUntrackedFiles({ ...server.services, clock: inTwoHours })).toEqual([]);
    const menu = JSON.stringify((await admin.get('/admin/Index/index')).data.menus);
    expect(menu).toContain('faq_question');
    expect((await clerk.get('/admin/faq_question/index')).code).toBe(403);
  });

  it('use: staff add and change rows, and grant a group the permission to read them', async () => {
    const [category] = (await list(admin, '/admin/faq_category/index')) ?? [];
    const added = await admin.post('/admin/faq_question/add', {
      question: '如何联系客服？',
      question_en: 'How do I reach support?',
      answer: '<p>…</p>',
      status: 1,
      category_id: category?.['id'],
    });
    expect(added.code).toBe(1);
    const group = Number((await admin.get('/admin/admin/edit', { id: String(clerk.id) })).data.row.group_arr[0]);
    await admin.post('/admin/admin_group/edit', { id: group, rules: ['news/index', 'faq_question/index'] });
    expect(await list(clerk, '/admin/faq_question/index')).toHaveLength(3);
  });

  // @covers fault design.of_module
  it('the designer refuses to change or delete an entity of the module', async () => {
    const record = (await admin.get('/admin/crud_record/index', { quick_search: 'faq_question', order: 'id,desc' }))
      .data.list[0];
    const answer = await admin.post('/admin/crud_record/remove', { id: record.id, confirm: 'faq_question' });
    expect([answer.code, answer.msg]).toEqual([
      0,
      '“faq_question” belongs to the module “faq”. Update or uninstall the module instead.',
    ]);
  });

  // @covers fault module.downgrade
  it('update: the new field is there, the lost one is archived, rows stay', async () => {
    expect((await uploadModule(admin, packFaq())).msg).toBe(
      'Version 1.0.0 is not newer than the installed version 1.0.0.',
    );
    const { data } = await uploadModule(admin, packFaqUpdate());
    expect(await moduleRow()).toMatchObject({ state: 'update', version: '1.0.0', available_version: '1.1.0' });
    const review = (await admin.get('/admin/module/review', { id: String(data.id) })).data;
    expect(review).toMatchObject({ installedVersion: '1.0.0', installedSigner: 'Test signer', newPermissions: [] });
    await settle(await admin.post('/admin/module/update', { id: data.id }));
    expect(await moduleRow()).toMatchObject({ state: 'installed', version: '1.1.0', available_version: '' });
    const questions = (await list(admin, '/admin/faq_question/index')) ?? [];
    expect(questions.map(({ is_pinned }) => is_pinned)).toEqual([0, 0, 0]);
    expect((await list(admin, '/admin/faq_category/index'))?.[0]).not.toHaveProperty('picture');
    expect((await uploadModule(admin, packFaq())).msg).toBe(
      'Version 1.0.0 is not newer than the installed version 1.1.0.',
    );
    expect(files().filter((name) => name.endsWith('.zip'))).toHaveLength(1);
  });

  // @covers fault module.state
  it('disable: no screen, no API, no menu; enable: all of it and the permissions are back, with the same rows', async () => {
    const row = await moduleRow();
    await settle(await admin.post('/admin/module/changeState', { id: row.id, state: 0 }));
    expect((await moduleRow()).state).toBe('disabled');
    for (const caller of [admin, clerk]) expect((await caller.get('/admin/faq_question/index')).status).toBe(404);
    expect((await guest(server).get('/api/faq_category/index')).status).toBe(404);
    expect(JSON.stringify((await admin.get('/admin/Index/index')).data.menus)).not.toContain('faq_question');
    const refused = await admin.post('/admin/module/changeState', { id: row.id, state: false });
    expect([refused.code, refused.msg]).toEqual([0, 'This isn’t possible while the module is “Disabled”.']);
    const inChinese = await admin.send('POST', '/admin/module/changeState', {
      body: JSON.stringify({ id: row.id, state: 0 }),
      headers: { 'think-lang': 'zh-cn', 'content-type': 'application/json' },
    });
    expect(inChinese.msg).toBe('模块处于“已禁用”状态时不能这样做。');
    await settle(await admin.post('/admin/module/changeState', { uid: 'faq', state: '1' }));
    expect((await moduleRow()).state).toBe('installed');
    expect(await list(clerk, '/admin/faq_question/index')).toHaveLength(3);
    expect(JSON.stringify((await admin.get('/admin/Index/index')).data.menus)).toContain('faq_question');
  });

  it('export: a zip with the rows of each table', async () => {
    const response = await fetch(`${server.url}/admin/module/rows?uid=faq`, {
      headers: { batoken: admin.token, server: 'true' },
    });
    const unpacked = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const lines = (name: string) =>
      strFromU8(unpacked[name] ?? new Uint8Array())
        .trim()
        .split('\n');
    expect([lines('faq_category.jsonl').length, lines('faq_question.jsonl').length]).toEqual([2, 3]);
    expect(JSON.parse(lines('faq_question.jsonl')[2] ?? '')).toMatchObject({ question: '如何联系客服？' });
  });

  it('uninstall: schema, menu, recycle bin, permissions and files are as before', async () => {
    await settle(await admin.post('/admin/module/uninstall', { uid: 'faq' }));
    expect(await moduleRow()).toBeUndefined();
    const group = Number((await admin.get('/admin/admin/edit', { id: String(clerk.id) })).data.row.group_arr[0]);
    await admin.post('/admin/admin_group/edit', { id: group, rules: ['news/index'] });
    expect(await observe()).toEqual(before);
  });

  // @covers fault module.conflicts
  // @covers fault module.archive_needs
  it('install again: the archived rows come back by choice, and disabled modules can be uninstalled for good', async () => {
    const { data } = await uploadModule(admin, packFaqUpdate());
    const asked = await admin.post('/admin/module/install', { id: data.id });
    expect([asked.code, asked.data.conflicts.map(({ key, count }: Row) => [key, count])]).toEqual([
      -1,
      [
        ['archive:faq_category', 2],
        ['archive:faq_question', 3],
      ],
    ]);
    const halfRestored = { 'archive:faq_category': 'fresh', 'archive:faq_question': 'restore' };
    const refused = await admin.post('/admin/module/install', { id: data.id, choices: halfRestored });
    expect([refused.code, refused.msg]).toEqual([
      0,
      'The archived records of FAQ questions refer to records of FAQ categories. Restore both, or neither.',
    ]);
    const choices = { 'archive:faq_category': 'restore', 'archive:faq_question': 'restore' };
    await settle(await admin.post('/admin/module/install', { id: data.id, choices }));
    expect(await list(admin, '/admin/faq_question/index')).toHaveLength(3);
    expect(await findDamage()).toEqual([]);
    await server.services.db.transact((tx) => tx.run('UPDATE faq_question SET category_id = 999', []));
    expect((await findDamage()).map(({ rule, where }) => [rule, where.replace(/\d+/, 'N')])).toEqual(
      [1, 2, 3].map(() => ['reference', 'faq_question N category_id']),
    );
    await settle(await admin.post('/admin/module/changeState', { id: data.id, state: 0 }));
    await settle(await admin.post('/admin/module/uninstall', { id: data.id, rows: 'delete' }));
    expect(await observe()).toEqual(before);
    const archived = await server.services.db.rows("SELECT 1 FROM archived_row WHERE ent = 'faq_question'");
    expect(archived).toEqual([]);
  });
});
