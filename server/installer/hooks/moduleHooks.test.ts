/**
 * Hooks of modules on a whole server: they refuse and change writes, act after them, and can neither hang the product nor reach more
 * than the manifest shows.
 */
import { createServer, type Server as HttpServer } from 'node:http';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { CODE_TRUSTING_ENV, packFiles, TRUSTING_ENV, uploadModule } from '../../testing/modulePackages';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

type Row = Readonly<Record<string, unknown>>;

const noteEntity = (name: string) => ({
  name,
  spec: {
    menu: 'content',
    icon: 'category',
    sensitivity: 'internal',
    title: 'text',
    list: { columns: ['id', 'text', 'create_time'], sort: '-id' },
    form: ['text', 'amount'],
    access: { staff: 'crud' },
    labels: {
      en: { $one: 'Note', $many: `Notes ${name}`, text: 'Text', amount: 'Amount' },
      'zh-cn': { $one: '便签', $many: `便签 ${name}`, text: '内容', amount: '金额' },
    },
    fields: { text: { kind: 'text', options: { required: true, max: 80 } }, amount: { kind: 'money', options: {} } },
  },
});
const files = { 'entities/note.json': noteEntity('note'), 'entities/note_echo.json': noteEntity('note_echo') };

const HOOKS = `
export const before = {
  note: async ({ verb, id, values, row }, atrium) => {
    const { text } = { ...row, ...values };
    if (verb === 'remove') return text === 'keep' ? { refuse: { '': 'This note stays.' } } : undefined;
    if (text === 'bad') return { refuse: { text: { en: 'Not this one.', 'zh-cn': '不能用这个。' } } };
    if (text === 'hang') return new Promise(() => {});
    if (text === 'loop') for (;;);
    if (text === 'crash') { const all = []; for (;;) all.push(new Array(1e6).fill(1)); }
    if (text === 'wrong') return { values: { amount: 'many' } };
    if (text === 'write') await atrium.create('note_echo', { text });
    if (text === 'peek') return { refuse: { text: await atrium.read('admin', {}).catch((error) => error.message) } };
    if (text === 'call') return { refuse: { text: await atrium.fetch('https://example.org/').catch((error) => error.message) } };
    if (text === 'twice' && (await atrium.read('note', { text })).length > 0) return { refuse: { text: 'There is one.' } };
    if (verb === 'create' && text.endsWith('!')) return { values: { text: text.slice(0, -1), amount: '1.50' } };
  },
  news: ({ values }) => (values.title === 'forbidden' ? { refuse: { title: 'Never.' } } : undefined),
};
let failures = 0;
export const after = {
  note: async ({ verb, id, row }, atrium) => {
    if (row.text === 'flaky' && (failures += 1) < 3) throw new Error('not yet');
    if (row.text === 'never') throw new Error('never');
    const { siteName } = await atrium.settings();
    await atrium.create('note_echo', { text: verb + ' ' + row.text + (siteName === '' ? ' without a site' : '') });
    if (row.text === 'loud') await atrium.update('note', id, { text: 'louder' });
  },
};`;
const PERMISSIONS = [
  ...['entities', 'hooks', 'settings', 'before:note', 'before:news', 'after:note'],
  ...['read:note', 'write:note', 'write:note_echo'],
];

const pack = (hooks = HOOKS, manifest: Row = {}) =>
  packFiles({ uid: 'notes', permissions: PERMISSIONS, ...manifest }, { ...files, 'server/hooks.mjs': hooks });

