/** Images: metadata is removed without decoding, decoding happens in one limited child process, and other requests do not wait for it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { Fault } from '../../../../common/protocol/faults';
import { superAdmin, type ApiResponse, type Caller } from '../../../testing/callers';
import { startTestServer, type TestServer } from '../../../testing/testServer';
import { createImageProcess, ImageError } from './imageProcess';
import { stripMetadata } from './stripMetadata';

const SECRET = 'SECRET-OWNER';
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
let count = 0;
const writeTempFile = async (content: Buffer): Promise<string> => {
  const path = join(folder, `picture-${(count += 1)}`);
  await writeFile(path, content);
  return path;
};
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const createImage = (width = 48, height = 32) =>
  sharp({ create: { width, height, channels: 3, background: '#884422' } })
    .composite([{ input: Buffer.from('<svg width="20" height="20"><circle cx="9" cy="9" r="8" fill="#fff"/></svg>') }])
    .withExif({ IFD0: { Copyright: SECRET, Orientation: '1' } });
const withXmp = (picture: Sharp) => picture.withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`);
const pixels = (content: Buffer) => sharp(content, { animated: true }).raw().toBuffer();

/** A tEXt chunk after the header of a PNG. */
async function pngWithText(): Promise<Buffer> {
  const png = await createImage().png().toBuffer();
  const named = Buffer.from(`tEXtComment\0${SECRET}`, 'latin1');
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  crc.writeUInt32BE(crc32(named));
  return Buffer.concat([png.subarray(0, 33), length, named, crc, png.subarray(33), Buffer.from(SECRET)]);
}
/** An animated GIF with a comment and an XMP block before its first frame. */
async function gifWithNotes(): Promise<Buffer> {
  const strips = sharp({
    create: { width: 8, height: 16, channels: 3, background: '#224466' },
    pageHeight: 8,
  } as never);
  const gif = await strips.gif({ loop: 0 }).toBuffer();
  const at = 13 + ((gif[10] ?? 0) & 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0);
  const note = Buffer.concat([Buffer.from([0x21, 0xfe, SECRET.length]), Buffer.from(SECRET), Buffer.from([0])]);
  const xmp = Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from(`XMP DataXMP`),
    Buffer.from([SECRET.length]),
    Buffer.from(SECRET),
    Buffer.from([0]),
  ]);
  return Buffer.concat([gif.subarray(0, at), note, xmp, gif.subarray(at)]);
}
/** A JPEG with a comment, and with bytes after its end. */
async function jpegWithNotes(): Promise<Buffer> {
  const jpeg = await withXmp(createImage()).jpeg({ progressive: true }).toBuffer();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SECRET.length + 2]), Buffer.from(SECRET)]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(SECRET)]);
}

const FORMATS = [
  ['image/jpeg', jpegWithNotes],
  ['image/png', pngWithText],
  ['image/webp', () => withXmp(createImage()).webp().toBuffer()],
  ['image/avif', () => withXmp(createImage()).avif({ effort: 0 }).toBuffer()],
  ['image/gif', gifWithNotes],
] as const;

describe('metadata of an image', () => {
  it.each(FORMATS)('%s: is removed, and every pixel stays the same', async (mimetype, make) => {
    const content = await make();
    expect(content.includes(SECRET)).toBe(true);
    const [from, to] = [await writeTempFile(content), await writeTempFile(Buffer.alloc(0))];
    expect(await stripMetadata(from, to, mimetype, 1)).toBe(true);
    const clean = await readFile(to);
    expect(clean.includes(SECRET)).toBe(false);
    expect((await pixels(clean)).equals(await pixels(content))).toBe(true);
    const { exif, xmp, pages } = await sharp(clean, { animated: true }).metadata();
    expect([exif, xmp, pages]).toEqual([
      undefined,
      undefined,
      (await sharp(content, { animated: true }).metadata()).pages,
    ]);
    // There is nothing left to remove.
    expect(await stripMetadata(to, from, mimetype, 1)).toBe(false);
  });

  it.each([
    ['image/jpeg', () => createImage().jpeg().toBuffer()],
    ['image/webp', () => createImage().webp().toBuffer()],
    ['image/png', () => createImage().png().toBuffer()],
  ] as const)('%s: a turned picture keeps its orientation as the only tag', async (mimetype, make) => {
    const [from, to] = [await writeTempFile(await make()), await writeTempFile(Buffer.alloc(0))];
    expect(await stripMetadata(from, to, mimetype, 6)).toBe(true);
    const clean = await readFile(to);
    const { orientation, exif } = await sharp(clean).metadata();
    expect([orientation, clean.includes(SECRET)]).toEqual([6, false]);
    expect(exif?.length ?? 0).toBeLessThan(64);
  });

  it.each(FORMATS)(
    '%s: cut or damaged files end in an error or a clean file, and never hang',
    async (mimetype, make) => {
      const content = await make();
      const to = await writeTempFile(Buffer.alloc(0));
      for (let n = 1; n < 40; n += 1) {
        const damaged = Buffer.from(n % 2 === 0 ? content : content.subarray(0, Math.floor((content.length * n) / 40)));
        const at = Math.floor((damaged.length * n) / 41);
        damaged[at] = (damaged[at] ?? 0) ^ 0xff;
        const outcome = await stripMetadata(await writeTempFile(damaged), to, mimetype, 1).catch(
          (error: unknown) => error,
        );
        expect(typeof outcome === 'boolean' || outcome instanceof Error).toBe(true);
      }
    },
  );
});

