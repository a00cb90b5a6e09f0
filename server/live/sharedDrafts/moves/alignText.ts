/** Finds the characters of a deleted text in the text that replaces it. */
import { matchInOrder } from '../../../../common/text/richText/matchInOrder';

/** Characters in a row that are the same text; shorter ones are a coincidence. */
const MIN_BLOCK = 3;
/** The part of the shorter text that must be in the other one. */
const MIN_SHARE = 0.4;
const MIN_SHARE_OF_PART = 0.5;

/** The index in the new text for each index of the old one; -1 for what the new one does not have. */
export type TextAlignment = readonly number[];

const toCharCodes = (text: string): readonly number[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

interface Block {
  readonly from: number;
  readonly to: number;
}
/** Stretches of the old text that are equal in the new one. */
function listBlocks(alignment: TextAlignment): readonly Block[] {
  const blocks: Block[] = [];
  alignment.forEach((other, index) => {
    if (other < 0) return;
    const last = blocks.at(-1);
    const follows = last?.to === index && alignment[index - 1] === other - 1;
    if (last !== undefined && follows) blocks[blocks.length - 1] = { ...last, to: index + 1 };
    else blocks.push({ from: index, to: index + 1 });
  });
  return blocks;
}
function keepBlocks(alignment: TextAlignment, blocks: readonly Block[]): TextAlignment {
  const kept = alignment.map(() => -1);
  for (const { from, to } of blocks) for (let at = from; at < to; at += 1) kept[at] = alignment[at] ?? -1;
  return kept;
}
const getTotalLength = (blocks: readonly Block[]): number => blocks.reduce((sum, { from, to }) => sum + to - from, 0);

/** Aligns a deleted text with the new one; undefined when they are different texts. `isPart`: only one stretch of the old text has moved. */
export function alignText(
  deleted: string,
  inserted: string,
  { isPart }: { readonly isPart: boolean },
): TextAlignment | undefined {
  if (deleted === '' || inserted === '') return undefined;
  const alignment = new Array<number>(deleted.length).fill(-1);
  matchInOrder(toCharCodes(deleted), toCharCodes(inserted), (index, other) => void (alignment[index] = other));
  const shorter = Math.min(deleted.length, inserted.length);
  const blocks = listBlocks(alignment).filter(({ from, to }) => to - from >= Math.min(MIN_BLOCK, shorter));
  if (!isPart)
    return getTotalLength(blocks) >= MIN_SHARE * shorter && blocks.length > 0
      ? keepBlocks(alignment, blocks)
      : undefined;
  const [longest] = blocks.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  if (longest === undefined || longest.to - longest.from < MIN_SHARE_OF_PART * inserted.length) return undefined;
  return keepBlocks(alignment, [longest]);
}
