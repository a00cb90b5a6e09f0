/** A module whose package is missing: what its hooks check is refused until it is repaired, disabled or uninstalled. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { CODE_TRUSTING_ENV, packFiles, uploadModule } from '../../testing/modulePackages';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { checkModules } from '../checkModules';

const packGuard = (version: string): Buffer =>
  packFiles(
    {
      uid: 'guard',
      version,
      permissions: ['hooks', 'dashboards', 'before:news', 'before:board', 'after:news', 'read:news'],
    },
    {
      'server/hooks.mjs': `export const before = {
      news: ({ values }) => (values.title === 'forbidden' ? { refuse: { title: 'Never.' } } : undefined),
      board: () => undefined,
    };
    export const after = { news: () => undefined };`,
      'dashboards.json': [{ key: 'desk', title: { en: 'Desk', 'zh-cn': '前台' }, cards: [] }],
    },
  );
const archive = packGuard('1.0.0');

describe.each(testDialects())('a module whose package is missing on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let packages: string;
  beforeAll(async () => {
    server = await startTestServer({ database, env: CODE_TRUSTING_ENV });
    admin = await superAdmin(server);
    packages = join(server.env.dataDir, 'modules');
  });
  afterAll(() => server.close());

  const settle = async () => {
    await server.jobs.settled();
    server.moduleHooks.onCommittedChanges(undefined);
    await server.moduleHooks.settled();
  };
  const run = async (action: string, body: object = {}): Promise<string> => {
    const response = await admin.post(`/admin/module/${action}`, { uid: 'guard', ...body });
    expect([response.code, response.msg]).toEqual([1, 'Job started.']);
    await settle();
    return (await admin.get('/admin/job/edit', { id: String(response.data.job) })).data.row.status;
  };
  const add = (title: string) => admin.post('/admin/news/add', { title, content: '<p>…</p>', status: 1 });
  const state = async () => (await admin.get('/admin/module/index')).data.list[0]?.state;
  const check = async () => {
    await checkModules({ services: server.services, registry: server.registry, version: '0.0.0' }, server.writer);
    await settle();
  };
  const losePackage = async () => {
    renameSync(packages, `${packages}-away`);
    await check();
    expect(await state()).toBe('unknown');
  };
  const installGuard = async () => {
    await uploadModule(admin, archive);
    expect(await run('install')).toBe('success');
  };
  const notices = async () =>
    server.services.db.rows("SELECT id FROM notice WHERE params LIKE '%Notes%' OR params LIKE '%便签%'");

  // @covers fault module.hook_unreadable
  it('writes that its hooks check are refused with its name, and staff get a notice', async () => {
    await installGuard();
    expect((await add('forbidden')).data.fields).toMatchObject({ title: 'Never.' });
    await losePackage();
    for (const title of ['forbidden', 'allowed']) {
      const refused = await add(title);
      expect([refused.code, refused.msg]).toEqual([
        0,
        'The module “guard” checks this, but its package is missing. Nothing was changed. Upload its package again, or disable the module, in Modules.',
      ]);
    }
    expect((await admin.post('/admin/news_category/add', { name: 'free' })).code).toBe(1);
    expect(await notices()).toHaveLength(1);
    await check();
    expect(await notices()).toHaveLength(1);
  });

  it('a start that finds the package again gives the state back', async () => {
    renameSync(`${packages}-away`, packages);
    await check();
    expect(await state()).toBe('installed');
    expect((await add('forbidden')).data.fields).toMatchObject({ title: 'Never.' });
    expect((await add('allowed')).code).toBe(1);
  });

  it('uploading the package repairs it', async () => {
    await losePackage();
    await uploadModule(admin, archive);
    await settle();
    expect(await state()).toBe('installed');
    expect((await add('forbidden')).data.fields).toMatchObject({ title: 'Never.' });
    expect((await add('allowed again')).code).toBe(1);
  });

  it('an update that waits is offered again after a repair: it can be discarded and installed', async () => {
    const repair = async () => {
      await uploadModule(admin, packGuard('1.1.0'));
      renameSync(packages, `${packages}-1`);
      await check();
      await uploadModule(admin, archive);
      await settle();
      expect(await state()).toBe('update');
      rmSync(`${packages}-1`, { recursive: true });
    };
    await repair();
    expect((await admin.post('/admin/module/discard', { uid: 'guard' })).code).toBe(1);
    expect(await state()).toBe('installed');
    await repair();
    // As an earlier version of the product left it.
    await server.services.db.transact((tx) => tx.run("UPDATE module SET state = 'installed'", []));
    await check();
    expect(await state()).toBe('update');
    expect((await uploadModule(admin, packGuard('1.1.0'))).code).toBe(1);
    expect(await run('update')).toBe('success');
    expect(await state()).toBe('installed');
    expect(await run('uninstall')).toBe('success');
    await installGuard();
  });

  it('disabled, it refuses nothing; its package can be uploaded before it is enabled', async () => {
    renameSync(packages, `${packages}-2`);
    await check();
    expect(await run('changeState', { state: 0 })).toBe('success');
    expect((await add('forbidden')).code).toBe(1);
    expect((await admin.post('/admin/module/changeState', { uid: 'guard', state: 1 })).code).toBe(0);
    expect((await uploadModule(admin, archive)).code).toBe(1);
    expect(await run('changeState', { state: 1 })).toBe('success');
    expect((await add('forbidden')).data.fields).toMatchObject({ title: 'Never.' });
  });

  it('uninstalled, it refuses nothing', async () => {
    renameSync(packages, `${packages}-3`);
    await check();
    expect(await state()).toBe('unknown');
    expect(await run('uninstall')).toBe('success');
    expect(await state()).toBe(undefined);
    expect((await add('forbidden')).code).toBe(1);
  });
});
