/** Sources of images: only the fixed widths, never more than the original has, and none for addresses that are not stored images. */
import { describe, expect, it } from '@jest/globals';
import { IMAGE_LIMITS } from '../imageLimits';
import { IMAGE_WIDTHS, imageSources, imageWidths } from './imageVariants';

const URL = '/storage/demo/20250101/cover-1a.jpg';

describe('imageSources', () => {
  it('names the widths below the original’s and the original’s own, in both formats', () => {
    expect(imageSources(URL, { width: 500, height: 300 })).toEqual({
      avif: `${URL}?w=320&f=avif 320w, ${URL}?w=480&f=avif 480w, ${URL}?w=640&f=avif 500w`,
      webp: `${URL}?w=320&f=webp 320w, ${URL}?w=480&f=webp 480w, ${URL}?w=640&f=webp 500w`,
      src: URL,
    });
  });

  it.each([
    [200, [[320, 200]]],
    [320, [[320, 320]]],
    [
      321,
      [
        [320, 320],
        [480, 321],
      ],
    ],
    [1920, IMAGE_WIDTHS.map((width) => [width, width])],
    [6000, IMAGE_WIDTHS.map((width) => [width, width])],
    [0, IMAGE_WIDTHS.map((width) => [width, width])],
  ])('a picture of %d pixels: no width twice and none above the original’s', (width, expected) => {
    expect(imageWidths({ width })).toEqual(expected);
  });

  it('names no variant that has too many pixels to be drawn', () => {
    const size = { width: 1_000, height: 30_000 };
    const widths = imageWidths(size);
    expect(widths.map(([width]) => width)).toEqual([320]);
    for (const [, pixels] of widths) expect(pixels * pixels * 30).toBeLessThanOrEqual(IMAGE_LIMITS.variantPixels);
    expect(imageSources(URL, { width: 100, height: 90_000_000 })).toBeUndefined();
  });

  it.each([
    'https://example.org/a.jpg',
    '//example.org/storage/a.jpg',
    '/storage/a.svg',
    '/storage/a.pdf',
    '/storage/a.jpg?thumb=1',
    '/storage/a b.jpg',
    '/storage/a,b.jpg',
    '/storage/../a.jpg',
    '/storage/.thumbs/a.jpg',
    '/storage/"onerror=.jpg',
    'data:image/png;base64,AAAA',
    '/assets/a.png',
    '/storage/.jpg',
    '',
  ])('%s has no variants', (url) => {
    expect(imageSources(url, { width: 800 })).toBeUndefined();
  });
});
