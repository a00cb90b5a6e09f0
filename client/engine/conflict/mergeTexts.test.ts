/** Merging two edits of one text. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeTexts } from './mergeTexts';

describe('mergeTexts', () => {
  it('keeps both changes when they touch different parts', () => {
    expect(mergeTexts('one two three four', 'ONE two three four', 'one two three FOUR')).toBe('ONE two three FOUR');
    expect(mergeTexts('第一段。第二段。', '第一章。第二段。', '第一段。第二节。')).toBe('第一章。第二节。');
  });

  it('appends one text to the other when they overlap', () => {
    expect(mergeTexts('a', 'b', 'c')).toBe('b c');
    expect(mergeTexts('', 'b', 'c\nd')).toBe('b\nc\nd');
  });

  it('returns the changed text when one side is unchanged', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (base, text) => {
        expect(mergeTexts(base, text, base)).toBe(text);
        expect(mergeTexts(base, base, text)).toBe(text);
      }),
    );
  });
});
