/** Rich text without its tags. */
import { expect, it } from '@jest/globals';
import { stripTags } from './stripTags';

it('stripTags: puts a space, or what is asked for, in the place of each tag and leaves a bare sign of comparison', () => {
  const html = '<p>One<br>two</p> 3 < 4';
  expect([stripTags(html), stripTags(html, '')]).toEqual([' One two  3 < 4', 'Onetwo 3 < 4']);
});
