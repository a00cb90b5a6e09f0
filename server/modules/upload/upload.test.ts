/** Uploads: checked by content, stored once, and served so that nothing in them can run. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { locales } from '../../../common/locales/index';
import { defaults } from '../../../config/defaults';
import { guest, member, superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { buildStoragePath } from './buildStoragePath';

let testServer: TestServer;
let root: Caller;
let picture: Buffer;
beforeAll(async () => {
  testServer = await startTestServer();
  root = await superAdmin(testServer);
  picture = await sharp({ create: { width: 12, height: 7, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
});
afterAll(() => testServer.close());

function upload(
  caller: Caller,
  name: string,
  content: Buffer | string,
  path = '/admin/ajax/upload',
): Promise<ApiResponse> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return caller.send('POST', path, { body });
}

describe('uploads', () => {
  it('become attachments with the facts of the image', async () => {
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
    const served = await fetch(`${testServer.url}${String(data.file.url)}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(picture)).toBe(true);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
    expect(served.headers.get('content-disposition')).toBe('inline');
  });

  it('uploads of the same content are one row with a counter', async () => {
    const content = `one,two\n${Math.random()}\n`;
    const first = (await upload(root, 'a.csv', content)).data.file;
    const second = (await upload(await member(testServer), 'b.csv', content, '/api/ajax/upload')).data.file;
    expect([second.quote, second.url]).toEqual([2, first.url]);
    expect(second.name).toBe('b.csv');
    expect(second).not.toHaveProperty('admin_id');
    expect((await fetch(`${testServer.url}${String(first.url)}`)).headers.get('content-disposition')).toBe(
      'attachment',
    );
  });

  it('is refused when name and content disagree, for a disallowed type, and without a file', async () => {
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
    expect((await upload(guest(testServer), 'a.txt', 'text')).code).toBe(302);
  });

  it('above the site maximum: responds with an error message instead of a bare HTTP error', async () => {
    const { status, code, msg } = await upload(root, 'big.txt', 'x'.repeat(10 * 1024 * 1024 + 1));
    expect([status, code]).toEqual([200, 0]);
    expect(msg).toContain('10 MB');
  });

  it('stay in their folder, for any name', () => {
    const when = { at: Date.UTC(2026, 4, 6), timeZone: 'UTC' };
    const parts = { topic: '../../etc', name: '../../../passwd', suffix: 'p/../ng', sha1: 'f'.repeat(40), ...when };
    for (const template of [
      '/storage/{topic}/{filename}{.suffix}',
      '../../{filename}',
      '/etc/{topic}{.suffix}',
      '{random}',
    ]) {
      const path = buildStoragePath(template, parts);
      expect(path).toMatch(/^\/storage(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/);
      expect(path).not.toContain('..');
    }
  });

  it('use date and time of the site’s time zone in their name', () => {
    const parts = { topic: 't', name: 'n', suffix: 'txt', sha1: 'f'.repeat(40), at: Date.UTC(2026, 4, 6, 16, 30, 5) };
    const template = '/storage/{year}{mon}{day}-{hour}{min}{sec}-{filesha1}';
    const named = (timeZone: string) =>
      buildStoragePath(template, { ...parts, timeZone })
        .split('/')
        .at(-1)
        ?.slice(0, 15);
    expect(named('UTC')).toBe('20260506-163005');
    expect(named('Asia/Shanghai')).toBe('20260507-003005');
    expect(named('America/New_York')).toBe('20260506-123005');
  });

  it('storage paths serve stored files only', async () => {
    for (const path of ['/storage/nothing.png', '/storage/', '/storage/default', '/storage/%2e%2e/keys'])
      expect((await guest(testServer).get(path)).status).toBe(404);
  });

  it('follow the settings at once: types, size, stored name and quota', async () => {
    const csv = () => `a,${Math.random()}\n`;
    await setSetting(testServer, 'upload_mimetype', '.png, text/*');
    expect((await upload(root, 'a.csv', csv())).code).toBe(1);
    const refused = await upload(root, 'a.pdf', '%PDF-1.7\n%âãÏÓ\n');
    expect([refused.code, refused.msg.includes('.png, text/*')]).toEqual([0, true]);
    await setSetting(testServer, 'upload_mimetype', '*');
    await setSetting(testServer, 'upload_savename', '/storage/{topic}/{random32}{.suffix}');
    expect((await upload(root, 'b.csv', csv())).data.file.url).toMatch(/^\/storage\/default\/[0-9a-f]{32}\.csv$/);
    await setSetting(testServer, 'upload_maxsize', 1);
    expect((await upload(root, 'c.txt', 'x'.repeat(1024 * 1024 + 9))).msg).toContain('1 MB');
    await setSetting(testServer, 'upload_quota', 1);
    const someone = await member(testServer);
    const half = () => `${Math.random()}${'y'.repeat(600 * 1024)}`;
    expect((await upload(someone, 'd.txt', half(), '/api/ajax/upload')).code).toBe(1);
    const full = await upload(someone, 'e.txt', half(), '/api/ajax/upload');
    expect([full.status, full.code]).toEqual([507, 507]);
    for (const [name, value] of [
      ['upload_maxsize', 10],
      ['upload_quota', 2048],
    ] as const)
      await setSetting(testServer, name, value);
  });

  // @spec P5-029
  // @spec P5-029
  it('any suffix is accepted when the list is *, and browsers never open such a file', async () => {
    await setSetting(testServer, 'upload_mimetype', '*');
    const active = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
    for (const name of ['x.psd', 'x.apk', 'x.svg', 'x.html', 'x.php', 'x.exe', 'x.xhtml', 'x', '.htaccess']) {
      const { code, msg, data } = await upload(root, name, `${active}${name}`);
      expect([name, code, msg]).toEqual([name, 1, msg]);
      expect([name, data.file.mimetype]).toEqual([name, 'application/octet-stream']);
      const served = await fetch(`${testServer.url}${String(data.file.url)}`);
      const headers = ['content-type', 'content-disposition', 'x-content-type-options'];
      expect(headers.map((header) => served.headers.get(header))).toEqual([
        'application/octet-stream',
        'attachment',
        'nosniff',
      ]);
      expect(served.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    }
    // A known suffix must still match its content.
    expect((await upload(root, 'x.png', active)).code).toBe(0);
    await setSetting(testServer, 'upload_mimetype', defaults.upload.allowed.join(','));
    expect((await upload(root, 'y.svg', active)).msg).toContain('y.svg');
  });

  // @spec P5-029
  // @spec P5-029
  it.each([
    ['image/svg+xml', ['x.svg'], ['x.psd', 'x.html', 'x.txt', 'x']],
    ['image/*', ['x.svg', 'x.psd', 'x.heic'], ['x.html', 'x.apk', 'x.unknown', 'x']],
    ['application/octet-stream', ['x.unknown', 'x'], ['x.html', 'x.svg', 'x.txt']],
    ['text/html, .psd', ['x.html', 'x.psd'], ['x.svg', 'x.txt', 'x']],
  ])('the list %s is compared with the MIME types of the suffixes', async (list, taken, refused) => {
    await setSetting(testServer, 'upload_mimetype', list);
    try {
      for (const name of taken) {
        const { code, data } = await upload(root, name, `<svg xmlns="http://www.w3.org/2000/svg"/>${list}${name}`);
        expect([name, code, data?.file?.mimetype]).toEqual([name, 1, 'application/octet-stream']);
        const { headers } = await fetch(`${testServer.url}${String(data.file.url)}`);
        expect([headers.get('content-disposition'), headers.get('x-content-type-options')]).toEqual([
          'attachment',
          'nosniff',
        ]);
      }
      for (const name of refused)
        expect((await upload(root, name, `text ${list}${name}`)).msg).toBe(
          `The type of “${name}” is not allowed. Allowed: ${list}`,
        );
    } finally {
      await setSetting(testServer, 'upload_mimetype', defaults.upload.allowed.join(','));
    }
  });

  // @spec P5-029
  // @spec P5-029
  it('known suffixes are allowed by the MIME types of their suffix, too', async () => {
    const office = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)]);
    await setSetting(testServer, 'upload_mimetype', 'application/msword');
    expect((await upload(root, 'x.doc', office)).code).toBe(1);
    expect((await upload(root, 'x.xls', office)).code).toBe(0);
    await setSetting(testServer, 'upload_mimetype', defaults.upload.allowed.join(','));
  });

  it.each(['en', 'zh-cn'] as const)(
    'with content of another suffix are refused with their own message: %s',
    async (lang) => {
      await setSetting(testServer, 'upload_mimetype', '*');
      const says = async (name: string, content: Buffer | string) =>
        (await upload(root, name, content, `/admin/ajax/upload?lang=${lang}`)).msg;
      const sentence = (name: string) => locales[lang].faults.upload.content.replace('{{name}}', name);
      expect(await says('x.png', 'text')).toBe(sentence('x.png'));
      expect(await says('x.txt', picture)).toBe(sentence('x.txt'));
      await setSetting(testServer, 'upload_mimetype', defaults.upload.allowed.join(','));
    },
  );

  it('lose camera metadata, and are stored upright', async () => {
    const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#884422' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET-OWNER', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { data } = await upload(root, 'photo.jpg', photo);
    expect([data.file.width, data.file.height]).toEqual([20, 40]);
    const served = Buffer.from(await (await fetch(`${testServer.url}${String(data.file.url)}`)).arrayBuffer());
    const facts = await sharp(served).metadata();
    expect([facts.width, facts.height, facts.exif, facts.orientation]).toEqual([20, 40, undefined, undefined]);
    expect((await upload(root, 'again.jpg', photo)).data.file.id).toBe(data.file.id);
  });

  it('uploads of the same new file at the same time become one row and one file, all counted', async () => {
    const content = `same ${Math.random()}`;
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => upload(root, `p${n}.txt`, content)));
    expect(all.map(({ code }) => code)).toEqual(all.map(() => 1));
    const ids = new Set(all.map(({ data }) => data.file.id));
    expect(ids.size).toBe(1);
    const [row] = await testServer.services.db.rows<{ quote: number; url: string }>(
      'SELECT quote, url FROM `attachment` WHERE id = ?',
      [[...ids][0]],
    );
    expect(Number(row?.quote)).toBe(8);
    expect(await (await fetch(`${testServer.url}${String(row?.url)}`)).text()).toBe(content);
  });

  // @case T3.15
  it('uploads do not reveal who uploaded a file first', async () => {
    const content = `private ${Math.random()}`;
    const ownFile = (await upload(root, 'mine.txt', content)).data.file;
    const other = (await upload(await member(testServer), 'yours.txt', content, '/api/ajax/upload')).data.file;
    expect([other.url, other.name]).toEqual([ownFile.url, 'yours.txt']);
    expect(JSON.stringify(other)).not.toContain('mine.txt');
    for (const hidden of ['id', 'admin_id', 'user_id', 'identity', 'digest']) expect(other).not.toHaveProperty(hidden);
  });

  // @case F-17 F-18
  it('leave nothing behind when they are cut, malformed or too many', async () => {
    const tmp = join(testServer.env.dataDir, 'tmp');
    const before = await testServer.services.db.rows('SELECT id FROM `attachment`');
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of [
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf',
      '--x\r\nContent-Disposition: form-data; name=""\r\n\r\n\r\n--x--',
      `--x\r\nContent-Disposition: form-data; name="a${'[b]'.repeat(1000)}"\r\n\r\n1\r\n--x--`,
      'nothing of the kind',
      Array.from({ length: 100 }, (_, n) => `--x\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n1\r\n`).join(
        '',
      ),
      ['a', 'b']
        .map((n) => `--x\r\nContent-Disposition: form-data; name="file"; filename="${n}.txt"\r\n\r\n1\r\n`)
        .join('') + '--x--',
    ]) {
      const { status, code } = await root.send('POST', '/admin/ajax/upload', { body, headers: type });
      expect([body.slice(0, 60), status < 500, code]).toEqual([body.slice(0, 60), true, 0]);
    }
    expect(await testServer.services.db.rows('SELECT id FROM `attachment`')).toEqual(before);
    expect(readdirSync(tmp)).toEqual([]);
  });

  it('stored files are served without compression or transformation', async () => {
    const content = 'the same again '.repeat(1000);
    const { url } = (await upload(root, 'long.txt', content)).data.file;
    for (const [range, status, length] of [
      [undefined, 200, content.length],
      ['bytes=0-4999', 206, 5000],
    ] as const) {
      const headers = { 'accept-encoding': 'gzip, br', ...(range ? { range } : {}) };
      const response = await fetch(`${testServer.url}${String(url)}`, { headers });
      const message = ['content-encoding', 'content-length'].map((name) => response.headers.get(name));
      expect([response.status, ...message]).toEqual([status, null, String(length)]);
      expect(await response.text()).toBe(content.slice(0, length));
    }
  });

  it('large uploads have their digests when complete, and are recognized by them', async () => {
    const content = randomBytes(4_600_000).toString('hex');
    const first = (await upload(root, 'big.txt', content)).data.file;
    expect([first.size, first.sha1]).toEqual([content.length, createHash('sha1').update(content).digest('hex')]);
    expect((await upload(root, 'again.txt', content)).data.file).toMatchObject({ id: first.id, quote: 2 });
  });

  it('stored files are served in ranges', async () => {
    const { url } = (await upload(root, 'parts.txt', '0123456789')).data.file;
    const part = (range: string) => fetch(`${testServer.url}${String(url)}`, { headers: { range } });
    for (const [range, status, text] of [
      ['bytes=2-4', 206, '234'],
      ['bytes=7-', 206, '789'],
      ['bytes=-2', 206, '89'],
      ['bytes=0-999', 206, '0123456789'],
      ['bytes=10-', 416, ''],
      ['bytes=5-2', 416, ''],
      ['items=1', 200, '0123456789'],
    ] as const) {
      const response = await part(range);
      expect([range, response.status, await response.text()]).toEqual([range, status, text]);
    }
  });
});
