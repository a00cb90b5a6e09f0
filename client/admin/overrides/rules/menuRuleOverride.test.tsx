/** Visible fields in the form of a menu rule. */
import { expect, it } from '@jest/globals';
import { isRuleFieldVisible } from './menuRuleOverride';

// @spec P3-271
it.each([
  ['menu_dir', false],
  ['menu', false],
  ['button', true],
])('form of a rule of type %s: field `method` visible: %s', (type, isShown) => {
  expect(isRuleFieldVisible('method', (field) => (field === 'type' ? type : null))).toBe(isShown);
});
