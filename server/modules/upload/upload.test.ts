/** Uploads: judged by content, kept once, served so that nothing in them can run. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { guest, member, superAdmin, type Answer, type Caller } from '../../testing/actors';
import { startWorld, type World } from '../../testing/world';
import { saveName } from './saveName';

let world: World;
let root: Caller;
let picture: Buffer;
beforeAll(async () => {
  world = await startWorld();
  root = await superAdmin(world);
  picture = await sharp({ create: { width: 12, height: 7, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
});
afterAll(() => world.end());

function upload(caller: Caller, name: string, content: Buffer | string, path = '/admin/ajax/upload'): Promise<Answer> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return caller.send('POST', path, { body });
}

describe('uploads', () => {
  it('become attachments with what the picture really is', async () => {
    const { code, data } = await upload(root, '我的 picture.PNG', picture);
    expect(code).toBe(1);
    expect(data.file).toMatchObject({
      width: 12,
      height: 7,
      mimetype: 'image/png',
      name: '我的 picture.PNG',
      quote: 1,
    });
    expect(data.file.url).toMatch(/^\/storage\/default\/\d{8}\/picture[0-9a-f]{40}\.png$/);
    const served = await fetch(`${world.url}${String(data.file.url)}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(picture)).toBe(true);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
    expect(served.headers.get('content-disposition')).toBe('inline');
  });

  it('of the same content are one row that counts', async () => {
    const content = `one,two\n${Math.random()}\n`;
    const first = (await upload(root, 'a.csv', content)).data.file;
    const second = (await upload(await member(world), 'b.csv', content, '/api/ajax/upload')).data.file;
    expect([second.id, second.quote, second.url]).toEqual([first.id, 2, first.url]);
    expect(second.name).toBe('b.csv');
    expect(second).not.toHaveProperty('admin_id');
    expect((await fetch(`${world.url}${String(first.url)}`)).headers.get('content-disposition')).toBe('attachment');
  });

  it('are refused when name and content disagree, when the type is not allowed, or when there is nothing', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const [name, content] of [
      ['x.png', '<html><script>alert(1)</script></html>'],
      ['x.png', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(30)])],
      ['x.svg', svg],
      ['x.html', '<p>hi</p>'],
      ['x.php', '<?php phpinfo();'],
      ['x.txt', Buffer.from([0x61, 0, 0x62])],
      ['x.txt', picture],
      ['x', 'text'],
      ['.htaccess', 'text'],
      ['x.png', picture.subarray(0, 20)],
      ['empty.txt', ''],
    ] as const) {
      const { status, code, msg } = await upload(root, name, content);
      expect([name, status, code]).toEqual([name, 200, 0]);
      expect(msg).not.toBe('');
    }
    const none = await root.send('POST', '/admin/ajax/upload', { body: new FormData() });
    expect([none.status, none.code]).toEqual([200, 0]);
    expect((await root.post('/admin/ajax/upload', {})).status).toBe(415);
    expect((await upload(guest(world), 'a.txt', 'text')).code).toBe(302);
  });

  it('over the site maximum are refused with words, not with an HTTP error', async () => {
    const { status, code, msg } = await upload(root, 'big.txt', 'x'.repeat(10 * 1024 * 1024 + 1));
    expect([status, code]).toEqual([200, 0]);
    expect(msg).toContain('10 MB');
  });

  it('cannot climb out of their folder, whatever the name says', () => {
    const at = new Date(Date.UTC(2026, 4, 6));
    const parts = { topic: '../../etc', name: '../../../passwd', suffix: 'p/../ng', sha1: 'f'.repeat(40), at };
    for (const template of [
      '/storage/{topic}/{filename}{.suffix}',
      '../../{filename}',
      '/etc/{topic}{.suffix}',
      '{random}',
    ]) {
      const path = saveName(template, parts);
      expect(path).toMatch(/^\/storage(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/);
      expect(path).not.toContain('..');
    }
  });

  it('serve nothing but stored files', async () => {
    for (const path of ['/storage/nothing.png', '/storage/', '/storage/default', '/storage/%2e%2e/keys'])
      expect((await guest(world).get(path)).status).toBe(404);
  });
});
