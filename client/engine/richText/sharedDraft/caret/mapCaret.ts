/** Finds the caret again by the text around it, after a change of somebody else that wrote its block again. */
import type { Node } from '@tiptap/pm/model';
import { matchInOrder } from '../../../../../common/text/richText/matchInOrder';
import type { CaretRange, LeftBehind } from './findLeftBehind';

/** Stands for the start of a block, and for an image or a line break, in a list of characters. */
const BLOCK_START = 0;
const LEAF = '\uFFFC';
/** Characters around a caret that are compared. */
const MAX_CONTEXT = 200;
/** Equal characters in a row that are the same text; fewer are a coincidence. */
const MIN_RUN = 3;

export interface MappedCaret {
  readonly position: number;
  /** Text before the old caret that the new document does not have. */
  readonly lost: string;
}
interface Items {
  readonly keys: readonly number[];
  /** The position behind each item. */
  readonly positions: readonly number[];
}
interface TopRange {
  readonly from: number;
  readonly to: number;
}

/** Block starts and characters between two positions, without those of other ranges, which are relative to a caret. */
function listItems(document: Node, { from, to }: TopRange, caret: number, without: readonly CaretRange[] = []): Items {
  const keys: number[] = [];
  const positions: number[] = [];
  const add = (key: number, position: number) => {
    const at = position - caret;
    if (without.some((range) => at > range.from && at <= range.to)) return;
    keys.push(key);
    positions.push(position);
  };
  document.nodesBetween(from, to, (node, position) => {
    if (node.isTextblock) add(BLOCK_START, position + 1);
    else if (node.isText)
      for (let at = 0; at < node.nodeSize; at += 1) add(node.text?.charCodeAt(at) ?? BLOCK_START, position + at + 1);
    else if (node.isLeaf && node.isInline) add(LEAF.charCodeAt(0), position + 1);
  });
  return { keys, positions };
}

/** The blocks at the top in which two documents differ; undefined when they are equal. */
function findChange(before: Node, after: Node): { readonly old: TopRange; readonly now: TopRange } | undefined {
  const limit = Math.min(before.childCount, after.childCount);
  let first = 0;
  let from = 0;
  while (first < limit && before.child(first).eq(after.child(first))) from += before.child(first++).nodeSize;
  let [last, tail] = [0, 0];
  while (last < limit - first) {
    const block = before.child(before.childCount - 1 - last);
    if (!block.eq(after.child(after.childCount - 1 - last))) break;
    tail += block.nodeSize;
    last += 1;
  }
  const [oldTo, to] = [before.content.size - tail, after.content.size - tail];
  return oldTo === from && to === from ? undefined : { old: { from, to: oldTo }, now: { from, to } };
}

/** The index in the new list for each item of the old one; -1 for what the new one does not have. */
function align(old: readonly number[], now: readonly number[]): readonly number[] {
  const matches = new Array<number>(old.length).fill(-1);
  matchInOrder(old, now, (index, other) => void (matches[index] = other));
  for (let from = 0; from < matches.length;) {
    const start = matches[from] ?? -1;
    let to = from + 1;
    while (start >= 0 && matches[to] === start + to - from) to += 1;
    const isAtEdge = (from === 0 && start === 0) || (to === old.length && start + to - from === now.length);
    if (to - from < MIN_RUN && !isAtEdge) matches.fill(-1, from, to);
    from = to;
  }
  return matches;
}

/** The text of its block before and behind a position. */
function readContext(document: Node, position: number): { readonly before: string; readonly behind: string } {
  const { parent, parentOffset } = document.resolve(position);
  const read = (from: number, to: number) => parent.textBetween(from, to, LEAF, LEAF);
  return {
    before: read(Math.max(0, parentOffset - MAX_CONTEXT), parentOffset),
    behind: read(parentOffset, Math.min(parent.content.size, parentOffset + MAX_CONTEXT)),
  };
}
export function countCommonStart(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}
function countCommonEnd(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}

