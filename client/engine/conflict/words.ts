/** Two people's changes of one text joined by words, in languages with and without spaces. Loaded only when it is asked for. */
import { diffArrays } from 'diff';

/** Beyond this two texts count as wholly different: finding the words would hold up the screen. */
const MOST_STEPS = 4_000;

const segmenter = new Intl.Segmenter('zh-cn', { granularity: 'word' });
const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

interface Hunk {
  readonly kind: 'same' | 'gone' | 'new';
  readonly words: readonly string[];
}
function hunksOf(from: readonly string[], to: readonly string[]): readonly Hunk[] {
  const found = diffArrays([...from], [...to], { maxEditLength: MOST_STEPS });
  if (found === undefined) {
    const hunks: readonly Hunk[] = [
      { kind: 'gone', words: from },
      { kind: 'new', words: to },
    ];
    return hunks.filter(({ words }) => words.length > 0);
  }
  return found.map(({ added, removed, value }) => ({ kind: added ? 'new' : removed ? 'gone' : 'same', words: value }));
}

/** A stretch of the base that one side replaced. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
function editsOf(base: readonly string[], text: string): readonly Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  for (const { kind, words } of hunksOf(base, wordsOf(text))) {
    const last = edits.at(-1);
    const to = kind === 'new' ? at : at + words.length;
    if (kind !== 'same') {
      const joined = { from: at, to, text: kind === 'new' ? words.join('') : '' };
      if (last?.to === at) edits[edits.length - 1] = { from: last.from, to, text: last.text + joined.text };
      else edits.push(joined);
    }
    at = to;
  }
  return edits;
}

/** Neighbours do not touch each other; what begins at the same word does. */
const touches = (a: Edit, b: Edit) => a.from === b.from || (a.from < b.to && b.from < a.to);

/** Both people's work in one text: where they changed different places each change stands, else one text follows the other. */
export function joinTexts(base: string, theirs: string, mine: string): string {
  if (theirs === mine || mine === base) return theirs;
  if (theirs === base) return mine;
  const words = wordsOf(base);
  const [other, own] = [editsOf(words, theirs), editsOf(words, mine)];
  if (other.some((edit) => own.some((one) => touches(edit, one)))) {
    return [theirs, mine].join(/\n/.test(theirs + mine) ? '\n' : ' ');
  }
  let at = 0;
  const parts = [...other, ...own]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, text }) => {
      const part = words.slice(at, from).join('') + text;
      at = to;
      return part;
    });
  return parts.join('') + words.slice(at).join('');
}
