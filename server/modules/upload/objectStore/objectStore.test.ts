/** Direct uploads to an object store, against a real S3-compatible server, with all failures on the way. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { defaults } from '../../../../config/defaults';
import type { Settings } from '../../../platform/settings';
import { guest, member, superAdmin, type ApiResponse, type Caller } from '../../../testing/callers';
import { openObjectServer, configureObjectStore, type ObjectServer } from '../../../testing/fakes/objectServer';
import { setSetting } from '../../../testing/setSetting';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';
import { createS3Store } from './s3Store';
import { ObjectStoreError } from './objectStore';
import { deleteUnusedObjects } from './deleteUnusedObjects';

const sha1 = (content: Buffer) => createHash('sha1').update(content).digest('hex');
const KEYS = { admin: '/admin', member: '/api' } as const;
type Side = keyof typeof KEYS;

describe.each(sampleDialects())('direct uploads on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let store: ObjectServer;
  beforeAll(async () => {
    store = await openObjectServer();
    const settings = { upload: { ...defaults.upload, timeoutMs: 2_500 } } satisfies Partial<Settings>;
    testServer = await startTestServer({ database, settings, env: { PRIVATE_HOSTS: '127.0.0.1' } });
    root = await superAdmin(testServer);
    await configureObjectStore(testServer, store, (path, body) => root.post(path, { ...body }));
  });
  afterAll(async () => {
    await testServer.close();
    await store.close();
  });
  beforeEach(() => {
    store.failureMode = 'none';
  });

  const text = (of: string) => Buffer.from(`${of} ${Math.random()}`);
  const ticket = (who: Caller, name: string, content: Buffer, type = 'text/plain', side: Side = 'admin') =>
    who.post(`${KEYS[side]}/ajax/uploadTicket`, { name, size: content.length, type, topic: 'default' });
  /** Like every client: the key, the parameters, and the file as the last field. */
  const send = (given: ApiResponse['data'], content: Buffer, more: Record<string, string> = {}) => {
    const body = new FormData();
    const fields = { key: String(given.key), ...(given.params as Record<string, string>), ...more };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new Blob([new Uint8Array(content)]), 'file');
    return fetch(String(given.url), { method: 'POST', body });
  };
  const confirmUpload = (who: Caller, url: string, more: object = {}, side: Side = 'admin') =>
    who.post(`${KEYS[side]}/Alioss/callback`, { url, ...more });
  const objectAt = async (key: string) => (await fetch(`${store.url}/${store.settings.bucket}/${key}`)).status;
  const getKey = (address: string) => address.slice(`${store.url}/${store.settings.bucket}/`.length);

  it('the bootstrap offers them, and the page policy allows only the store', async () => {
    const { upload } = (await root.get('/admin/Index/index')).data.siteConfig;
    expect(upload).toMatchObject({ mode: 's3', url: `${store.url}/${store.settings.bucket}` });
    const signed = ['policy', 'x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-signature'];
    expect(Object.keys(upload.params).sort()).toEqual(signed);
    // The credential contains the key's public id; the secret, here the same word, is nowhere else.
    const { 'x-amz-credential': credential, ...others } = upload.params;
    expect(JSON.stringify({ ...upload, params: others })).not.toContain('S3RVER');
    expect(credential).toMatch(/^S3RVER\/\d{8}\/us-east-1\/s3\/aws4_request$/);
    expect((await guest(testServer).get('/api/Index/index')).data.site.upload.params).toEqual({});
    const page = await fetch(`${testServer.url}/admin/login`, { headers: { accept: 'text/html' } });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${store.url}`);
    expect(/img-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' data: blob: ${store.url}`);
  });

  it('the signed URL accepts the file, the callback stores it, and its local path redirects to the store', async () => {
    const picture = await sharp({ create: { width: 12, height: 7, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const given = (await ticket(root, 'Plan A.png', picture, 'image/png')).data;
    expect(given).toMatchObject({ method: 'POST', params: { 'Content-Type': 'image/png' } });
    // P7-039: sent to the URL of the site configuration.
    expect(given.url).toBe((await root.get('/admin/Index/index')).data.siteConfig.upload.url);
    expect((await send(given, picture)).status).toBe(204);
    const reported = { name: 'Plan A.png', size: picture.length, type: 'image/png', sha1: sha1(picture) };
    const { code, data } = await confirmUpload(root, given.object, reported);
    expect([code, data.file]).toEqual([
      1,
      expect.objectContaining({ name: 'Plan A.png', storage: 's3', width: 12, height: 7, mimetype: 'image/png' }),
    ]);
    expect(data.file.url).toMatch(/^\/storage\/default\/\d{8}\/PlanA[0-9a-f]{40}\.png$/);
    const led = await fetch(`${testServer.url}${String(data.file.url)}`, { redirect: 'manual' });
    expect([led.status, led.headers.get('location')]).toEqual([302, expect.stringContaining('X-Amz-Signature=')]);
    const fetched = await fetch(`${testServer.url}${String(data.file.url)}`);
    expect(Buffer.from(await fetched.arrayBuffer()).equals(picture)).toBe(true);
    expect(fetched.headers.get('content-type')).toBe('image/png');
    await setSetting(testServer, 'upload_public_url', 'https://cdn.example/files');
    const open = await fetch(`${testServer.url}${String(data.file.url)}`, { redirect: 'manual' });
    expect(open.headers.get('location')).toBe(`https://cdn.example/files${String(data.file.url)}`);
    await setSetting(testServer, 'upload_public_url', null);
    expect(await objectAt(getKey(given.object))).toBe(404);
    expect(readdirSync(join(testServer.env.dataDir, 'tmp'))).toEqual([]);
  });

  it('the same content is stored once, by any way, and without camera metadata', async () => {
    const content = text('same');
    const ownFile = await fullContent(root, 'a.txt', content);
    const someone = await member(testServer);
    const yours = await fullContent(someone, 'b.txt', content, 'text/plain', 'member');
    expect([yours.url, yours.quote, yours.name]).toEqual([ownFile.url, 2, 'b.txt']);
    expect(yours).not.toHaveProperty('id');
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(content)]), 'c.txt');
    expect((await root.send('POST', '/admin/ajax/upload', { body })).data.file).toMatchObject({
      id: ownFile.id,
      quote: 3,
    });
    const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#884422' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET-OWNER' } })
      .toBuffer();
    const stored = await fullContent(root, 'photo.jpg', photo, 'image/jpeg');
    const served = Buffer.from(await (await fetch(`${testServer.url}${String(stored.url)}`)).arrayBuffer());
    expect(served.includes('SECRET-OWNER')).toBe(false);
    expect((await fullContent(root, 'again.jpg', photo, 'image/jpeg')).id).toBe(stored.id);
  });

  it('ordinary uploads are stored in the object store too', async () => {
    const content = text('server side');
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(content)]), 'plain.txt');
    const response = await root.send('POST', '/admin/ajax/upload', { body });
    expect([response.code, response.msg]).toEqual([1, response.msg]);
    const { file } = response.data;
    expect([file.storage, await objectAt(String(file.url).slice(1))]).toEqual(['s3', 200]);
    expect(await (await fetch(`${testServer.url}${String(file.url)}`)).text()).toBe(String(content));
  });

  it('type, size, name, person and mode are checked before the upload', async () => {
    const ask = (body: object, who = root) => who.post('/admin/ajax/uploadTicket', { ...body });
    expect((await ask({ name: 'x.exe', size: 5, type: 'application/x-msdownload' })).msg).toContain('x.exe');
    expect((await ask({ name: 'x.svg', size: 5, type: 'image/svg+xml' })).code).toBe(0);
    expect((await ask({ name: 'x.txt', size: 900 * 1024 * 1024, type: 'text/plain' })).msg).toContain('MB');
    for (const bad of [
      { name: '', size: 5 },
      { name: 'x.txt', size: 0 },
    ])
      expect((await ask(bad)).code).toBe(0);
    for (const bad of [
      { name: 'x.txt', size: -1 },
      { name: 'x.txt', size: 'much' },
      { size: 5 },
      { name: {}, size: 5 },
    ])
      expect((await ask(bad)).status).toBe(400);
    expect((await ask({ name: 'x.txt', size: 5 }, guest(testServer))).code).toBe(302);
    await setSetting(testServer, 'upload_mode', 'local');
    expect([(await ask({ name: 'x.txt', size: 5 })).code, testServer.services.settings.upload.mode]).toEqual([
      0,
      'local',
    ]);
    await setSetting(testServer, 'upload_mode', 's3');
  });

  it('another size, type or key than announced is refused by the store, and so is a late upload', async () => {
    const content = text('announced');
    const given = (await ticket(root, 'a.txt', content)).data;
    const longer = Buffer.concat([content, Buffer.from('!')]);
    expect((await send(given, longer)).status).toBe(403);
    expect((await send(given, content, { 'Content-Type': 'text/html' })).status).toBe(403);
    expect((await send(given, content, { acl: 'public-read' })).status).toBe(403);
    const elsewhere = String(given.key).replace('incoming/', 'storage/');
    expect((await send({ ...given, key: elsewhere }, content)).status).toBe(403);
    const driver = createS3Store(store.settings, ['127.0.0.1']);
    const size = [content.length, content.length] as const;
    const past = {
      key: 'incoming/late.txt',
      size,
      type: 'text/plain',
      seconds: 600,
      at: new Date(Date.now() - 601_000),
    };
    const late = { ...driver.createUploadForm(past), key: past.key };
    const expired = await send(late, content);
    expect([expired.status, await expired.text()]).toEqual([403, expect.stringContaining('expired')]);
    const wrong = createS3Store({ ...store.settings, secret: () => 'another' }, ['127.0.0.1']);
    const forged = { ...wrong.createUploadForm({ ...past, at: new Date() }), key: past.key };
    expect((await send(forged, content)).status).toBe(403);
    await expect(wrong.head('incoming/x')).rejects.toThrow(ObjectStoreError);
    expect((await confirmUpload(root, given.object)).msg).toContain('hasn’t arrived');
    expect((await send(given, content)).status).toBe(204);
    expect((await confirmUpload(root, given.object)).code).toBe(1);
  });

  // @case T7.06
  it('forged, repeated, foreign and late callbacks are refused without a request to any host', async () => {
    const content = text('forged');
    const given = (await ticket(root, 'a.txt', content)).data;
    await send(given, content);
    const base = `${store.url}/${store.settings.bucket}`;
    const other = await member(testServer);
    const before = store.requests.length;
    const forged = [
      ...['', 'x', 'http://127.0.0.1:1/x', 'file:///etc/passwd', `${base}/`, base, `${base}/incoming/`, '//evil/x'],
      ...[`${base}/incoming/${'A'.repeat(43)}.txt`, `${base}/storage/default/x.txt`, `${base}/incoming/../keys`],
      ...[`${String(given.object)}x`, `${String(given.object)}?x=1`, String(given.object).toUpperCase()],
      ...Array.from({ length: 24 }, (_, n) => `${base}/incoming/${'b'.repeat(42)}${n % 10}.txt`),
    ];
    expect(forged.length).toBeGreaterThan(37);
    for (const url of forged) expect([url, (await confirmUpload(root, url)).code]).toEqual([url, 0]);
    for (const bad of [{ url: 1 }, { url: given.object, sha1: 'nope' }, { url: given.object, size: 'x' }, {}])
      expect((await root.post('/admin/Alioss/callback', bad)).status).toBe(400);
    expect((await confirmUpload(other, given.object, {}, 'member')).code).toBe(0);
    expect((await confirmUpload(guest(testServer), given.object)).code).toBe(302);
    expect(store.requests.length).toBe(before);
    expect((await confirmUpload(root, given.object)).code).toBe(1);
    const reported = store.requests.length;
    expect((await confirmUpload(root, given.object)).code).toBe(0);
    const late = (await ticket(root, 'b.txt', content)).data;
    await send(late, content);
    testServer.advanceClock(601_000);
    expect((await confirmUpload(root, late.object)).code).toBe(0);
    expect(store.requests.slice(reported)).toEqual([`POST /${store.settings.bucket}`]);
    const ticketData = (await ticket(root, 'c.txt', content)).data;
    await send(ticketData, content);
    const codes = (await Promise.all([1, 2, 3, 4].map(() => confirmUpload(root, ticketData.object)))).map(
      ({ code }) => code,
    );
    expect(codes.sort()).toEqual([0, 0, 0, 1]);
  });

  it('the stored object is checked: other content, another digest or size is refused and deleted', async () => {
    const rows = () => testServer.services.db.rows('SELECT id FROM `attachment`');
    const before = (await rows()).length;
    const html = Buffer.from('<html><script>alert(1)</script></html>'.padEnd(400, ' '));
    const fake = (await ticket(root, 'fake.png', html, 'image/png')).data;
    await send(fake, html);
    expect((await confirmUpload(root, fake.object)).msg).toContain('fake.png');
    expect(await objectAt(getKey(fake.object))).toBe(404);
    const content = text('digest');
    const digest = (await ticket(root, 'd.txt', content)).data;
    await send(digest, content);
    expect((await confirmUpload(root, digest.object, { sha1: sha1(Buffer.from('other')) })).code).toBe(0);
    const lie = (await ticket(root, 'e.txt', content)).data;
    await send(lie, content);
    expect((await confirmUpload(root, lie.object, { size: 1 })).code).toBe(0);
    expect([await objectAt(getKey(digest.object)), await objectAt(getKey(lie.object))]).toEqual([404, 404]);
    expect(await rows()).toHaveLength(before);
    expect(readdirSync(join(testServer.env.dataDir, 'tmp'))).toEqual([]);
  });

  it('a stored file cannot be changed by the signed URL, although it is still valid', async () => {
    const content = text('first');
    const given = (await ticket(root, 'a.txt', content)).data;
    await send(given, content);
    const { file } = (await confirmUpload(root, given.object)).data;
    const other = Buffer.from(String(content).replace('first', 'evil!'));
    expect((await send(given, other)).status).toBe(204);
    expect(await (await fetch(`${testServer.url}${String(file.url)}`)).text()).toBe(String(content));
  });

  // @spec P7-039
  it('an older client posts to upload.url with a generated key and upload.params, then calls back', async () => {
    const someone = await member(testServer);
    for (const [who, side, path] of [
      [root, 'admin', '/admin/Index/index'],
      [someone, 'member', '/api/Index/index'],
    ] as const) {
      const { data } = await who.get(path);
      const { upload } = data.siteConfig;
      // The client fills the placeholders of the save name and drops the first slash.
      const key = String(upload.savename)
        .replace('{random32}', randomBytes(16).toString('hex'))
        .replace('{.suffix}', '.txt')
        .slice(1);
      const content = text('family');
      expect((await send({ ...upload, key }, content)).status).toBe(204);
      const reported = { name: 'family.txt', size: content.length, type: 'text/plain', sha1: sha1(content) };
      const other = side === 'admin' ? someone : root;
      const otherSide = side === 'admin' ? 'member' : 'admin';
      expect((await confirmUpload(other, `/${key}`, reported, otherSide)).code).toBe(0);
      const { code, msg, data: stored } = await confirmUpload(who, `/${key}`, reported, side);
      expect([code, msg, stored.file.name]).toEqual([1, msg, 'family.txt']);
      expect(await (await fetch(`${testServer.url}${String(stored.file.url)}`)).text()).toBe(String(content));
      expect([(await confirmUpload(who, `/${key}`, reported, side)).code, await objectAt(key)]).toEqual([0, 404]);
    }
  });

  // @spec P7-039
  // @spec P7-039
  it('the form of a person allows no other target and no larger file, and its uploads are checked', async () => {
    const { upload } = (await root.get('/admin/Index/index')).data.siteConfig;
    const prefix = String(upload.savename).slice(1).replace('{random32}{.suffix}', '');
    const content = text('bounded');
    for (const key of ['storage/default/x.txt', 'incoming/x.txt', prefix.replace(/.\/$/, '/') + 'x.txt'])
      expect([key, (await send({ ...upload, key }, content)).status]).toEqual([key, 403]);
    expect((await send({ ...upload, key: `${prefix}big.txt` }, Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(403);
    const html = Buffer.from('<html><script>alert(1)</script></html>'.padEnd(400, ' '));
    const key = `${prefix}fake.png`;
    expect((await send({ ...upload, key }, html)).status).toBe(204);
    const before = (await testServer.services.db.rows('SELECT id FROM `attachment`')).length;
    const reported = { name: 'fake.png', size: html.length, type: 'image/png' };
    expect((await confirmUpload(root, `/${key}`, reported)).msg).toContain('fake.png');
    expect([await objectAt(key), (await testServer.services.db.rows('SELECT id FROM `attachment`')).length]).toEqual([
      404,
      before,
    ]);
    expect((await send({ ...upload, key: `${prefix}left.txt` }, content)).status).toBe(204);
    await deleteUnusedObjects(testServer.services);
    expect(await objectAt(`${prefix}left.txt`)).toBe(200);
    testServer.advanceClock(14 * 3_600_000);
    await deleteUnusedObjects(testServer.services);
    expect(await objectAt(`${prefix}left.txt`)).toBe(404);
    root = await superAdmin(testServer);
  });

  it('only the sender can cancel, once, and the object is deleted', async () => {
    const content = text('given up');
    const given = (await ticket(root, 'a.txt', content)).data;
    await send(given, content);
    const other = await member(testServer);
    expect((await other.post('/api/ajax/uploadReturn', { url: given.object })).code).toBe(0);
    expect(await objectAt(getKey(given.object))).toBe(200);
    const responses = [];
    for (let tries = 0; tries < 2; tries += 1)
      responses.push((await root.post('/admin/ajax/uploadReturn', { url: given.object })).code);
    expect([responses, await objectAt(getKey(given.object))]).toEqual([[1, 0], 404]);
    const late = await confirmUpload(root, given.object);
    expect([late.code, late.data]).toEqual([0, { again: true }]);
    for (const url of ['', 'http://127.0.0.1:1/x', `${store.url}/other/incoming/x`])
      expect((await root.post('/admin/ajax/uploadReturn', { url })).code).toBe(0);
  });

  // @spec P8-009
  // @covers fault upload.store
  it('a failing, dropping or hanging store: an error message, no row, and the same callback works later', async () => {
    const content = text('patience');
    const given = (await ticket(root, 'a.txt', content)).data;
    await send(given, content);
    for (const failureMode of ['fails', 'drops', 'hangs'] as const) {
      store.failureMode = failureMode;
      const { status, code, msg } = await confirmUpload(root, given.object);
      expect([failureMode, status, code, msg]).toEqual([
        failureMode,
        503,
        503,
        expect.stringContaining('isn’t responding'),
      ]);
    }
    store.failureMode = 'none';
    expect((await confirmUpload(root, given.object)).code).toBe(1);
  });

  it('objects deleted at the store are requested again, and restored by the next upload', async () => {
    const content = text('lost');
    const stored = await fullContent(root, 'a.txt', content);
    const driver = createS3Store(store.settings, ['127.0.0.1']);
    await driver.remove(String(stored.url).slice(1));
    expect((await fetch(`${testServer.url}${String(stored.url)}`)).status).toBe(404);
    const again = await fullContent(root, 'a.txt', content);
    expect([again.id, await (await fetch(`${testServer.url}${String(stored.url)}`)).text()]).toEqual([
      stored.id,
      String(content),
    ]);
  });

  it('unused objects are deleted: of purged attachments, and uploads without a callback', async () => {
    const stored = await fullContent(root, 'a.txt', text('purged'));
    const stays = await fullContent(root, 'b.txt', text('stays'));
    const content = text('never called');
    const given = (await ticket(root, 'c.txt', content)).data;
    await send(given, content);
    await root.post('/admin/attachment/del', { ids: [stored.id] });
    expect((await fetch(`${testServer.url}${String(stored.url)}`, { redirect: 'manual' })).status).toBe(404);
    testServer.advanceClock(5_000_000);
    root = await superAdmin(testServer);
    await deleteUnusedObjects(testServer.services);
    expect(await objectAt(String(stored.url).slice(1))).toBe(200);
    await root.post('/admin/attachment/restore', { ids: [stored.id] });
    expect((await fetch(`${testServer.url}${String(stored.url)}`)).status).toBe(200);
    await root.post('/admin/attachment/del', { ids: [stored.id] });
    expect((await root.post('/admin/attachment/purge', { ids: [stored.id] })).code).toBe(1);
    store.failureMode = 'fails';
    await deleteUnusedObjects(testServer.services);
    store.failureMode = 'none';
    expect(await objectAt(String(stored.url).slice(1))).toBe(200);
    await deleteUnusedObjects(testServer.services);
    const remainingObjects = [stored.url, stays.url].map((url) => objectAt(String(url).slice(1)));
    expect(await Promise.all(remainingObjects)).toEqual([404, 200]);
    expect(await objectAt(getKey(given.object))).toBe(404);
    expect(
      await testServer.services.db.rows('SELECT id FROM `stored_object` WHERE id = ?', [String(stored.url).slice(1)]),
    ).toEqual([]);
  });

  it('private hosts are refused unless allowed, and the key is sent to no other host', async () => {
    const closed = createS3Store(store.settings, []);
    const before = store.requests.length;
    await expect(closed.head('incoming/x')).rejects.toThrow('forbidden');
    expect(store.requests.length).toBe(before);
    await setSetting(testServer, 'upload_url', 'https://other.example');
    expect([testServer.services.settings.upload.mode, testServer.services.settings.upload.store]).toEqual([
      'local',
      undefined,
    ]);
    const bad: readonly (readonly [string, unknown])[] = [
      ['upload_url', 'javascript:1'],
      ['upload_bucket', '../other'],
      ['upload_params', { authorization: 'x' }],
      ['upload_params', { 'x-amz-acl': 'public\r\nx: y' }],
    ];
    for (const [name, value] of bad) {
      const [row] = await testServer.services.db.rows<{ id: number }>('SELECT id FROM `config` WHERE name = ?', [name]);
      expect([name, (await root.post('/admin/config/edit', { id: Number(row?.id), value })).code]).toEqual([name, 0]);
    }
  });

  async function fullContent(who: Caller, name: string, content: Buffer, type = 'text/plain', side: Side = 'admin') {
    const given = (await ticket(who, name, content, type, side)).data;
    expect((await send(given, content)).status).toBe(204);
    const response = await confirmUpload(who, given.object, {}, side);
    expect([response.code, response.msg]).toEqual([1, response.msg]);
    return response.data.file as Readonly<Record<string, unknown>>;
  }
});