describe('the image process', () => {
  const getReason = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof ImageError ? error.reason : error instanceof Fault ? error.code : error),
    );

  it('decodes outside this process, ends a job at its time limit, and works again afterwards', async () => {
    const decoder = createImageProcess();
    const small = await writeTempFile(await createImage().jpeg().toBuffer());
    try {
      expect(await decoder.readMetadata(small)).toMatchObject({ format: 'jpeg', width: 48, height: 32 });
      const first = decoder.pid();
      expect(first).not.toBe(process.pid);
      if (first !== undefined) process.kill(first, 'SIGSTOP');
      const hasty = createImageProcess({ timeMs: 1 });
      expect(await getReason(hasty.readMetadata(small))).toBe('limit');
      expect(hasty.pid()).toBeUndefined();
      if (first !== undefined) process.kill(first, 'SIGKILL');
      expect(await getReason(decoder.readMetadata(small))).toMatch(/limit|done/);
      expect(await decoder.readMetadata(small)).toMatchObject({ format: 'jpeg' });
      expect(decoder.pid()).not.toBe(first);
    } finally {
      decoder.close();
    }
  });

  it('refuses an image that needs more memory than allowed, and generates the next one', async () => {
    const bounded = createImageProcess({ memoryMb: 160 });
    const wide = sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#117733' } });
    const large = await writeTempFile(await wide.avif({ effort: 0 }).toBuffer());
    const to = await writeTempFile(Buffer.alloc(0));
    try {
      expect(await getReason(bounded.generateThumbnail(large, to, 320))).toMatch(/limit|unreadable/);
      expect(await bounded.readMetadata(await writeTempFile(await createImage().png().toBuffer()))).toMatchObject({
        format: 'png',
      });
    } finally {
      bounded.close();
    }
  });

  it('refuses jobs once its queue is full', async () => {
    const own = createImageProcess();
    const small = await writeTempFile(await createImage().png().toBuffer());
    const all = await Promise.all(Array.from({ length: 80 }, () => getReason(own.readMetadata(small))));
    own.close();
    expect(all.filter((outcome) => outcome === 'too_many').length).toBeGreaterThanOrEqual(15);
    expect(all).toContain('done');
  });
});

describe('costly images', () => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer();
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());
  const upload = (name: string, content: Buffer): Promise<ApiResponse> => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(content)]), name);
    return root.send('POST', '/admin/ajax/upload', { body });
  };
  const createSolidAvif = (edge: number, n: number) =>
    sharp({ create: { width: edge, height: edge, channels: 3, background: `#11${n}${n}33` } })
      .withExif({ IFD0: { Copyright: SECRET } })
      .avif({ effort: 0 })
      .toBuffer();

  it('above 16 megapixels are refused with the limit in both languages, unless they are JPEG', async () => {
    const content = await createSolidAvif(4_001, 1);
    const { status, code, msg } = await upload('large.avif', content);
    expect([status, code, msg]).toEqual([
      200,
      0,
      '“large.avif” has more than 16 megapixels, the limit for this type of image.',
    ]);
    const wide = sharp({ create: { width: 5_000, height: 4_000, channels: 3, background: '#446688' } });
    expect((await upload('large.jpg', await wide.jpeg({ quality: 20 }).toBuffer())).data.file).toMatchObject({
      width: 5_000,
      height: 4_000,
    });
  });

  it('thumbnails of five large images do not delay a list request, and use little memory here', async () => {
    const contents = await Promise.all([1, 2, 3, 4, 5].map((n) => createSolidAvif(3_900, n)));
    const before = process.memoryUsage().rss;
    const order: string[] = [];
    const stored = await Promise.all(contents.map((content, n) => upload(`solid-${n}.avif`, content)));
    expect(stored.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
    const thumbs = stored.map(async ({ data }) => {
      const response = await fetch(`${testServer.url}${String(data.file.url)}?thumb=1`);
      await response.arrayBuffer();
      order.push('picture');
      return response.headers.get('content-type');
    });
    const list = root.get('/admin/news/index').then(() => order.push('list'));
    const types = await Promise.all(thumbs);
    await list;
    // The child decodes one after the other, so the list cannot be behind more than the first of them.
    expect(order.indexOf('list')).toBeLessThanOrEqual(1);
    expect(types).toEqual(types.map(() => 'image/webp'));
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    const served = await fetch(`${testServer.url}${String(stored[0]?.data.file.url)}`);
    expect(Buffer.from(await served.arrayBuffer()).includes(SECRET)).toBe(false);
  });

  // @case L4
  it('an image without a possible thumbnail is tried once: the failure is remembered', async () => {
    const broken = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#775511' } })
      .png()
      .toBuffer();
    // The header is right, the data is not.
    broken.fill(0, broken.indexOf('IDAT') + 4, broken.length - 16);
    const { data } = await upload('broken.png', broken);
    const url = String(data.file.url);
    const loadType = async () => {
      const response = await fetch(`${testServer.url}${url}?thumb=1`);
      await response.arrayBuffer();
      return response.headers.get('content-type');
    };
    expect(await loadType()).toBe('image/png');
    // A valid image now shows that the server does not try again.
    await writeFile(join(testServer.env.dataDir, url), await createImage().png().toBuffer());
    expect(await loadType()).toBe('image/png');
  });
});
