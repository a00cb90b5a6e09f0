/** Divides the text of a block into sentences, Latin and Chinese, without tearing an inline element. */
import { keyOfRuns, sharedMarks, textOfRuns, type InlineRun, type Interner } from './blocks';

/** A sentence with the spaces behind it. */
export interface Sentence {
  readonly runs: readonly InlineRun[];
  readonly key: number;
  readonly text: string;
  /** Another sentence can follow without a space. */
  readonly isClosed: boolean;
}

const CHINESE_ENDS = '。！？；…';
const LATIN_ENDS = '.!?';
const CLOSERS = '”’」』）】》〉"\')]»';
type Ending = 'none' | 'latin' | 'chinese' | 'space';

function nextEnding(ending: Ending, character: string): Ending {
  if (CHINESE_ENDS.includes(character)) return 'chinese';
  if (LATIN_ENDS.includes(character)) return ending === 'chinese' ? 'chinese' : 'latin';
  if (CLOSERS.includes(character) && ending !== 'space') return ending;
  if (/\s/.test(character)) return ending === 'none' ? 'none' : 'space';
  return 'none';
}
/** Whether a sentence ends before this character. */
const isBoundary = (ending: Ending, character: string): boolean =>
  (ending === 'space' && !/\s/.test(character)) ||
  (ending === 'chinese' && !/\s/.test(character) && !`${CHINESE_ENDS}${LATIN_ENDS}${CLOSERS}`.includes(character));

interface Boundaries {
  /** Offsets at which sentences begin. */
  readonly starts: readonly number[];
  /** The ending after the last character. */
  readonly ending: Ending;
}
function findBoundaries(text: string, before: Ending): Boundaries {
  const starts: number[] = [];
  let ending = before;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (isBoundary(ending, character)) starts.push(index);
    ending = nextEnding(ending, character);
  }
  return { starts, ending };
}
function findLineStarts(text: string): Boundaries {
  const starts: number[] = [];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return { starts, ending: text.endsWith('\n') ? 'space' : 'none' };
}

/** The sentences of a block; the lines of a preformatted one. */
export function splitSentences(
  runs: readonly InlineRun[],
  isPreformatted: boolean,
  intern: Interner,
): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let current: InlineRun[] = [];
  let ending: Ending = 'none';
  const finish = (isClosed: boolean) => {
    const key = intern(`sentence ${keyOfRuns(current, isPreformatted)}`);
    if (current.length > 0) sentences.push({ runs: current, key, text: textOfRuns(current), isClosed });
    current = [];
  };
  for (const run of runs) {
    if (run.voidTag !== null) {
      if (ending === 'space' || ending === 'chinese') finish(true);
      current.push(run);
      ending = 'none';
      if (run.voidTag.name === 'br') finish(true);
      continue;
    }
    const found: Boundaries = isPreformatted ? findLineStarts(run.html) : findBoundaries(run.html, ending);
    let from = 0;
    for (const start of found.starts) {
      if (start > from) current.push({ ...run, html: run.html.slice(from, start) });
      finish(true);
      from = start;
    }
    if (from < run.html.length) current.push({ ...run, html: run.html.slice(from) });
    ending = found.ending;
  }
  finish(ending === 'space' || ending === 'chinese');
  return sentences;
}

/** Joins sentences; a sentence that was the last of its block gets a space before the next. */
export function joinSentences(sentences: readonly Sentence[], isPreformatted: boolean): readonly InlineRun[] {
  return sentences.flatMap(({ runs }, index) => {
    const previous = index === 0 ? undefined : sentences[index - 1];
    const [before, after] = [previous?.runs.at(-1), runs[0]];
    if (previous === undefined || previous.isClosed || before === undefined || after === undefined) return runs;
    if (after.voidTag === null && /^\s/.test(after.html)) return runs;
    const marks = sharedMarks(before.marks, after.marks);
    return [{ html: isPreformatted ? '\n' : ' ', marks, voidTag: null }, ...runs];
  });
}
