/** npm packages of modules on a whole server: a task of the terminal installs them, and a failed or canceled change leaves none. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TASK_STATUS } from '../../../common/terminal';
import { superAdmin, type ApiResponse, type Body, type Caller } from '../../testing/callers';
import { createJobRunner } from '../../modules/jobs/jobRunner';
import { CODE_TRUSTING_ENV, packFiles, uploadModule } from '../../testing/modulePackages';
import { startPackageRegistry, type PackageRegistry } from '../../testing/npm/packageRegistry';
import { sampleDialects } from '../../testing/sampleDialects';
import { listTasks, taskOutputText } from '../../testing/terminalHarness';
import { startTestServer, type TestServer } from '../../testing/testServer';

const shout = (version: string, mark: string) => ({
  name: 'shout',
  version,
  files: {
    'package.json': {
      main: 'shout.js',
      dependencies: { 'upper-case': '^1.0.0' },
      scripts: { install: 'touch ../../../script-ran', postinstall: 'touch script-ran' },
    },
    'shout.js': `const upper = require('upper-case'); exports.shout = (text) => upper(text) + '${mark}';`,
  },
});
const PACKAGES = [
  ...[shout('1.0.0', '!'), shout('2.0.0', '?')],
  { name: 'upper-case', version: '1.2.0', files: { 'index.js': 'module.exports = (text) => text.toUpperCase();' } },
  { name: 'needs-files', version: '1.0.0', files: { 'index.js': "require('fs').readFileSync('/etc/hostname');" } },
];

const entity = {
  name: 'note',
  spec: {
    menu: 'content',
    icon: 'category',
    sensitivity: 'internal',
    title: 'text',
    list: { columns: ['id', 'text', 'create_time'], sort: '-id' },
    form: ['text'],
    access: { staff: 'crud' },
    labels: {
      en: { $one: 'Note', $many: 'Notes', text: 'Text' },
      'zh-cn': { $one: '便签', $many: '便签', text: '内容' },
    },
    fields: { text: { kind: 'text', options: { required: true, max: 80 } } },
  },
};
const getHooks = (name: string) => `import { shout } from '${name}';
export const before = { note: ({ values }) => ({ values: { text: shout(values.text) } }) };`;
const pack = (dependencies: Readonly<Record<string, string>>, version = '1.0.0', name = 'shout') =>
  packFiles(
    { uid: 'notes', version, dependencies, permissions: ['entities', 'hooks', 'before:note'] },
    { 'entities/note.json': entity, 'server/hooks.mjs': getHooks(name) },
  );

let registry: PackageRegistry;
beforeAll(async () => {
  registry = await startPackageRegistry(PACKAGES);
});
afterAll(() => registry.close());

// @case T1.03
describe.each(sampleDialects())('the npm packages of a module on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database, env: CODE_TRUSTING_ENV });
    admin = await superAdmin(server);
    const settings = { data: { registry: registry.url, cleanup: 0 } };
    expect((await admin.post('/admin/ajax/changeTerminalConfig', settings)).code).toBe(1);
  });
  afterAll(() => server.close());
  afterEach(() => registry.hold(false));

  const files = (): readonly string[] => {
    const folder = join(server.env.dataDir, 'modules');
    if (!existsSync(folder)) return [];
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((path) => path.replace(/[0-9a-f]{64}/, (digest) => digest.slice(0, 2)))
      .filter((path) => path.includes('dependencies'));
  };
  const getVersion = (name: string) => {
    const [path = ''] = readdirSync(join(server.env.dataDir, 'modules/dependencies'));
    const file = join(server.env.dataDir, 'modules/dependencies', path, 'node_modules', name, 'package.json');
    return JSON.parse(readFileSync(file, 'utf8')).version;
  };
  const upload = async (archive: Buffer) => expect((await uploadModule(admin, archive)).code).toBe(1);
  const change = async (action: string, body: Body = {}) => {
    const response = await admin.post(`/admin/module/${action}`, { uid: 'notes', ...body });
    expect([response.code, response.msg]).toEqual([1, 'Job started.']);
    return Number(response.data.job);
  };
  const readJob = async (id: number) => (await admin.get('/admin/job/edit', { id: String(id) })).data.row;
  const run = async (action: string, body: Body = {}) => {
    const id = await change(action, body);
    await server.jobs.settled();
    await server.moduleHooks.settled();
    return readJob(id);
  };
  const moduleRow = async () => (await admin.get('/admin/module/index')).data.list[0];
  const addNote = async (text: string): Promise<ApiResponse> => admin.post('/admin/note/add', { text });
  const newestNote = async () => (await admin.get('/admin/note/index')).data.list[0].text;
  const compatState = async () => (await admin.get('/admin/module/state', { uid: 'notes' })).data.state;
  const task = async (id: number) => (await listTasks(admin)).find(({ uuid }) => uuid.startsWith(`module-${id}-`));
  const waitForTask = async (id: number, status: number) => {
    while ((await task(id))?.status !== status) await sleep(20);
  };

  it('install: a task of the terminal installs them without their scripts, and hooks use them', async () => {
    await upload(pack({ shout: '1.0.0' }));
    const review = (await admin.get('/admin/module/review', { uid: 'notes' })).data;
    expect([review.dependencies, review.blocked]).toEqual([['shout 1.0.0'], []]);
    const job = await run('install');
    expect([job.status, job.error]).toEqual(['success', '']);
    expect(await task(job.id)).toMatchObject({ status: TASK_STATUS.success, extend: 'module-install:notes' });
    // One line for each download, while it happens.
    expect(await taskOutputText(admin, `module-${job.id}-1`)).toMatch(/GET 200 .*\/upper-case/);
    expect(job.output).toContain(`npm install shout@1.0.0: terminal task module-${job.id}-1`);
    expect([getVersion('shout'), getVersion('upper-case')]).toEqual(['1.0.0', '1.2.0']);
    expect(files().filter((path) => /script-ran|\.npm|\.bin/.test(path))).toEqual([]);
    expect(existsSync(join(server.env.dataDir, 'script-ran'))).toBe(false);
    expect((await addNote('hello')).code).toBe(1);
    expect(await newestNote()).toBe('HELLO!');
  });

  it('enable: keeps them; an update installs the new version, and the old one is gone', async () => {
    expect((await run('changeState', { state: 0 })).status).toBe('success');
    const enabled = await run('changeState', { state: 1 });
    expect([enabled.status, await task(enabled.id)]).toEqual(['success', undefined]);
    await upload(pack({ shout: '2.0.0' }, '1.1.0'));
    const job = await run('update');
    expect([job.status, job.error]).toEqual(['success', '']);
    expect(getVersion('shout')).toBe('2.0.0');
    expect(readdirSync(join(server.env.dataDir, 'modules/dependencies'))).toHaveLength(1);
    expect((await addNote('hello')).code).toBe(1);
    expect(await newestNote()).toBe('HELLO?');
  });

  // @covers fault module.dependencies_failed
  it('update: is undone when npm fails, and the installed version stays active', async () => {
    await upload(pack({ shout: '3.0.0' }, '1.2.0'));
    const before = files();
    const job = await run('update');
    expect([job.status, job.error]).toEqual(['failed', 'npm couldn’t install shout. The terminal shows why.']);
    expect(await task(job.id)).toMatchObject({ status: TASK_STATUS.failed });
    expect(files()).toEqual(before);
    expect((await addNote('again')).code).toBe(1);
    expect(await newestNote()).toBe('AGAIN?');
    // The failed task is in nobody's way.
    expect((await run('update')).error).toContain('npm couldn’t install');
    await admin.post('/admin/module/discard', { uid: 'notes' });
  });

  it('enable: installs them again when their folder is lost', async () => {
    expect((await run('changeState', { state: 0 })).status).toBe('success');
    rmSync(join(server.env.dataDir, 'modules/dependencies'), { recursive: true });
    expect((await run('changeState', { state: 1 })).status).toBe('success');
    expect(getVersion('shout')).toBe('2.0.0');
  });

  it('uninstall: leaves nothing behind', async () => {
    expect((await run('uninstall', { rows: 'delete' })).status).toBe('success');
    expect(files()).toEqual([]);
  });

  it('install: is undone when it is canceled, and its task with it; older clients see that it waits', async () => {
    await upload(pack({ shout: '1.0.0' }));
    registry.hold(true);
    const id = await change('install');
    await waitForTask(id, TASK_STATUS.executing);
    expect(await compatState()).toBe(4);
    expect((await admin.post('/admin/module/dependentInstallComplete?uid=notes', {})).data.state).toBe(4);
    expect((await admin.post('/admin/job/cancel', { id })).code).toBe(1);
    await server.jobs.settled();
    expect((await readJob(id)).status).toBe('cancelled');
    expect(await task(id)).toMatchObject({ status: TASK_STATUS.failed, reason: 'cancelled' });
    expect([files(), (await moduleRow()).state, await compatState()]).toEqual([[], 'init', 2]);
  });

  // @covers fault module.hooks_broken
  it('install: is undone when a package does not run in the hook process', async () => {
    await upload(pack({ 'needs-files': '1.0.0' }, '1.0.0', 'needs-files'));
    const job = await run('install');
    expect([job.status, job.error]).toEqual([
      'failed',
      'The code of the module can’t be loaded: imports are not possible: fs',
    ]);
    expect(files()).toEqual([]);
  });

  it('install: continues when the dependencies are installed by hand while the terminal is blocked', async () => {
    await upload(pack({ shout: '1.0.0' }));
    expect((await run('install')).status).toBe('success');
    const [digest = ''] = readdirSync(join(server.env.dataDir, 'modules/dependencies'));
    const copy = mkdtempSync(join(tmpdir(), 'by-hand-'));
    cpSync(join(server.env.dataDir, 'modules/dependencies', digest), copy, { recursive: true });
    expect((await run('uninstall', { rows: 'delete' })).status).toBe('success');
    await admin.post('/admin/ajax/changeTerminalConfig', { data: { manager: 'cnpm' } });
    await admin.post('/admin/terminal/add', { command: 'version.cnpm', blockOnFailure: true });
    while (
      (await listTasks(admin)).every(
        ({ command, status }) => command !== 'version.cnpm' || status < TASK_STATUS.success,
      )
    )
      await sleep(20);
    await upload(pack({ shout: '1.0.0' }));
    const id = await change('install');
    await waitForTask(id, TASK_STATUS.waiting);
    const confirm = () => admin.post('/admin/module/dependentInstallComplete?uid=notes', {});
    expect((await confirm()).msg).toBe('npm couldn’t install shout. The terminal shows why.');
    cpSync(copy, join(server.env.dataDir, 'modules/dependencies', digest), { recursive: true });
    rmSync(copy, { recursive: true });
    expect((await confirm()).code).toBe(1);
    await server.jobs.settled();
    expect(await readJob(id)).toMatchObject({ status: 'success', error: '' });
    expect((await addNote('by hand')).code).toBe(1);
    expect(await newestNote()).toBe('BY HAND!');
  });

  it('the command is in no list, and no request can start it', async () => {
    const { commands } = (await admin.get('/admin/terminal/commands')).data;
    expect(commands.map(({ key }: Body) => key)).not.toContain('module.dependencies');
    const args = { package: 'a'.repeat(64) };
    expect((await admin.post('/admin/terminal/add', { command: 'module.dependencies', args })).code).not.toBe(1);
  });

  // @covers fault module.dependencies_off
  it('install: is refused where the operator has switched them off', async () => {
    const env = server.services.env as { moduleDependencies: boolean };
    env.moduleDependencies = false;
    await run('uninstall', { rows: 'delete' });
    await upload(pack({ shout: '1.0.0' }));
    const review = (await admin.get('/admin/module/review', { uid: 'notes' })).data;
    expect(review.blocked).toEqual([{ code: 'dependencies_off', subject: 'shout@1.0.0', detail: '' }]);
    expect((await admin.post('/admin/module/install', { uid: 'notes' })).msg).toBe(
      'This server can’t install npm packages, and the module needs shout@1.0.0. Ask the operator to turn this on.',
    );
    env.moduleDependencies = true;
    await admin.post('/admin/module/discard', { uid: 'notes' });
  });

  it('install: another server continues it when this one is stopped while the task runs', async () => {
    for (const { uuid } of await listTasks(admin)) await admin.post('/admin/terminal/del', { uuid });
    await upload(pack({ shout: '1.0.0' }));
    registry.hold(true);
    const id = await change('install');
    await waitForTask(id, TASK_STATUS.executing);
    await server.jobs.close();
    expect((await readJob(id)).status).toBe('running');
    const other = createJobRunner({
      services: server.services,
      writer: server.writer,
      kinds: server.jobKinds,
      nodes: { id: 'other', alive: () => ['other'] },
    });
    other.wake();
    registry.hold(false);
    await other.settled();
    await other.close();
    expect(await readJob(id)).toMatchObject({ status: 'success', error: '', attempt: 2 });
    expect((await listTasks(admin)).map(({ uuid }) => uuid)).toEqual([`module-${id}-1`]);
    expect(getVersion('shout')).toBe('1.0.0');
  });
});
