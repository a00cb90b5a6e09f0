/** Stored failures of market sources are shown in the reader's language. */
import { describe, expect, it } from '@jest/globals';
import { sourceFailureText, toStoredFailure } from './sourceFaults';

describe('failures of market sources', () => {
  it('a stored code becomes a sentence in the language of the reader', () => {
    const stored = toStoredFailure('market.unreachable');
    expect(sourceFailureText('en', stored)).toBe('The source isn’t responding. Try again later.');
    expect(sourceFailureText('zh-cn', stored)).toBe('来源没有响应，请稍后再试。');
  });

  it('the message of the source is part of the sentence, with its own colons and dollar signs', () => {
    const stored = toStoredFailure('market.refused', 'Closed: $& until 9');
    expect(sourceFailureText('en', stored)).toBe('The source rejected the request: Closed: $& until 9');
    expect(sourceFailureText('zh-cn', stored)).toBe('来源拒绝了请求：Closed: $& until 9');
  });

  it('sentences that were stored without a code, and unknown codes, are shown as they are', () => {
    expect(sourceFailureText('en', 'The source isn’t responding.')).toBe('The source isn’t responding.');
    expect(sourceFailureText('en', 'market.constructor')).toBe('market.constructor');
    expect(sourceFailureText('en', '')).toBe('');
  });
});
