/** TextPreview: decoding of whole and truncated texts. */
import { describe, expect, it } from '@jest/globals';
import { decodeText } from './TextPreview';

describe('decodeText', () => {
  it('decodes UTF-8, also when truncated within a character, and GB 18030 otherwise', () => {
    const wholeText = new TextEncoder().encode('你好 harbour');
    expect(decodeText(wholeText)).toBe('你好 harbour');
    expect(decodeText(wholeText.subarray(0, 4))).toBe('你');
    expect(decodeText(Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3))).toBe('你好');
    expect(decodeText(new Uint8Array())).toBe('');
  });
});
