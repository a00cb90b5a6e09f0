/** Checks that a merge lost and duplicated no sentence: counts how often each sentence occurs in the versions of a text and in the merged one. */
import type { Block, Interner } from './blocks';
import { splitSentences, type Sentence } from './splitSentences';

/** Occurrences of each sentence, image and line, whatever its format. */
export type SentenceCounts = Map<number, number>;

const add = (counts: SentenceCounts, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Adds sentences to the counts. */
export function countSentences(counts: SentenceCounts, sentences: readonly Sentence[], intern: Interner): void {
  for (const { text } of sentences) {
    const words = text.trim();
    if (words !== '') add(counts, intern(`counted ${words}`));
  }
}

/** Adds the sentences of blocks to the counts. */
export function countBlocks(counts: SentenceCounts, blocks: readonly Block[], intern: Interner): void {
  for (const block of blocks) {
    if (block.kind === 'container') countBlocks(counts, block.children, intern);
    else if (block.kind === 'atomic') add(counts, block.key);
    else countSentences(counts, splitSentences(block.runs, block.tag?.name === 'pre', intern), intern);
  }
}

interface CountedVersions {
  readonly base: SentenceCounts;
  readonly theirs: SentenceCounts;
  readonly mine: SentenceCounts;
  readonly merged: SentenceCounts;
}
/**
 * Whether the merged text holds each sentence as often as the changes of both sides add up to: nothing is lost, nothing is there twice, and
 * what one side removed stays away. A sentence that both added or both removed counts once or twice.
 */
export function isSumOfChanges({ base, theirs, mine, merged }: CountedVersions): boolean {
  for (const key of new Set([...base.keys(), ...theirs.keys(), ...mine.keys(), ...merged.keys()])) {
    const [before, their, own, count] = [base, theirs, mine, merged].map((counts) => counts.get(key) ?? 0) as [
      number,
      number,
      number,
      number,
    ]; // `map` over four tables returns four numbers
    const sum = Math.max(0, their + own - before);
    const isShared = (their > before && own > before) || (their < before && own < before);
    const other = their > before ? Math.max(their, own) : Math.min(their, own);
    const [least, most] = isShared ? [Math.min(sum, other), Math.max(sum, other)] : [sum, sum];
    if (count < least || count > most) return false;
  }
  return true;
}
