/** Sanitizes rich text (HTML, XSS protection): only allowed elements and attributes are stored. `common` does not import the parser. */
import sanitizeHtml from 'sanitize-html';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import type { Issue } from '../../../../common/entity/issue';
import { getColumns, memoizePerEntity, type Column, type StoredRow } from '../../../../common/entity/columns';
import { LIMITS } from '../../../../common/limits';
import { utf8Length, normalizeForStorage } from '../../../../common/text/normalize';
import { occursMoreThan, findMarkupIssue } from '../../../../common/text/markupLimits';
import { findStoredImagePath, type RemovedContent } from '../../../../common/text/richText/foreignImages';
import { RICH_ATTRIBUTES, RICH_TAGS } from '../../../../common/text/richTags';
import { stripTags } from '../../../../common/text/stripTags';

const ALLOWED: ReadonlySet<string> = new Set(RICH_TAGS);
/** Elements replaced by an allowed one of the same meaning. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 's'],
  ['del', 's'],
  ['ins', 'u'],
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
]);
/** Elements that carry no meaning: dropping them is not reported. */
const UNREPORTED: ReadonlySet<string> = new Set([
  'span',
  'font',
  'center',
  'section',
  'article',
  'small',
  'html',
  'body',
]);
const DROPPED_WITH_CONTENT =
  'script style textarea option xmp noscript template svg math iframe title object noembed noframes select';

