/** Builds the storage path of an upload from the site's template, with sanitized segments. */
import { randomBytes } from 'node:crypto';

export const DEFAULT_TEMPLATE = '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}';

export interface PathParts {
  readonly topic: string;
  /** The uploader's file name without suffix. */
  readonly name: string;
  readonly suffix: string;
  readonly sha1: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** The site's time zone, used for date and time placeholders. */
  readonly timeZone: string;
}

const MAX_SEGMENT_LENGTH = 100;
/** Date and time of an instant in a time zone, by placeholder name. */
function dateParts(at: number, timeZone: string): Readonly<Record<string, string>> {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, ...day, ...time }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  const [year, mon, hour, min] = [part('year'), part('month'), part('hour'), part('minute')];
  return { year, mon, day: part('day'), hour, min, sec: part('second') };
}
/** Keeps letters, digits and a few characters without a meaning for file systems, shells or browsers. */
const sanitizeSegment = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^A-Za-z0-9_-]+/g, '')
    .slice(0, MAX_SEGMENT_LENGTH);

/** The path below the data folder, beginning with `/storage/`. A template without a unique part gets a random one. */
export function buildStoragePath(template: string, { topic, name, suffix, sha1, at, timeZone }: PathParts): string {
  const placeholders: Readonly<Record<string, string>> = {
    topic: sanitizeSegment(topic) || 'default',
    ...dateParts(at, timeZone),
    random: randomBytes(8).toString('hex'),
    random32: randomBytes(16).toString('hex'),
    filename: sanitizeSegment(name),
    suffix: sanitizeSegment(suffix),
    '.suffix': suffix === '' ? '' : `.${sanitizeSegment(suffix)}`,
    filesha1: sha1,
  };
  const unique = /\{(?:filesha1|random|random32)\}/.test(template)
    ? template
    : template.replace(/(\{\.?suffix\})?$/, '{random32}$1');
  const path = unique.replace(/\{([.a-z0-9]+)\}/g, (_whole, key: string) => placeholders[key] ?? '');
  const clean = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return `/${(clean[0] === 'storage' ? clean : ['storage', ...clean]).join('/')}`;
}
