/**
 * The ProseMirror schema of formatted text: the nodes, marks and attributes of the editor (`client/engine/richText/extensions.ts`). A test
 * compares the two, because the editor deletes nodes of a shared draft that its schema does not allow.
 */
import { Schema, type Attrs, type NodeSpec, type MarkSpec } from '@tiptap/pm/model';
import { DELETION, INSERTION, SUGGESTION_ATTRIBUTE } from '../../../../common/text/richText/draftSuggestion';
import { findStoredImagePath } from '../../../../common/text/richText/foreignImages';
import { isSafeLinkUrl } from '../../../../common/text/safeLinkUrl';

/** The part of a DOM element that the parse rules read. */
interface ParsedElement {
  readonly getAttribute: (name: string) => string | null;
  readonly firstChild: { readonly getAttribute?: (name: string) => string | null } | null;
}
type ReadAttributes = (element: ParsedElement) => Attrs | false;
const rule = (tag: string, read?: ReadAttributes) =>
  // ProseMirror declares elements of a browser; the parser passes those of `parseHtmlDocument.ts`
  read === undefined ? { tag } : { tag, getAttrs: (element: unknown) => read(element as ParsedElement) };

/** The editor stores an attribute that looks like a number as a number. */
function attributeOf(element: ParsedElement, name: string): string | number | null {
  const value = element.getAttribute(name);
  return value !== null && /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : value;
}
const attributesWithDefaults = (defaults: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, { default: value }]));

const ALIGN_CLASS = /\balign-(center|right|justify)\b/;
const findAlign = (element: ParsedElement) => ALIGN_CLASS.exec(element.getAttribute('class') ?? '')?.[1] ?? null;

const IMAGE_ATTRIBUTES = ['src', 'alt', 'title', 'width', 'height'] as const;
function readImage(element: ParsedElement): Attrs | false {
  const src = element.getAttribute('src');
  if (src === null || findStoredImagePath(src, []) === undefined) return false;
  return Object.fromEntries(IMAGE_ATTRIBUTES.map((name) => [name, attributeOf(element, name)]));
}

const CELL_DEFAULTS = { colspan: 1, rowspan: 1, colwidth: null, align: null };
const readCell: ReadAttributes = (element) => ({
  ...CELL_DEFAULTS,
  colspan: Number(attributeOf(element, 'colspan') ?? 1),
  rowspan: Number(attributeOf(element, 'rowspan') ?? 1),
});
const cellNode = (tag: string): NodeSpec => ({
  content: 'block+',
  attrs: attributesWithDefaults(CELL_DEFAULTS),
  parseDOM: [rule(tag, readCell)],
});

const LANGUAGE_PREFIX = 'language-';
function readCodeBlock({ firstChild }: ParsedElement): Attrs {
  const classes = firstChild?.getAttribute?.('class')?.split(' ') ?? [];
  const language = classes.find((name) => name.startsWith(LANGUAGE_PREFIX));
  return { language: language?.slice(LANGUAGE_PREFIX.length) ?? null };
}

const headingRule = (level: number) => rule(`h${level}`, (element) => ({ level, align: findAlign(element) }));
const block = (tag: string, content: string): NodeSpec => ({ group: 'block', content, parseDOM: [rule(tag)] });

const LINK_DEFAULTS = { href: null, target: '_blank', rel: 'noopener nofollow', class: null, title: null };
function readLink(element: ParsedElement): Attrs | false {
  const href = element.getAttribute('href');
  if (href === null || !isSafeLinkUrl(href)) return false;
  const named = { target: element.getAttribute('target'), rel: element.getAttribute('rel') };
  return { ...LINK_DEFAULTS, ...named, href: attributeOf(element, 'href') };
}

const nodes: Readonly<Record<string, NodeSpec>> = {
  paragraph: {
    content: 'inline*',
    group: 'block',
    attrs: attributesWithDefaults({ align: null, [SUGGESTION_ATTRIBUTE]: null }),
    parseDOM: [rule('p', (element) => ({ align: findAlign(element) }))],
  },
  blockquote: { ...block('blockquote', 'block+'), defining: true },
  bulletList: { ...block('ul', 'listItem+'), group: 'block list' },
  codeBlock: {
    ...block('pre', 'text*'),
    marks: '',
    code: true,
    defining: true,
    attrs: attributesWithDefaults({ language: null }),
    parseDOM: [{ ...rule('pre', readCodeBlock), preserveWhitespace: 'full' }],
  },
  doc: { content: 'block+' },
  hardBreak: { group: 'inline', inline: true, parseDOM: [rule('br')] },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: attributesWithDefaults({ align: null, level: 1 }),
    parseDOM: [2, 3, 4].map(headingRule),
  },
  horizontalRule: { group: 'block', parseDOM: [rule('hr')] },
  listItem: { content: 'paragraph block*', defining: true, parseDOM: [rule('li')] },
  orderedList: {
    ...block('ol', 'listItem+'),
    group: 'block list',
    attrs: attributesWithDefaults({ start: 1, type: null }),
    parseDOM: [rule('ol', (element) => ({ start: Number(element.getAttribute('start') ?? 1), type: null }))],
  },
  text: { group: 'inline' },
  image: {
    group: 'block',
    attrs: attributesWithDefaults(Object.fromEntries(IMAGE_ATTRIBUTES.map((name) => [name, null]))),
    parseDOM: [rule('img', readImage)],
  },
  table: block('table', 'tableRow+'),
  tableRow: { content: '(tableCell | tableHeader)*', parseDOM: [rule('tr')] },
  tableHeader: cellNode('th'),
  tableCell: cellNode('td'),
  figure: block('figure', 'block+'),
  figcaption: block('figcaption', 'inline*'),
};

const mark = (tag: string): MarkSpec => ({ parseDOM: [rule(tag)] });
/** Stored texts have none of these. */
const SUGGESTION: MarkSpec = { attrs: attributesWithDefaults({ [SUGGESTION_ATTRIBUTE]: null }) };
const marks: Readonly<Record<string, MarkSpec>> = {
  link: { inclusive: true, attrs: attributesWithDefaults(LINK_DEFAULTS), parseDOM: [rule('a', readLink)] },
  bold: mark('strong'),
  code: { ...mark('code'), excludes: '_' },
  italic: mark('em'),
  strike: mark('s'),
  underline: mark('u'),
  sub: mark('sub'),
  sup: mark('sup'),
  [INSERTION]: SUGGESTION,
  [DELETION]: SUGGESTION,
};

/** The schema of formatted text. */
export const richTextSchema = new Schema({ nodes, marks });