type Attributes = Readonly<Record<string, string>>;
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Z}]/gu;
const WEB_SCHEMES = ['http://', 'https://'];
const RELATIVE_URL = /^(?:[?#]|\/(?!\/)|[^/:?#]+(?:[/?#]|$))/;

/** An address without hidden characters, when it is a page of this site or begins with one of the schemes. */
function safeUrl(value: string | undefined, schemes: readonly string[]): string | undefined {
  const address = (value ?? '').replace(INVISIBLE_CHARACTERS, '');
  if (address === '' || address.includes('\\') || address.length > 2000) return undefined;
  if (RELATIVE_URL.test(address)) return address;
  return schemes.some((scheme) => address.toLowerCase().startsWith(scheme)) ? address : undefined;
}
/**
 * The path of a stored file; undefined for an image of another website, which every visitor would request from there. An absolute address
 * below one of `ownUrls` becomes a path.
 */
function safeImageUrl(value: string | undefined, ownUrls: readonly string[]): string | undefined {
  const address = safeUrl(value, WEB_SCHEMES);
  const path = address === undefined ? undefined : findStoredImagePath(address, ownUrls);
  return path === undefined || /(^|\/|%2f)(\.|%2e){2}/i.test(path) ? undefined : path;
}
const safeInteger = (value: string | undefined, max: number): string | undefined =>
  value !== undefined && /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= max
    ? String(Number(value))
    : undefined;

const ALIGN_STYLE = /(?:^|[;\s])text-align\s*:\s*(center|right|justify)\s*(?:;|$)/i;
const LANGUAGE_CLASS = /^language-[\w+#-]{1,30}$/;
const ALIGNABLE_TAGS = /^(p|div|h[2-4]|th|td|figure|figcaption)$/;
/** Alignment becomes a class: the pages' content security policy refuses style attributes, which would allow far more. */
function findClass(tag: string, { class: given = '', style = '', align = '' }: Attributes): string | undefined {
  if (tag === 'code') return given.split(/\s/).find((name) => LANGUAGE_CLASS.test(name));
  if (!ALIGNABLE_TAGS.test(tag)) return undefined;
  const alignClass = /(?:^|\s)align-(center|right|justify)(?:\s|$)/.exec(given)?.[1];
  const alignment = alignClass ?? ALIGN_STYLE.exec(style)?.[1] ?? /^(center|right|justify)$/i.exec(align)?.[0];
  return alignment === undefined ? undefined : `align-${alignment.toLowerCase()}`;
}
const CELL_ATTRIBUTES = {
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  col: ['span'],
  colgroup: ['span'],
} as const;

function toTagAttributes(
  tag: string,
  attributes: Attributes,
  ownUrls: readonly string[],
): Readonly<Record<string, string | undefined>> {
  if (tag === 'a') {
    const href = safeUrl(attributes['href'], [...WEB_SCHEMES, 'mailto:']);
    return href === undefined ? {} : { href, target: '_blank', rel: 'noopener nofollow' };
  }
  if (tag === 'img') {
    const [width, height] = [safeInteger(attributes['width'], 8000), safeInteger(attributes['height'], 8000)];
    return { src: safeImageUrl(attributes['src'], ownUrls), alt: attributes['alt'] ?? '', width, height };
  }
  if (tag === 'ol') return { start: safeInteger(attributes['start'], 9999) };
  const cells = tag in CELL_ATTRIBUTES ? CELL_ATTRIBUTES[tag as keyof typeof CELL_ATTRIBUTES] : []; // `in` does not narrow the text
  return Object.fromEntries(cells.map((name) => [name, safeInteger(attributes[name], 100)]));
}
function getAttributes(tag: string, attributes: Attributes, ownUrls: readonly string[]): Record<string, string> {
  const all = { class: findClass(tag, attributes), ...toTagAttributes(tag, attributes, ownUrls) };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Whether cleaning removes an image of another website. */
const isForeignImage = (tag: string, { src }: Attributes, keptAttributes: Attributes): boolean =>
  tag === 'img' && keptAttributes['src'] === undefined && /^https?:/i.test(safeUrl(src, WEB_SCHEMES) ?? '');

/** Whether cleaning removed other content that a reader could miss, or an attack. */
const losesContent = (tag: string, attributes: Attributes, keptAttributes: Attributes): boolean =>
  (!ALLOWED.has(tag) && !UNREPORTED.has(tag)) ||
  (!isForeignImage(tag, attributes, keptAttributes) &&
    ['href', 'src'].some((name) => attributes[name] !== undefined && keptAttributes[name] === undefined)) ||
  Object.keys(attributes).some((name) => name.startsWith('on'));

const CONTROL_CHARACTERS = /[\p{Cs}\u2028\u2029]|(?![\n\t])\p{Cc}/gu;
/** A combining mark after a bracket or a quote: NFC would merge the two and destroy the markup. */
const COMBINING_AFTER_MARKUP = /([<>=&;"])\p{M}+/gu;
const serialize = (html: string) =>
  normalizeForStorage(html.replace(CONTROL_CHARACTERS, '').replace(COMBINING_AFTER_MARKUP, '$1'));

interface SanitizeOptions {
  readonly ownUrls: readonly string[];
  readonly onLoss: () => void;
  readonly onForeignImage: () => void;
}
function sanitize(html: string, { ownUrls, onLoss, onForeignImage }: SanitizeOptions): string {
  const out = sanitizeHtml(html, {
    allowedTags: [...ALLOWED],
    allowedAttributes: { '*': [...RICH_ATTRIBUTES] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: DROPPED_WITH_CONTENT.split(' '),
    nestingLimit: 60,
    transformTags: {
      '*': (name, attributes) => {
        const tagName = RENAMED.get(name) ?? name;
        const attribs = ALLOWED.has(tagName) ? getAttributes(tagName, attributes, ownUrls) : {};
        if (isForeignImage(tagName, attributes, attribs)) onForeignImage();
        if (losesContent(tagName, attributes, attribs)) onLoss();
        return { tagName, attribs };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
  });
  return serialize(out);
}

const VISIBLE_WITHOUT_TEXT = /<(img|hr|table)\b/;
/** Empty paragraphs are an empty text. */
const isEmptyHtml = (html: string) =>
  !VISIBLE_WITHOUT_TEXT.test(html) && html.replace(/<[^<>]*>|&nbsp;|\s/g, '') === '';
const toPlainText = (html: string) => stripTags(html).replace(/[<>]/g, ' ');

export interface CleanText {
  readonly html: string;
  /** Whether content was removed, apart from images of other websites. */
  readonly hasLoss: boolean;
  /** Whether images of other websites were removed. */
  readonly hasForeignImages: boolean;
}

/**
 * The allowed part of a rich text; cleaning it again changes nothing. `ownUrls`: absolute addresses below which this site serves its files;
 * a stored text has none of them. The text is parsed at most twice; one that is still not stable then, or that has more markup than
 * `findMarkupIssue` allows, keeps only its plain text.
 */
export function sanitizeRichText(html: string, ownUrls: readonly string[] = []): CleanText {
  if (html.length < CACHE_FROM_LENGTH) return sanitizeUncached(html, ownUrls);
  const key = [...ownUrls, html].join('\n');
  const cached = cache.get(key);
  if (cached) return cached;
  const result = sanitizeUncached(html, ownUrls);
  addToCache(key, result);
  // the stored text is cleaned once more by `storeRow.ts`
  if (result.html !== key) addToCache(result.html, { html: result.html, hasLoss: false, hasForeignImages: false });
  return result;
}

/** Long texts cleaned recently: one write cleans the same text several times, and each time costs milliseconds. */
const cache = new Map<string, CleanText>();
const CACHE_FROM_LENGTH = 5_000;
const CACHE_MAX_CHARACTERS = 4_000_000;
let cachedCharacters = 0;
function addToCache(key: string, result: CleanText): void {
  if (cache.has(key)) return;
  cache.set(key, result);
  cachedCharacters += key.length;
  for (const [oldest] of cache) {
    if (cachedCharacters <= CACHE_MAX_CHARACTERS) break;
    cache.delete(oldest);
    cachedCharacters -= oldest.length;
  }
}

function sanitizeUncached(html: string, ownUrls: readonly string[]): CleanText {
  const removed = { hasLoss: false, hasForeignImages: false };
  const options: SanitizeOptions = {
    ownUrls,
    onLoss: () => (removed.hasLoss = true),
    onForeignImage: () => (removed.hasForeignImages = true),
  };
  if (findMarkupIssue(html) !== undefined) return toPlainHtml(html);
  const first = sanitize(serialize(html), options);
  // quotes of an attribute become entities too
  if (occursMoreThan(first, '&', LIMITS.richTextCharacterReferences)) return toPlainHtml(html);
  const second = sanitize(first, options);
  return first === second ? { html: isEmptyHtml(first) ? '' : first, ...removed } : toPlainHtml(second);
}

const ignore = (): void => undefined;
/** A text without any tag costs the parser one linear pass. */
function toPlainHtml(html: string): CleanText {
  const plain = sanitize(serialize(toPlainText(html)), { ownUrls: [], onLoss: ignore, onForeignImage: ignore });
  return { html: isEmptyHtml(plain) ? '' : plain, hasLoss: true, hasForeignImages: false };
}

const isRichText = (column: Column | undefined) => column?.kind === 'rich_text';
const hasRichText = memoizePerEntity((entity) => [...getColumns(entity).values()].some(isRichText));

/** The row with every rich text in its stored form; the same object when it has none. */
export function cleanRichTextColumns(entity: AnyEntity, values: StoredRow): StoredRow {
  if (!hasRichText(entity)) return values;
  const columns = getColumns(entity);
  const cleaned = Object.entries(values).flatMap(([name, value]) =>
    isRichText(columns.get(name)) && typeof value === 'string'
      ? [[name, sanitizeRichText(value).html || null] as const]
      : [],
  );
  return cleaned.length === 0 ? values : { ...values, ...Object.fromEntries(cleaned) };
}

/** Whether two values of a rich text are equal in their stored form. */
export const isSameRichText = (column: Column | undefined, a: Json | undefined, b: Json | undefined): boolean =>
  isRichText(column) &&
  typeof a === 'string' &&
  typeof b === 'string' &&
  sanitizeRichText(a).html === sanitizeRichText(b).html;

export interface CleanedInput {
  readonly values: StoredRow;
  /** Fields from which content was removed. */
  readonly cleaned: readonly string[];
  readonly removed: readonly RemovedContent[];
  readonly issues: readonly Issue[];
}
/** Cleans what a caller sent before it is compared or validated: the rest may be empty, or too long once escaped. */
export function cleanRichTextInput(entity: AnyEntity, sent: StoredRow, ownUrls: readonly string[]): CleanedInput {
  if (!hasRichText(entity)) return { values: sent, cleaned: [], removed: [], issues: [] };
  const columns = getColumns(entity);
  const values: [string, Json][] = [];
  const cleaned: string[] = [];
  const removed = new Set<RemovedContent>();
  const issues: Issue[] = [];
  for (const [path, value] of Object.entries(sent)) {
    const column = columns.get(path);
    if (!isRichText(column) || typeof value !== 'string') continue;
    const { html, hasLoss, hasForeignImages } = sanitizeRichText(value, ownUrls);
    if (hasLoss || hasForeignImages) cleaned.push(path);
    if (hasForeignImages) removed.add('images');
    if (hasLoss) removed.add('elements');
    if (html === '' && column?.options.required) issues.push({ path, code: 'required' });
    if (utf8Length(html) > LIMITS.richTextBytes)
      issues.push({ path, code: 'too_long', params: { max: LIMITS.richTextBytes } });
    values.push([path, html || null]);
  }
  return {
    values: values.length === 0 ? sent : { ...sent, ...Object.fromEntries(values) },
    cleaned,
    removed: [...removed],
    issues,
  };
}
