/** Limits of the processing of images. A comment names the unit and the subject of its key. */
export const IMAGE_LIMITS = {
  /** Pixels of a JPEG or BMP, and of all frames of an animated image together. */
  imagePixels: 50_000_000,
  /** Pixels of one frame of any other image; the library decodes it whole. */
  imagePixelsDecoded: 16_000_000,
  /** Bytes of an image from which the server removes metadata. */
  imageBytes: 64 * 1024 * 1024,
  /** Milliseconds for the processing of one image. */
  imageMs: 15_000,
  /** Milliseconds an image waits for its processing. */
  imageWaitMs: 60_000,
  /** Megabytes of memory for the processing of one image. */
  imageMemoryMb: 768,
  /** Images without a thumbnail after a failure that the server remembers. */
  thumbnailFailuresKept: 5_000,
  /** Maximum pixels of an image variant. An image with more is served unchanged. */
  variantPixels: 5_000_000,
  /** Maximum number of image variants that are being generated or wait. Beyond that the original is served. */
  waitingVariants: 32,
  /** Milliseconds a visitor waits for a variant; then the response is the original. */
  variantWaitMs: 1_500,
  /** Bytes of all variants together; beyond them the server deletes the oldest, which it can generate again. */
  variantBytes: 2 * 1024 ** 3,
  /** Milliseconds until the server generates the variants of an image again that exceeded the time or memory; doubled with each further failure. */
  imageRetryMs: 600_000,
  /** Images whose variants the server generates before a visitor requests them (pre-warming); further ones are generated on request. */
  warmedImages: 500,
} as const;
