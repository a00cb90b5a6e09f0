/** A menu rule of staff that was kept in place of the module's own is never touched by a change of the module. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { packFiles, TRUSTING_ENV, uploadModule } from '../../testing/modulePackages';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

type Row = Readonly<Record<string, unknown>>;

const packGreeting = (version: string): Buffer =>
  packFiles(
    { uid: 'greeting', version, permissions: ['entities'] },
    {
      'entities/greeting.json': {
        name: 'greeting',
        spec: {
          menu: 'content',
          icon: 'category',
          sensitivity: 'internal',
          title: 'text',
          list: { columns: ['id', 'text', 'create_time'], sort: '-id' },
          form: ['text'],
          access: { staff: 'crud' },
          labels: {
            en: { $one: 'Greeting', $many: 'Greetings', text: 'Text' },
            'zh-cn': { $one: '问候语', $many: '问候语', text: '内容' },
          },
          fields: { text: { kind: 'text', options: { required: true, max: version === '1.0.0' ? 80 : 90 } } },
        },
      },
    },
  );

describe.each(testDialects())('a kept menu rule on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let own: number;
  let child: number;
  beforeAll(async () => {
    server = await startTestServer({ database, env: TRUSTING_ENV });
    admin = await superAdmin(server);
    const add = async (rule: Row): Promise<number> =>
      Number((await admin.post('/admin/menu_rule/add', { weigh: 5, ...rule })).data.row.id);
    const link = { type: 'menu', menu_type: 'link', url: 'https://example.com/greeting' };
    own = await add({ ...link, title: 'Mine', name: 'greeting', path: 'greeting' });
    child = await add({ type: 'button', title: 'Mine, too', name: 'greeting_mine', pid: own });
    const group = { name: 'Desk', status: 1, pid: null, rules: ['greeting', 'greeting_mine'] };
    expect((await admin.post('/admin/admin_group/add', group)).code).toBe(1);
  });
  afterAll(() => server.close());

  const run = async (action: string, body: object = {}): Promise<string> => {
    const response = await admin.post(`/admin/module/${action}`, { uid: 'greeting', ...body });
    expect(response.code).toBe(1);
    await server.jobs.settled();
    return (await admin.get('/admin/job/edit', { id: String(response.data.job) })).data.row.status;
  };
  const rules = () =>
    server.services.db.rows<Row>("SELECT * FROM menu_rule WHERE name LIKE 'greeting%' ORDER BY id").then((rows) => ({
      staff: rows.filter(({ id }) => [own, child].includes(Number(id))),
      others: rows.filter(({ id }) => ![own, child].includes(Number(id))).length,
    }));
  const groups = () => server.services.db.rows('SELECT name, rules FROM admin_group ORDER BY id');

  it('stays through every change of the module, also through one that is undone', async () => {
    const before = { ...(await rules()), groups: await groups() };
    expect(before.staff).toHaveLength(2);
    const choices = { 'menu:greeting': 'keep' };
    const assertKept = async () => {
      expect((await rules()).staff).toEqual(before.staff);
      expect(await groups()).toEqual(before.groups);
    };
    await uploadModule(admin, packGreeting('1.0.0'));
    const failpoints = server.services.env.failpoints as string[];
    failpoints.push('job_before_finish:throw');
    expect(await run('install', { choices })).toBe('failed');
    failpoints.length = 0;
    await assertKept();
    expect(await run('install', { choices })).toBe('success');
    await assertKept();
    await uploadModule(admin, packGreeting('1.1.0'));
    for (const change of [
      () => run('update'),
      () => run('changeState', { state: 0 }),
      () => run('changeState', { state: 1 }),
    ]) {
      expect(await change()).toBe('success');
      await assertKept();
    }
    failpoints.push('job_before_finish:throw');
    expect(await run('uninstall', { rows: 'delete' })).toBe('failed');
    failpoints.length = 0;
    await assertKept();
    expect(await run('uninstall', { rows: 'delete' })).toBe('success');
    expect({ ...(await rules()), groups: await groups() }).toEqual(before);
  });
});
