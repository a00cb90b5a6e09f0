/** Suggestions in the document of a shared draft: the text without them, and who may have made an update. */
import { Fragment, type Node } from '@tiptap/pm/model';
import { yXmlFragmentToProseMirrorFragment } from '@tiptap/y-tiptap';
import { AbstractType, applyUpdate, ContentType, encodeStateAsUpdate, Doc, type Item, type XmlFragment } from 'yjs';
import {
  DELETION,
  INSERTION,
  parseSuggestion,
  SUGGESTION_ATTRIBUTE,
  type SuggestionAuthor,
} from '../../../../common/text/richText/draftSuggestion';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';
import { keepFormats } from '../../../../common/text/richText/keepFormats';
import { createRemoveSuggestions } from '../../../../common/text/richText/removeSuggestions';
import { richTextSchema } from '../richText/richTextSchema';
import { applyMarked } from './applyMarked';
import { getAuthors, type OpenSuggesters } from './suggesters';
import { isSuggestionContent } from './suggestionFormats';

/** The document without suggestions of one author, or of everybody. */
export const removeSuggestions = createRemoveSuggestions<Node>({
  filterMarks: (text, isKept) => text.mark(text.marks.filter(isKept)),
  replaceChildren: (node, attrs, children) => node.type.create(attrs, Fragment.fromArray([...children]), node.marks),
});

const NONE: ReadonlySet<unknown> = new Set();
const suggestionsByNode = new WeakMap<Node, ReadonlySet<unknown>>();
function findSuggestions(node: Node): ReadonlySet<unknown> {
  const found = new Set<unknown>(node.children.flatMap((child) => [...listSuggestions(child)]));
  const own: unknown = node.attrs[SUGGESTION_ATTRIBUTE];
  if (typeof own === 'string') found.add(own);
  for (const mark of node.marks)
    if (mark.type.name === INSERTION || mark.type.name === DELETION) found.add(mark.attrs[SUGGESTION_ATTRIBUTE]);
  return found.size === 0 ? NONE : found;
}
/** All suggestions in a document or a part of it, as their strings. */
export function listSuggestions(node: Node): ReadonlySet<unknown> {
  const found = suggestionsByNode.get(node) ?? findSuggestions(node);
  suggestionsByNode.set(node, found);
  return found;
}

/** A copy of a draft on which updates are tried; it follows the draft. */
interface Trial {
  readonly copy: Doc;
  /** Blocks of the copy as they were converted last, without those that changed since. */
  readonly blocks: WeakMap<object, Node>;
  readonly close: () => void;
}
type Block = ReturnType<XmlFragment['toArray']>[number];

function convertBlock(blocks: Trial['blocks'], block: Block): readonly Node[] {
  const converted = blocks.get(block);
  if (converted !== undefined) return [converted];
  // the conversion only asks for the blocks
  const fragment = { toArray: () => [block] } as unknown as XmlFragment;
  const [node] = yXmlFragmentToProseMirrorFragment(fragment, richTextSchema).content;
  if (node === undefined) return [];
  blocks.set(block, node);
  return [node];
}
/** The document of a draft, and whether the schema allows every part of it: the conversion deletes the other parts. */
function readDocument({ copy, blocks }: Trial): { readonly document: Node; readonly isWhole: boolean } {
  let isWhole = true;
  const onUpdate = () => (isWhole = false);
  copy.on('update', onUpdate);
  const nodes = copy.getXmlFragment(DRAFT_FRAGMENT).toArray();
  const document = richTextSchema.topNodeType.create(
    null,
    nodes.flatMap((block) => convertBlock(blocks, block)),
  );
  copy.off('update', onUpdate);
  return { document, isWhole };
}
/** The node of a change and those around it, up to the root. */
function itemsAround({ target }: { readonly target: unknown }): readonly Item[] {
  const items: Item[] = [];
  let type = target;
  while (type instanceof AbstractType && type._item !== null) {
    items.push(type._item);
    type = type._item.parent;
  }
  return items;
}
/** Forgets the conversions of blocks in which something changed. */
function followBlocks(copy: Doc, blocks: Trial['blocks']): void {
  copy.getXmlFragment(DRAFT_FRAGMENT).observeDeep((events) => {
    for (const { content } of events.flatMap(itemsAround))
      if (content instanceof ContentType) blocks.delete(content.type);
  });
}
const trials = new WeakMap<Doc, Trial>();

function getTrial(doc: Doc): Trial {
  const known = trials.get(doc);
  if (known) return known;
  const copy = new Doc({ gcFilter: ({ content }) => !isSuggestionContent(content) });
  keepFormats(copy);
  applyUpdate(copy, encodeStateAsUpdate(doc));
  const follow = (update: Uint8Array) => applyUpdate(copy, update);
  const close = () => {
    trials.delete(doc);
    doc.off('update', follow);
    copy.destroy();
  };
  const trial: Trial = { copy, blocks: new WeakMap(), close };
  followBlocks(copy, trial.blocks);
  doc.on('update', follow);
  doc.on('destroy', close);
  trials.set(doc, trial);
  return trial;
}

/** The document of a draft; blocks that did not change since the last call are converted once. */
export function readSuggestionDocument(doc: Doc): Node {
  const trial = getTrial(doc);
  const { document, isWhole } = readDocument(trial);
  if (!isWhole) trial.close();
  return document;
}
/** The authors with pending suggestions in a draft. */
export const findOpenSuggesters = (doc: Doc): OpenSuggesters =>
  getAuthors(listSuggestions(readSuggestionDocument(doc)));

/**
 * Whether an update only makes or withdraws suggestions of its author: without these the text is the same before and after, so nobody
 * else's text and suggestions changed.
 */
export function isOwnSuggestion(doc: Doc, update: Uint8Array, author: SuggestionAuthor): boolean {
  const trial = getTrial(doc);
  const { isAllowed, isMarked } = tryUpdate(trial, update, author);
  // what was refused stays in the copy, and the draft gets marks of its own
  if (!isAllowed || isMarked) trial.close();
  return isAllowed;
}
interface Attempt {
  readonly isAllowed: boolean;
  readonly isMarked: boolean;
}
const FAILED: Attempt = { isAllowed: false, isMarked: false };
function tryUpdate(trial: Trial, update: Uint8Array, author: SuggestionAuthor): Attempt {
  const { copy } = trial;
  const { p, name } = author;
  const before = readDocument(trial).document;
  let isMarked: boolean;
  try {
    isMarked = applyMarked(copy, update, author);
  } catch {
    return FAILED;
  }
  if (copy.store.pendingStructs !== null || copy.store.pendingDs !== null) return FAILED;
  const { document: after, isWhole } = readDocument(trial);
  const earlier = listSuggestions(before);
  const isNamed = [...listSuggestions(after)].every(
    (text) => earlier.has(text) || parseSuggestion(text)?.name === name,
  );
  const isAllowed = isWhole && isNamed && removeSuggestions(before, p).eq(removeSuggestions(after, p));
  return { isAllowed, isMarked };
}
