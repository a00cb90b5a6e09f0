/** Where an upload is stored: the site's template, every piece of it made harmless. */
import { randomBytes } from 'node:crypto';

export const DEFAULT_TEMPLATE = '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}';

export interface PathParts {
  readonly topic: string;
  /** As the uploader called it, without suffix. */
  readonly name: string;
  readonly suffix: string;
  readonly sha1: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** The site's time zone: the date and time in a name follow it. */
  readonly timeZone: string;
}

const MAX_SEGMENT_LENGTH = 100;
/** The date and time of an instant in a time zone, as the placeholders are named. */
function dateParts(at: number, timeZone: string): Readonly<Record<string, string>> {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, ...day, ...time }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const [year, mon, hour, min] = [part('year'), part('month'), part('hour'), part('minute')];
  return { year, mon, day: part('day'), hour, min, sec: part('second') };
}
/** Letters, digits and a few signs that mean nothing to any file system, shell or browser. */
const sanitizeSegment = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^A-Za-z0-9_-]+/g, '')
    .slice(0, MAX_SEGMENT_LENGTH);

/** The path below the data folder, beginning with `/storage/`. A name that nothing makes unique gets a random piece. */
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
