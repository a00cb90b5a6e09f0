/** What a file is by its name and type, in the words of the settings: endings, `type/*`, full MIME types. */

/** The ending without its dot, in lower case; empty when there is none. */
export const suffixOf = (name: string): string => /[^./\\]\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The list of a setting, one entry per comma. */
export const typesIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');

/** `allowed`: `*`, endings with or without a dot, `type/*` or full MIME types. */
export function allowsFile(allowed: readonly string[], suffix: string, mimetype: string): boolean {
  const wide = `${mimetype.split('/')[0] ?? ''}/*`;
  return allowed.some((one) => one === '*' || one.replace(/^\./, '') === suffix || one === mimetype || one === wide);
}

/** The endings of pictures that browsers show and the server can check, with their type. */
const PICTURES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
]);
/** The picture endings that a list of allowed types lets through; an empty list allows all. */
export const pictureEndings = (allowed: readonly string[]): readonly string[] =>
  [...PICTURES]
    .filter(([ending, type]) => allowed.length === 0 || allowsFile(allowed, ending, type))
    .map(([ending]) => ending);

/** The entries of the list that name pictures, as the list spells them; endings where it names them all together. */
export function pictureTypes(allowed: readonly string[]): readonly string[] {
  const isWide = allowed.length === 0 || allowed.some((one) => one === '*' || one === 'image/*');
  const types = new Set(PICTURES.values());
  return isWide
    ? [...PICTURES.keys()]
    : allowed.filter((one) => types.has(one) || PICTURES.has(one.replace(/^\./, '')));
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;
/** `1.4 MB`: a size as people say it, the same in both languages. */
export function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const value = bytes / 1024 ** step;
  return `${value >= 100 || step === 0 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${UNITS[step] ?? 'B'}`;
}

/** The small picture of a stored one; any other address is its own. */
export const thumbOf = (url: string): string =>
  /^\/storage\/[^?#]+\.(?:png|jpe?g|webp|gif|avif)$/i.test(url) ? `${url}?thumb=1` : url;
