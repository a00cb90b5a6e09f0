/** Hooks of modules on two nodes with one database: both ask them before a write, and one of them acts after it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import { superAdmin, type Caller } from '../../testing/callers';
import { CODE_TRUSTING_ENV, packFiles, uploadModule } from '../../testing/modulePackages';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { startTestServer, type TestServer } from '../../testing/testServer';

type Row = Readonly<Record<string, unknown>>;

const getEntity = (name: string) => ({
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
      en: { $one: 'Note', $many: `Notes ${name}`, text: 'Text' },
      'zh-cn': { $one: '便签', $many: `便签 ${name}`, text: '内容' },
    },
    fields: { text: { kind: 'text', options: { required: true, max: 80 } } },
  },
});
const HOOKS = `
export const before = { note: ({ verb, values }) => (verb === 'create' && values.text === 'bad' ? { refuse: { text: 'Not this one.' } } : undefined) };
export const after = { note: async ({ verb, row }, atrium) => { await atrium.create('note_echo', { text: verb + ' ' + row.text }); } };`;
const PACKAGE = packFiles(
  { uid: 'notes', permissions: ['entities', 'hooks', 'before:note', 'after:note', 'write:note_echo'] },
  {
    'entities/note.json': getEntity('note'),
    'entities/note_echo.json': getEntity('note_echo'),
    'server/hooks.mjs': HOOKS,
  },
);

const STEP_TIMEOUT_MS = 20_000;
async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + STEP_TIMEOUT_MS; !(await isDone());) {
    if (Date.now() > end) throw new Error(`not in time: ${String(isDone)}`);
    await sleep(20);
  }
}

const onMariadb = mariadbUrl() === null ? describe.skip : describe;
onMariadb('hooks of modules on two nodes', () => {
  let database: Awaited<ReturnType<typeof createMariadbDatabase>>;
  let leader: TestServer;
  let other: TestServer;
  let admin: Caller;
  let otherAdmin: Caller;
  const dataDir = mkdtempSync(join(tmpdir(), 'nodes-'));
  const servers: TestServer[] = [];
  beforeAll(async () => {
    database = await createMariadbDatabase();
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      APP_KEYS: randomBytes(48).toString('base64url'),
      ...CODE_TRUSTING_ENV,
    };
    leader = await startTestServer({ env });
    servers.push(leader);
    other = await startTestServer({ env, isSecondNode: true });
    servers.push(other);
    [admin, otherAdmin] = [await superAdmin(leader), await superAdmin(other)];
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const change = async (path: string, body: Row) => {
    const { code, msg, data } = await admin.post(`/admin/module/${path}`, { uid: 'notes', ...body });
    expect([code, msg]).toEqual([1, 'Job started.']);
    const row = async () => (await admin.get('/admin/job/edit', { id: String(data.job) })).data.row;
    await waitUntil(async () => !['waiting', 'running'].includes((await row()).status));
    expect([(await row()).status, (await row()).error]).toEqual(['success', '']);
  };
  const add = (caller: Caller, text: string) => caller.post('/admin/note/add', { text });
  const echoes = async (caller: Caller): Promise<readonly unknown[]> =>
    (await caller.get('/admin/note_echo/index', { limit: '100' })).data.list.map(({ text }: Row) => text);

  it('a module that one node installs is asked by the other one', async () => {
    expect((await uploadModule(admin, PACKAGE)).code).toBe(1);
    await change('install', {});
    await waitUntil(async () => (await otherAdmin.get('/admin/note/index')).code === 1);
    expect([...other.moduleHooks.pids()]).toEqual([]);
    for (const caller of [admin, otherAdmin])
      expect((await add(caller, 'bad')).data.fields).toEqual({ text: 'Not this one.' });
    expect((await otherAdmin.get('/admin/note/index')).data.list).toEqual([]);
    const [one, two] = [leader, other].map(({ moduleHooks }) => moduleHooks.pids().get('notes'));
    expect([typeof one, typeof two, one === two]).toEqual(['number', 'number', false]);
  });

  it('a change on either node calls the after-write hook exactly once', async () => {
    const texts = Array.from({ length: 10 }, (_none, index) => `n${index}`);
    await Promise.all(texts.map((text, index) => add(index % 2 === 0 ? admin : otherAdmin, text)));
    await waitUntil(async () => (await echoes(otherAdmin)).length >= texts.length);
    await Promise.all(servers.map(({ moduleHooks }) => moduleHooks.settled()));
    expect([...(await echoes(admin))].sort()).toEqual(texts.map((text) => `create ${text}`));
    expect(await leader.services.db.rows('SELECT id FROM `module_event`')).toEqual([]);
  });

  it('disabled by one node, its process ends on the other; enabled, it is asked again', async () => {
    await change('changeState', { state: 0 });
    await waitUntil(async () => (await otherAdmin.get('/admin/note/index')).code !== 1);
    await waitUntil(() => Promise.resolve(other.moduleHooks.pids().size === 0));
    await change('changeState', { state: 1 });
    await waitUntil(async () => (await otherAdmin.get('/admin/note/index')).code === 1);
    expect((await add(otherAdmin, 'bad')).data.fields).toEqual({ text: 'Not this one.' });
  });

  it('the other node delivers due events after the first one has stopped', async () => {
    servers.splice(servers.indexOf(leader), 1);
    await leader.close();
    expect((await add(otherAdmin, 'late')).code).toBe(1);
    await waitUntil(async () => (await echoes(otherAdmin)).includes('create late'));
    await other.moduleHooks.settled();
    expect((await echoes(otherAdmin)).filter((text) => text === 'create late')).toHaveLength(1);
  });
});
