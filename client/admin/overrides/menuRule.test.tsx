/** Which fields the form of a menu rule has. */
import { expect, it } from '@jest/globals';
import { showsOfRule } from './menuRule';

// @spec P3-271
it.each([
  ['menu_dir', false],
  ['menu', false],
  ['button', true],
])('the form of a rule of type %s has the field method: %s', (type, isShown) => {
  expect(showsOfRule('method', (field) => (field === 'type' ? type : null))).toBe(isShown);
});
