/** Uploads to the local disk, in both realms and both ways: the same checks, safe serving, and nothing remains of refused files. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { defaults } from '../../../config/defaults';
import { guest, limitedAdmin, member, superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { removeStaleUploads } from './removeStaleUploads';

let testServer: TestServer;
let root: Caller;
let someone: Caller;
let picture: Buffer;
beforeAll(async () => {
  testServer = await startTestServer();
  root = await superAdmin(testServer);
  someone = await member(testServer);
  picture = await sharp({ create: { width: 6, height: 4, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
});
afterAll(() => testServer.close());

type Side = 'admin' | 'api';
const getPerson = (side: Side) => (side === 'admin' ? root : someone);

/** As one request. */
function uploadWhole(side: Side, name: string, content: Buffer, who = getPerson(side)): Promise<ApiResponse> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  return who.send('POST', `/${side}/ajax/upload`, { body });
}
/** In parts of a few bytes; returns the first refusal. */
async function inParts(side: Side, name: string, content: Buffer, who = getPerson(side)): Promise<ApiResponse> {
  const begun = await who.post(`/${side}/ajax/uploadBegin`, { name, size: content.length });
  if (begun.code !== 1) return begun;
  const id = String(begun.data.id);
  const step = Math.max(1, Math.ceil(content.length / 3));
  for (let offset = 0; offset < content.length; offset += step) {
    const sent = await who.send('POST', `/${side}/ajax/uploadPart?id=${id}&offset=${offset}`, {
      body: new Uint8Array(content.subarray(offset, offset + step)),
      headers: { 'content-type': 'application/octet-stream' },
    });
    if (sent.code !== 1) return sent;
  }
  return who.post(`/${side}/ajax/uploadComplete`, { id });
}
const METHODS = { whole: uploadWhole, inParts } as const;
const ENDPOINTS = (['admin', 'api'] as const).flatMap((side) =>
  (['whole', 'inParts'] as const).map((uploadMethod) => ({ side, way: uploadMethod })),
);

/** All files on disk that an upload can leave, except the metadata of finished parts. */
const leftoverFiles = () =>
  ['tmp', 'storage'].flatMap((folder) => {
    const path = join(testServer.env.dataDir, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.endsWith('.json'));
  });
const rows = () => testServer.services.db.rows('SELECT id, quote FROM `attachment` ORDER BY id');

