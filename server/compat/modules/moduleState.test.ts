/** The numbers of module states for older clients: the list and the call for one module name the same one. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TASK_STATUS } from '../../../common/terminal';
import { superAdmin, type Caller } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { CODE_TRUSTING_ENV, packFaq, packFiles, uploadModule } from '../../testing/modulePackages';
import { startPackageRegistry, type PackageRegistry } from '../../testing/npm/packageRegistry';
import { listTasks } from '../../testing/terminalHarness';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const PACKAGES = [{ name: 'shout', version: '1.0.0', files: { 'index.js': 'exports.shout = (text) => text;' } }];
const HOOKS = `import { shout } from 'shout';
export const before = { faq_question: ({ values }) => ({ values: { question: shout(values.question) } }) };`;
const packVersion = (version: string): Buffer =>
  packFaq(({ edit }) =>
    edit('module.json', (manifest) => {
      manifest.version = version;
    }),
  );
const packNotes = (more: object = {}): Buffer => packFiles({ uid: 'notes', permissions: [], ...more }, {});

describe.each(testDialects())('the states of modules for older clients on %s', (database) => {
  let registry: PackageRegistry;
  let testServer: TestServer;
  let adminCaller: Caller;
  beforeAll(async () => {
    registry = await startPackageRegistry(PACKAGES);
    testServer = await startTestServer({ database, env: CODE_TRUSTING_ENV });
    adminCaller = await superAdmin(testServer);
    const settings = { data: { registry: registry.url, cleanup: 0 } };
    expect((await adminCaller.post('/admin/ajax/changeTerminalConfig', settings)).code).toBe(1);
  });
  afterAll(async () => {
    await testServer.close();
    await registry.close();
  });

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      await client.signIn();
    });
    afterEach(() => registry.hold(false));
    const readStates = async (uid: string): Promise<readonly [listed: number | undefined, read: number]> => {
      const installed: readonly { readonly uid: string; readonly state: number }[] = (
        await client.get('/admin/module/index')
      ).data.installed;
      const { state } = (await client.get(`/admin/module/state?uid=${uid}`)).data;
      return [installed.find((module) => module.uid === uid)?.state, state];
    };
    const upload = async (archive: Buffer) => expect((await uploadModule(adminCaller, archive)).code).toBe(1);
    const install = (uid: string, extend: object = {}) =>
      client.send('POST', `/admin/module/install?uid=${uid}&${dialect === 'first' ? 'order_id' : 'orderId'}=0&token=`, {
        body: JSON.stringify({ extend }),
        headers: { 'content-type': 'application/json' },
      });
    const changeState = (uid: string, state: number) => client.post('/admin/module/changeState', { uid, state });

    it('change with a package: it waits, has conflicts, is installed, waits as an update, is disabled', async () => {
      expect(await readStates('faq')).toEqual([undefined, 0]);
      await upload(packVersion('1.0.0'));
      // The rows of the first dialect's installation were archived.
      const isFirst = dialect === 'first';
      expect(await readStates('faq')).toEqual(isFirst ? [2, 2] : [3, 3]);
      if (isFirst) expect((await install('faq')).code).toBe(1);
      else {
        const { fileConflict } = (await install('faq')).data;
        expect((await install('faq', { type: 'conflictHandle', fileConflict })).code).toBe(1);
      }
      expect(await readStates('faq')).toEqual([1, 1]);
      await upload(packVersion('1.1.0'));
      expect(await readStates('faq')).toEqual([2, 2]);
      expect((await install('faq')).code).toBe(1);
      expect(await readStates('faq')).toEqual([1, 1]);
      expect((await changeState('faq', 0)).code).toBe(1);
      expect(await readStates('faq')).toEqual([6, 6]);
      expect((await client.send('POST', '/admin/module/uninstall?uid=faq')).code).toBe(1);
      // The response comes after the job.
      expect(await readStates('faq')).toEqual([undefined, 0]);
    });

    it('the state is 4 for a package that needs another module, and 5 for one that is no longer stored', async () => {
      await upload(packNotes({ requires: { atrium: '>=0.0.0', modules: { crm: '>=2.0.0' } } }));
      expect(await readStates('notes')).toEqual([4, 4]);
      rmSync(join(testServer.env.dataDir, 'modules'), { recursive: true });
      expect(await readStates('notes')).toEqual([5, 5]);
      expect((await install('notes')).msg).toBe('The package is no longer stored. Upload it again.');
      await adminCaller.post('/admin/module/discard', { uid: 'notes' });
    });

    it('the state is 4 while the npm packages of a module are being installed, then 1', async () => {
      const archive = packFaq(({ edit, write }) => {
        edit('module.json', (manifest) => {
          manifest.dependencies = { shout: '1.0.0' };
          manifest.permissions = [...manifest.permissions, 'hooks', 'before:faq_question'];
        });
        write('server/hooks.mjs', Buffer.from(HOOKS));
      });
      await upload(archive);
      registry.hold(true);
      const job = await adminCaller.post('/admin/module/install', {
        uid: 'faq',
        choices: { 'archive:faq_category': 'restore', 'archive:faq_question': 'restore' },
      });
      expect(job.code).toBe(1);
      const isRunning = async () =>
        (await listTasks(adminCaller)).some(
          ({ uuid, status }) => uuid.startsWith(`module-${job.data.job}-`) && status === TASK_STATUS.executing,
        );
      while (!(await isRunning())) await sleep(20);
      expect(await readStates('faq')).toEqual([4, 4]);
      registry.hold(false);
      await testServer.jobs.settled();
      expect(await readStates('faq')).toEqual([1, 1]);
      expect((await adminCaller.post('/admin/module/uninstall', { uid: 'faq', rows: 'archive' })).code).toBe(1);
      await testServer.jobs.settled();
    });
  });
});
