/** Parses sanitized HTML into elements and texts, in linear time. Never throws. */
import { LIMITS } from '../../limits';
import { RICH_TAGS } from '../richTags';
import { decodeEntities, type Tag } from './blocks';

/** An element or a text with its place in the source. */
export interface MarkupNode {
  /** Null for a text. */
  readonly tag: Tag | null;
  readonly children: readonly MarkupNode[];
  readonly start: number;
  readonly end: number;
  /** A block element, or an inline element around one. */
  readonly hasBlock: boolean;
}
interface OpenElement {
  readonly tag: Tag;
  readonly start: number;
  readonly children: MarkupNode[];
  hasBlock: boolean;
}

/** Longer texts are not divided, so that a merge costs a fraction of a second. */
const MAX_LENGTH = 400_000;

const ALLOWED: ReadonlySet<string> = new Set(RICH_TAGS);
const VOID_NAMES: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col']);
const INLINE_NAMES: ReadonlySet<string> = new Set(['br', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'a', 'img']);
/** Attributes that the sanitizer and the editor add by themselves. */
const IMPLIED_ATTRIBUTES: ReadonlySet<string> = new Set(['target', 'rel']);
const isImplied = (name: string, value: string): boolean =>
  IMPLIED_ATTRIBUTES.has(name) ||
  (/^(colspan|rowspan|span|start)$/.test(name) && value === '1') ||
  (name === 'alt' && value === '');

/** Index behind the `>` that ends the tag at `start`; -1 when nothing ends it. */
function findTagEnd(html: string, start: number): number {
  let quote = '';
  for (let index = start + 1; index < html.length; index += 1) {
    const character = html.charAt(index);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index + 1;
    else if (character === '<') return -1;
  }
  return -1;
}

const ATTRIBUTE = /([a-z]{1,10})="([^"]*)"/g;
/** Undefined for an element that formatted texts may not contain. */
function readTag(html: string): Tag | undefined {
  const name = /^<([a-z0-9]{1,10})[\s/>]/.exec(html)?.[1] ?? '';
  if (!ALLOWED.has(name)) return undefined;
  const attributes: Record<string, string> = {};
  for (const [, attribute = '', value = ''] of html.slice(name.length + 1).matchAll(ATTRIBUTE))
    attributes[attribute] = decodeEntities(value);
  const written = Object.entries(attributes)
    .filter(([attribute, value]) => !isImplied(attribute, value))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([attribute, value]) => ` ${attribute}="${value}"`);
  const key = name === 'p' && written.length === 0 ? '' : name + written.join('');
  return { name, html, key, attributes };
}

/** Elements and texts of sanitized HTML; undefined for a text that is too large or deep, or not well-formed. */
export function parseMarkup(html: string): readonly MarkupNode[] | undefined {
  if (html.length > MAX_LENGTH) return undefined;
  const root: MarkupNode[] = [];
  const open: OpenElement[] = [];
  const add = (node: MarkupNode) => {
    const parent = open.at(-1);
    (parent?.children ?? root).push(node);
    if (parent && node.hasBlock) parent.hasBlock = true;
  };
  let tagCount = 0;
  for (let index = 0; index < html.length;) {
    const isTag = html.charAt(index) === '<';
    const next = isTag ? findTagEnd(html, index) : html.indexOf('<', index);
    const end = next === -1 && !isTag ? html.length : next;
    if (end === -1) return undefined;
    if (!isTag) add({ tag: null, children: [], start: index, end, hasBlock: false });
    else {
      tagCount += 1;
      if (tagCount > LIMITS.richTextTags || !applyTag(html, index, end, open, add)) return undefined;
    }
    index = end;
  }
  return open.length === 0 ? root : undefined;
}

/** Opens or closes an element. Returns false when the markup is not well-formed. */
function applyTag(
  html: string,
  start: number,
  end: number,
  open: OpenElement[],
  add: (node: MarkupNode) => void,
): boolean {
  if (html.charAt(start + 1) === '/') {
    const element = open.pop();
    if (element === undefined || html.slice(start + 2, end - 1) !== element.tag.name) return false;
    const { tag, children, hasBlock } = element;
    add({ tag, children, start: element.start, end, hasBlock: hasBlock || !INLINE_NAMES.has(tag.name) });
    return true;
  }
  const tag = readTag(html.slice(start, end));
  if (tag === undefined) return false;
  if (VOID_NAMES.has(tag.name)) add({ tag, children: [], start, end, hasBlock: !INLINE_NAMES.has(tag.name) });
  else open.push({ tag, start, children: [], hasBlock: false });
  return open.length <= LIMITS.richTextDepth;
}
