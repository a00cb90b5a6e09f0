/** Carries open suggestions of a shared draft over to another text: those in paragraphs that are the same in both, and suggested paragraphs. */
import type { DraftNode, RemoveSuggestions } from './removeSuggestions';
import { getInsertion } from './removeSuggestions';
import { matchInOrder } from './matchInOrder';

interface ComparableNode<N> extends DraftNode<N> {
  readonly eq: (other: N) => boolean;
}
export interface CarriedSuggestions<N> {
  /** The blocks of the new text, with the suggestions that fit. */
  readonly blocks: readonly N[];
  /** Blocks whose suggestions do not fit. */
  readonly lostBlocks: readonly N[];
}

const getChildren = <N>(node: DraftNode<N>): readonly N[] =>
  Array.from({ length: node.childCount }, (_, index) => node.child(index));

/** Numbers that are equal for equal blocks. */
function createKeys<N extends ComparableNode<N>>(): (node: N) => number {
  const known: N[] = [];
  return (node) => {
    const index = known.findIndex((other) => other.eq(node));
    return index >= 0 ? index : known.push(node) - 1;
  };
}

/** The blocks of `next`, with the suggestions of `current` where they fit. */
export function carrySuggestions<N extends ComparableNode<N>>(
  current: N,
  next: N,
  removeSuggestions: RemoveSuggestions<N>,
): CarriedSuggestions<N> {
  const keyOf = createKeys<N>();
  const blocks = getChildren(current);
  const isNew = (block: N) => typeof getInsertion(block) === 'string';
  const kept = blocks.filter((block) => !isNew(block));
  const newBlocks = getChildren(next);
  const places = new Map<N, number>();
  matchInOrder(
    kept.map((block) => keyOf(removeSuggestions(block))),
    newBlocks.map(keyOf),
    (index, place) => {
      const block = kept[index];
      if (block !== undefined) places.set(block, place);
    },
  );
  const result: N[][] = newBlocks.map((block) => [block]);
  const leading: N[] = [];
  let place = -1;
  for (const block of blocks) {
    const matched = places.get(block);
    if (isNew(block)) (result[place] ?? leading).push(block);
    else if (matched !== undefined) {
      place = matched;
      result[place] = [block];
    }
  }
  const lostBlocks = kept.filter((block) => !places.has(block) && removeSuggestions(block) !== block);
  return { blocks: [...leading, ...result.flat()], lostBlocks };
}
