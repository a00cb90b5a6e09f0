/** Files that rows name by id: only files the writer may read or has uploaded, and only pictures where the field is one. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/actors';
import { databases, startWorld, type World } from '../../testing/world';

describe.each(databases())('M3 a file named by id on %s', (database) => {
  let world: World;
  let root: Caller;
  beforeAll(async () => {
    world = await startWorld({ database });
    root = await superAdmin(world);
  });
  afterAll(() => world.end());

  const upload = async (who: Caller, side: 'admin' | 'api', name: string, content: Buffer): Promise<number> => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(content)]), name);
    const { url } = (await who.send('POST', `/${side}/ajax/upload`, { body })).data.file;
    const [row] = await world.kit.db.rows<{ id: number }>('SELECT id FROM `attachment` WHERE url = ?', [url]);
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
    limitedAdmin(world, ['plugin_category/index', 'plugin_category/add', 'plugin_category/edit', ...more], 'all');

  it('is refused at the field when the writer neither may read it nor has uploaded it, and its path is not told', async () => {
    const secret = await upload(await member(world), 'api', 'contract.txt', text());
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

  it('may be one that the writer has uploaded as the second of two people', async () => {
    const content = await picture();
    const first = await upload(root, 'admin', 'a.png', content);
    const low = await editor();
    expect((await category(first, low)).code).toBe(0);
    expect(await upload(low, 'admin', 'b.png', content)).toBe(first);
    expect((await category(first, low)).code).toBe(1);
  });

  it('must be a picture where the field is one', async () => {
    const { code, data } = await category(await upload(root, 'admin', 'paper.txt', text()));
    expect([code, data.fields]).toEqual([0, { icon_id: 'Please choose a picture' }]);
  });

  it('stays in a row that somebody else edits, and an undo brings it back', async () => {
    const foreign = await upload(root, 'admin', 'kept.png', await picture());
    const made = Number((await category(foreign)).data.id);
    const low = await editor();
    const title = `Renamed ${made}`;
    expect((await low.post('/admin/plugin_category/edit', { id: made, title, icon_id: foreign })).code).toBe(1);
    const own = await upload(low, 'admin', 'own.png', await picture());
    expect((await low.post('/admin/plugin_category/edit', { id: made, icon_id: own })).code).toBe(1);
    const { data } = await low.get('/admin/plugin_category/edit', { id: String(made) });
    expect(data.row.icon_id).toBe(own);
  });
});
