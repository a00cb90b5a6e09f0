/** The mention at the caret of a comment. */
import { expect, it } from '@jest/globals';
import { findMention, insertMention } from './findMention';

it('findMention: returns the text after @ up to the caret, also directly after Chinese text', () => {
  expect(findMention('@', 1)).toEqual({ start: 0, query: '' });
  expect(findMention('See @an please', 7)).toEqual({ start: 4, query: 'an' });
  expect(findMention('请@安', 3)).toEqual({ start: 1, query: '安' });
});
it('findMention: no mention in an email address, after a space, or before the caret reaches @', () => {
  expect(findMention('mail anna@example', 17)).toBeUndefined();
  expect(findMention('@anna please', 12)).toBeUndefined();
  expect(findMention('x @anna', 1)).toBeUndefined();
  expect(findMention(`@${'a'.repeat(31)}`, 32)).toBeUndefined();
});
it('insertMention: replaces only the typed mention and puts the caret after the name', () => {
  const mention = findMention('See @an, thanks', 7);
  expect(mention && insertMention('See @an, thanks', mention, 'Anna Li')).toEqual({
    text: 'See @Anna Li , thanks',
    caret: 13,
  });
});
