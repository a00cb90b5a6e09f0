/** Files that rows name by id or path: only files that the writer may read or has uploaded, and only images in image fields. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

// @case M3
describe.each(sampleDialects())('a file named by id on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const send = async (who: Caller, side: 'admin' | 'api', name: string, content: Buffer): Promise<string> => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(content)]), name);
    return String((await who.send('POST', `/${side}/ajax/upload`, { body })).data.file.url);
  };
  const upload = async (...file: Parameters<typeof send>): Promise<number> => {
    const [row] = await testServer.services.db.rows<{ id: number }>('SELECT id FROM `attachment` WHERE url = ?', [
      await send(...file),
    ]);
    return Number(row?.id);
  };
  const picture = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: `#${randomBytes(3).toString('hex')}` } })
      .png()
      .toBuffer();
  const text = () => Buffer.from(`contract ${randomBytes(8).toString('hex')}`);
  const category = async (icon: number, who = root) => {
    const title = `Category ${randomBytes(4).toString('hex')}`;
    return who.post('/admin/plugin_category/add', { title, icon_id: icon });
  };
  const editor = (...more: string[]) =>
    limitedAdmin(testServer, ['plugin_category/index', 'plugin_category/add', 'plugin_category/edit', ...more], 'all');

  it('is refused at the field when the writer may not read it and has not uploaded it, without revealing its path', async () => {
    const secret = await upload(await member(testServer), 'api', 'contract.txt', text());
    const foreign = await upload(root, 'admin', 'private.png', await picture());
    const low = await editor();
    const id = Number((await category(await upload(low, 'admin', 'own.png', await picture()), low)).data.id);
    for (const icon of [secret, foreign, 999_999]) {
      for (const [path, body] of [
        ['edit', { id, icon_id: icon }],
        ['add', { title: `Other ${icon}`, icon_id: icon }],
      ] as const) {
        const { status, code, data } = await low.post(`/admin/plugin_category/${path}`, body);
        expect([path, status, code, Object.keys(data.fields)]).toEqual([path, 200, 0, ['icon_id']]);
        expect(JSON.stringify(data)).not.toContain('/storage/');
      }
    }
    expect((await category(foreign, await editor('attachment/index'))).code).toBe(1);
  });

  it('a file is accepted when the writer was the second of two uploaders', async () => {
    const content = await picture();
    const first = await upload(root, 'admin', 'a.png', content);
    const low = await editor();
    expect((await category(first, low)).code).toBe(0);
    expect(await upload(low, 'admin', 'b.png', content)).toBe(first);
    expect((await category(first, low)).code).toBe(1);
  });

  it('must be an image in an image field', async () => {
    const { code, data } = await category(await upload(root, 'admin', 'paper.txt', text()));
    expect([code, data.fields]).toEqual([0, { icon_id: 'Choose an image' }]);
  });

  it('stays in a row that another admin edits, and an undo restores it', async () => {
    const foreign = await upload(root, 'admin', 'kept.png', await picture());
    const created = Number((await category(foreign)).data.id);
    const low = await editor();
    const title = `Renamed ${created}`;
    expect((await low.post('/admin/plugin_category/edit', { id: created, title, icon_id: foreign })).code).toBe(1);
    const own = await upload(low, 'admin', 'own.png', await picture());
    const replaced = await low.post('/admin/plugin_category/edit', { id: created, icon_id: own });
    expect(replaced.code).toBe(1);
    const icon = async () => (await low.get('/admin/plugin_category/edit', { id: String(created) })).data.row.icon_id;
    expect(await icon()).toBe(own);
    const undone = await low.post('/admin/history/undo', { cid: replaced.data.cid });
    expect([undone.code, undone.data]).toEqual([1, expect.objectContaining({ undone: 1 })]);
    expect(await icon()).toBe(foreign);
  });

  describe('by path', () => {
    const UPLOADED = 'Choose an uploaded file';
    const titled = () => `Category ${randomBytes(4).toString('hex')}`;
    const add = (who: Caller, image: string) => who.post('/admin/plugin_category/add', { title: titled(), image });
    const edit = (who: Caller, id: number, image: string) => who.post('/admin/plugin_category/edit', { id, image });
    const loadImage = async (id: number) =>
      (await root.get('/admin/plugin_category/edit', { id: String(id) })).data.row.image;

    it('is refused at the field when the writer may not read it and has not uploaded it', async () => {
      const low = await editor();
      const secret = await send(await member(testServer), 'api', 'mine.png', await picture());
      const foreign = await send(root, 'admin', 'private.png', await picture());
      const own = await send(low, 'admin', 'own.png', await picture());
      const created = await add(low, own);
      expect([created.code, created.data.row.image]).toEqual([1, own]);
      const { id } = created.data;
      for (const image of [
        ...[secret, foreign, '/storage/none.png', '/storage/../keys', '/images/logo.png'],
        ...['https://elsewhere.example/x.png', `${testServer.url}${foreign}`, `${own}?x`, own.toUpperCase()],
      ]) {
        const responses = [
          await add(low, image),
          await edit(low, id, image),
          await low.post('/admin/plugin_category/batchAdd', { list: [{ title: titled(), image }] }),
        ];
        expect([image, responses.map(({ code }) => code)]).toEqual([image, [0, 0, 0]]);
        const bulk = await low.post('/admin/plugin_category/batchEdit', { ids: [id], set: { image } });
        expect([image, bulk.data.failed.length]).toEqual([image, 1]);
        expect([image, responses[0]?.data.fields]).toEqual([image, { image: UPLOADED }]);
      }
      expect(await loadImage(id)).toBe(own);
      expect((await edit(await editor('attachment/index'), id, foreign)).code).toBe(1);
    });

    it('must be an image in an image field, and may be any file elsewhere', async () => {
      const paper = await send(root, 'admin', 'paper.txt', text());
      const { code, data } = await add(root, paper);
      expect([code, data.fields]).toEqual([0, { image: 'Choose an image' }]);
      expect((await root.post('/admin/product/add', { title: 'Case', video: paper })).code).toBe(1);
    });

    it('a path is checked for members, who may use their own files', async () => {
      const mia = await member(testServer);
      const profile = (avatar: string) => mia.post('/api/account/profile', { avatar });
      const foreign = await send(await member(testServer), 'api', 'a.png', await picture());
      const refused = await profile(foreign);
      expect([refused.code, refused.data.fields]).toEqual([0, { avatar: UPLOADED }]);
      expect((await profile(await send(mia, 'api', 'a.png', await picture()))).code).toBe(1);
    });

    it('stays in a row that another admin edits, and is restored by undo, revert and restore', async () => {
      const foreign = await send(root, 'admin', 'kept.png', await picture());
      const { id } = (await add(root, foreign)).data;
      const low = await editor('plugin_category/del', 'plugin_category/restore', 'admin_log/index');
      const renamed = { id, title: titled(), image: foreign };
      expect((await low.post('/admin/plugin_category/edit', renamed)).code).toBe(1);
      const own = await send(low, 'admin', 'own.png', await picture());
      const change = async () => {
        expect((await edit(low, id, own)).code).toBe(1);
        expect(await loadImage(id)).toBe(own);
        const { list } = (await low.get('/admin/plugin_category/history', { id: String(id) })).data;
        return list[0];
      };
      const { seq } = await change();
      expect((await low.post('/admin/plugin_category/revert', { id, seq })).code).toBe(1);
      expect(await loadImage(id)).toBe(foreign);
      const { cid } = await change();
      expect((await low.post('/admin/history/undo', { cid })).data).toMatchObject({ undone: 1 });
      expect(await loadImage(id)).toBe(foreign);
      expect((await low.post('/admin/plugin_category/del', { ids: [id] })).code).toBe(1);
      expect((await low.post('/admin/plugin_category/restore', { ids: [id] })).code).toBe(1);
      expect(await loadImage(id)).toBe(foreign);
    });
  });
});
