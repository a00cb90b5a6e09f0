/** A change of a module ends in one of two states, wherever it stops: the change is complete, or everything is as it was. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { introspectSchema, sortSchema } from '../../db/schema/introspect';
import { createJobRunner, type JobRunner } from '../../modules/jobs/jobRunner';
import { superAdmin, type Caller } from '../../testing/callers';
import { packFaq, packFaqUpdate, TRUSTING_ENV, uploadModule } from '../../testing/modulePackages';
import { sampleFraction } from '../../testing/sampleByTitle';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { checkModules } from '../checkModules';
import { removeUnusedFiles } from '../package/removeUnusedFiles';

const STEPS = [
  ...['verify', 'conflicts', 'dependencies', 'check', 'expand', 'restore', 'switch', 'folder', 'menu', 'clear_folder'],
  ...['archive', 'contract', 'seeds', 'dashboards', 'assets', 'screens', 'probe'],
] as const;
const HANG_MS = 900;

// @case T1.03
// @case F-14
describe.each(sampleDialects())('an interrupted change of a module on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let first: JobRunner;
  const createRunner = (id: string): JobRunner =>
    createJobRunner({
      services: server.services,
      writer: server.writer,
      kinds: server.jobKinds,
      nodes: { id, alive: () => (id === 'first' ? ['first', 'other'] : ['other']) },
    });
  beforeAll(async () => {
    server = await startTestServer({ database, env: TRUSTING_ENV });
    admin = await superAdmin(server);
    // The runners of these tests take the place of the server's own, which only stores the jobs.
    await server.jobs.close();
    first = createRunner('first');
    await uploadModule(admin, packFaq());
  });
  afterAll(() => server.close());
  beforeEach(() => {
    (server.services.env.failpoints as string[]).length = 0;
  });

  const readJob = async (id: number) => (await admin.get('/admin/job/edit', { id: String(id) })).data.row;
  const start = async (action: string, body: object = {}): Promise<number> => {
    const response = await admin.post(`/admin/module/${action}`, { uid: 'faq', ...body });
    expect(response.code).toBe(1);
    return response.data.job;
  };
  const run = async (action: string, body: object = {}) => {
    const id = await start(action, body);
    first.wake();
    await first.settled();
    return readJob(id);
  };
  const moduleRow = async () => (await admin.get('/admin/module/index')).data.list[0];
  const files = (folder: string): readonly string[] => {
    const path = join(server.env.dataDir, folder);
    if (!existsSync(path)) return [];
    const names = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return names.map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name)).length}`).sort();
  };
  const getDigest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
  /** Everything of the module that can be seen. */
  const observe = async () => {
    const { menus, permissions, definitions } = (await admin.get('/admin/Index/index')).data;
    const rows = await Promise.all(
      ['faq_category', 'faq_question'].map(
        async (name) => (await admin.get(`/admin/${name}/index`)).data?.list ?? null,
      ),
    );
    const { version, state, available_version } = await moduleRow();
    return {
      schema: sortSchema(await introspectSchema(server.services.db, database)),
      console: getDigest({
        menus,
        permissions,
        definitions: definitions.map((one: unknown) => JSON.stringify(one)).sort(),
      }),
      rows: rows.map(
        (list) => list?.map(({ id: _id, revision: _revision, ...row }: Record<string, unknown>) => row) ?? null,
      ),
      module: { version, state, available_version },
      files: [files('modules'), files('storage/modules')],
      archived: await server.services.db.rows('SELECT record_id, ent FROM archived_row ORDER BY id'),
      // With the recycle bin.
      rules: await server.services.db.rows('SELECT id, pid, name, delete_time FROM `menu_rule` ORDER BY id'),
      permissions: await server.services.db.rows('SELECT id, rules FROM `admin_group` ORDER BY id'),
      boards: await server.services.db.rows('SELECT id, title, delete_time FROM `board` ORDER BY id'),
      recycled: await server.services.db.rows('SELECT id FROM `recycle_log` ORDER BY id'),
    };
  };
  const failAt = (point: string, action = 'throw') =>
    (server.services.env.failpoints as string[]).push(`${point}:${action}`);

  it.each(sampleFraction('steps of an install', STEPS, 3))(
    'install: is undone when it fails after the step %s, and says why',
    async (step) => {
      const before = await observe();
      failAt(`job_after_${step}`);
      const failed = await run('install');
      expect([failed.status, failed.error]).toEqual(['failed', `failpoint job_after_${step}`]);
      expect(await observe()).toEqual(before);
      expect(await moduleRow()).toMatchObject({ state: 'init', failure_en: `failpoint job_after_${step}` });
    },
  );

  it.each(['expand', 'seeds', 'finish'])(
    'install: is continued by another node when its own node ends after the step %s',
    async (step) => {
      failAt(`job_after_${step}`, `sleep-${HANG_MS}`);
      const id = await start('install');
      first.wake();
      const index = [...STEPS, 'finish'].indexOf(step);
      while ((await readJob(id)).steps[index].status !== 'running') await sleep(20);
      await sleep(HANG_MS / 3);
      (server.services.env.failpoints as string[]).length = 0;
      const other = createRunner('other');
      other.wake();
      await other.settled();
      await other.close();
      expect(await readJob(id)).toMatchObject({ status: 'success', error: '', attempt: 2 });
      await first.settled();
      expect((await admin.get('/admin/faq_question/index')).data.list).toHaveLength(2);
      expect((await moduleRow()).state).toBe('installed');
      expect((await run('uninstall', { rows: 'delete' })).status).toBe('success');
      await uploadModule(admin, packFaq());
    },
  );

  it.each(['menu', 'contract', 'assets'])(
    'update and uninstall: are undone when they fail after the step %s',
    async (step) => {
      if ((await moduleRow()).state === 'init') {
        expect((await run('install')).status).toBe('success');
        await uploadModule(admin, packFaqUpdate());
      }
      const before = await observe();
      expect(before.module).toEqual({ version: '1.0.0', state: 'update', available_version: '1.1.0' });
      failAt(`job_after_${step}`);
      for (const action of ['update', 'uninstall']) {
        expect((await run(action)).status).toBe('failed');
        expect(await observe()).toEqual(before);
      }
    },
  );

  // @covers fault module.outdated
  it('a change that was planned for another state is refused', async () => {
    await admin.post('/admin/module/discard', { uid: 'faq' });
    const job = await start('changeState', { state: 0 });
    const another = await admin.post('/admin/module/uninstall', { uid: 'faq' });
    expect([another.code, another.msg]).toEqual([
      0,
      'A job for “faq” is already running or waiting. Wait until it’s done.',
    ]);
    expect((await uploadModule(admin, packFaqUpdate())).code).toBe(1);
    first.wake();
    await first.settled();
    const late = await readJob(job);
    expect([late.status, late.error]).toEqual(['failed', 'The module has changed. Start again.']);
    await admin.post('/admin/module/discard', { uid: 'faq' });
    expect((await run('uninstall')).status).toBe('success');
  });

  // @covers fault module.package_gone
  it('a module whose package is lost is unknown; uploading the package again repairs it', async () => {
    await uploadModule(admin, packFaq());
    expect((await run('install', { choices: CHOICES })).status).toBe('success');
    rmSync(join(server.env.dataDir, 'modules'), { recursive: true });
    const deps = { services: server.services, registry: server.registry, version: '0.0.0' };
    // While a job changes the module, another node that starts leaves its state alone.
    const setJob = "UPDATE job SET status = ? WHERE kind = 'install_module'";
    await server.services.db.transact((tx) => tx.run(setJob, ['running']));
    expect(await checkModules(deps, server.writer)).toBe(0);
    await server.services.db.transact((tx) => tx.run(setJob, ['success']));
    expect(await checkModules(deps, server.writer)).toBe(1);
    expect(await moduleRow()).toMatchObject({
      state: 'unknown',
      failure: '该模块的安装包已不存在，请重新上传。',
      failure_en: 'The package is no longer stored. Upload it again.',
    });
    expect((await admin.get('/admin/faq_question/index')).code).toBe(1);
    expect((await uploadModule(admin, packFaq())).code).toBe(1);
    expect(await moduleRow()).toMatchObject({ state: 'installed', failure: '' });
    expect(await checkModules(deps, server.writer)).toBe(0);
  });

  it('uninstall: keeps the files of an earlier version when it is undone, and deletes them when it succeeds', async () => {
    await uploadModule(admin, packFaqUpdate());
    expect((await run('update', { choices: CHOICES })).status).toBe('success');
    const before = await observe();
    expect(before.files[1]).toHaveLength(2);
    failAt('job_before_finish');
    expect((await run('uninstall')).status).toBe('failed');
    expect(await observe()).toEqual(before);
    (server.services.env.failpoints as string[]).length = 0;
    expect((await run('uninstall')).status).toBe('success');
    expect(files('storage/modules')).toEqual([]);
  });

  it('update: undone after it overwrote a file of an earlier version, the file is back', async () => {
    await uploadModule(admin, packFaq());
    expect((await run('install', { choices: CHOICES })).status).toBe('success');
    await uploadModule(admin, packFaqUpdate());
    expect((await run('update', { choices: CHOICES })).status).toBe('success');
    const older = join(server.env.dataDir, 'storage/modules/faq/account.png');
    const original = readFileSync(older);
    await uploadModule(
      admin,
      packFaqUpdate(({ edit, write }) => {
        edit('module.json', (manifest) => {
          manifest.version = '1.2.0';
          manifest.permissions.push('assets');
        });
        write('assets/account.png', Buffer.from('another picture'));
      }),
    );
    const before = await observe();
    failAt('job_after_assets');
    expect((await run('update', { choices: CHOICES })).status).toBe('failed');
    expect(readFileSync(older)).toEqual(original);
    expect(await observe()).toEqual(before);
    (server.services.env.failpoints as string[]).length = 0;
    expect((await run('update', { choices: CHOICES })).status).toBe('success');
    expect(readFileSync(older).toString()).toBe('another picture');
    expect((await run('uninstall')).status).toBe('success');
    expect([files('modules'), files('storage/modules')]).toEqual([[], []]);
  });

  it('files that a crash left are deleted after an hour, those of modules are kept', async () => {
    await uploadModule(admin, packFaq());
    expect((await run('install', { choices: CHOICES })).status).toBe('success');
    const kept = [files('modules'), files('storage/modules')];
    const digest = 'a'.repeat(64);
    const left = [
      ...[`modules/${digest}.zip`, `modules/dependencies/${digest}/package.json`, 'modules/replaced/7/a.png'],
      'storage/modules/gone/a.png',
    ].map((path) => join(server.env.dataDir, path));
    for (const path of left) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'left');
    }
    expect(await removeUnusedFiles(server.services)).toBe(0);
    const earlier = Date.now() / 1000 - 3_700;
    for (const path of left) utimesSync(path.endsWith('.zip') ? path : dirname(path), earlier, earlier);
    const waiting = await start('changeState', { state: 0 });
    expect(await removeUnusedFiles(server.services)).toBe(0);
    first.wake();
    await first.settled();
    expect((await readJob(waiting)).status).toBe('success');
    expect(await removeUnusedFiles(server.services)).toBe(4);
    expect(left.filter((path) => existsSync(path))).toEqual([]);
    expect([files('modules'), files('storage/modules')]).toEqual(kept);
    expect((await run('uninstall')).status).toBe('success');
  });

  it('install: canceled in its last step, the rows are still archived, and another install restores them', async () => {
    await uploadModule(admin, packFaq());
    const before = await observe();
    expect(before.archived.length).toBeGreaterThan(0);
    failAt('job_after_finish', `sleep-${HANG_MS / 3}`);
    const id = await start('install', { choices: RESTORING });
    first.wake();
    while ((await readJob(id)).steps.at(-1).status !== 'running') await sleep(20);
    expect((await admin.post('/admin/job/cancel', { id })).code).toBe(1);
    await first.settled();
    expect(await readJob(id)).toMatchObject({ status: 'cancelled', error: '' });
    expect(await observe()).toEqual(before);
    (server.services.env.failpoints as string[]).length = 0;
    expect((await run('install', { choices: RESTORING })).status).toBe('success');
    expect((await admin.get('/admin/faq_question/index')).data.list).toHaveLength(2);
  });

  it('uninstall without rows: undone after its last step, rows and files are back', async () => {
    const before = await observe();
    failAt('job_after_finish');
    expect((await run('uninstall', { rows: 'delete' })).status).toBe('failed');
    expect(await observe()).toEqual(before);
  });

  it('uninstall: succeeds when a file cannot be deleted', async () => {
    const stored = readdirSync(join(server.env.dataDir, 'modules'));
    await uploadModule(admin, packFaqUpdate());
    const [added = ''] = readdirSync(join(server.env.dataDir, 'modules')).filter((name) => !stored.includes(name));
    const path = join(server.env.dataDir, 'modules', added);
    rmSync(path);
    mkdirSync(path);
    expect(await run('uninstall', { rows: 'delete' })).toMatchObject({ status: 'success', error: '' });
    expect((await admin.get('/admin/module/index')).data.list).toEqual([]);
    rmSync(path, { recursive: true });
  });
});

const RESTORING = { 'archive:faq_category': 'restore', 'archive:faq_question': 'restore' };
const CHOICES = { 'archive:faq_category': 'fresh', 'archive:faq_question': 'fresh' };