// @case T7.05
describe.each(ENDPOINTS)('a local upload at /$side, $way', ({ side, way: uploadMethod }) => {
  const send = METHODS[uploadMethod];

  it('stores a valid file, and serves it so that nothing in it can run', async () => {
    const text = Buffer.from(`plain ${randomBytes(8).toString('hex')}`);
    const paper = Buffer.from(`%PDF-1.7\n%âãÏÓ\n${randomBytes(8).toString('hex')}\n%%EOF\n`, 'latin1');
    for (const [name, content, type, visible] of [
      ['a.txt', text, 'application/octet-stream', 'attachment'],
      ['a.pdf', paper, 'application/octet-stream', 'attachment'],
      ['a.png', picture, 'image/png', 'inline'],
    ] as const) {
      const { code, data, msg } = await send(side, name, content);
      expect([name, code, msg]).toEqual([name, 1, msg]);
      // Every name contains 64 random bits or the digest of the content.
      expect(String(data.file.url)).toMatch(/[0-9a-f]{16}/);
      const served = await fetch(`${testServer.url}${String(data.file.url)}`);
      expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
      const message = ['content-type', 'content-disposition', 'x-content-type-options', 'cross-origin-resource-policy'];
      expect(message.map((header) => served.headers.get(header))).toEqual([type, visible, 'nosniff', 'same-origin']);
      expect(served.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
      expect(served.headers.get('set-cookie')).toBeNull();
    }
  });

  // @case T5.05 F-16 F-17
  it('refuses wrong types, decompression bombs, truncated files and large ones with a message, and stores nothing', async () => {
    const bomb = Buffer.from(picture);
    // The header states 60 000 × 60 000 pixels.
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const before = [await rows(), leftoverFiles()];
    for (const [name, content] of [
      ['x.php', Buffer.from('<?php echo 1;')],
      ['x.php.png', Buffer.from('<?php echo 1;')],
      ['x.png', Buffer.from('<html><script>alert(1)</script></html>'.padEnd(300))],
      ['x.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ['x.txt', picture],
      ['x.png', bomb],
      ['x.png', picture.subarray(0, 30)],
      ['x.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'x')],
    ] as const) {
      const { status, code, msg } = await send(side, name, content);
      expect([name, status, code, msg === '']).toEqual([name, 200, 0, false]);
    }
    expect([await rows(), leftoverFiles()]).toEqual(before);
  });

  // @spec P5-024 P8-017 P5-025 P8-018 P5-030 P8-019
  // @covers server upload.incomplete, server upload.type, server upload.too_large
  // @case T5.05
  it('names the missing, disallowed or too large file in its error', async () => {
    await setSetting(testServer, 'upload_mimetype', '.png,text/plain');
    await setSetting(testServer, 'upload_maxsize', 1);
    const allowed = 'Allowed: .png, text/plain';
    const responses: unknown[] = [];
    for (const [name, content] of [
      ['empty.txt', Buffer.alloc(0)],
      ['', Buffer.from('text')],
      ['a.pdf', Buffer.from('%PDF-1.7 and more')],
      ['a.csv', Buffer.from('a,b')],
      ['a', Buffer.from('text')],
      ['a.png', Buffer.from('text that calls itself a picture')],
      ['big.txt', Buffer.alloc(1024 * 1024 + 1, 'x')],
    ] as const) {
      const { status, code, msg } = await send(side, name, content);
      responses.push([status, code, msg]);
    }
    const full = await send(side, 'full.txt', Buffer.alloc(1024 * 1024, side));
    await setSetting(testServer, 'upload_mimetype', defaults.upload.allowed.join(','));
    await setSetting(testServer, 'upload_maxsize', 10);
    expect(responses).toEqual(
      [
        'The file data is incomplete.',
        'The file data is incomplete.',
        `The type of “a.pdf” is not allowed. ${allowed}`,
        `The type of “a.csv” is not allowed. ${allowed}`,
        `The type of “a” is not allowed. ${allowed}`,
        'The content of “a.png” doesn’t match its extension.',
        // A whole upload is refused before its name is known.
        `“${uploadMethod === 'whole' ? 'file' : 'big.txt'}” exceeds the allowed size of 1 MB.`,
      ].map((msg) => [200, 0, msg]),
    );
    expect(full.code).toBe(1);
  });

  it('requires a sign-in, and counts towards the person’s quota', async () => {
    expect((await send(side, 'a.txt', Buffer.from('text'), guest(testServer))).code).toBe(302);
    await setSetting(testServer, 'upload_quota', 1);
    const own = side === 'admin' ? await limitedAdmin(testServer, []) : await member(testServer);
    const half = () => Buffer.from(`${randomBytes(8).toString('hex')}${'y'.repeat(700 * 1024)}`);
    const responses = [await send(side, 'd.txt', half(), own), await send(side, 'e.txt', half(), own)];
    const limited = responses.filter(({ status }) => status === 507);
    await setSetting(testServer, 'upload_quota', 2048);
    expect(limited.map(({ code }) => code)).toEqual([507]);
    expect((await send(side, 'f.txt', half(), own)).code).toBe(1);
  });
});

// @case T2.06
it('files and images may be shown by other origins only where files or API calls have an address of their own', async () => {
  const stored = await METHODS.whole('admin', 'shared.png', picture);
  const loadPolicy = async (path: string) =>
    (await fetch(testServer.url + path)).headers.get('cross-origin-resource-policy');
  const paths = [
    String(stored.data.file.url),
    '/api/common/captcha?id=aaaaaaaaaaaaaaaa&purpose=form',
    '/api/ajax/buildSuffixSvg?suffix=pdf',
  ];
  const policies = async () => new Set(await Promise.all(paths.map(loadPolicy)));
  expect(await policies()).toEqual(new Set(['same-origin']));
  await setSetting(testServer, 'cdn_url', 'https://cdn.example.com');
  expect(await policies()).toEqual(new Set(['cross-origin']));
  expect(await loadPolicy('/api/Index/index')).toBe('same-origin');
  await setSetting(testServer, 'cdn_url', '');
});

// @case T7.05
describe('leftovers of a crash', () => {
  it('temporary files are deleted after an hour, and running uploads stay', async () => {
    const [old, young] = ['old', 'young'].map((name) => join(testServer.env.dataDir, 'tmp', name));
    if (old === undefined || young === undefined) throw new Error('expected two names');
    for (const path of [old, young]) writeFileSync(path, 'half');
    const hours = new Date(testServer.services.clock.now() - 3_700_000);
    utimesSync(old, hours, hours);
    expect(await removeStaleUploads(testServer.services)).toBe(1);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  });
});
