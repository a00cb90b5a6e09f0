/** Rich text without its tags. */
import { expect, it } from '@jest/globals';
import { stripTags } from './stripTags';

it('stripTags: replaces each tag by a space or the given text, and leaves a bare comparison sign', () => {
  const html = '<p>One<br>two</p> 3 < 4';
  expect([stripTags(html), stripTags(html, '')]).toEqual([' One two  3 < 4', 'Onetwo 3 < 4']);
});
