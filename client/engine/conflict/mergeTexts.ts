/** Merges two edits of one text word by word, with or without spaces between words. Loaded on demand. */
import { diffArrays } from 'diff';

/**
 * Maximum edit length of the diff; beyond it both texts count as wholly different, so that the screen stays
 * responsive.
 */
const MAX_EDIT_LENGTH = 4_000;

const segmenter = new Intl.Segmenter('zh-cn', { granularity: 'word' });
const splitWords = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

interface Hunk {
  readonly kind: 'same' | 'gone' | 'new';
  readonly words: readonly string[];
}
function diffWords(from: readonly string[], to: readonly string[]): readonly Hunk[] {
  const diff = diffArrays([...from], [...to], { maxEditLength: MAX_EDIT_LENGTH });
  if (diff === undefined) {
    const hunks: readonly Hunk[] = [
      { kind: 'gone', words: from },
      { kind: 'new', words: to },
    ];
    return hunks.filter(({ words }) => words.length > 0);
  }
  return diff.map(({ added, removed, value }) => ({ kind: added ? 'new' : removed ? 'gone' : 'same', words: value }));
}

/** A range of base words that one side replaced. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
function editsBetween(base: readonly string[], text: string): readonly Edit[] {
  const edits: Edit[] = [];
  let position = 0;
  for (const { kind, words } of diffWords(base, splitWords(text))) {
    const last = edits.at(-1);
    const to = kind === 'new' ? position : position + words.length;
    if (kind !== 'same') {
      const hunk = { from: position, to, text: kind === 'new' ? words.join('') : '' };
      if (last?.to === position) edits[edits.length - 1] = { from: last.from, to, text: last.text + hunk.text };
      else edits.push(hunk);
    }
    position = to;
  }
  return edits;
}

/** Adjacent edits do not overlap; edits that start at the same word do. */
const overlaps = (a: Edit, b: Edit) => a.from === b.from || (a.from < b.to && b.from < a.to);

/** Merges both edits: non-overlapping changes are combined, otherwise one text follows the other. */
export function mergeTexts(base: string, theirs: string, mine: string): string {
  if (theirs === mine || mine === base) return theirs;
  if (theirs === base) return mine;
  const baseWords = splitWords(base);
  const [remoteEdits, ownEdits] = [editsBetween(baseWords, theirs), editsBetween(baseWords, mine)];
  if (remoteEdits.some((edit) => ownEdits.some((ownEdit) => overlaps(edit, ownEdit)))) {
    return [theirs, mine].join(/\n/.test(theirs + mine) ? '\n' : ' ');
  }
  let position = 0;
  const parts = [...remoteEdits, ...ownEdits]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, text }) => {
      const part = baseWords.slice(position, from).join('') + text;
      position = to;
      return part;
    });
  return parts.join('') + baseWords.slice(position).join('');
}