describe.each(sampleDialects())('hooks of modules on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database, env: CODE_TRUSTING_ENV });
    admin = await superAdmin(server);
  });
  afterAll(() => server.close());

  const settle = async (answer: ApiResponse) => {
    expect([answer.code, answer.msg]).toEqual([1, 'Job started.']);
    await server.jobs.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(answer.data.job) })).data;
    expect([row.status, row.error]).toEqual(['success', '']);
    await server.moduleHooks.settled();
  };
  const add = (text: string, more: Row = {}) => admin.post('/admin/note/add', { text, ...more });
  const list = async (entity: string): Promise<readonly Row[]> =>
    (await admin.get(`/admin/${entity}/index`, { limit: '100' })).data.list;
  const texts = async (entity: string) => (await list(entity)).map(({ text }) => text);
  const moduleRow = async (): Promise<Row> => {
    await server.moduleHooks.settled();
    return (await admin.get('/admin/module/index')).data.list[0];
  };
  /** The backoff of the module after a crash. */
  const rest = () => server.advanceClock(61_000);
  const failed = 'The module “notes” couldn’t check this. Nothing was changed. Try again later.';

  // @covers fault module.code_signer
  it('the review shows the code before anything of it runs', async () => {
    const other = await startTestServer({ database, env: TRUSTING_ENV });
    const refused = await uploadModule(await superAdmin(other), pack());
    expect([refused.code, refused.msg]).toEqual([
      0,
      'The package contains code, and code signed by “Test signer” can’t run here.',
    ]);
    await other.close();
    const { data } = await uploadModule(admin, pack());
    const review = (await admin.get('/admin/module/review', { id: String(data.id) })).data;
    expect(review).toMatchObject({ code: [{ path: 'server/hooks.mjs', source: HOOKS }], permissions: PERMISSIONS });
    await settle(await admin.post('/admin/module/install', { uid: 'notes' }));
    expect([...server.moduleHooks.pids()]).toEqual([]);
  });

  it('a hook refuses with messages at fields, in the language of the caller, and nothing is stored', async () => {
    const refused = await add('bad');
    expect([refused.code, refused.data.fields]).toEqual([0, { text: 'Not this one.' }]);
    expect([...server.moduleHooks.pids().keys()]).toEqual(['notes']);
    const news = await admin.post('/admin/news/add', { title: 'forbidden', content: '<p>…</p>', status: 1 });
    expect(news.data.fields).toMatchObject({ title: 'Never.' });
    expect(await list('note')).toEqual([]);
  });

  it('a hook changes values of its own entity, in lists of rows and edits too', async () => {
    const { data } = await add('trimmed!');
    expect(data.row).toMatchObject({ text: 'trimmed', amount: '1.50' });
    const edited = await admin.post('/admin/note/edit', { id: data.id, text: 'bad' });
    expect(edited.code).toBe(0);
    const stored = await admin.post('/admin/note/edit', {
      id: data.id,
      text: 'better',
      revision: data.revision,
      _base: { text: 'trimmed' },
    });
    expect([stored.code, stored.data.row.text]).toEqual([1, 'better']);
  });

  it('a hook can keep a row from being removed', async () => {
    const { data } = await add('keep');
    const refused = await admin.post('/admin/note/del', { ids: [data.id] });
    expect([refused.code, refused.data.fields['']]).toEqual([0, 'This note stays.']);
    const { data: other } = await add('go');
    expect((await admin.post('/admin/note/del', { ids: [other.id] })).code).toBe(1);
  });

  it('a hook reads what the manifest names, and nothing else', async () => {
    expect((await add('twice')).code).toBe(1);
    expect((await add('twice')).data.fields.text).toBe('There is one.');
    expect((await add('peek')).data.fields.text).toBe('the manifest does not ask for read:admin');
    expect((await add('call')).data.fields.text).toBe('the manifest does not name this host');
    expect((await add('write')).msg).toBe(failed);
    expect((await moduleRow())['hook_failure']).toBe('a hook that runs before a write cannot write');
    expect((await add('wrong')).msg).toBe(failed);
  });

  // @covers fault module.hook_failed
  it.each(['hang', 'loop', 'crash'])('a hook that %ss refuses its write only; others go on meanwhile', async (text) => {
    rest();
    const broken = add(text);
    const others = await Promise.all([admin.post('/admin/news_category/add', { name: `while ${text}` }), list('note')]);
    expect(others[0].code).toBe(1);
    expect((await broken).msg).toBe(failed);
    const begun = performance.now();
    expect((await add('at once')).msg).toBe(failed);
    expect(performance.now() - begun).toBeLessThan(1_000);
    rest();
    expect((await add(`after ${text}`)).code).toBe(1);
  });

  it('hooks after a write have the module as their actor, and their own writes call no hooks', async () => {
    await server.moduleHooks.settled();
    const { data } = await add('loud');
    await server.moduleHooks.settled();
    const echoes = await texts('note_echo');
    expect(echoes.filter((text) => String(text).includes('loud'))).toEqual(['create loud']);
    const [row] = (await list('note')).filter(({ id }) => id === data.id);
    expect(row?.['text']).toBe('louder');
    const [change] = await server.services.db.rows<Row>(
      "SELECT actor_name FROM record_history WHERE ent = 'note_echo' ORDER BY seq DESC LIMIT 1",
    );
    expect(change?.['actor_name']).toBe('notes');
  });

  it('a hook that fails after a write is tried again, a bounded number of times', async () => {
    await add('flaky');
    await add('never');
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await server.moduleHooks.settled();
      server.advanceClock(700_000);
      server.moduleHooks.onCommittedChanges(undefined);
    }
    await server.moduleHooks.settled();
    admin = await superAdmin(server);
    expect((await texts('note_echo')).filter((text) => text === 'create flaky')).toHaveLength(1);
    const left = await server.services.db.rows<Row>('SELECT attempts, due, failure FROM module_event');
    expect(left.map(({ attempts, due, failure }) => [Number(attempts), due, failure])).toEqual([[5, null, 'never']]);
    expect((await moduleRow())['hook_failure']).toBe('after:note: never');
  });

  it('hooks that the manifest does not ask for end the module’s process before one of them runs', async () => {
    rest();
    const hooks = `${HOOKS}\nbefore.admin = () => { throw new Error('ran'); };`;
    await uploadModule(admin, pack(hooks, { version: '1.1.0' }));
    await settle(await admin.post('/admin/module/update', { uid: 'notes' }));
    expect((await add('more')).msg).toBe(failed);
    expect((await moduleRow())['hook_failure']).toBe('it has hooks that the manifest does not ask for: before:admin');
    expect([...server.moduleHooks.pids()]).toEqual([]);
    await uploadModule(admin, pack(HOOKS, { version: '1.2.0' }));
    await settle(await admin.post('/admin/module/update', { uid: 'notes' }));
    expect((await add('enough')).code).toBe(1);
    expect((await moduleRow())['hook_failure']).toBe('');
  });

  it('closed entities, and code without the permission for it, are refused before the installation', async () => {
    await uploadModule(
      admin,
      packFiles({ uid: 'closed', permissions: ['hooks', 'write:admin', 'read:nothing'] }, { 'server/hooks.mjs': '' }),
    );
    const { blocked } = (await admin.get('/admin/module/review', { uid: 'closed' })).data;
    expect(blocked.map(({ code, subject }: Row) => [code, subject])).toEqual([
      ['permission', 'write:admin'],
      ['permission', 'read:nothing'],
    ]);
    await admin.post('/admin/module/discard', { uid: 'closed' });
    expect(() => packFiles({ uid: 'silent', permissions: [] }, { 'server/hooks.mjs': '' })).toThrow('module.invalid');
  });

  // @case T1.03
  it('the process ends with the module: disabled, it is gone; a package that was changed on the disk runs nothing', async () => {
    const pid = server.moduleHooks.pids().get('notes') ?? 0;
    expect(process.kill(pid, 0)).toBe(true);
    await settle(await admin.post('/admin/module/changeState', { uid: 'notes', state: 0 }));
    expect([...server.moduleHooks.pids()]).toEqual([]);
    expect(() => process.kill(pid, 0)).toThrow();
    const news = await admin.post('/admin/news/add', { title: 'forbidden', content: '<p>…</p>', status: 1 });
    expect(news.data?.fields?.title).not.toBe('Never.');
    await settle(await admin.post('/admin/module/changeState', { uid: 'notes', state: 1 }));
    expect([...server.moduleHooks.pids()]).toEqual([]);
    const [name = ''] = readdirSync(join(server.env.dataDir, 'modules'));
    const file = join(server.env.dataDir, 'modules', name);
    const archive = readFileSync(file);
    writeFileSync(file, Buffer.concat([archive.subarray(0, -1), Buffer.from([1])]));
    expect((await add('tampered')).msg).toBe(failed);
    expect((await moduleRow())['hook_failure']).toBe('The package is no longer stored. Upload it again.');
    writeFileSync(file, archive);
    rest();
    expect((await add('bad')).data.fields.text).toBe('Not this one.');
    await settle(await admin.post('/admin/module/uninstall', { uid: 'notes', rows: 'delete' }));
    expect(await server.services.db.rows('SELECT id FROM module_event')).toEqual([]);
  });
});

