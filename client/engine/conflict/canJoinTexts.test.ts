/** canJoinTexts: free texts only. */
import { expect, it } from '@jest/globals';
import { admin } from '../../../common/entities/admin';
import { news } from '../../../common/entities/news';
import { canJoinTexts } from './canJoinTexts';

it('canJoinTexts: free texts, and neither values with a pattern nor other kinds', () => {
  expect([canJoinTexts(news, 'title'), canJoinTexts(admin, 'motto')]).toEqual([true, true]);
  for (const field of ['username', 'email', 'group_arr', 'missing']) expect(canJoinTexts(admin, field)).toBe(false);
});
