/** Reduces foreign HTML to the allow-list in an inert document. Shown and pasted HTML passes through here. */
import DOMPurify, { type Config } from 'dompurify';
import { RICH_ATTRIBUTES, RICH_TAGS } from '../../../common/text/richTags';
import { findStoredImagePath } from '../../../common/text/richText/foreignImages';
import { convertStyles } from './convertStyles';
import { nativeTrustedPolicy, parseInertHtml } from '../../shared/startup/trustedTypes';

/** Word writes list items as paragraphs that begin with a bullet. */
function convertWordLists(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll<HTMLElement>('p[class*="MsoList"]')) {
    const mark = [...paragraph.querySelectorAll('[data-style]')].find((element) =>
      /mso-list:\s*ignore/i.test(element.getAttribute('data-style') ?? ''),
    );
    if (mark === undefined) continue;
    const tag = /^\s*[\da-z一二三四五六七八九十]+[.)、]/i.test(mark.textContent) ? 'OL' : 'UL';
    mark.remove();
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    const before = paragraph.previousElementSibling;
    const list = before?.tagName === tag ? before : body.ownerDocument.createElement(tag);
    if (list !== before) paragraph.before(list);
    list.append(item);
    paragraph.remove();
  }
}
const EQUIVALENT_TAGS = [
  ['b', 'strong'],
  ['i', 'em'],
  ['del,strike', 's'],
  ['h1', 'h2'],
  ['h5,h6', 'h4'],
] as const;
function renameTag(body: HTMLElement, from: string, to: string): void {
  for (const old of body.querySelectorAll(from)) {
    const next = body.ownerDocument.createElement(to);
    next.append(...old.childNodes);
    old.replaceWith(next);
  }
}

/** The HTML without style sheets, as those of Word; one without an end goes to the end. */
function stripStyleSheets(html: string): string {
  const lower = html.toLowerCase();
  const kept: string[] = [];
  for (let from = 0; from < html.length;) {
    const start = lower.indexOf('<style', from);
    kept.push(html.slice(from, start === -1 ? undefined : start));
    const end = start === -1 ? -1 : lower.indexOf('</style', start);
    const close = end === -1 ? -1 : lower.indexOf('>', end);
    if (close === -1) break;
    from = close + 1;
  }
  return kept.join('');
}
/**
 * Event handlers and styles have no effect in an inert document, but the browser reports each of them to the page policy while
 * parsing. Styles become `data-style`.
 */
const stripReported = (html: string) =>
  // behind the last `>` there is no tag, so every `<` the expression tries finds its end: the cost stays linear
  html.slice(0, html.lastIndexOf('>') + 1).replaceAll(/<[a-z][^>]*>/gi, renameReported) +
  html.slice(html.lastIndexOf('>') + 1);
const renameReported = (tag: string) =>
  tag.replaceAll(/([\s/"'])on\w+(?=\s*=)/gi, '$1data-off').replaceAll(/([\s/"'])style(?=\s*=)/gi, '$1data-style');

/** Removes the images that are no stored files; those of this site get the path of their file. Returns the number of other websites' images. */
function removeForeignImages(body: HTMLElement, ownUrls: readonly string[]): number {
  let removed = 0;
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? '';
    const path = findStoredImagePath(src, ownUrls);
    if (path !== undefined) {
      if (path !== src) picture.setAttribute('src', path);
      continue;
    }
    if (/^https?:/i.test(src)) removed += 1;
    picture.remove();
  }
  return removed;
}

export interface SanitizeOptions {
  /** Absolute addresses below which this site serves its files, besides that of the page. */
  readonly ownUrls?: readonly string[];
  readonly onForeignImages?: () => void;
}
/** Returns the allowed part of an HTML text as the children of an inert element. */
export function sanitizeHtml(html: string, { ownUrls = [], onForeignImages }: SanitizeOptions = {}): HTMLElement {
  const { body } = parseInertHtml(stripReported(stripStyleSheets(html)));
  convertWordLists(body);
  convertStyles(body);
  for (const [from, to] of EQUIVALENT_TAGS) renameTag(body, from, to);
  const policy = nativeTrustedPolicy();
  const config = {
    ALLOWED_TAGS: [...RICH_TAGS],
    ALLOWED_ATTR: [...RICH_ATTRIBUTES],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|[/?#](?!\/)|[^:/?#]+(?:[/?#]|$))/i,
    RETURN_DOM: true,
    ...(policy === undefined ? {} : { TRUSTED_TYPES_POLICY: policy as NonNullable<Config['TRUSTED_TYPES_POLICY']> }),
  } as const;
  const clean = DOMPurify.sanitize(body.innerHTML, config as unknown as Config) as unknown as HTMLElement; // RETURN_DOM
  if (removeForeignImages(clean, [window.location.origin, ...ownUrls]) > 0) onForeignImages?.();
  return clean;
}