describe('hooks that call other hosts', () => {
  let server: TestServer;
  let host: HttpServer;
  const asked: string[] = [];
  beforeAll(async () => {
    host = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (request.url === '/away') response.writeHead(302, { location: 'https://example.org/' });
      response.end('pong');
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await server.close();
    host.close();
  });

  it('reach the hosts of the manifest only, at no private address, and follow no redirect', async () => {
    const { port } = host.address() as AddressInfo;
    const calls = [
      `http://127.0.0.1:${port}/ping`,
      `http://127.0.0.1:${port}/away`,
      'https://10.0.0.1/',
      'http://example.org/',
    ];
    const hooks = `export const before = { note: async (event, atrium) => {
      const answers = [];
      for (const url of ${JSON.stringify(calls)})
        answers.push(await atrium.fetch(url).then(({ status, body }) => status + body, (error) => error.message));
      return { refuse: { text: answers.join(' | ') } };
    } };`;
    const permissions = ['entities', 'hooks', 'before:note', 'http:127.0.0.1', 'http:10.0.0.1', 'http:example.org'];
    server = await startTestServer({ env: { ...CODE_TRUSTING_ENV, PRIVATE_HOSTS: `127.0.0.1:${port}` } });
    const admin = await superAdmin(server);
    await uploadModule(admin, pack(hooks, { permissions }));
    await admin.post('/admin/module/install', { uid: 'notes' });
    await server.jobs.settled();
    expect((await admin.post('/admin/note/add', { text: 'ping' })).data.fields.text).toBe(
      '200pong | 302pong | the host does not resolve to an allowed address | the URL must use https',
    );
    expect(asked).toEqual(['GET /ping', 'GET /away']);
  });
});
