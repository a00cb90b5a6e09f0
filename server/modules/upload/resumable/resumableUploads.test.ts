/** Resumable uploads: they continue after any interruption, are checked as a whole, and leave nothing behind when refused. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { guest, member, superAdmin, type ApiResponse, type Body, type Caller } from '../../../testing/callers';
import { setSetting } from '../../../testing/setSetting';
import { startTestServer, type TestServer } from '../../../testing/testServer';
import { removeStalePartials } from './partialUpload';

let testServer: TestServer;
let root: Caller;
beforeAll(async () => {
  testServer = await startTestServer();
  root = await superAdmin(testServer);
});
afterAll(() => testServer.close());

const BYTES = { 'content-type': 'application/octet-stream' };
const text = (length: number) => Buffer.from(randomBytes(length).toString('base64').slice(0, length));
const call = (caller: Caller, action: string, body: Body, side = 'admin') =>
  caller.post(`/${side}/ajax/${action}`, body);
const part = (caller: Caller, id: string, offset: number, bytes: Buffer, side = 'admin'): Promise<ApiResponse> =>
  caller.send('POST', `/${side}/ajax/uploadPart?id=${id}&offset=${offset}`, {
    body: new Uint8Array(bytes),
    headers: BYTES,
  });
const folder = () => join(testServer.env.dataDir, 'storage/.parts');
const leftovers = () =>
  existsSync(folder())
    ? readdirSync(folder()).flatMap((person) =>
        readdirSync(join(folder(), person)).filter((one) => !one.endsWith('.json')),
      )
    : [];

async function beginUpload(caller: Caller, name: string, content: Buffer, more: Body = {}, side = 'admin') {
  const { data, code, msg, status } = await call(caller, 'uploadBegin', { name, size: content.length, ...more }, side);
  return { id: String(data?.id), offset: Number(data?.offset), code, msg, status };
}
/** Sends everything in parts of `step` bytes and completes the upload. */
async function sendAll(caller: Caller, name: string, content: Buffer, step = 1000): Promise<ApiResponse> {
  const { id } = await beginUpload(caller, name, content);
  for (let index = 0; index < content.length; index += step)
    await part(caller, id, index, content.subarray(index, index + step));
  return call(caller, 'uploadComplete', { id });
}

