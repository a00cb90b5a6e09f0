/** Blocking problems of a module are shown before anything changes; conflicts are resolved as chosen. */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type ApiResponse, type Caller } from '../testing/callers';
import { packFaq, TRUSTING_ENV, uploadModule } from '../testing/modulePackages';
import { sampleDialects } from '../testing/sampleDialects';
import { startTestServer, type TestServer } from '../testing/testServer';

type Row = Readonly<Record<string, unknown>>;

describe.each(sampleDialects())('conflicts of a module on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database, env: TRUSTING_ENV });
    admin = await superAdmin(server);
  });
  afterAll(() => server.close());

  const settle = async (response: ApiResponse) => {
    expect(response.code).toBe(1);
    await server.jobs.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(response.data.job) })).data;
    expect([row.status, row.error]).toEqual(['success', '']);
  };
  const install = (choices: Row = {}) => admin.post('/admin/module/install', { uid: 'faq', choices });
  const review = async (): Promise<Row & { readonly blocked: Row[]; readonly conflicts: Row[] }> =>
    (await admin.get('/admin/module/review', { uid: 'faq' })).data;
  const uninstall = (uid: string) => admin.post('/admin/module/uninstall', { uid, rows: 'delete' });

  // @covers fault module.blocked
  it('the installation is blocked by another version of the product and by a missing module', async () => {
    const archive = packFaq(({ edit }) => {
      edit('module.json', (manifest) => {
        manifest.requires = { atrium: '^9.0.0', modules: { crm: '>=2.0.0' } };
      });
    });
    await uploadModule(admin, archive);
    expect((await review()).blocked).toEqual([
      { code: 'product_version', subject: '^9.0.0', detail: '0.0.0' },
      { code: 'module_missing', subject: 'crm', detail: '>=2.0.0' },
    ]);
    const refused = await install();
    expect([refused.code, refused.data.blocked.length, refused.msg]).toEqual([
      ...[0, 2],
      'This module can’t be installed. It needs Atrium ^9.0.0. This is 0.0.0. It needs the module crm >=2.0.0.',
    ]);
    expect((await admin.post('/admin/module/discard', { uid: 'faq' })).code).toBe(1);
    expect((await admin.get('/admin/module/index')).data.list).toEqual([]);
  });

  // @covers fault module.dependencies
  it('a refusal names the modules to install first', async () => {
    await uploadModule(
      admin,
      packFaq(({ edit }) => {
        edit('module.json', (manifest) => {
          manifest.requires = { atrium: '>=0.0.0', modules: { crm: '>=2.0.0' } };
        });
      }),
    );
    const refused = await install();
    expect([refused.code, refused.msg]).toEqual([-2, expect.stringContaining('crm')]);
    await admin.post('/admin/module/discard', { uid: 'faq' });
  });

  // @covers fault module.blocked
  it('names of the product and of other pages are not for modules', async () => {
    await uploadModule(
      admin,
      packFaq(({ edit }) => {
        edit('menu.json', (folder) => {
          folder.name = 'content';
        });
        for (const name of ['faq_category', 'faq_question'])
          edit(`entities/${name}.json`, ({ spec }) => {
            spec.menu = 'content';
          });
        edit('pages.json', ([page]) => {
          page.path = 'news';
        });
      }),
    );
    expect((await review()).blocked).toEqual([
      { code: 'name_taken', subject: 'menu/content', detail: '' },
      { code: 'page_taken', subject: 'news', detail: '' },
    ]);
    const chinese = await admin.send('POST', '/admin/module/install', {
      body: JSON.stringify({ uid: 'faq' }),
      headers: { 'content-type': 'application/json', 'think-lang': 'zh-cn' },
    });
    expect(chinese.msg).toBe('该模块无法安装在此：名称 menu/content 属于系统内置。公开网站的地址 /news 已被使用。');
    await admin.post('/admin/module/discard', { uid: 'faq' });
  });

  it('a menu folder of the same name is joined, or is replaced with its entries', async () => {
    const addRule = async (rule: Row): Promise<number> =>
      Number((await admin.post('/admin/menu_rule/add', { weigh: 5, ...rule })).data.row.id);
    const folder = await addRule({ type: 'menu_dir', title: 'Help', name: 'menu/faq', path: 'faq' });
    const own = { type: 'menu', title: 'Manual', name: 'manual', path: 'manual', menu_type: 'link' };
    const entry = await addRule({ ...own, pid: folder, url: 'https://example.com/manual' });
    const loadParent = async (name: string) => {
      const { list } = (await admin.get('/admin/menu_rule/index', { quick_search: name, limit: '100' })).data;
      return list.find((rule: Row) => rule['name'] === name)?.pid;
    };
    await uploadModule(admin, packFaq());
    expect((await review()).conflicts.map(({ key }) => key)).toEqual(['folder:faq']);
    await settle(await install({ 'folder:faq': 'join' }));
    expect([await loadParent('faq_question'), await loadParent('manual')]).toEqual([folder, folder]);
    await settle(await uninstall('faq'));
    expect(await loadParent('manual')).toBe(folder);
    await uploadModule(admin, packFaq());
    await settle(await install({ 'folder:faq': 'replace' }));
    const next = await loadParent('faq_question');
    expect([next === folder, await loadParent('manual')]).toEqual([false, next]);
    // The folder of the module is kept while it has other entries.
    await settle(await uninstall('faq'));
    expect(await loadParent('manual')).toBe(next);
    await admin.post('/admin/menu_rule/del', { ids: [entry] });
    await admin.post('/admin/menu_rule/del', { ids: [next] });
  });

  it('the installation is blocked by a definition that the designer could not have made', async () => {
    const archive = packFaq(({ edit }) => {
      edit('entities/faq_category.json', ({ spec }) => {
        spec.superOnly = true;
      });
    });
    await uploadModule(admin, archive);
    expect((await review()).blocked).toMatchObject([{ code: 'definition', subject: 'faq_category' }]);
    expect((await install()).msg).toBe(
      'This module can’t be installed. The definition of faq_category is invalid: The designer doesn’t offer superOnly.',
    );
    await admin.post('/admin/module/discard', { uid: 'faq' });
  });

  it('the problems of a definition are sentences', async () => {
    await uploadModule(
      admin,
      packFaq(({ edit, remove, write }) => {
        for (const name of ['faq_category', 'faq_question']) remove(`entities/${name}.json`);
        for (const name of ['seeds.json', 'pages.json', 'menu.json']) remove(name);
        edit('module.json', (manifest) => Object.assign(manifest, { permissions: ['entities', 'assets'] }));
        write(
          'entities/news.json',
          Buffer.from(
            JSON.stringify({
              name: 'news',
              spec: {
                menu: 'content',
                icon: 'category',
                sensitivity: 'internal',
                title: 'text',
                list: { columns: ['id', 'text'], sort: '-id' },
                form: ['text'],
                access: { staff: 'crud' },
                labels: {
                  en: { $one: 'Item', $many: 'Items', text: 'Text' },
                  'zh-cn': { $one: '条目', $many: '条目', text: '内容' },
                },
                fields: { text: { kind: 'text', options: { required: true, max: 80 } } },
              },
            }),
          ),
        );
      }),
    );
    const { msg } = await install();
    expect(msg).toContain('The definition of news is invalid: ');
    expect(msg).toContain('Choose another name. The table “news” already exists.');
    expect(msg).not.toContain('table_taken');
    await admin.post('/admin/module/discard', { uid: 'faq' });
  });

  it('an entity that somebody designed is adopted with its rows, a menu rule is replaced', async () => {
    const definition = packedCategory();
    const { data } = await admin.post('/admin/crud_design/start', { from: 'definition', definition, replace: true });
    await settle(await admin.post('/admin/crud_design/apply', { id: data.id }));
    await admin.post('/admin/faq_category/add', { name: '已有分类', status: 1 });
    const rule = {
      type: 'menu',
      title: 'Mine',
      name: 'faq_question',
      menu_type: 'link',
      url: 'https://example.com/faq',
    };
    const added = await admin.post('/admin/menu_rule/add', { ...rule, path: 'faq_question', weigh: 5 });
    expect([added.code, added.msg, added.data?.fields]).toEqual([1, expect.anything(), undefined]);
    await uploadModule(admin, packFaq());
    const { conflicts } = await review();
    expect(conflicts.map(({ key }) => key)).toEqual(['entity:faq_category', 'menu:faq_question']);
    // The label of the table that exists, not of the one that comes.
    expect(conflicts[0]?.['label']).toEqual({ en: 'Own topics', 'zh-cn': '自有分类' });
    expect((await install({ 'entity:faq_category': 'adopt' })).code).toBe(-1);
    await settle(await install({ 'entity:faq_category': 'adopt', 'menu:faq_question': 'replace' }));
    const categories = (await admin.get('/admin/faq_category/index')).data.list;
    expect(categories.map(({ name }: Row) => name)).toEqual(['已有分类']);
    const titles = (await admin.get('/admin/menu_rule/index', { quick_search: 'faq_question' })).data.list;
    expect(titles.map(({ title }: Row) => title)).not.toContain('Mine');
    // Rows that refer to seed rows of the adopted entity are left out.
    expect((await admin.get('/admin/faq_question/index')).data.list).toEqual([]);
  });

  // @covers fault module.required_by
  // @covers fault module.dependencies
  it('a module that another one needs cannot be disabled, uninstalled or updated to another major version', async () => {
    const extra = packFaq(({ edit, remove }) => {
      edit('module.json', (manifest) => {
        Object.assign(manifest, {
          uid: 'faq-extra',
          permissions: [],
          requires: { atrium: '>=0.0.0', modules: { faq: '^1.0.0' } },
        });
      });
      for (const path of [
        'seeds.json',
        'menu.json',
        'pages.json',
        'entities/faq_category.json',
        'entities/faq_question.json',
      ])
        remove(path);
      for (const name of ['account', 'billing']) remove(`assets/${name}.png`);
    });
    await uploadModule(admin, extra);
    await settle(await admin.post('/admin/module/install', { uid: 'faq-extra' }));
    const refused = [await uninstall('faq'), await admin.post('/admin/module/changeState', { uid: 'faq', state: 0 })];
    expect(refused.map(({ code, msg }) => [code, msg])).toEqual(
      refused.map(() => [0, 'Other modules need this one: faq-extra.']),
    );
    await uploadModule(admin, packVersion('2.0.0'));
    expect((await review()).blocked).toEqual([{ code: 'needed_version', subject: 'faq-extra', detail: 'faq ^1.0.0' }]);
    expect((await install()).msg).toBe(
      'This module can’t be installed. The installed module faq-extra needs faq ^1.0.0.',
    );
    await admin.post('/admin/module/discard', { uid: 'faq' });
    await uploadModule(admin, packVersion('1.2.0'));
    expect((await review()).blocked).toEqual([]);
    await settle(await admin.post('/admin/module/changeState', { uid: 'faq-extra', state: 0 }));
    await settle(await admin.post('/admin/module/changeState', { uid: 'faq', state: 0 }));
    const early = await admin.post('/admin/module/changeState', { uid: 'faq-extra', state: 1 });
    expect([early.code, early.msg]).toEqual([-2, 'Install these modules first: faq ^1.0.0.']);
    await settle(await uninstall('faq-extra'));
    await settle(await uninstall('faq'));
  });

  it('a file that is kept stays after an update and an uninstallation', async () => {
    const path = join(server.env.dataDir, 'storage/modules/faq/account.png');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'mine');
    await uploadModule(admin, packFaq());
    expect((await review()).conflicts.map(({ key }) => key)).toEqual(['file:account.png']);
    await settle(await install({ 'file:account.png': 'keep' }));
    await uploadModule(admin, packVersion('1.0.1'));
    await settle(await install());
    expect(readFileSync(path, 'utf8')).toBe('mine');
    await settle(await uninstall('faq'));
    expect([readFileSync(path, 'utf8'), readdirSync(dirname(path))]).toEqual(['mine', ['account.png']]);
    rmSync(path);
  });
});

const packVersion = (version: string): Buffer =>
  packFaq(({ edit }) => edit('module.json', (manifest) => Object.assign(manifest, { version })));

/** The category of the FAQ with another label, as somebody could have designed it. */
function packedCategory(): unknown {
  let definition: unknown;
  packFaq(({ edit }) =>
    edit('entities/faq_category.json', (value) => {
      const copy = JSON.parse(JSON.stringify({ ...value, spec: { ...value.spec, menu: 'content' } }));
      Object.assign(copy.spec.labels.en, { $many: 'Own topics' });
      Object.assign(copy.spec.labels['zh-cn'], { $many: '自有分类' });
      definition = copy;
    }),
  );
  return definition;
}
