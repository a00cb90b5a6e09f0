/** Hostile files: by name, type, size or path. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { createPicture } from '../../testing/createPicture';
import { startTestServer, type TestServer } from '../../testing/testServer';

let testServer: TestServer;
let root: Caller;
let picture: Buffer;
const ZIP = Buffer.from(`PK\u0005\u0006${'\u0000'.repeat(18)}`, 'latin1');
beforeAll(async () => {
  testServer = await startTestServer();
  root = await superAdmin(testServer);
  const blank = { create: { width: 4, height: 4, channels: 3, background: '#336699' } } as const;
  picture = await sharp(blank).png().toBuffer();
});
afterAll(() => testServer.close());

function upload(name: string, content: Buffer | string): Promise<ApiResponse> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return root.send('POST', '/admin/ajax/upload', { body });
}
const storedFiles = async () => Number((await root.get('/admin/attachment/index', { limit: '1' })).data.total);

// @case T5.05
describe('hostile files', () => {
  const SCRIPTS = [
    'php',
    'php5',
    'phtml',
    'phar',
    'jsp',
    'asp',
    'aspx',
    'cgi',
    'sh',
    'exe',
    'bat',
    'js',
    'mjs',
    'html',
    'htm',
    'xhtml',
    'svg',
    'xml',
    'swf',
    'htaccess',
  ];
  const spelt = SCRIPTS.flatMap((ending) => [
    `x.${ending}`,
    `x.jpg.${ending}`,
    `x.${ending} `,
    `x.${ending}.`,
    `x.${ending};`,
  ]);
  /** Allowed suffixes with other content. */
  const inside: readonly (readonly [string, Buffer | string])[] = [
    ['a.png', '<?php system($_GET[0]);'],
    ['a.jpg', '<html><script>alert(1)</script></html>'],
    ['a.gif', 'GIF89a<script>alert(1)</script>'],
    ['a.webp', 'RIFFxxxxWEBP'],
    ['a.pdf', '#!/bin/sh'],
    ['a.zip', 'MZ\u0090\u0000'],
    ['a.mp4', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a.txt', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])],
    ['a.csv', Buffer.from([0, 1, 2, 3])],
    ['a.jpg', ZIP],
    ['a.zip', Buffer.from('GIF89a')],
    ['a', 'nothing'],
    ['.png', ''],
    ['a.png', ''],
    ['a.json', Buffer.from([0xff, 0xfe, 0, 0])],
    ['a.docx', ZIP],
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a.svgz', Buffer.from([0x1f, 0x8b])],
    ['a\u202egnp.exe', 'MZ'],
    ['a.p\u0000ng', 'x'],
  ];
  const all = [...spelt.map((name) => [name, '<?php echo 1;'] as const), ...inside];

  it(`refuses all ${all.length} and stores nothing`, async () => {
    expect(all.length).toBeGreaterThanOrEqual(120);
    const before = await storedFiles();
    const taken: string[] = [];
    for (const [name, content] of all) {
      const response = await upload(name, content);
      if (response.code === 1 || response.status >= 500) taken.push(`${name}: ${response.status} ${response.msg}`);
    }
    expect(taken).toEqual([]);
    expect(await storedFiles()).toBe(before);
  });

  it('stores an image under a generated name, for any original name', async () => {
    for (const name of ['x.php.png', '../../x.png', 'x.png\u202e', 'a;b.png', '%2e%2e%2fx.png', 'con.png']) {
      const { code, data } = await upload(name, Buffer.concat([picture, Buffer.from(name)]));
      if (code !== 1) continue;
      expect(data.file.url).toMatch(/^\/storage\/default\/\d{8}\/[^/]+\.png$/);
      expect(data.file.url).not.toMatch(/\.php|\.\.|[;%\u202e]/);
      const served = await fetch(`${testServer.url}${encodeURI(String(data.file.url))}`);
      expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  });
});

// @case T3.08
describe('packages of a plugin version', () => {
  const FIELDS = ['office_file', 'citizen_file', 'saas_file'] as const;
  const PATHS = [
    '/etc/passwd',
    '../../etc/passwd',
    '/storage/../keys',
    '/storage/default/20260101/none.zip',
    'x.zip',
    '\\\\host\\share',
    'file:///etc/passwd',
    'https://evil.example/a.zip',
    '//evil.example/a.zip',
    'javascript:alert(1)',
    '/storage/',
    '/',
    ' ',
    '7',
    '%2fetc%2fpasswd',
    '/storage/a.zip\u0000.png',
  ];
  it('the package of a version is an uploaded archive, never a path that a client sent', async () => {
    const category = (
      await root.post('/admin/plugin_category/add', {
        title: 'Places',
        image: await createPicture(testServer, '/storage/a.png'),
      })
    ).data.id;
    const plugin = (await root.post('/admin/plugin/add', { title: 'Maps', name: 'maps', cate_id: category })).data.id;
    const zip = String((await upload('maps.zip', ZIP)).data.file.url);
    const png = String((await upload('maps.png', picture)).data.file.url);
    const created = await root.post('/admin/plugin_version/add', {
      plugin_id: plugin,
      version: '1.0',
      office_file: zip,
    });
    expect(created.code).toBe(1);
    const { id } = created.data;
    for (const field of FIELDS)
      for (const path of [...PATHS, png, zip.toUpperCase(), `${zip}?x=1`, `${zip}/`]) {
        const responses = [
          await root.post('/admin/plugin_version/edit', { id, [field]: path }),
          await root.post('/admin/plugin_version/add', { plugin_id: plugin, version: '2.0', [field]: path }),
        ];
        const { row } = (await root.get('/admin/plugin_version/edit', { id: String(id) })).data;
        const stays = { office_file: zip, citizen_file: null, saas_file: null };
        // An empty text means no file.
        const isNothing = path.trim() === '';
        expect([field, path, responses.every(({ code, status }) => (isNothing || code !== 1) && status < 500)]).toEqual(
          [field, path, true],
        );
        if (!isNothing) expect([path, row]).toEqual([path, expect.objectContaining(stays)]);
        else await root.post('/admin/plugin_version/edit', { id, office_file: zip });
      }
  });
});
