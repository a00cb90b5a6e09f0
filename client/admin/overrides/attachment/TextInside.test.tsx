/** Texts are read in the letters they were written in, and a character cut in two is no reason to read them otherwise. */
import { describe, expect, it } from '@jest/globals';
import { textIn } from './TextInside';

describe('the text of a file', () => {
  it('is UTF-8, even when it is cut within a character, and GB 18030 when it is not', () => {
    const whole = new TextEncoder().encode('你好 harbour');
    expect(textIn(whole)).toBe('你好 harbour');
    expect(textIn(whole.subarray(0, 4))).toBe('你');
    expect(textIn(Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3))).toBe('你好');
    expect(textIn(new Uint8Array())).toBe('');
  });
});
