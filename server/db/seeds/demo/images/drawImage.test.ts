/** Demo images: the same everywhere, each another one, and complete SVG without texts, which would depend on fonts. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawImage, drawSvg } from './drawImage';
import { demoSketches } from '../seedImages';

const dataDir = mkdtempSync(join(tmpdir(), 'demo-pictures-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('demo images', () => {
  it('the same sketch draws the same image, and no two sketches draw the same', () => {
    const first = demoSketches.map(drawSvg);
    expect(demoSketches.map(drawSvg)).toEqual(first);
    expect(new Set(first).size).toBe(first.length);
  });

  it('each is well-formed and has the size of its sketch, without texts, numbers that are none and foreign addresses', async () => {
    for (const sketch of demoSketches) {
      const svg = drawSvg(sketch);
      expect(/NaN|undefined|Infinity|<text|<image|href|font/.exec(svg)?.[0]).toBeUndefined();
      const { width, height } = await sharp(Buffer.from(svg)).metadata();
      expect([sketch.motif, width, height]).toEqual([sketch.motif, sketch.width, sketch.height]);
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect([sketch.motif, new Set(ids).size]).toEqual([sketch.motif, ids.length]);
      for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
    }
  });

  it('is stored as WebP under its own path, filled to its corners', async () => {
    const sketch = { motif: 'port', width: 960, height: 540, seed: 3 } as const;
    const picture = await drawImage(dataDir, sketch, new Date(0), 'UTC');
    expect(picture).toMatchObject({ width: 960, height: 540, name: 'port-4.webp', mimetype: 'image/webp' });
    const bytes = readFileSync(join(dataDir, picture.url));
    expect(bytes).toHaveLength(picture.size);
    const { channels } = await sharp(bytes).stats();
    // Without an alpha channel, or an opaque one.
    expect(channels[3]?.min ?? 255).toBe(255);
  });
});
