/** Where an upload is stored: the site's template, every piece of it made harmless. */
import { randomBytes } from 'node:crypto';

export const DEFAULT_TEMPLATE = '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}';

export interface NameParts {
  readonly topic: string;
  /** As the uploader called it, without suffix. */
  readonly name: string;
  readonly suffix: string;
  readonly sha1: string;
  readonly at: Date;
}

const LONGEST_NAME = 100;
const two = (value: number): string => String(value).padStart(2, '0');
/** Letters, digits and a few signs that mean nothing to any file system, shell or browser. */
const harmless = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^A-Za-z0-9_-]+/g, '')
    .slice(0, LONGEST_NAME);

/** The path below the data folder, beginning with `/storage/`. A name that nothing makes unique gets a random piece. */
export function saveName(template: string, { topic, name, suffix, sha1, at }: NameParts): string {
  const pieces: Readonly<Record<string, string>> = {
    topic: harmless(topic) || 'default',
    year: String(at.getFullYear()),
    mon: two(at.getMonth() + 1),
    day: two(at.getDate()),
    hour: two(at.getHours()),
    min: two(at.getMinutes()),
    sec: two(at.getSeconds()),
    random: randomBytes(8).toString('hex'),
    random32: randomBytes(16).toString('hex'),
    filename: harmless(name),
    suffix: harmless(suffix),
    '.suffix': suffix === '' ? '' : `.${harmless(suffix)}`,
    filesha1: sha1,
  };
  const unique = /\{(?:filesha1|random|random32)\}/.test(template)
    ? template
    : template.replace(/(\{\.?suffix\})?$/, '{random32}$1');
  const path = unique.replace(/\{([.a-z0-9]+)\}/g, (_whole, key: string) => pieces[key] ?? '');
  const clean = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return `/${(clean[0] === 'storage' ? clean : ['storage', ...clean]).join('/')}`;
}
