/**
 * Three-way merge of formatted texts: by block, and inside a block that both sides changed by sentence. Nothing that a side wrote is lost, and
 * nothing is invented: what both changed in different ways is a conflict.
 */
import type { Budget } from './alignItems';
import {
  createInterner,
  serializeRuns,
  type Block,
  type ContainerBlock,
  type InlineRun,
  type Interner,
  type Tag,
  type TextBlock,
} from './blocks';
import { mergeSequences, type MergeStep } from './mergeSequences';
import { parseBlocks } from './parseBlocks';
import { countBlocks, countSentences, isSumOfChanges, type SentenceCounts } from './sentenceCounts';
import { joinSentences, splitSentences, type Sentence } from './splitSentences';

/** A block that both sides changed. Each version holds the changes of both that do not contradict each other. */
export interface BlockConflict {
  readonly base: string;
  /** Empty when they removed the block. */
  readonly theirs: string;
  /** Empty when I removed the block. */
  readonly mine: string;
  /** Their version and mine, one after the other; null when one side removed the block, or the two cannot follow one another. */
  readonly both: string | null;
  /** Opening and closing tags of the elements around the block, such as `<ul>` around a list item. */
  readonly around: readonly [open: string, close: string];
}
/** The merged text: markup, and conflicts where it depends on a decision. */
export interface RichTextMerge {
  readonly pieces: readonly (string | BlockConflict)[];
  readonly conflicts: readonly BlockConflict[];
}
/** Which version of a conflicting block to take. */
export type BlockChoice = 'theirs' | 'mine' | 'both';

type Pieces = readonly (string | BlockConflict)[];
interface MergeContext {
  readonly intern: Interner;
  readonly budget: Budget;
  readonly around: readonly Tag[];
  /** The sentences of the merged text. */
  readonly counts: SentenceCounts;
}
const COMPARISONS_PER_MERGE = 20_000;

const NAMES_OF_LISTS: ReadonlySet<string> = new Set(['ul', 'ol']);
const NAMES_OF_CELLS: ReadonlySet<string> = new Set(['td', 'th']);
const NAMES_OF_TABLE_PARTS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
/** Names of elements that one side may exchange for each other. */
const getFamily = (name: string): string => {
  if (NAMES_OF_LISTS.has(name)) return 'list';
  if (NAMES_OF_CELLS.has(name)) return 'cell';
  return NAMES_OF_TABLE_PARTS.has(name) ? 'part' : name;
};
/** Whether a block can be a changed form of another. */
export function canBlockBecome(from: Block, to: Block): boolean {
  if (from.kind === 'text') return to.kind === 'text';
  if (from.kind === 'container') return to.kind === 'container' && getFamily(from.tag.name) === getFamily(to.tag.name);
  return to.kind === 'atomic';
}

const getWrapperTags = (tags: readonly Tag[]): BlockConflict['around'] => [
  tags.map(({ html }) => html).join(''),
  [...tags]
    .reverse()
    .map(({ name }) => `</${name}>`)
    .join(''),
];

function createConflict(
  context: MergeContext,
  base: string,
  theirs: string,
  mine: string,
  both = theirs + mine,
): BlockConflict {
  const canFollow = theirs !== '' && mine !== '' && context.around.at(-1)?.name !== 'tr';
  return { base, theirs, mine, both: canFollow ? both : null, around: getWrapperTags(context.around) };
}

interface Versions<T> {
  readonly base: T;
  readonly theirs: T;
  readonly mine: T;
}
/** The version to take when not both sides changed it differently. */
function pickUncontested<T extends { readonly key: number | string } | null>({
  base,
  theirs,
  mine,
}: Versions<T>): T | undefined {
  const getKey = (version: T) => version?.key ?? '';
  if (getKey(mine) === getKey(base)) return theirs;
  if (getKey(theirs) === getKey(base) || getKey(theirs) === getKey(mine)) return mine;
  return undefined;
}

/** The tag of a block that both changed; undefined when they changed it differently. */
function mergeTag({ base, theirs, mine }: Versions<Tag | null>): Tag | null | undefined {
  const picked = pickUncontested({ base, theirs, mine });
  return picked === null ? (mine ?? theirs) : picked;
}

