/** The parts of a formatted text, as the merge and the comparison of formatted texts need them. */

/** An opening tag as it is written. `key` is equal for tags of the same meaning; a paragraph without attributes has none. */
export interface Tag {
  readonly name: string;
  readonly html: string;
  readonly key: string;
  readonly attributes: Readonly<Record<string, string>>;
}
/** A stretch of text, or a line break or image, with the inline elements around it, outermost first. */
export interface InlineRun {
  /** Escaped text, or the tag of an element without content. */
  readonly html: string;
  readonly marks: readonly Tag[];
  /** The element without content; null for text. */
  readonly voidTag: Tag | null;
}
interface BlockBase {
  /** As it is written. */
  readonly html: string;
  /** Equal for blocks of equal content, however they are written. */
  readonly key: number;
  /** The text without markup. */
  readonly text: string;
}
/** A paragraph, heading or program text; without a tag, text directly inside another block. */
export interface TextBlock extends BlockBase {
  readonly kind: 'text';
  readonly tag: Tag | null;
  readonly runs: readonly InlineRun[];
}
/** A block that consists of blocks: a list, list item, table, row, cell, quote. */
export interface ContainerBlock extends BlockBase {
  readonly kind: 'container';
  readonly tag: Tag;
  readonly children: readonly Block[];
}
/** A block that is never divided: an image, a line, and markup of an unusual shape. */
export interface AtomicBlock extends BlockBase {
  readonly kind: 'atomic';
  /** The element, when it has no content; null for other markup. */
  readonly tag: Tag | null;
}
export type Block = TextBlock | ContainerBlock | AtomicBlock;

/** Gives equal texts equal numbers, so that long texts are compared once. */
export type Interner = (text: string) => number;
/** Creates a table of numbers for texts. Keys of blocks are comparable when one table made them. */
export function createInterner(): Interner {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&nbsp;', '\u00a0'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&apos;', "'"],
  ['&gt;', '>'],
  ['&lt;', '<'],
  ['&amp;', '&'],
]);
/** Escaped text as its reader sees it. */
export const decodeEntities = (html: string): string =>
  html.includes('&')
    ? html.replaceAll(/&(?:nbsp|quot|apos|gt|lt|amp|#39);/g, (entity) => ENTITIES.get(entity) ?? entity)
    : html;

const isEqualMark = (a: Tag | undefined, b: Tag | undefined): boolean => a !== undefined && a.key === b?.key;

/** Writes runs as well-formed markup: elements that neighbours share stay open. */
export function serializeRuns(runs: readonly InlineRun[]): string {
  const parts: string[] = [];
  let open: readonly Tag[] = [];
  const closeTo = (depth: number) => {
    for (const tag of open.slice(depth).reverse()) parts.push(`</${tag.name}>`);
  };
  for (const { html, marks } of runs) {
    let shared = 0;
    while (isEqualMark(open[shared], marks[shared])) shared += 1;
    closeTo(shared);
    for (const tag of marks.slice(shared)) parts.push(tag.html);
    open = [...open.slice(0, shared), ...marks.slice(shared)];
    parts.push(html);
  }
  closeTo(0);
  return parts.join('');
}

/** The elements that two neighbours share. */
export function sharedMarks(a: readonly Tag[], b: readonly Tag[]): readonly Tag[] {
  let shared = 0;
  while (isEqualMark(a[shared], b[shared])) shared += 1;
  return a.slice(0, shared);
}

/** What the reader of runs sees: equal for equal text in equal formats. */
export function keyOfRuns(runs: readonly InlineRun[], isPreformatted: boolean): string {
  const parts: string[] = [];
  let format = '';
  for (const { html, marks, voidTag } of runs) {
    const nextFormat = marks.map(({ key }) => key).join(' ');
    if (nextFormat !== format) parts.push(`\u0001${nextFormat}\u0002`);
    format = nextFormat;
    parts.push(voidTag ? `\u0003${voidTag.key}\u0004` : decodeEntities(html));
  }
  const joined = parts.join('');
  return isPreformatted ? joined : joined.replaceAll(/[ \t\r\n]+/g, ' ').trim();
}

/** The text of runs; an image counts as one character. */
export const textOfRuns = (runs: readonly InlineRun[]): string =>
  runs
    .map(({ html, voidTag }) => (voidTag === null ? decodeEntities(html) : voidTag.name === 'br' ? '\n' : '\ufffc'))
    .join('');
