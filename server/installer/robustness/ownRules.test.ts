/** Changes of a module touch the menu rules that were made for it and no others, and work whatever staff did with the rules. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { packFiles, TRUSTING_ENV, uploadModule } from '../../testing/modulePackages';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

type Row = Readonly<Record<string, unknown>>;

const entity = (name: string, title: string) => ({
  name,
  spec: {
    menu: 'content',
    icon: 'category',
    sensitivity: 'internal',
    title: 'text',
    list: { columns: ['id', 'text', 'create_time'], sort: '-id' },
    form: ['text'],
    access: { staff: 'crud' },
    labels: {
      en: { $one: title, $many: `${title}s`, text: 'Text' },
      'zh-cn': { $one: '问候语', $many: '问候语', text: '内容' },
    },
    fields: { text: { kind: 'text', options: { required: true, max: 80 } } },
  },
});
const pack = (version: string, names: readonly string[] = ['greeting']): Buffer =>
  packFiles(
    { uid: 'greeting', version, permissions: ['entities'] },
    Object.fromEntries(names.map((name) => [`entities/${name}.json`, entity(name, name)])),
  );

const LINK = { type: 'menu', menu_type: 'link', url: 'https://example.com/greeting', weigh: 5 };

describe.each(testDialects())('menu rules of a module and of staff on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database, env: TRUSTING_ENV });
    admin = await superAdmin(server);
  });
  afterAll(() => server.close());
  /** All rules of a test; also those in the recycle bin. */
  const rules = () =>
    server.services.db.rows<Row>(
      "SELECT id, name, pid, title, delete_time FROM menu_rule WHERE name LIKE 'greeting%' OR name LIKE 'staff_%' ORDER BY id",
    );
  afterEach(async () => {
    for (const name of ['staff_', 'greeting'])
      await server.services.db.transact((tx) => tx.run('DELETE FROM menu_rule WHERE name LIKE ?', [`${name}%`]));
  });

  const add = async (rule: Row): Promise<number> => {
    const { code, data, msg } = await admin.post('/admin/menu_rule/add', { ...LINK, title: 'Mine', ...rule });
    expect([code, msg]).toEqual([1, expect.anything()]);
    return Number(data.row.id);
  };
  const folder = (name: string, pid: number | null = null) =>
    add({ type: 'menu_dir', menu_type: null, url: null, name, path: name, pid });
  const remove = async (...ids: number[]) => expect((await admin.post('/admin/menu_rule/del', { ids })).code).toBe(1);
  const purge = async (...ids: number[]) => expect((await admin.post('/admin/menu_rule/purge', { ids })).code).toBe(1);
  const find = async (name: string) =>
    (await rules()).find((rule) => rule['name'] === name && rule['delete_time'] === null);
  const idOf = async (name: string) => Number((await find(name))?.['id']);
  const start = (action: string, body: object = {}) =>
    admin.post(`/admin/module/${action}`, { uid: 'greeting', ...body });
  const run = async (action: string, body: object = {}): Promise<Row> => {
    const response = await start(action, body);
    expect([response.code, response.msg]).toEqual([1, 'Job started.']);
    await server.jobs.settled();
    return (await admin.get('/admin/job/edit', { id: String(response.data.job) })).data.row;
  };
  const settle = async (action: string, body: object = {}) => {
    const { status, error } = await run(action, body);
    expect([status, error]).toEqual(['success', '']);
  };
  const install = async (choices: Row = {}, archive = pack('1.0.0')) => {
    await uploadModule(admin, archive);
    await settle('install', { choices });
  };
  const disable = () => settle('changeState', { state: 0 });
  const enable = () => settle('changeState', { state: 1 });
  const uninstall = () => settle('uninstall', { rows: 'delete' });
  const count = async () => (await rules()).filter((rule) => rule['delete_time'] === null).length;

  it('a rule of staff with a name of the module stays, made while it is disabled or after its own was deleted', async () => {
    await install();
    await disable();
    const own = await add({ name: 'greeting', path: 'greeting' });
    const button = await add({ type: 'button', menu_type: null, url: null, name: 'greeting/mine', pid: own });
    await enable();
    expect([await idOf('greeting'), (await find('greeting/index'))?.['pid']]).toEqual([own, own]);
    await disable();
    await uninstall();
    expect((await rules()).map(({ id, delete_time }) => [id, delete_time])).toEqual([
      [own, null],
      [button, null],
    ]);
    await remove(button, own);
    await purge(button, own);
    await install();
    await remove(await idOf('greeting/sortable'));
    const other = await add({ type: 'button', menu_type: null, url: null, name: 'greeting/sortable', pid: null });
    await uninstall();
    expect((await rules()).map(({ id, delete_time }) => [id, delete_time])).toEqual([[other, null]]);
  });

  it('enabling works after the parent of its rules was deleted, for good or not', async () => {
    await install();
    const content = (await find('greeting'))?.['pid'];
    for (const isPurged of [false, true]) {
      const parent = await folder(`staff_${isPurged ? 'purged' : 'deleted'}`);
      expect((await admin.post('/admin/menu_rule/edit', { id: await idOf('greeting'), pid: parent })).code).toBe(1);
      await disable();
      await remove(parent);
      if (isPurged) await purge(parent);
      await enable();
      expect((await find('greeting'))?.['pid']).toBe(content);
    }
    const before = await count();
    await disable();
    const withdrawn = (await rules()).filter(({ name }) => String(name).startsWith('greeting'));
    await purge(...withdrawn.map(({ id }) => Number(id)));
    await enable();
    expect([await count(), (await find('greeting'))?.['pid']]).toEqual([before, content]);
    expect((await find('greeting/index'))?.['pid']).toBe(await idOf('greeting'));
    await uninstall();
    expect((await rules()).filter(({ name }) => String(name).startsWith('greeting'))).toEqual([]);
  });

  it('enabling works after a kept rule was deleted: the buttons are below a rule of the module', async () => {
    for (const isPurged of [false, true]) {
      const kept = await add({ name: 'greeting', path: 'greeting' });
      await install({ 'menu:greeting': 'keep' });
      expect((await find('greeting/index'))?.['pid']).toBe(kept);
      await disable();
      await remove(kept);
      if (isPurged) await purge(kept);
      await enable();
      const screen = await find('greeting');
      expect([screen?.['id'] === kept, screen?.['pid'] === null]).toEqual([false, false]);
      expect((await find('greeting/index'))?.['pid']).toBe(screen?.['id']);
      await uninstall();
      expect((await rules()).map(({ id }) => id)).toEqual(isPurged ? [] : [kept]);
      if (!isPurged) await purge(kept);
    }
  });

  // @covers fault module.rules_below
  it('rules of staff below those of the module are named before anything changes', async () => {
    await install();
    const child = await add({ name: 'staff_child', pid: await idOf('greeting') });
    const before = await rules();
    for (const answer of [await start('changeState', { state: 0 }), await start('uninstall', { rows: 'delete' })])
      expect([answer.code, answer.msg]).toEqual([
        0,
        'Other menu rules are below those of this module: “Mine” (staff_child). Move or delete them in Menu rules first, then try again.',
      ]);
    expect(await rules()).toEqual(before);
    expect((await admin.post('/admin/menu_rule/edit', { id: child, pid: null })).code).toBe(1);
    await uninstall();
    expect((await rules()).map(({ id }) => id)).toEqual([child]);
  });

  it('an update that removes such a rule fails, and the card names the rule in both languages', async () => {
    await install({}, pack('1.0.0', ['greeting', 'greeting_card']));
    const child = await add({ name: 'staff_child', pid: await idOf('greeting_card') });
    await uploadModule(admin, pack('1.1.0'));
    expect((await run('update'))['status']).toBe('failed');
    const [card] = (await admin.get('/admin/module/index')).data.list;
    expect([card.state, card.failure_en, card.failure]).toEqual([
      'update',
      'Other menu rules are below those of this module: “Mine” (staff_child). Move or delete them in Menu rules first, then try again.',
      '以下菜单规则位于该模块的规则之下：“Mine”（staff_child）。请先在“菜单规则”中移动或删除它们，再重试。',
    ]);
    await remove(child);
    await purge(child);
    await settle('update');
    expect((await rules()).filter(({ name }) => String(name).startsWith('greeting_card'))).toEqual([]);
    await uninstall();
  });

  // @covers fault module.replaced_rules
  it('a rule with other rules below it is not replaced: they are named first', async () => {
    const own = await add({ name: 'greeting', path: 'greeting' });
    const child = await add({ name: 'staff_child', pid: own });
    await uploadModule(admin, pack('1.0.0'));
    const refused = await start('install', { choices: { 'menu:greeting': 'replace' } });
    expect([refused.code, refused.msg]).toEqual([
      0,
      'Other menu rules are below those that would be replaced: “Mine” (staff_child). Move or delete them in Menu rules first, or keep the existing rules.',
    ]);
    expect((await admin.post('/admin/menu_rule/edit', { id: child, pid: null })).code).toBe(1);
    await settle('install', { choices: { 'menu:greeting': 'replace' } });
    expect(await idOf('greeting')).not.toBe(own);
    await uninstall();
    expect((await rules()).map(({ id, delete_time }) => [id, delete_time === null])).toEqual([
      [own, false],
      [child, true],
    ]);
  });

  it('deleted and renamed rules get no second copy, and none of them is left', async () => {
    await install();
    await remove(await idOf('greeting/sortable'));
    expect(
      (await admin.post('/admin/menu_rule/edit', { id: await idOf('greeting'), name: 'staff_renamed' })).code,
    ).toBe(1);
    const before = await rules();
    await disable();
    expect(await count()).toBe(0);
    await enable();
    expect((await rules()).map(({ id, delete_time }) => [id, delete_time === null])).toEqual(
      before.map(({ id, delete_time }) => [id, delete_time === null]),
    );
    await uninstall();
    expect(await rules()).toEqual([]);
  });

  // @covers fault module.rule_disabled
  it('the rules of a disabled module are not restored by hand', async () => {
    await install();
    const id = await idOf('greeting');
    await disable();
    const refused = await admin.post('/admin/menu_rule/restore', { ids: [id] });
    expect([refused.code, refused.msg]).toEqual([
      0,
      'This menu rule belongs to the module “Notes”, which is disabled. Enable the module, then its menu rules come back.',
    ]);
    await enable();
    expect(await idOf('greeting')).toBe(id);
    await uninstall();
  });

  // @covers fault module.rule
  it('a rule that cannot come back is named with the reason', async () => {
    await install();
    let parent: number | null = null;
    const chain: number[] = [];
    for (let depth = 1; depth <= 6; depth += 1) {
      parent = await folder(`staff_${depth}`, parent);
      chain.push(parent);
    }
    expect((await admin.post('/admin/menu_rule/edit', { id: await idOf('greeting'), pid: parent })).code).toBe(1);
    await disable();
    const above = await folder('staff_a', await folder('staff_b', await folder('staff_c')));
    expect((await admin.post('/admin/menu_rule/edit', { id: chain[0], pid: above })).code).toBe(1);
    const failed = await run('changeState', { state: 1 });
    expect(failed['error']).toMatch(/^Menu rule “greeting” \(greeting\): Parent rule: /);
    expect((await admin.post('/admin/menu_rule/edit', { id: chain[0], pid: null })).code).toBe(1);
    await enable();
    await uninstall();
  });
});