const withTag = (tag: Tag | null, content: string): string =>
  tag === null ? content : `${tag.html}${content}</${tag.name}>`;

const canSentenceBecome = (): boolean => true;
/** The sentences of one version of the merged block. */
function getSentences(steps: readonly MergeStep<Sentence>[], choice: BlockChoice): readonly Sentence[] {
  return steps.flatMap((step) => {
    if (step.kind === 'added') return [step.item];
    const picked = step.kind === 'common' ? pickUncontested(step) : undefined;
    if (picked) return [picked];
    const sides = { theirs: [step.theirs], mine: [step.mine], both: [step.theirs, step.mine] }[choice];
    return sides.flatMap((sentence) => sentence ?? []);
  });
}

function mergeTextBlocks(context: MergeContext, { base, theirs, mine }: Versions<TextBlock>): string | BlockConflict {
  const tag = mergeTag({ base: base.tag, theirs: theirs.tag, mine: mine.tag });
  const isPreformatted = base.tag?.name === 'pre';
  if (tag === undefined || [theirs, mine].some((version) => (version.tag?.name === 'pre') !== isPreformatted))
    return createConflict(context, base.html, theirs.html, mine.html);
  const split = ({ runs }: TextBlock) => splitSentences(runs, isPreformatted, context.intern);
  const steps = mergeSequences(split(base), split(theirs), split(mine), canSentenceBecome, context.budget);
  const write = (choice: BlockChoice): string => {
    const runs: readonly InlineRun[] = joinSentences(getSentences(steps, choice), isPreformatted);
    return runs.length === 0 ? '' : withTag(tag, serializeRuns(runs));
  };
  const isContested = steps.some(
    (step) => step.kind === 'removed' || (step.kind === 'common' && pickUncontested(step) === undefined),
  );
  if (!isContested) {
    countSentences(context.counts, getSentences(steps, 'mine'), context.intern);
    return write('mine');
  }
  return createConflict(context, base.html, write('theirs'), write('mine'), write('both'));
}

/** Number of cells of each row, when every row of a table has as many. */
function tableWidth(block: ContainerBlock): number | undefined {
  const rows = block.children.flatMap((child) => (child.kind === 'container' ? child.children : []));
  const widths = rows.map((row) => (row.kind === 'container' ? row.children.length : 0));
  return new Set(widths).size === 1 ? widths[0] : undefined;
}
/** One side changed the number of columns and the other added or removed rows: rows would differ in length. */
function isTornTable({ base, theirs, mine }: Versions<ContainerBlock>): boolean {
  if (base.tag.name !== 'table') return false;
  const [width, theirWidth, ownWidth] = [tableWidth(base), tableWidth(theirs), tableWidth(mine)];
  const rowCount = ({ children }: ContainerBlock) =>
    children.reduce((count, child) => count + (child.kind === 'container' ? child.children.length : 0), 0);
  const hasOtherRows = (version: ContainerBlock) => rowCount(version) !== rowCount(base);
  return (theirWidth !== width && hasOtherRows(mine)) || (ownWidth !== width && hasOtherRows(theirs));
}

const hasOtherWidth = ({ base, theirs, mine }: Versions<ContainerBlock>): boolean =>
  new Set([base, theirs, mine].map(tableWidth)).size > 1;
const isRemoval = ({ theirs, mine }: BlockConflict): boolean => theirs === '' || mine === '';

const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['td', 'th', 'li']);
function mergeContainers(context: MergeContext, versions: Versions<ContainerBlock>): Pieces {
  const { base, theirs, mine } = versions;
  const tag = mergeTag({ base: base.tag, theirs: theirs.tag, mine: mine.tag });
  if (!tag || isTornTable(versions)) return [createConflict(context, base.html, theirs.html, mine.html)];
  const inside = { ...context, around: [...context.around, tag] };
  const pieces = mergeBlocks(inside, base.children, theirs.children, mine.children);
  if (
    tag.name === 'table' &&
    hasOtherWidth(versions) &&
    pieces.some((piece) => typeof piece !== 'string' && isRemoval(piece))
  )
    return [createConflict(context, base.html, theirs.html, mine.html)];
  if (pieces.length === 0 && !MAY_BE_EMPTY.has(tag.name)) return [];
  return [tag.html, ...pieces, `</${tag.name}>`];
}

