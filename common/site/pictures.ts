/** Addresses of the smaller variants of stored pictures: what a page names, and what the server answers. */
import { LIMITS } from '../limits';

/** The widths in pixels in which the server answers a stored picture. */
export const PICTURE_WIDTHS = [320, 480, 640, 960, 1280, 1920] as const;
/** The formats in which the server answers a stored picture, the better compressed one first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** One variant of a stored picture. */
export interface PictureVariant {
  /** Pixels; a narrower original keeps its own width. */
  readonly width: PictureWidth;
  readonly format: PictureFormat;
}

/** The size of the original in pixels, upright. Unknown or 0: all widths are named. */
export interface PictureSize {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The attributes of a `<picture>` element. */
export interface PictureSources {
  /** The `srcset` of `<source type="image/avif">`. */
  readonly avif: string;
  /** The `srcset` of `<source type="image/webp">`. */
  readonly webp: string;
  /** The `src` of `<img>`: the original. */
  readonly src: string;
}

/** Paths of stored pictures that the server draws; `srcset` allows no spaces and commas in an address. */
const DRAWABLE_PATH = /^\/storage(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+\.(?:png|jpe?g|webp|gif|avif)$/i;

/** Whether the server has variants of the address: a path below `/storage/` with the ending of a picture, without a query. */
export const hasPictureVariants = (url: string): boolean => DRAWABLE_PATH.test(url);

/** The path and query under which the server answers a variant. */
export const pictureVariantUrl = (url: string, { width, format }: PictureVariant): string =>
  `${url}?w=${width}&f=${format}`;

/**
 * The variants of a picture worth naming: all widths below the original's and the next one, which the server answers in the original's
 * width. None when even the smallest has too many pixels to be drawn.
 * @returns The width that is asked for, and the pixels of the answer.
 */
export function pictureWidths({ width = 0, height = 0 }: PictureSize): readonly (readonly [PictureWidth, number])[] {
  const reached = PICTURE_WIDTHS.findIndex((one) => one >= width);
  const named = width > 0 && reached >= 0 ? PICTURE_WIDTHS.slice(0, reached + 1) : PICTURE_WIDTHS;
  return named
    .map((one) => [one, width > 0 ? Math.min(one, width) : one] as const)
    .filter(([, drawn]) => width === 0 || (drawn * drawn * height) / width <= LIMITS.variantPixels);
}

/**
 * The sources of a `<picture>`; undefined for an address without variants, which is shown as it is. Only stored pictures have variants.
 * @param url The value of a picture field, such as `/storage/demo/a.jpg`.
 * @param size The size of the original, from its attachment.
 */
export function pictureSources(url: string, size: PictureSize = {}): PictureSources | undefined {
  const widths = hasPictureVariants(url) ? pictureWidths(size) : [];
  if (widths.length === 0) return undefined;
  const srcsetOf = (format: PictureFormat) =>
    widths.map(([width, pixels]) => `${pictureVariantUrl(url, { width, format })} ${pixels}w`).join(', ');
  return { avif: srcsetOf('avif'), webp: srcsetOf('webp'), src: url };
}
