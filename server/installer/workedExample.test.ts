/** The worked example of `server/docs/modules.md` is packed and installed as it is printed there. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { superAdmin } from '../testing/callers';
import { uploadModule } from '../testing/modulePackages';
import { startTestServer, type TestServer } from '../testing/testServer';
import { packModule } from './package/packModule';
import { createSigningKey, readSigningKey } from './package/signature';

const folder = mkdtempSync(join(tmpdir(), 'worked-example-'));
let server: TestServer | undefined;
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

it('the files of the document make a module that installs', async () => {
  const blocks = readFileSync('server/docs/modules.md', 'utf8').split('```json file=').slice(1);
  expect(blocks).toHaveLength(3);
  for (const block of blocks) {
    const [path = ''] = block.split('\n');
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), block.slice(path.length + 1, block.indexOf('```')));
  }
  const { privateKey, publicKey } = createSigningKey();
  const { archive } = packModule(folder, readSigningKey(privateKey));
  server = await startTestServer({ env: { MODULE_SIGNERS: `Example:${publicKey}` } });
  const boss = await superAdmin(server);
  await uploadModule(boss, archive);
  expect((await boss.post('/admin/module/install', { uid: 'greeting' })).code).toBe(1);
  await server.jobs.settled();
  expect((await boss.get('/admin/greeting/index')).data.list).toMatchObject([{ text: 'Good morning' }]);
});
