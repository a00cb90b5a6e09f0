/** The worked examples of `server/docs/modules.md` are packed, installed and used as they are printed there. */
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

const { privateKey, publicKey } = createSigningKey();

/** Writes the files of a chapter into the folder, over those of the chapters before, and packs it. */
function packChapter(title: string, count: number): Buffer {
  const document = readFileSync('server/docs/modules.md', 'utf8');
  const start = document.indexOf(`\n## ${title}\n`);
  const chapter = document.slice(start, document.indexOf('\n## ', start + 5));
  const blocks = chapter.split(/```(?:json|js) file=/).slice(1);
  expect(blocks).toHaveLength(count);
  for (const block of blocks) {
    const [path = ''] = block.split('\n');
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), block.slice(path.length + 1, block.indexOf('```')));
  }
  return packModule(folder, readSigningKey(privateKey)).archive;
}

it('the module of the document installs, and its update has working hooks', async () => {
  server = await startTestServer({ env: { MODULE_CODE_SIGNERS: `Example:${publicKey}` } });
  const admin = await superAdmin(server);
  const texts = async () =>
    (await admin.get('/admin/greeting/index')).data.list.map((row: { text: string }) => row.text);
  await uploadModule(admin, packChapter('A worked example', 3));
  expect((await admin.post('/admin/module/install', { uid: 'greeting' })).code).toBe(1);
  await server.jobs.settled();
  expect(await texts()).toEqual(['Good morning']);

  await uploadModule(admin, packChapter('A worked example with hooks', 2));
  expect((await admin.post('/admin/module/update', { uid: 'greeting' })).code).toBe(1);
  await server.jobs.settled();
  await server.moduleHooks.settled();
  const add = async (text: string) => (await admin.post('/admin/greeting/add', { text })).data.fields?.text;
  expect([await add('Shut up'), await add('Good morning'), await add('Good night!!')]).toEqual([
    'Please be polite.',
    'There is one already.',
    undefined,
  ]);
  await server.moduleHooks.settled();
  expect(await texts()).toEqual(['Sleep well', 'Good night', 'Good morning']);
});