/** The index behind the only place of a text in a list of characters; -1 when there is none or more than one. */
function findOnly(keys: readonly number[], text: string): number {
  const all = String.fromCharCode(...keys);
  const at = text === '' ? -1 : all.indexOf(text);
  return at >= 0 && all.indexOf(text, at + 1) < 0 ? at + text.length : -1;
}
/** The caret by the text alone, for which the characters that were left behind do not count. */
function mapByText({ before, after, position, resolved, leftBehind }: CaretChange): MappedCaret {
  const change = findChange(before, after);
  if (change === undefined || position <= change.old.from) return { position, lost: '' };
  const { old, now } = change;
  if (position >= old.to) return { position: position + now.to - old.to, lost: '' };
  const oldItems = listItems(before, old, position, leftBehind?.old);
  const items = listItems(after, now, resolved, leftBehind?.now);
  const matches = align(oldItems.keys, items.keys);
  const end = position - (leftBehind?.count ?? 0);
  let index = oldItems.positions.findLastIndex((place) => place <= end);
  let lost = '';
  for (let isInBlock = true; index >= 0 && (matches[index] ?? -1) < 0; index -= 1) {
    const key = oldItems.keys[index] ?? BLOCK_START;
    isInBlock &&= key !== BLOCK_START;
    if (isInBlock) lost = String.fromCharCode(key) + lost;
  }
  // the text before the caret is the one that moved
  const moved = findOnly(oldItems.keys, lost) < 0 ? -1 : findOnly(items.keys, lost);
  if (moved > 0) return { position: items.positions[moved - 1] ?? now.from, lost: '' };
  const place = items.positions[matches[index] ?? -1] ?? items.positions[0] ?? now.from;
  return { position: place, lost };
}

export interface CaretChange {
  readonly before: Node;
  readonly after: Node;
  /** The position in the old document. */
  readonly position: number;
  /** Where Yjs puts it in the new one. */
  readonly resolved: number;
  /** The text to which Yjs ties the position is not deleted. */
  readonly isAlive: boolean;
  /** The text to which Yjs ties the position lost some characters before it, and these stayed. */
  readonly leftBehind: LeftBehind | undefined;
}
/** Where the text before and behind the caret went without the `count` characters that were left behind directly before it. */
function leaveBehind(change: CaretChange, count: number): MappedCaret {
  const { before, after, position, resolved } = change;
  const mapped = mapByText(change);
  if (mapped.position === resolved - count) return { position: resolved, lost: '' };
  const { behind } = readContext(before, position);
  const countBehind = (at: number) => countCommonStart(behind, readContext(after, at).behind);
  const gain = countBehind(mapped.position) - countBehind(resolved);
  const isMoved = mapped.lost === '' ? gain >= 0 : gain > 0;
  const left = before.textBetween(position - count, position, LEAF, LEAF);
  return isMoved ? { position: mapped.position, lost: mapped.lost + left } : { position: resolved, lost: '' };
}
/** The caret in the new document: where Yjs puts it, unless the text around it shows that its block was written again elsewhere. */
export function mapCaret(change: CaretChange): MappedCaret {
  const { before, after, position, resolved, isAlive, leftBehind } = change;
  if (!before.resolve(position).parent.isTextblock) return { position: resolved, lost: '' };
  const context = readContext(before, position);
  const isText = after.resolve(resolved).parent.isTextblock;
  const current = isText ? readContext(after, resolved) : { before: '', behind: '' };
  const isWhole = isText && current.before.endsWith(context.before) && current.behind.startsWith(context.behind);
  if (isAlive && isWhole) return { position: resolved, lost: '' };
  const count = leftBehind?.count ?? 0;
  if (isAlive && isText && count > 0) return leaveBehind(change, count);
  const mapped = mapByText(change);
  // characters that were left behind are between the caret and the text that it had
  const isFollowed = mapped.lost === '' && (leftBehind?.old.length ?? 0) > 0;
  if (!isAlive || !isText || isFollowed) return mapped;
  const known = context.before.slice(0, context.before.length - mapped.lost.length);
  const score = countCommonEnd(context.before, current.before) + countCommonStart(context.behind, current.behind);
  const { before: newBefore, behind: newBehind } = readContext(after, mapped.position);
  const mappedScore = countCommonEnd(known, newBefore) + countCommonStart(context.behind, newBehind);
  return mappedScore > score ? mapped : { position: resolved, lost: '' };
}

/** Moves a caret behind lost text that somebody typed again just behind it. */
export function skipReturned(
  before: Node,
  after: Node,
  { from, to }: { from: number; to: number },
  lost: string,
): number {
  if (lost === '' || !after.resolve(to).parent.isTextblock) return 0;
  const { behind } = readContext(after, to);
  const old = readContext(before, from).behind;
  // what stood there before did not return
  const count = countCommonStart(lost, behind);
  return count > 0 && countCommonStart(lost, old) < count ? count : 0;
}
