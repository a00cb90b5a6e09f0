/** Members see the password strength that staff see, in three labels instead of five. */
import { expect, it } from '@jest/globals';
import type { TFunction } from 'i18next';
import { passwordStrength } from '../../shared/auth/passwordStrength';
import { formatStrength } from './formatStrength';

const t = ((key: string, { word = '' } = {}) => word || key) as unknown as TFunction; // returns the key of the label

it.each([
  ['', 0, 'weak'],
  ['aaaaaaaaaaaaaaaaaa', 0, 'weak'],
  ['abcdef', 1, 'weak'],
  ['abcdefgh-1', 3, 'good'],
  ['Abcdef-1', 3, 'good'],
  ['abcdefgh1', 2, 'fair'],
  ['Third-river-44-by-night', 4, 'good'],
] as const)('formatStrength: %j has strength %d of 4, labelled %s', (password, strength, word) => {
  expect([passwordStrength(password), formatStrength(t, password)]).toEqual([
    strength,
    `registration.strength.${word}`,
  ]);
});
