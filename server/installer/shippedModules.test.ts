/** Every shipped module goes through its whole lifecycle, and leaves schema, menu, permissions and files unchanged. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { introspectSchema, sortSchema } from '../db/schema/introspect';
import { guest, member, superAdmin, type ApiResponse, type Caller } from '../testing/callers';
import {
  packDashboardsUpdate,
  packFaqUpdate,
  packGuestBookUpdate,
  packShipped,
  SHIPPED_MODULES,
  TRUSTING_ENV,
  uploadModule,
  type ShippedModule,
} from '../testing/modulePackages';
import { sampleDialects } from '../testing/sampleDialects';
import { startTestServer, type TestServer } from '../testing/testServer';

type Row = Readonly<Record<string, unknown>>;
const getDigest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
interface MenuNode {
  readonly name: string;
  readonly title: string;
  readonly title_en: string;
  readonly children: readonly MenuNode[];
}
const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const UPDATES: Readonly<Record<ShippedModule, () => Buffer>> = {
  faq: packFaqUpdate,
  'guest-book': packGuestBookUpdate,
  'dashboard-pack': packDashboardsUpdate,
};

describe.each(sampleDialects())('the shipped modules on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let anna: Caller;
  let before: unknown;
  beforeAll(async () => {
    server = await startTestServer({ database, env: TRUSTING_ENV });
    admin = await superAdmin(server);
    anna = await member(server);
    before = await observe();
  });
  afterAll(() => server.close());
  // A module that a failed test left would make the others fail.
  afterEach(async () => {
    for (const { uid } of (await admin.get('/admin/module/index')).data.list) {
      await admin.post('/admin/module/uninstall', { uid, rows: 'delete' });
      await server.jobs.settled();
    }
  });

  const settle = async (answer: ApiResponse) => {
    expect([answer.code, answer.msg]).toEqual([1, 'Job started.']);
    await server.jobs.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(answer.data.job) })).data;
    expect([row.status, row.error]).toEqual(['success', '']);
  };
  const install = async (archive: Buffer) => {
    const { data } = await uploadModule(admin, archive);
    await settle(await admin.post('/admin/module/install', { id: data.id }));
  };
  const changeState = async (uid: string, state: 0 | 1) =>
    settle(await admin.post('/admin/module/changeState', { uid, state }));
  const list = async (caller: Caller, path: string): Promise<readonly Row[] | undefined> =>
    (await caller.get(path)).data?.list;
  const visit = async (path: string) => {
    const response = await fetch(server.url + path, { headers: BROWSER });
    return { status: response.status, html: await response.text() };
  };
  const menu = async (): Promise<readonly MenuNode[]> => (await admin.get('/admin/Index/index')).data.menus;
  const folder = async (name: string) => (await menu()).find((node) => node.name === name);
  /** All files and folders of packages and within the storage, empty folders too. */
  const files = (): readonly string[] =>
    readdirSync(server.env.dataDir, { recursive: true })
      .map(String)
      .filter((path) => path === 'modules' || /^(?:modules|storage)\//.test(path))
      .sort();
  /** Visible schema, menu, permissions, dashboards and files. */
  const observe = async () => {
    const { menus, permissions, definitions } = (await admin.get('/admin/Index/index')).data;
    const groups = (await admin.get('/admin/admin_group/index', { limit: '100' })).data.list;
    return {
      schema: sortSchema(await introspectSchema(server.services.db, database)),
      console: getDigest({ menus, permissions, definitions }),
      rights: groups.map(({ id, rules }: Row) => [id, rules]),
      boards: (await admin.get('/admin/board/index')).data.list,
      files: files(),
    };
  };

  /** Actions of staff, members and visitors in each module. Returns the values that must survive an update, and a disabled period. */
  const USES: Readonly<Record<ShippedModule, () => Promise<unknown>>> = {
    faq: async () => {
      const [zh, en] = [await visit('/zh-cn/faq'), await visit('/en/faq')];
      expect([zh.status, en.status]).toEqual([200, 200]);
      expect(zh.html).toContain('忘记密码怎么办？');
      expect(en.html).toContain('I forgot my password. What can I do?');
      expect(en.html).toContain('<title>Frequently asked questions - ');
      expect((await visit('/sitemap.xml')).html).toContain('/faq</loc>');
      const { title, title_en, children } = (await folder('menu/faq')) ?? {};
      expect([title, title_en, children?.map(({ name }) => name)]).toEqual([
        '常见问题',
        'FAQ',
        ['faq_category', 'faq_question'],
      ]);
      return (await list(guest(server), '/api/faq_question/index'))?.map(({ question }) => question).sort();
    },
    'guest-book': async () => {
      const [{ title_en } = { title_en: '' }] = [await folder('menu/guest_book')];
      expect(title_en).toBe('Guest book');
      const shown = (await list(guest(server), '/api/guest_book_entry/index')) ?? [];
      expect(shown.every(({ user_id }) => user_id === undefined)).toBe(true);
      const page = await visit('/en/guest-book');
      expect([page.status, page.html.includes('Welcome to the guest book')]).toEqual([200, true]);
      const own = (await list(anna, '/api/guest_book_entry/index')) ?? [];
      return [shown, own].map((rows) => rows.map((row) => [row['id'], row['content'] ?? row['message'], row['reply']]));
    },
    'dashboard-pack': async () => {
      const boards = (await list(admin, '/admin/board/index')) ?? [];
      return boards.filter(({ title }) => title === '咨询').map(({ id, status }) => [id, status]);
    },
  };

  it('guest book: a member writes, staff approve and answer, and everybody reads it', async () => {
    await install(packShipped('guest-book'));
    const add = (values: Row) => anna.post('/api/guest_book_entry/add', { name: 'Anna', ...values });
    expect((await add({ content: 'Mine', reply: 'We love it' })).status).toBe(403);
    // State and author are not for members to say.
    const added = await add({ content: 'A fine place', state: 1, user_id: 999_999 });
    expect([added.code, added.msg]).toEqual([1, expect.stringContaining('Guest book entry')]);
    const [row] = (await list(admin, '/admin/guest_book_entry/index')) ?? [];
    const [own] = (await list(anna, '/api/guest_book_entry/index')) ?? [];
    expect([added.data.id, added.data.row.id]).toEqual([own?.['id'], own?.['id']]);
    expect(added.data.id).not.toBe(row?.['id']);
    expect(row).toMatchObject({ content: 'A fine place', state: 0, user_id: anna.id, reply: '' });
    const id = Number(row?.['id']);
    expect((await visit('/guest-book')).html).not.toContain('A fine place');
    expect((await guest(server).post('/api/guest_book_entry/add', { name: 'x', content: 'y' })).code).toBe(302);
    const approved = await admin.post('/admin/guest_book_entry/edit', { id, state: 1, reply: 'Thank you <b>' });
    expect(approved.code).toBe(1);
    const { html } = await visit('/en/guest-book');
    for (const text of ['A fine place', 'Reply', 'Thank you &lt;b&gt;']) expect(html).toContain(text);
    // An entry that is published is no longer the member's to remove; a waiting one is.
    const [published] = (await list(anna, '/api/guest_book_entry/index')) ?? [];
    expect((await anna.post('/api/guest_book_entry/del', { ids: [published?.['id']] })).status).toBe(403);
    expect((await anna.post('/api/guest_book_entry/del', { ids: [id] })).status).toBe(404);
    await add({ content: 'A mistake' });
    const [waiting] = (await list(anna, '/api/guest_book_entry/index')) ?? [];
    expect((await anna.post('/api/guest_book_entry/del', { ids: [waiting?.['id']] })).code).toBe(1);
    expect((await list(anna, '/api/guest_book_entry/index'))?.map(({ content }) => content)).toEqual(['A fine place']);
    const back = await admin.post('/admin/guest_book_entry/edit', { id, state: 0 });
    expect([back.status, back.code]).toEqual([200, 0]);
    await settle(await admin.post('/admin/module/uninstall', { uid: 'guest-book', rows: 'delete' }));
    expect(await observe()).toEqual(before);
  });

  it('guest book: the member center has its page while the module is enabled, with what members may write', async () => {
    const menus = async () => {
      const { data } = await anna.get('/api/user/index');
      return (data.menus as readonly Row[]).filter(({ component }) => component === 'modulePage');
    };
    const page = (path: string, lang = 'en') => anna.get('/api/module/page', { path, lang });
    expect(await menus()).toEqual([]);
    await install(packShipped('guest-book'));
    expect(await menus()).toMatchObject([
      { title: '留言板', title_en: 'Guest book', path: 'page/guest-book', icon: 'chat' },
    ]);
    const { data } = await page('guest-book');
    expect(data).toMatchObject({
      entity: 'guest_book_entry',
      title: 'Guest book',
      heading: 'name',
      body: 'content',
      canAdd: true,
      note: { name: 'reply', label: 'Reply' },
      state: { name: 'state', titles: { 0: 'To be checked', 1: 'Approved', 2: 'Refused' } },
      removeIf: { state: 0 },
    });
    expect(data.fields).toEqual([
      { name: 'name', label: 'Name', help: 'Everyone sees this name', max: 40, lines: 1, isRequired: true },
      { name: 'content', label: 'Text', help: '', max: 1000, lines: 5, isRequired: true },
    ]);
    expect((await page('guest-book', 'zh-cn')).data.title).toBe('留言板');
    expect((await page('faq')).status).toBe(404);
    expect((await guest(server).get('/api/module/page', { path: 'guest-book' })).code).toBe(302);
    await changeState('guest-book', 0);
    expect([await menus(), (await page('guest-book')).status]).toEqual([[], 404]);
    await changeState('guest-book', 1);
    expect(await menus()).toHaveLength(1);
    await settle(await admin.post('/admin/module/uninstall', { uid: 'guest-book', rows: 'delete' }));
    expect([await menus(), await observe()]).toEqual([[], before]);
  });

  // @covers fault auth.throttled
  it('guest book: a member writes only so many entries an hour', async () => {
    await install(packShipped('guest-book'));
    const responses: number[] = [];
    for (let count = 0; count < 31; count += 1)
      responses.push((await anna.post('/api/guest_book_entry/add', { name: 'Anna', content: `No. ${count}` })).code);
    expect(responses.at(-1)).toBe(429);
    await settle(await admin.post('/admin/module/uninstall', { uid: 'guest-book', rows: 'delete' }));
  });

  it('dashboard pack: its dashboards are hidden until staff show them, and arranged ones survive an update', async () => {
    await install(packShipped('dashboard-pack'));
    const boards = (await list(admin, '/admin/board/index')) ?? [];
    expect(boards.map(({ title, title_en: english, status }) => [title, english, status]).sort()).toEqual([
      ['会员', 'Members', 0],
      ['咨询', 'Requests', 0],
    ]);
    const layout = async () => (await admin.get('/admin/Dashboard/dashboard')).data.shared;
    expect(await layout()).toBeNull();
    const board = boards.find(({ title }) => title === '咨询');
    await admin.post('/admin/board/edit', { id: board?.['id'], status: 1 });
    const { cards } = await layout();
    expect(cards.map(({ id }: Row) => id)).toContain('lead_progress');
    const arranged = cards.slice(0, 2);
    await admin.post('/admin/board/edit', { id: board?.['id'], cards: arranged });
    await uploadModule(admin, packDashboardsUpdate());
    await settle(await admin.post('/admin/module/update', { uid: 'dashboard-pack' }));
    expect((await layout()).cards).toEqual(arranged);
    expect(await list(admin, '/admin/board/index')).toHaveLength(1);
    await settle(await admin.post('/admin/module/uninstall', { uid: 'dashboard-pack' }));
    expect([await layout(), await observe()]).toEqual([null, before]);
  });

  it('dashboard pack: an update brings English titles to an older version, but no title over one that staff changed', async () => {
    const older = packShipped('dashboard-pack', ({ edit }) => {
      edit('module.json', (manifest) => {
        manifest.version = '0.9.0';
      });
      edit('dashboards.json', (dashboards) => {
        dashboards[0].title = 'Requests 咨询';
        dashboards[1].title = 'Members 会员';
      });
    });
    await install(older);
    const titles = async () =>
      ((await list(admin, '/admin/board/index')) ?? [])
        .map(({ title, title_en: english }) => [title, english ?? ''])
        .sort();
    expect(await titles()).toEqual([
      ['Members 会员', ''],
      ['Requests 咨询', ''],
    ]);
    const members = (await list(admin, '/admin/board/index'))?.find(({ title }) => title === 'Members 会员');
    await admin.post('/admin/board/edit', { id: members?.['id'], title: 'Our members' });
    await uploadModule(admin, packShipped('dashboard-pack'));
    await settle(await admin.post('/admin/module/update', { uid: 'dashboard-pack' }));
    expect(await titles()).toEqual([
      ['Our members', ''],
      ['咨询', 'Requests'],
    ]);
    await settle(await admin.post('/admin/module/uninstall', { uid: 'dashboard-pack' }));
    expect(await observe()).toEqual(before);
  });

  // @spec P1-027
  it.each(SHIPPED_MODULES)('%s: install, use, update, disable, enable and uninstall', async (uid) => {
    await install(packShipped(uid));
    const used = await USES[uid]();
    await uploadModule(admin, UPDATES[uid]());
    await settle(await admin.post('/admin/module/update', { uid }));
    expect((await list(admin, '/admin/module/index'))?.map((row) => [row['uid'], row['state']])).toEqual([
      [uid, 'installed'],
    ]);
    expect(await USES[uid]()).toEqual(used);
    await changeState(uid, 0);
    const resting = await observe();
    expect(resting.console).toEqual((before as typeof resting).console);
    expect(resting.boards).toEqual([]);
    for (const path of ['/faq', '/guest-book']) expect((await visit(path)).status).toBe(404);
    await changeState(uid, 1);
    expect(await USES[uid]()).toEqual(used);
    await settle(await admin.post('/admin/module/uninstall', { uid, rows: 'delete' }));
    expect(await observe()).toEqual(before);
    expect((await admin.get('/admin/module/index')).data.list).toEqual([]);
  });
});