describe('resumable uploads', () => {
  it('store exactly the sent file, counted like any other', async () => {
    const content = text(5000);
    const sha1 = createHash('sha1').update(content).digest('hex');
    const { code, data } = await sendAll(root, 'big.txt', content);
    expect([code, data.file.sha1, data.file.size, data.file.quote]).toEqual([1, sha1, 5000, 1]);
    const served = await fetch(`${testServer.url}${String(data.file.url)}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
    const again = await sendAll(root, 'big.txt', content);
    expect([again.data.file.id, again.data.file.quote]).toEqual([data.file.id, 2]);
    expect(leftovers()).toEqual([]);
  });

  // @case F-17
  it('continue after an interruption, at a wrong offset, and from another window', async () => {
    const content = text(3000);
    const { id } = await beginUpload(root, 'broken.txt', content, { mark: 'm1' });
    expect((await part(root, id, 0, content.subarray(0, 1000))).data.offset).toBe(1000);
    const wrong = await part(root, id, 500, content.subarray(500, 1500));
    expect([wrong.code, wrong.data.offset]).toEqual([0, 1000]);
    await cut(id, content.subarray(1000, 2000), 400);
    expect((await beginUpload(root, 'broken.txt', content, { mark: 'm2' })).offset).toBe(0);
    expect((await call(root, 'uploadComplete', { id })).code).toBe(0);
    const resumed = await resume(id, content);
    expect(resumed).toBeGreaterThanOrEqual(1000);
    expect(resumed).toBeLessThanOrEqual(1400);
    const completed = await call(root, 'uploadComplete', { id });
    expect([completed.code, completed.data.file.sha1]).toEqual([1, createHash('sha1').update(content).digest('hex')]);
    // The client missed the response.
    const lost = await call(root, 'uploadComplete', { id });
    expect([lost.code, lost.data.file.id, lost.data.file.url]).toEqual([
      1,
      completed.data.file.id,
      completed.data.file.url,
    ]);
  });

  /** Sends the rest once the server has noticed the disconnect; returns the offset. */
  async function resume(id: string, content: Buffer): Promise<number> {
    for (let tries = 0; tries < 200; tries += 1) {
      const { offset } = await beginUpload(root, 'broken.txt', content, { mark: 'm1' });
      if ((await part(root, id, offset, content.subarray(offset))).data?.offset === content.length) return offset;
    }
    throw new Error('the upload did not continue');
  }

  /** Declares a whole part, sends a piece of it and disconnects. */
  function cut(id: string, bytes: Buffer, after: number): Promise<void> {
    const { host } = new URL(testServer.url);
    const [hostname = '', port = ''] = host.split(':');
    return new Promise((done) => {
      const headers = { ...BYTES, batoken: root.token, server: 'true', 'content-length': bytes.length };
      const path = `/admin/ajax/uploadPart?id=${id}&offset=1000`;
      const outgoing = request({ hostname, port, method: 'POST', path, headers });
      outgoing.on('error', () => undefined).on('close', done);
      outgoing.write(bytes.subarray(0, after), () => outgoing.destroy());
    });
  }

  // @case F-17
  it('refused and deleted when the content differs from the declaration', async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(400)]);
    for (const [name, content, more] of [
      ['lie.txt', png, {}],
      ['lie.png', text(500), {}],
      ['hash.txt', text(500), { sha256: 'f'.repeat(64) }],
    ] as const) {
      const { id } = await beginUpload(root, name, content, more);
      await part(root, id, 0, content);
      const { status, code } = await call(root, 'uploadComplete', { id });
      expect([name, status, code]).toEqual([name, 200, 0]);
      expect((await call(root, 'uploadComplete', { id })).code).toBe(0);
    }
    expect(leftovers()).toEqual([]);
  });

  // @case T5.05
  it('refuses a declaration with a wrong name, size or type, and a malformed one', async () => {
    for (const body of [
      { name: 'a.php', size: 10 },
      { name: 'a.txt', size: 11 * 1024 * 1024 },
      { name: 'a.txt', size: 0 },
      { name: 'a.txt', size: -1 },
      { name: 'a.txt', size: 1.5 },
      { name: '', size: 10 },
      { name: 'a.txt', size: 10, sha256: 'x' },
      { name: 'a.txt', size: 10, mark: '../..' },
      { name: 'a.txt', size: 10, path: '/etc' },
      { size: 10 },
    ]) {
      const { status, code } = await call(root, 'uploadBegin', body);
      expect([body, status < 500, code === 1]).toEqual([body, true, false]);
    }
    const content = text(100);
    const { id } = await beginUpload(root, 'ok.txt', content);
    const many = await part(root, id, 0, text(101));
    const none = await part(root, id, 0, Buffer.alloc(0));
    const elsewhere = await part(root, '../'.repeat(5), 0, content);
    const json = await root.post(`/admin/ajax/uploadPart?id=${id}&offset=0`, {});
    expect([many.code, none.code, elsewhere.code, json.status]).toEqual([0, 0, 0, 415]);
    expect((await call(root, 'uploadDrop', { id })).code).toBe(1);
    expect(leftovers()).toEqual([]);
  });

  // @case T3.15
  it('belong to the person who started them', async () => {
    const content = text(100);
    const { id } = await beginUpload(root, 'mine.txt', content);
    const other = await member(testServer);
    expect((await part(other, id, 0, content, 'api')).code).toBe(0);
    expect((await call(other, 'uploadComplete', { id }, 'api')).code).toBe(0);
    expect((await call(other, 'uploadDrop', { id }, 'api')).code).toBe(0);
    expect((await other.get('/api/ajax/uploadState')).data.list).toEqual([]);
    const { list } = (await root.get('/admin/ajax/uploadState')).data;
    expect(list).toContainEqual({ id, offset: 0, name: 'mine.txt', size: 100 });
    expect((await part(guest(testServer), id, 0, content)).code).toBe(302);
    await call(root, 'uploadDrop', { id });
  });

  it('count towards the quota from their declaration on', async () => {
    await setSetting(testServer, 'upload_quota', 1);
    const someone = await member(testServer);
    const half = text(700 * 1024);
    expect((await beginUpload(someone, 'a.txt', half, {}, 'api')).code).toBe(1);
    const second = await beginUpload(someone, 'b.txt', half, {}, 'api');
    expect([second.status, second.code]).toEqual([507, 507]);
    await setSetting(testServer, 'upload_quota', 2048);
  });

  // @case F-07
  it('a full disk: responds with an error, keeps the written part, and continues with free space', async () => {
    const content = text(2000);
    const { id } = await beginUpload(root, 'full.txt', content);
    const [person = ''] = readdirSync(folder()).filter((name) => name.startsWith('staff-'));
    const path = join(folder(), person, id);
    mkdirSync(join(folder(), person), { recursive: true });
    // The kernel reports ENOSPC for this device.
    symlinkSync('/dev/full', path);
    const before = await testServer.services.db.rows('SELECT id FROM `attachment`');
    const full = await part(root, id, 0, content);
    expect([full.status, full.code]).toEqual([507, 507]);
    expect(await testServer.services.db.rows('SELECT id FROM `attachment`')).toEqual(before);
    await call(root, 'uploadDrop', { id });
    expect((await sendAll(root, 'full.txt', content)).code).toBe(1);
  });

  it('resumable uploads are deleted a day after the last part', async () => {
    const content = text(300);
    const { id } = await beginUpload(root, 'left.txt', content);
    await part(root, id, 0, content.subarray(0, 100));
    const now = Date.now();
    expect(await removeStalePartials(testServer.env.dataDir, now)).toBe(0);
    for (const person of readdirSync(folder()))
      for (const name of readdirSync(join(folder(), person)))
        utimesSync(join(folder(), person, name), new Date(now - 90_000_000), new Date(now - 90_000_000));
    expect(await removeStalePartials(testServer.env.dataDir, now)).toBeGreaterThan(0);
    expect(readdirSync(folder()).flatMap((person) => readdirSync(join(folder(), person)))).toEqual([]);
    expect((await part(root, id, 100, content.subarray(100))).code).toBe(0);
  });
});
