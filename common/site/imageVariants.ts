/** URLs of the responsive variants (`srcset`) of stored images: those that a page uses, and those that the server serves. */
import { IMAGE_LIMITS } from '../imageLimits';

/** The widths in pixels in which the server serves a stored image. */
export const IMAGE_WIDTHS = [320, 480, 640, 960, 1280, 1920] as const;
/** The formats in which the server serves a stored image, the better compressed one first. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** One variant of a stored image. */
export interface ImageVariant {
  /** Pixels; a narrower original keeps its own width. */
  readonly width: ImageWidth;
  readonly format: ImageFormat;
}

/** The size of the original in pixels, upright. Unknown or 0: all widths are named. */
export interface ImageSize {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The attributes of a `<picture>` element. */
export interface ImageSources {
  /** The `srcset` of `<source type="image/avif">`. */
  readonly avif: string;
  /** The `srcset` of `<source type="image/webp">`. */
  readonly webp: string;
  /** The `src` of `<img>`: the original. */
  readonly src: string;
}

/** Paths of stored images that the server draws; `srcset` allows no spaces and commas in an address. */
const DRAWABLE_PATH = /^\/storage(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+\.(?:png|jpe?g|webp|gif|avif)$/i;

/** Whether the server has variants of the address: a path below `/storage/` with the ending of an image, without a query. */
export const hasImageVariants = (url: string): boolean => DRAWABLE_PATH.test(url);

/** The path and query under which the server serves a variant. */
export const imageVariantUrl = (url: string, { width, format }: ImageVariant): string =>
  `${url}?w=${width}&f=${format}`;

/**
 * The variants of an image worth naming: all widths below the original's and the next one, which the server serves in the original's
 * width. None when even the smallest has too many pixels to be drawn.
 * @returns The width that is asked for, and the pixels of the response.
 */
export function imageWidths({ width = 0, height = 0 }: ImageSize): readonly (readonly [ImageWidth, number])[] {
  const reached = IMAGE_WIDTHS.findIndex((variantWidth) => variantWidth >= width);
  const named = width > 0 && reached >= 0 ? IMAGE_WIDTHS.slice(0, reached + 1) : IMAGE_WIDTHS;
  return named
    .map((variantWidth) => [variantWidth, width > 0 ? Math.min(variantWidth, width) : variantWidth] as const)
    .filter(([, drawn]) => width === 0 || (drawn * drawn * height) / width <= IMAGE_LIMITS.variantPixels);
}

/**
 * The sources of a `<picture>`; undefined for an address without variants, which is shown as it is. Only stored images have variants.
 * @param url The value of an image field, such as `/storage/demo/a.jpg`.
 * @param size The size of the original, from its attachment.
 */
export function imageSources(url: string, size: ImageSize = {}): ImageSources | undefined {
  const widths = hasImageVariants(url) ? imageWidths(size) : [];
  if (widths.length === 0) return undefined;
  const getSrcset = (format: ImageFormat) =>
    widths.map(([width, pixels]) => `${imageVariantUrl(url, { width, format })} ${pixels}w`).join(', ');
  return { avif: getSrcset('avif'), webp: getSrcset('webp'), src: url };
}
