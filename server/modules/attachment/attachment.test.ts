/** Attachments: references to them, unused ones, deletion and restoring, and thumbnails. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { verifyAll } from '../../db/verify/verifyAll';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { findUnusedFiles, UNUSED_FILE_MIN_AGE_SECONDS } from './findUnusedFiles';
import { removeUntrackedFiles, findUntrackedFiles } from './findUntrackedFiles';

let testServer: TestServer;
let root: Caller;
beforeAll(async () => {
  testServer = await startTestServer();
  root = await superAdmin(testServer);
});
afterAll(() => testServer.close());

interface Stored {
  readonly id: number;
  readonly url: string;
}
async function store(name: string, content: Buffer): Promise<Stored> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  const { code, msg, data } = await root.send('POST', '/admin/ajax/upload', { body });
  if (code !== 1) throw new Error(msg);
  return { id: Number(data.file.id), url: String(data.file.url) };
}
const picture = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: `#${randomBytes(3).toString('hex')}` } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
const disk = (url: string) => join(testServer.env.dataDir, url);
const news = (fields: Readonly<Record<string, unknown>>) =>
  root.post('/admin/news/add', { title: `News ${randomBytes(4).toString('hex')}`, content: '<p>x</p>', ...fields });
const listUses = async (caller: Caller, id: number) =>
  (await caller.get('/admin/attachment/used', { ids: String(id) })).data.list;
const entity = () => {
  const found = testServer.services.registry.get('attachment');
  if (!found) throw new Error('no attachments');
  return found;
};
const unusedFileIds = async (later = UNUSED_FILE_MIN_AGE_SECONDS + 60) => {
  const now = Math.floor(Date.now() / 1000) + later;
  return (
    await testServer.services.db.snapshot((tx) => findUnusedFiles(tx, testServer.services.registry, entity(), now))
  ).map(({ id }) => id);
};

describe('attachments', () => {
  // @case T3.15
  it('references: lists fields and texts that use a file, and refuses deletion while a field holds it', async () => {
    const [held, visible, free] = [
      await store('held.jpg', await picture()),
      await store('shown.jpg', await picture()),
      await store('free.jpg', await picture()),
    ];
    const { data } = await news({ thumbnail: held.url, content: `<p>x</p><img src="${visible.url}" alt="">` });
    const id = Number(data.id ?? data.row?.id);
    expect(await listUses(root, held.id)).toMatchObject([{ entity: 'news', field: 'thumbnail', id, held: true }]);
    expect(await listUses(root, visible.id)).toMatchObject([{ entity: 'news', field: 'content', id, held: false }]);
    expect(await listUses(root, free.id)).toEqual([]);
    const stranger = await limitedAdmin(testServer, ['attachment/index'], 'all');
    expect(await listUses(stranger, held.id)).toMatchObject([{ entity: 'news', field: 'thumbnail', id: 0, title: '' }]);
    const refused = await root.post('/admin/attachment/del', { ids: [held.id] });
    expect([refused.code, refused.data.users.length]).toEqual([0, 1]);
    expect((await root.post('/admin/attachment/del', { ids: [free.id] })).code).toBe(1);
    for (const ids of ['', 'x', '1,x', '0', '-1', "1' OR '1"])
      expect((await root.get('/admin/attachment/used', { ids })).status).toBe(400);
  });

  it('unused: lists files without references after a day', async () => {
    const [held, visible, free] = [
      await store('a.jpg', await picture()),
      await store('b.jpg', await picture()),
      await store('c.jpg', await picture()),
    ];
    const { data } = await news({ thumbnail: held.url, content: `<p>x</p><img src="${visible.url}" alt="">` });
    expect(await unusedFileIds(0)).not.toContain(free.id);
    const found = await unusedFileIds();
    expect(found).toContain(free.id);
    for (const { id } of [held, visible]) expect(found).not.toContain(id);
    // Rows in the recycle bin may be restored, so their files are used.
    await root.post('/admin/news/del', { ids: [Number(data.id ?? data.row?.id)] });
    const then = await unusedFileIds();
    for (const { id } of [held, visible]) expect(then).not.toContain(id);
    expect((await root.get('/admin/attachment/orphans')).data).toMatchObject({ list: [], total: 0, bytes: 0 });
  });

  it('restore: requires the stored file; purge: deletes it', async () => {
    const one = await store('one.jpg', await picture());
    await fetch(`${testServer.url}${one.url}?thumb=1`).then((response) => response.arrayBuffer());
    const runAction = (verb: string) => root.post(`/admin/attachment/${verb}`, { ids: [one.id] });
    expect((await runAction('del')).code).toBe(1);
    expect(existsSync(disk(one.url))).toBe(true);
    expect((await runAction('restore')).code).toBe(1);
    expect((await fetch(`${testServer.url}${one.url}`)).status).toBe(200);
    await runAction('del');
    expect((await runAction('purge')).code).toBe(1);
    expect([existsSync(disk(one.url)), (await fetch(`${testServer.url}${one.url}?thumb=1`)).status]).toEqual([
      false,
      404,
    ]);
    const two = await store('two.jpg', await picture());
    await root.post('/admin/attachment/del', { ids: [two.id] });
    rmSync(disk(two.url));
    const lost = await root.post('/admin/attachment/restore', { ids: [two.id] });
    expect([lost.status, lost.code]).toEqual([200, 0]);
  });

  it('thumbnails: small, upright and without metadata; other files are served whole', async () => {
    const { url } = await store('big.jpg', await picture());
    const [first, again] = await Promise.all([1, 2].map(() => fetch(`${testServer.url}${url}?thumb=1`)));
    const thumbnail = Buffer.from((await first?.arrayBuffer()) ?? new ArrayBuffer(0));
    const { width, height, format, exif } = await sharp(thumbnail).metadata();
    expect([width, height, format, exif]).toEqual([213, 320, 'webp', undefined]);
    expect(first?.headers.get('content-type')).toBe('image/webp');
    expect(
      createHash('sha1')
        .update(Buffer.from((await again?.arrayBuffer()) ?? new ArrayBuffer(0)))
        .digest(),
    ).toEqual(createHash('sha1').update(thumbnail).digest());
    const text = await store('note.txt', Buffer.from(`note ${Math.random()}`));
    expect(await (await fetch(`${testServer.url}${text.url}?thumb=1`)).text()).toMatch(/^note/);
    for (const path of ['/storage/.thumbs/a.webp', '/storage/.parts/a', '/storage/nothing.png?thumb=1'])
      expect((await fetch(testServer.url + path)).status).toBe(404);
  });

  it('untracked: lists files without a row, and removes them only on request', async () => {
    const stored = await store('kept.txt', Buffer.from(`kept ${Math.random()}`));
    const stray = join(testServer.env.dataDir, 'storage/stray.txt');
    writeFileSync(stray, 'nobody knows me');
    expect((await findUntrackedFiles(testServer.services)).map(({ path }) => path)).not.toContain('/storage/stray.txt');
    const old = new Date(Date.now() - 2 * 3_600_000);
    for (const path of [stray, disk(stored.url)]) utimesSync(path, old, old);
    const strays = await findUntrackedFiles(testServer.services);
    expect(strays).toEqual([{ path: '/storage/stray.txt', size: 15 }]);
    expect(existsSync(stray)).toBe(true);
    await removeUntrackedFiles(testServer.services, strays);
    expect([existsSync(stray), existsSync(disk(stored.url))]).toEqual([false, true]);
  });

  it('verify: compares stored files with their digests', async () => {
    const { id, url } = await store('safe.txt', Buffer.from(`safe ${Math.random()}`));
    const judge = async () => {
      const { db, registry, env } = testServer.services;
      const { findings } = await verifyAll({
        db,
        registry,
        dataDir: env.dataDir,
        keys: env.appKeys,
        auditLogEntity: 'admin_log',
      });
      return findings.filter(({ where }) => where === `attachment ${id}`);
    };
    expect(await judge()).toEqual([]);
    writeFileSync(disk(url), 'something else');
    expect(await judge()).toMatchObject([{ rule: 'file' }]);
    rmSync(disk(url));
    expect(await judge()).toMatchObject([{ rule: 'file' }]);
  });
});
