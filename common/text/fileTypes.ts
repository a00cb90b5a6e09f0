/** File types as settings list them: extensions, `type/*`, full MIME types. */

/** The extension without its dot, in lower case; empty when there is none. */
export const fileExtension = (name: string): string => /[^./\\]\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The list of a setting, one entry per comma. */
export const parseTypeList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '');

/** `allowed`: `*`, endings with or without a dot, `type/*` or full MIME types. */
export function isFileAllowed(allowed: readonly string[], extension: string, mimetype: string): boolean {
  const wildcard = `${mimetype.split('/')[0] ?? ''}/*`;
  return allowed.some(
    (entry) => entry === '*' || entry.replace(/^\./, '') === extension || entry === mimetype || entry === wildcard,
  );
}

/** The endings of images that browsers show and the server can check, with their type. */
const IMAGE_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
]);
/** The image endings that a list of allowed types lets through; an empty list allows all. */
export const imageExtensions = (allowed: readonly string[]): readonly string[] =>
  [...IMAGE_TYPES]
    .filter(([extension, type]) => allowed.length === 0 || isFileAllowed(allowed, extension, type))
    .map(([extension]) => extension);

/** The entries of the list that name images, as the list spells them; endings where it names them all together. */
export function allowedImageTypes(allowed: readonly string[]): readonly string[] {
  const allowsAllImages = allowed.length === 0 || allowed.some((entry) => entry === '*' || entry === 'image/*');
  const types = new Set(IMAGE_TYPES.values());
  return allowsAllImages
    ? [...IMAGE_TYPES.keys()]
    : allowed.filter((entry) => types.has(entry) || IMAGE_TYPES.has(entry.replace(/^\./, '')));
}

const SIZE_UNITS = ['B', 'KB', 'MB', 'GB'] as const;
/** `1.4 MB`: a size as people say it, the same in both languages. */
export function formatFileSize(bytes: number): string {
  const step = Math.min(SIZE_UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const value = bytes / 1024 ** step;
  return `${value >= 100 || step === 0 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${SIZE_UNITS[step] ?? 'B'}`;
}

/** The address of the thumbnail of a stored image; other addresses are returned unchanged. */
export const thumbnailUrl = (url: string): string =>
  /^\/storage\/[^?#]+\.(?:png|jpe?g|webp|gif|avif)$/i.test(url) ? `${url}?thumb=1` : url;
