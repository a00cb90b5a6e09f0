/** The modules that come with the product: a fresh server offers them, and they are installed like an uploaded package. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { packFaq, uploadModule } from '../../testing/modulePackages';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { includedSigners } from '../package/includedKey';
import { packModule } from '../package/packModule';
import { readPackage } from '../package/readPackage';
import { readSigningKey } from '../package/signature';

type Row = Readonly<Record<string, unknown>>;

describe.each(testDialects())('the modules that come with the product, on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let clerk: Caller;
  // A server whose operator trusts no signer.
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    clerk = await limitedAdmin(server, ['news/index', 'module/index']);
  });
  afterAll(() => server.close());

  const keyFile = () => join(server.env.dataDir, 'included-modules.pem');
  const offered = async () =>
    (await admin.get('/admin/module/included')).data.list.map(({ uid, installedVersion }: Row) => [
      uid,
      installedVersion,
    ]);

  it('a fresh server lists faq, guest-book and dashboard-pack, for super admins only, and has created no signing key', async () => {
    expect(await offered()).toEqual([
      ['faq', ''],
      ['guest-book', ''],
      ['dashboard-pack', ''],
    ]);
    expect((await admin.get('/admin/module/included')).data.list[0]).toMatchObject({
      version: '1.0.0',
      title: { en: 'FAQ', 'zh-cn': '常见问题' },
    });
    expect((await clerk.get('/admin/module/included')).code).toBe(403);
    expect((await clerk.post('/admin/module/include', { uid: 'faq' })).code).toBe(403);
    expect(existsSync(keyFile())).toBe(false);
  });

  it('the FAQ is reviewed and installed from there', async () => {
    const { code, data } = await admin.post('/admin/module/include', { uid: 'faq' });
    expect(code).toBe(1);
    expect(await offered()).toEqual([
      ['guest-book', ''],
      ['dashboard-pack', ''],
    ]);
    const review = (await admin.get('/admin/module/review', { id: String(data.id) })).data;
    expect(review).toMatchObject({ uid: 'faq', signer: 'Atrium', blocked: [], conflicts: [] });
    const { data: started } = await admin.post('/admin/module/install', { id: data.id });
    await server.jobs.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(started.job) })).data;
    expect([row.status, row.error]).toEqual(['success', '']);
    expect((await admin.get('/admin/faq_question/index')).data.list).toHaveLength(2);
  });

  it('the key is readable for the server alone, and stays the same', async () => {
    expect(statSync(keyFile()).mode & 0o077).toBe(0);
    const key = readFileSync(keyFile(), 'utf8');
    expect((await admin.post('/admin/module/include', { uid: 'guest-book' })).code).toBe(1);
    expect(readFileSync(keyFile(), 'utf8')).toBe(key);
    expect((await admin.post('/admin/module/discard', { uid: 'guest-book' })).code).toBe(1);
    expect(await offered()).toContainEqual(['guest-book', '']);
  });

  it('only the three included modules can be installed from the product', async () => {
    for (const uid of ['other', '../modules/faq', 'toString'])
      expect((await admin.post('/admin/module/include', { uid })).status).toBe(404);
  });

  it('foreign packages are trusted no more than before', async () => {
    const untrusted = /untrusted key/;
    expect((await uploadModule(admin, packFaq())).msg).toMatch(untrusted);
    // The key of the installation signs no uploads, not even of the same module.
    const own = readSigningKey(readFileSync(keyFile(), 'utf8'));
    const { archive } = packModule(join(process.cwd(), 'config/modules/guest-book'), own);
    expect((await uploadModule(admin, archive)).msg).toMatch(untrusted);
    const signers = includedSigners(server.env);
    expect(readPackage(archive, signers).signer).toBe('Atrium');
    const ofOthers = signers.map((signer) => ({ ...signer, modules: ['faq'] }));
    expect(() => readPackage(archive, ofOthers)).toThrow('module.signer');
    expect(signers.map(({ runsCode }) => runsCode)).toEqual([false]);
  });
});