function writeBlock({ counts, intern }: MergeContext, block: Block): Pieces {
  countBlocks(counts, [block], intern);
  return [block.html];
}

function mergeStep(context: MergeContext, step: MergeStep<Block>): Pieces {
  if (step.kind === 'added') return writeBlock(context, step.item);
  if (step.kind === 'removed')
    return [createConflict(context, step.base.html, step.theirs?.html ?? '', step.mine?.html ?? '')];
  const { base, theirs, mine } = step;
  const picked = pickUncontested(step);
  if (picked) return writeBlock(context, picked);
  if (base.kind === 'text' && theirs.kind === 'text' && mine.kind === 'text')
    return [mergeTextBlocks(context, { base, theirs, mine })];
  if (base.kind === 'container' && theirs.kind === 'container' && mine.kind === 'container')
    return mergeContainers(context, { base, theirs, mine });
  return [createConflict(context, base.html, theirs.html, mine.html)];
}

/** Two texts without an element around them would become one: a line break keeps them apart. */
function separateBareTexts(steps: readonly MergeStep<Block>[], getPieces: (step: MergeStep<Block>) => Pieces): Pieces {
  const isBare = (step: MergeStep<Block> | undefined): boolean => {
    const block = step === undefined ? null : step.kind === 'added' ? step.item : (step.theirs ?? step.mine);
    return block?.kind === 'text' && block.tag === null;
  };
  return steps.flatMap((step, index) => {
    const pieces = getPieces(step).filter((piece) => piece !== '');
    return index > 0 && isBare(step) && isBare(steps[index - 1]) ? ['<br />', ...pieces] : pieces;
  });
}

function mergeBlocks(
  context: MergeContext,
  base: readonly Block[],
  theirs: readonly Block[],
  mine: readonly Block[],
): Pieces {
  const steps = mergeSequences(base, theirs, mine, canBlockBecome, context.budget);
  return separateBareTexts(steps, (step) => mergeStep(context, step));
}

const toMerge = (pieces: Pieces): RichTextMerge => ({
  pieces,
  conflicts: pieces.filter((piece) => typeof piece !== 'string'),
});

/**
 * Merges two versions of a sanitized formatted text. A text that is too large, too deep or not well-formed is one conflict. Linear in the
 * length of the texts. A merge that would lose a sentence or write one twice is one conflict too.
 */
export function mergeRichText(base: string, theirs: string, mine: string): RichTextMerge {
  if (theirs === mine || mine === base) return toMerge(theirs === '' ? [] : [theirs]);
  if (theirs === base) return toMerge(mine === '' ? [] : [mine]);
  const intern = createInterner();
  const [before, their, own] = [base, theirs, mine].map((html) => parseBlocks(html, intern));
  if (!before || !their || !own) return toMerge([{ base, theirs, mine, both: null, around: ['', ''] }]);
  const budget = { comparisons: COMPARISONS_PER_MERGE };
  const context = { intern, budget, around: [], counts: new Map<number, number>() };
  const merge = toMerge(mergeBlocks(context, before, their, own));
  if (merge.conflicts.length > 0) return merge;
  const count = (blocks: readonly Block[]) => {
    const counts: SentenceCounts = new Map();
    countBlocks(counts, blocks, intern);
    return counts;
  };
  const versions = { base: count(before), theirs: count(their), mine: count(own), merged: context.counts };
  return isSumOfChanges(versions) ? merge : toMerge([createConflict(context, base, theirs, mine)]);
}

/** The merged text with a choice for each conflict, in the order of the conflicts; undefined while one has none. */
export function resolveMerge(
  { pieces }: RichTextMerge,
  choices: readonly (BlockChoice | null | undefined)[],
): string | undefined {
  let index = 0;
  const parts = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const choice = choices[index++];
    return choice ? (piece[choice] ?? undefined) : undefined;
  });
  return parts.includes(undefined) ? undefined : parts.join('');
}

/** The merged text with both versions of each conflicting block; the changed one where the other side removed it. */
export const proposeMerge = ({ pieces }: RichTextMerge): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : (piece.both ?? (piece.theirs || piece.mine)))).join('');
