/** Two people's work in one text. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeTexts } from './mergeTexts';

describe('two texts joined', () => {
  it('lets both changes stand where they touch different places', () => {
    expect(mergeTexts('one two three four', 'ONE two three four', 'one two three FOUR')).toBe('ONE two three FOUR');
    expect(mergeTexts('第一段。第二段。', '第一章。第二段。', '第一段。第二节。')).toBe('第一章。第二节。');
  });

  it('puts one after the other where they do not', () => {
    expect(mergeTexts('a', 'b', 'c')).toBe('b c');
    expect(mergeTexts('', 'b', 'c\nd')).toBe('b\nc\nd');
  });

  it('is the other text where one side changed nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (base, text) => {
        expect(mergeTexts(base, text, base)).toBe(text);
        expect(mergeTexts(base, base, text)).toBe(text);
      }),
    );
  });
});
