/** The text of a suggestion in the list. */
import { expect, it } from '@jest/globals';
import { getExcerpt } from './getExcerpt';

it.each([
  ['no space at its start or end', ' every day ', 'every day'],
  ['spaces alone', '  ', '  '],
  ['nothing', '', ''],
  ['the start of a long text', ` ${'word '.repeat(20)}`, `${'word '.repeat(11)}word…`],
])('getExcerpt: %s', (_what, text, excerpt) => {
  expect(getExcerpt(text)).toBe(excerpt);
});
