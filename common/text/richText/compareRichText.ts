/** Compares two versions of a formatted text by block and by word, for a view of the differences. */
import { alignItems, type Budget } from './alignItems';
import {
  createInterner,
  decodeEntities,
  type Block,
  type InlineRun,
  type Interner,
  type Tag,
  type TextBlock,
} from './blocks';
import { canBlockBecome } from './mergeRichText';
import { matchInOrder } from './matchInOrder';
import { parseBlocks } from './parseBlocks';

export type TextChange = 'same' | 'added' | 'removed';
export interface ComparedRun {
  readonly change: TextChange;
  readonly run: InlineRun;
}
/** A block with its differences: as a whole, by word, or by the blocks inside it. */
export type ComparedBlock =
  | { readonly kind: 'whole'; readonly change: TextChange; readonly block: Block }
  | { readonly kind: 'text'; readonly tag: Tag | null; readonly runs: readonly ComparedRun[] }
  | { readonly kind: 'container'; readonly tag: Tag; readonly children: readonly ComparedBlock[] };

interface Comparison {
  readonly intern: Interner;
  readonly budget: Budget;
}
const COMPARISONS = 5_000;
/** A Chinese character, a word, spaces, an escaped character, or any other character. */
const WORD = /\p{Script=Han}|[\p{L}\p{N}\p{M}]+|\s+|&#?\w{1,8};|./gsu;

/** Words and images of a text, each in its format. */
const getWords = (runs: readonly InlineRun[]): readonly InlineRun[] =>
  runs.flatMap((run) => (run.voidTag ? [run] : (run.html.match(WORD) ?? []).map((html) => ({ ...run, html }))));

function keyOfWord(intern: Interner, { html, marks, voidTag }: InlineRun): number {
  const text = voidTag ? voidTag.key : decodeEntities(html).replaceAll(/\s+/g, ' ');
  return intern(`word ${marks.map(({ key }) => key).join(' ')}>${text}`);
}

function compareRuns({ intern }: Comparison, before: TextBlock, after: TextBlock): readonly ComparedRun[] {
  const [olds, news] = [getWords(before.runs), getWords(after.runs)];
  const partners = new Map<number, number>();
  const getKeys = (words: readonly InlineRun[]) => words.map((word) => keyOfWord(intern, word));
  matchInOrder(getKeys(olds), getKeys(news), (old, index) => partners.set(old, index));
  const compared: ComparedRun[] = [];
  let next = 0;
  const addUntil = (end: number) => {
    for (const run of news.slice(next, end)) compared.push({ change: 'added', run });
  };
  olds.forEach((run, old) => {
    const index = partners.get(old);
    if (index === undefined) {
      compared.push({ change: 'removed', run });
      return;
    }
    addUntil(index);
    compared.push({ change: 'same', run: news[index] ?? run });
    next = index + 1;
  });
  addUntil(news.length);
  return joinEqual(compared);
}

/** Neighbours of one format and one change become one. */
function joinEqual(runs: readonly ComparedRun[]): readonly ComparedRun[] {
  const joined: ComparedRun[] = [];
  for (const next of runs) {
    const last = joined.at(-1);
    const isJoinable =
      last &&
      last.change === next.change &&
      !last.run.voidTag &&
      !next.run.voidTag &&
      last.run.marks === next.run.marks;
    if (isJoinable) joined[joined.length - 1] = { ...last, run: { ...last.run, html: last.run.html + next.run.html } };
    else joined.push(next);
  }
  return joined;
}

function comparePair(comparison: Comparison, before: Block, after: Block): readonly ComparedBlock[] {
  if (before.key === after.key) return [{ kind: 'whole', change: 'same', block: after }];
  if (before.kind === 'text' && after.kind === 'text' && before.tag?.key === after.tag?.key)
    return [{ kind: 'text', tag: after.tag, runs: compareRuns(comparison, before, after) }];
  if (before.kind === 'container' && after.kind === 'container' && before.tag.key === after.tag.key)
    return [
      { kind: 'container', tag: after.tag, children: compareBlocks(comparison, before.children, after.children) },
    ];
  return [
    { kind: 'whole', change: 'removed', block: before },
    { kind: 'whole', change: 'added', block: after },
  ];
}

function compareBlocks(
  comparison: Comparison,
  before: readonly Block[],
  after: readonly Block[],
): readonly ComparedBlock[] {
  const { newIndexes, moved } = alignItems(before, after, canBlockBecome, comparison.budget);
  const compared: ComparedBlock[] = [];
  let next = 0;
  const addUntil = (end: number) => {
    for (const block of after.slice(next, end)) compared.push({ kind: 'whole', change: 'added', block });
  };
  before.forEach((block, old) => {
    const index = newIndexes[old] ?? -1;
    const partner = moved.has(old) ? undefined : after[index];
    if (partner === undefined) {
      compared.push({ kind: 'whole', change: 'removed', block });
      return;
    }
    addUntil(index);
    compared.push(...comparePair(comparison, block, partner));
    next = index + 1;
  });
  addUntil(after.length);
  return compared;
}

/** Compares two formatted texts; undefined when one is too large or not well-formed. Equal texts are one version without differences. */
export function compareRichText(before: string, after: string): readonly ComparedBlock[] | undefined {
  const intern = createInterner();
  const [olds, news] = [parseBlocks(before, intern), parseBlocks(after, intern)];
  return olds && news && compareBlocks({ intern, budget: { comparisons: COMPARISONS } }, olds, news);
}
