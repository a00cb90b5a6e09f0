/**
 * Variants of stored images over HTTP: format, size and caching, only the fixed list, one job for many requests, and the original in every
 * other case.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { IMAGE_FORMATS, IMAGE_WIDTHS, imageSources } from '../../../../common/site/imageVariants';
import { VARIANT_DIR } from '../../../hooks/files/variantPath';
import { superAdmin, type Caller } from '../../../testing/callers';
import { createRandom, testSeed } from '../../../testing/random';
import { startTestServer, type TestServer } from '../../../testing/testServer';
import { removeOrphanedVariants } from './removeOrphanedVariants';

let testServer: TestServer;
let root: Caller;
beforeAll(async () => {
  testServer = await startTestServer();
  root = await superAdmin(testServer);
});
afterAll(() => testServer.close());

let count = 0;
/** An image that no other test has: equal content is stored once. */
const drawn = (width: number, height: number): Sharp => {
  count += 1;
  const dot = `<svg width="${width}" height="${height}"><circle cx="9" cy="9" r="8" fill="#fff"/></svg>`;
  return sharp({ create: { width, height, channels: 3, background: { r: count, g: 90, b: 140 } } }).composite([
    { input: Buffer.from(dot) },
  ]);
};
async function store(name: string, content: Buffer): Promise<{ readonly id: number; readonly url: string }> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  const { code, msg, data } = await root.send('POST', '/admin/ajax/upload', { body });
  if (code !== 1) throw new Error(msg);
  return { id: Number(data.file.id), url: String(data.file.url) };
}
/** Writes a file without the checks of an upload. */
function place(name: string, content: Buffer): string {
  const url = `/storage/placed/${name}`;
  mkdirSync(dirname(disk(url)), { recursive: true });
  writeFileSync(disk(url), content);
  return url;
}
const disk = (path: string) => join(testServer.env.dataDir, path);
const variantFiles = (url: string) => {
  const folder = disk(join(VARIANT_DIR, url.replace('/storage/', '')));
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};
async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(testServer.url + path, { headers });
  const content = Buffer.from(await response.arrayBuffer());
  return { status: response.status, content, header: (name: string) => response.headers.get(name) };
}
/** Repeats a request until the variant exists: the first responses of a busy machine may be the original. */
async function getVariant(path: string) {
  for (;;) {
    const response = await get(path);
    if (response.header('cache-control') !== 'no-store') return response;
  }
}

describe('a variant of a stored image', () => {
  it.each(IMAGE_FORMATS)('%s: has the format and width asked for, upright and without metadata', async (format) => {
    const photo = drawn(1200, 700).withExif({ IFD0: { Copyright: 'SECRET-OWNER' } });
    const stored = place(`turned-${format}.jpg`, await photo.withMetadata({ orientation: 6 }).jpeg().toBuffer());
    for (const [width, expected] of [
      [320, [320, 549]],
      [640, [640, 1097]],
      [960, [700, 1200]],
      [1920, [700, 1200]],
    ] as const) {
      const response = await getVariant(`${stored}?w=${width}&f=${format}`);
      const meta = await sharp(response.content).metadata();
      expect([meta.width, meta.height]).toEqual(expected);
      expect([meta.format, meta.exif, meta.orientation]).toEqual([
        format === 'avif' ? 'heif' : 'webp',
        undefined,
        undefined,
      ]);
      expect(response.content.includes('SECRET-OWNER')).toBe(false);
      expect([response.status, response.header('content-type')]).toEqual([200, `image/${format}`]);
    }
  });

  it('is cached for a year and revalidated by its tag and its date', async () => {
    const { url } = await store('cached.png', await drawn(400, 300).png().toBuffer());
    const first = await getVariant(`${url}?w=320&f=webp`);
    expect(first.header('cache-control')).toBe('public, max-age=31536000, immutable');
    const [tag, date] = [first.header('etag') ?? '', first.header('last-modified') ?? ''];
    for (const headers of [
      { 'if-none-match': tag },
      { 'if-none-match': `"x", W/${tag}` },
      { 'if-modified-since': date },
    ])
      expect(await get(`${url}?w=320&f=webp`, headers)).toMatchObject({ status: 304, content: Buffer.alloc(0) });
    expect((await get(`${url}?w=320&f=webp`, { 'if-none-match': '"x"', 'if-modified-since': date })).status).toBe(200);
    const range = await get(`${url}?w=320&f=webp`, { range: 'bytes=0-3', 'if-range': tag });
    expect([range.status, String(range.content)]).toEqual([206, 'RIFF']);
    expect((await get(url)).header('etag')).not.toBe(tag);
  });

  it('keeps transparency, and is what a page names', async () => {
    const clear = sharp({
      create: { width: 700, height: 500, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.4 } },
    });
    const { url } = await store('clear.png', await clear.png().toBuffer());
    const sources = imageSources(url, { width: 700, height: 500 });
    for (const [address = '', pixels = ''] of [sources?.avif ?? '', sources?.webp ?? ''].flatMap((one) =>
      one.split(', ').map((part) => part.split(' ')),
    )) {
      const { width, hasAlpha } = await sharp((await getVariant(address)).content).metadata();
      expect([`${width}w`, hasAlpha]).toEqual([pixels, true]);
    }
  });
});

