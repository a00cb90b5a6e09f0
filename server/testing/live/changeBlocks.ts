/** Random changes of the blocks of a document, as an editor makes them: another type, a wrap, an unwrap, a split and a join. */
import { Fragment, type Node } from '@tiptap/pm/model';
import { richTextSchema } from '../../live/sharedDrafts/richText/richTextSchema';
import type { Random } from '../random';

type Blocks = readonly Node[];
const { nodes } = richTextSchema;
const create = (
  name: string,
  content: Blocks | Fragment,
  attrs: Readonly<Record<string, unknown>> | null = null,
): Node => {
  const type = nodes[name];
  if (type === undefined) throw new Error(`no block ${name}`);
  return type.create(attrs, content instanceof Fragment ? content : Fragment.fromArray([...content]));
};
const replaceAt = (blocks: Blocks, at: number, count: number, ...others: Blocks): Blocks => [
  ...blocks.slice(0, at),
  ...others,
  ...blocks.slice(at + count),
];
const isText = (block: Node | undefined): block is Node => block?.isTextblock === true;

/** Another type of text, or a block around it. */
function changeType(random: Random, blocks: Blocks, at: number, block: Node): Blocks {
  const paragraph = create('paragraph', block.content);
  const changes: readonly (() => Node)[] = [
    () => create('heading', block.content, { level: 2 }),
    () => create('heading', block.content, { level: 3 }),
    () => paragraph,
    () => create('blockquote', [paragraph]),
    () => create('bulletList', [create('listItem', [paragraph])]),
  ];
  return replaceAt(blocks, at, 1, random.pick(changes)());
}
/** The blocks inside a list or a quote. */
const unwrap = (block: Node): Blocks =>
  block.children.flatMap((child) => (child.type.name === 'listItem' ? child.children : [child]));
function split(random: Random, blocks: Blocks, at: number, block: Node): Blocks {
  const offset = random.below(block.content.size + 1);
  const [first, second] = [block.cut(0, offset), create('paragraph', block.content.cut(offset))];
  return replaceAt(blocks, at, 1, first, second);
}

/** The document after one random change of its blocks. */
export function changeBlocks(random: Random, document: Node): Node {
  const blocks = document.children;
  const at = random.below(blocks.length);
  const [block, next] = [blocks[at], blocks[at + 1]];
  if (block === undefined) return document;
  const changed = (): Blocks => {
    if (!isText(block)) return replaceAt(blocks, at, 1, ...unwrap(block));
    const chance = random.below(4);
    if (chance === 0) return split(random, blocks, at, block);
    if (chance === 1 && isText(next)) return replaceAt(blocks, at, 2, block.copy(block.content.append(next.content)));
    return changeType(random, blocks, at, block);
  };
  return document.copy(Fragment.fromArray([...changed()]));
}
