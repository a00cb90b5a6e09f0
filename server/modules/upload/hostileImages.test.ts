/** Hostile images: decompression bombs, broken files and invalid names are refused with a message, quickly, and nothing remains. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { createRandom, testSeed } from '../../testing/random';
import { startTestServer, type TestServer } from '../../testing/testServer';

let testServer: TestServer;
let root: Caller;
beforeAll(async () => {
  testServer = await startTestServer();
  root = await superAdmin(testServer);
});
afterAll(() => testServer.close());

function upload(name: string, content: Buffer): Promise<ApiResponse> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  return root.send('POST', '/admin/ajax/upload', { body });
}
const rows = () => testServer.services.db.rows<{ id: number }>('SELECT id FROM `attachment`');
const leftoverFiles = () => readdirSync(join(testServer.env.dataDir, 'tmp'));
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#557799' } });

/** A PNG whose header states a larger size. */
async function imageClaiming(width: number, height: number): Promise<Buffer> {
  const bytes = await plain(4, 4).png().toBuffer();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
function bitmap(width: number, height: number): Buffer {
  const head = Buffer.alloc(58);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(58, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  return head;
}

describe('invalid images', () => {
  // @case F-16
  it('are refused with the pixel limit when they would use too much memory', async () => {
    const unreadable = (name: string) => `“${name}” isn’t a readable image.`;
    const over = (max: number) => (name: string) =>
      `“${name}” has more than ${max} megapixels, the limit for this type of image.`;
    const bombs: readonly (readonly [string, Buffer, (name: string) => string])[] = [
      ['claims.png', await imageClaiming(30_000, 30_000), over(16)],
      ['line.png', await imageClaiming(2_000_000_000, 1), unreadable],
      ['claims.bmp', bitmap(60_000, 60_000), over(50)],
      ['none.bmp', bitmap(0, 10), unreadable],
      // A real image of a few kilobytes with one color.
      ['true.png', await plain(7_500, 7_500).png({ compressionLevel: 9 }).toBuffer(), over(16)],
    ];
    const before = await rows();
    for (const [name, content, text] of bombs) {
      const start = performance.now();
      const { status, code, msg } = await upload(name, content);
      expect([name, status, code, msg]).toEqual([name, 200, 0, text(name)]);
      expect(performance.now() - start).toBeLessThan(10_000);
    }
    expect(await rows()).toEqual(before);
    expect(leftoverFiles()).toEqual([]);
  });

  // @case F-16
  it('stored or refused as a whole when they are cut or changed anywhere', async () => {
    const random = createRandom(testSeed());
    const whole = await plain(64, 48).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const cut = Array.from({ length: 12 }, (_, n) => whole.subarray(0, Math.floor((whole.length * (n + 1)) / 13)));
    const flipped = Array.from({ length: 24 }, () => {
      const copy = Buffer.from(whole);
      const at = random.below(copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
      return copy;
    });
    for (const content of [...cut, ...flipped]) {
      const before = await rows();
      const { status, code, data } = await upload('photo.jpg', content);
      expect(status).toBe(200);
      if (code === 1) expect((await fetch(`${testServer.url}${String(data.file.url)}`)).status).toBe(200);
      else expect(await rows()).toEqual(before);
    }
    expect(leftoverFiles()).toEqual([]);
  });
});

describe('invalid names', () => {
  // @case F-21
  it('readable characters stay, misleading ones are removed, and the disk path is safe', async () => {
    const named = async (name: string) => {
      const { status, code, data } = await upload(name, Buffer.from(`${name} ${Math.random()}`));
      expect([name, status]).toEqual([name, 200]);
      return code === 1 ? String(data.file.name) : null;
    };
    expect(await named('季度报告 😀.txt')).toBe('季度报告 😀.txt');
    expect(await named('a\u202etxt.txt')).toBe('atxt.txt');
    expect(await named('a\u200bb.txt')).toBe('ab.txt');
    expect(await named('../../etc/passwd.txt')).toBe('passwd.txt');
    expect((await named(`${'很'.repeat(200)}.txt`))?.length).toBeLessThanOrEqual(100);
    for (const name of [
      'a.txt\u0000.png',
      '\ud800.txt',
      '\\\\server\\x.txt',
      'CON.txt',
      '-rf.txt',
      '$(id).txt',
      '%2e%2e%2fx.txt',
    ])
      await named(name);
    const urls = await testServer.services.db.rows<{ url: string }>('SELECT url FROM `attachment`');
    for (const { url } of urls) expect(url).toMatch(/^\/storage(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/);
    expect(leftoverFiles()).toEqual([]);
  });

  // @case F-21
  it('names that are not UTF-8 are refused', async () => {
    const before = await rows();
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const raw of ['\xff\xfe', '\xc0\xaf', '\xed\xa0\x80']) {
      const body = Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="file"; filename="${raw}.png"\r\n\r\n1\r\n--x--\r\n`,
        'latin1',
      );
      const { status } = await root.send('POST', '/admin/ajax/upload', { body: new Uint8Array(body), headers: type });
      expect(status).toBeLessThan(500);
    }
    expect(await rows()).toEqual(before);
    expect(leftoverFiles()).toEqual([]);
  });
});