describe('the original is the response', () => {
  it('the original for any other query, and a flood of them leaves no file', async () => {
    const content = await drawn(500, 400).png().toBuffer();
    const { url } = await store('asked.png', content);
    const random = createRandom(testSeed());
    const flood = Array.from(
      { length: 400 },
      () => `w=${1 + random.below(4000)}&f=${['avif', 'webp', 'png'][random.below(3)]}`,
    );
    const odd = [
      'w=320',
      'f=avif',
      'w=0320&f=avif',
      'w=320.0&f=avif',
      'w=3e2&f=webp',
      'w=320&f=AVIF',
      'w=320&f=jpeg',
      'w=&f=',
      'w=320&f=avif&x=1',
      'w[]=320&f=avif',
      'w=-320&f=avif',
      'w=320%20&f=avif',
    ];
    for (const query of [
      ...odd,
      ...flood.filter((one) => !IMAGE_WIDTHS.some((width) => one.startsWith(`w=${width}&`))),
    ]) {
      const response = await get(`${url}?${query}`);
      expect([query, response.status, response.content.equals(content)]).toEqual([query, 200, true]);
      expect(response.header('cache-control')).toBe('public, max-age=86400, no-transform');
    }
    expect(variantFiles(url)).toEqual([]);
    for (const query of ['w=320&w=480&f=avif', '__proto__=1&w=320&f=avif', 'w=%ff&f=avif'])
      expect((await get(`${url}?${query}`)).status).toBe(400);
  });

  it('the original for files that are not images, and a missing file is not found', async () => {
    const { url } = await store('note.txt', Buffer.from(`note ${Math.random()}`));
    expect(String((await get(`${url}?w=320&f=avif`)).content)).toMatch(/^note/);
    for (const path of ['/storage/nothing.png?w=320&f=avif', '/storage/.variants/a.png/320.avif'])
      expect((await get(path)).status).toBe(404);
  });

  it('the original for an animation, which stays animated', async () => {
    const raw = { width: 40, height: 80, channels: 3, pageHeight: 40 } as const;
    const frames = Buffer.concat([Buffer.alloc(4_800, 30), Buffer.alloc(4_800, 200)]);
    const gif = await sharp(frames, { raw }).gif({ loop: 0 }).toBuffer();
    const { url } = await store('moving.gif', gif);
    const { content, header } = await getVariant(`${url}?w=320&f=webp`);
    expect([(await sharp(content, { animated: true }).metadata()).pages, header('content-type')]).toEqual([
      2,
      'image/gif',
    ]);
    const still = await store('still.gif', await drawn(40, 40).gif().toBuffer());
    expect((await getVariant(`${still.url}?w=320&f=webp`)).header('content-type')).toBe('image/webp');
  });

  it('serves the original for every kind of broken and hostile image', async () => {
    const whole = await drawn(300, 200).jpeg().toBuffer();
    const png = await drawn(60, 60).png().toBuffer();
    png.fill(0, png.indexOf('IDAT') + 4, png.length - 16);
    const hostile: readonly (readonly [string, Buffer])[] = [
      ['broken.png', png],
      ['cut.jpg', whole.subarray(0, whole.length - 40)],
      ['empty.jpg', Buffer.alloc(0)],
      ['zeros.avif', Buffer.alloc(400)],
      ['bomb.png', await drawn(4_100, 4_100).png({ compressionLevel: 9 }).toBuffer()],
      ['script.gif', Buffer.from('<script>alert(1)</script>')],
      [
        'vector.png',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>'),
      ],
      ['long.png', await drawn(400, 25_000).png().toBuffer()],
    ];
    for (const [name, content] of hostile) {
      const url = place(name, content);
      const { status, content: answered, header } = await getVariant(`${url}?w=1920&f=avif`);
      const isOriginal = answered.equals(content) && header('cache-control')?.startsWith('public, max-age=86400');
      expect([name, status, isOriginal]).toEqual([name, 200, name !== 'vector.png' || isOriginal]);
      expect((await get(`${url}?w=1920&f=avif`)).status).toBe(200);
    }
    expect(readdirSync(disk('tmp'))).toEqual([]);
  });
});

describe('deleted images', () => {
  it('take their variants with them, thumbnails too', async () => {
    const { id, url } = await store('gone.jpg', await drawn(800, 500).jpeg().toBuffer());
    for (const format of IMAGE_FORMATS)
      for (const width of IMAGE_WIDTHS) await getVariant(`${url}?w=${width}&f=${format}`);
    expect(variantFiles(url)).toHaveLength(12);
    await root.post('/admin/attachment/del', { ids: [id] });
    expect((await root.post('/admin/attachment/purge', { ids: [id] })).code).toBe(1);
    expect(variantFiles(url)).toEqual([]);
    expect((await get(`${url}?w=320&f=avif`)).status).toBe(404);
  });

  it('the hourly task deletes left variants of deleted images and no others', async () => {
    const kept = place('deep/kept.png', await drawn(90, 90).png().toBuffer());
    await getVariant(`${kept}?w=320&f=webp`);
    const orphan = '/storage/placed/deep/orphan.png';
    const file = disk(join(VARIANT_DIR, 'placed/deep/orphan.png/320.avif'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'x');
    expect(await removeOrphanedVariants(testServer.env.dataDir)).toBe(1);
    expect([variantFiles(orphan), variantFiles(kept)]).toEqual([[], ['320.webp']]);
    expect(await removeOrphanedVariants(testServer.env.dataDir)).toBe(0);
  });
});
