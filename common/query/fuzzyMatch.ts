/** Fuzzy text search: finds texts in spite of typos (typing errors), by the edit distance between words. */
import { normalizeForSearch } from '../text/normalize';

/** Words shorter than this must be typed without an error. */
const MIN_TOLERANT_LENGTH = 4;
const TWO_ERRORS_LENGTH = 8;
const allowedErrors = (word: string): number => {
  if (word.length < MIN_TOLERANT_LENGTH) return 0;
  return word.length < TWO_ERRORS_LENGTH ? 1 : 2;
};
const getWords = (text: string): readonly string[] =>
  normalizeForSearch(text)
    .split(/[\s,.:;()/_-]/u)
    .filter((word) => word !== '');

/** The next row of the distance table: added, missing and wrong characters, and two swapped ones, count as one error each. */
function nextRow(
  a: string,
  b: string,
  index: number,
  [previous, last]: readonly [readonly number[], readonly number[]],
) {
  const row = [index + 1];
  for (let column = 0; column < b.length; column += 1) {
    const isSame = a[index] === b[column];
    const isSwapped = index > 0 && column > 0 && a[index] === b[column - 1] && a[index - 1] === b[column];
    row.push(
      Math.min(
        (last[column + 1] ?? 0) + 1,
        (row[column] ?? 0) + 1,
        (last[column] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (previous[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      ),
    );
  }
  return row;
}
/** The errors between a typed word and the beginning of another; a word may be unfinished. */
function prefixDistance(typed: string, word: string): number {
  const target = word.slice(0, typed.length + 2);
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: target.length + 1 }, (_, index) => index);
  for (let index = 0; index < typed.length; index += 1)
    [before, last] = [last, nextRow(typed, target, index, [before, last])];
  return Math.min(...last);
}

/**
 * Fuzzy match of a search in a text: returns the number of typing errors (edit distance), undefined without a match. Each typed word must
 * occur in the text, or begin one of its words with one error in four to seven characters, two in longer ones. Words of one to three
 * characters must be right.
 */
export function countTypingErrors(search: string, text: string): number | undefined {
  const normalized = normalizeForSearch(text);
  const words = getWords(text);
  let errors = 0;
  for (const typed of getWords(search)) {
    if (normalized.includes(typed)) continue;
    const fewestErrors = Math.min(...words.map((word) => prefixDistance(typed, word)), Number.POSITIVE_INFINITY);
    if (fewestErrors > allowedErrors(typed)) return undefined;
    errors += fewestErrors;
  }
  return errors;
}

/** The items whose text matches the search, those with fewer typing errors first. */
export const filterFuzzyMatches = <T>(
  items: readonly T[],
  search: string,
  getText: (item: T) => string,
): readonly T[] =>
  items
    .map((item) => ({ item, errors: countTypingErrors(search, getText(item)) }))
    .filter((match): match is { item: T; errors: number } => match.errors !== undefined)
    .sort((a, b) => a.errors - b.errors)
    .map(({ item }) => item);
