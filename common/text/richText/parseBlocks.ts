/** Divides sanitized HTML into blocks: paragraphs, headings, list items, table rows, images, code. */
import { COMPARED_CHARACTERS } from './alignItems';
import { keyOfRuns, textOfRuns, type Block, type InlineRun, type Interner, type Tag } from './blocks';
import { parseMarkup, type MarkupNode } from './parseMarkup';

const TEXT_BLOCK_NAMES: ReadonlySet<string> = new Set(['p', 'h2', 'h3', 'h4', 'pre', 'figcaption', 'caption']);
const TABLE_BODY: Tag = { name: 'tbody', html: '<tbody>', key: 'tbody', attributes: {} };

/** Nested marks of one text; a text with more becomes an atomic block. */
const MAX_MARKS = 12;

interface Source {
  readonly html: string;
  readonly intern: Interner;
}
const getSource = ({ html }: Source, { start, end }: MarkupNode): string => html.slice(start, end);

function collectRuns(source: Source, node: MarkupNode, marks: readonly Tag[], runs: InlineRun[]): void {
  if (node.tag === null) runs.push({ html: getSource(source, node), marks, voidTag: null });
  else if (node.tag.name === 'br' || node.tag.name === 'img')
    runs.push({ html: node.tag.html, marks, voidTag: node.tag });
  else for (const child of node.children) collectRuns(source, child, [...marks, node.tag], runs);
}
function listRuns(source: Source, nodes: readonly MarkupNode[]): readonly InlineRun[] {
  const runs: InlineRun[] = [];
  for (const node of nodes) collectRuns(source, node, [], runs);
  return runs;
}

function createTextBlock(source: Source, html: string, tag: Tag | null, runs: readonly InlineRun[]): Block {
  const content = keyOfRuns(runs, tag?.name === 'pre');
  const key = source.intern(`text ${tag?.key ?? ''}>${content}`);
  return { kind: 'text', html, tag, runs, key, text: textOfRuns(runs) };
}
function createAtomicBlock(source: Source, node: MarkupNode): Block {
  const html = getSource(source, node);
  const tag = node.children.length === 0 ? node.tag : null;
  const content = tag === null ? html : tag.key;
  return {
    kind: 'atomic',
    html,
    tag,
    key: source.intern(`atomic ${content}`),
    text: html.slice(0, COMPARED_CHARACTERS),
  };
}
function createContainer(source: Source, html: string, tag: Tag, children: readonly Block[]): Block {
  const key = source.intern(`container ${tag.key}>${children.map((child) => child.key).join()}`);
  let text = '';
  for (const child of children) {
    text += ` ${child.text.slice(0, COMPARED_CHARACTERS)}`;
    if (text.length > COMPARED_CHARACTERS) break;
  }
  return { kind: 'container', html, tag, children, key, text };
}

/** Texts and inline elements that follow one another, between two blocks. */
function inlineBlocks(source: Source, nodes: readonly MarkupNode[]): readonly Block[] {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return [];
  const runs = listRuns(source, nodes);
  const hasText = runs.some(({ html, voidTag }) => voidTag === null && html.trim() !== '');
  if (hasText && runs.every(({ marks }) => marks.length <= MAX_MARKS))
    return [createTextBlock(source, source.html.slice(first.start, last.end), null, runs)];
  return nodes.filter(({ tag }) => hasText || tag !== null).map((node) => createAtomicBlock(source, node));
}

/** Rows that are directly in a table belong to its body, as browsers and the editor have it. */
function wrapRows(source: Source, blocks: readonly Block[]): readonly Block[] {
  const isRow = (block: Block | undefined) => block?.kind === 'container' && block.tag.name === 'tr';
  const wrapped: Block[] = [];
  for (let index = 0; index < blocks.length;) {
    let end = index;
    while (isRow(blocks[end])) end += 1;
    const rows = blocks.slice(index, end);
    const [block] = blocks.slice(index, index + 1);
    if (rows.length > 0)
      wrapped.push(
        createContainer(source, `<tbody>${rows.map(({ html }) => html).join('')}</tbody>`, TABLE_BODY, rows),
      );
    else if (block) wrapped.push(block);
    index = Math.max(end, index + 1);
  }
  return wrapped;
}

function toBlock(source: Source, node: MarkupNode, tag: Tag): Block {
  if (TEXT_BLOCK_NAMES.has(tag.name)) {
    const runs = node.children.some(({ hasBlock }) => hasBlock) ? [] : listRuns(source, node.children);
    const isPlain =
      node.children.every(({ hasBlock }) => !hasBlock) && runs.every(({ marks }) => marks.length <= MAX_MARKS);
    return isPlain ? createTextBlock(source, getSource(source, node), tag, runs) : createAtomicBlock(source, node);
  }
  const isAtomic = tag.name === 'hr' || tag.name === 'col' || tag.name === 'colgroup' || isInlineName(tag.name);
  if (isAtomic) return createAtomicBlock(source, node);
  const children = toBlocks(source, node.children);
  return createContainer(
    source,
    getSource(source, node),
    tag,
    tag.name === 'table' ? wrapRows(source, children) : children,
  );
}
const isInlineName = (name: string): boolean => /^(strong|em|u|s|sub|sup|code|a)$/.test(name);

function toBlocks(source: Source, nodes: readonly MarkupNode[]): readonly Block[] {
  const blocks: Block[] = [];
  let inline: MarkupNode[] = [];
  for (const node of nodes) {
    if (node.tag === null || !node.hasBlock) {
      inline.push(node);
      continue;
    }
    blocks.push(...inlineBlocks(source, inline), toBlock(source, node, node.tag));
    inline = [];
  }
  return [...blocks, ...inlineBlocks(source, inline)];
}

/** The blocks of sanitized HTML; undefined for a text that is too large or deep, or not well-formed. */
export function parseBlocks(html: string, intern: Interner): readonly Block[] | undefined {
  const nodes = parseMarkup(html);
  return nodes && toBlocks({ html, intern }, nodes);
}
