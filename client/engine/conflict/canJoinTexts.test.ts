/** canJoinTexts: free texts only. */
import { expect, it } from '@jest/globals';
import { admin } from '../../../common/entities/admin';
import { news } from '../../../common/entities/news';
import { canJoinTexts } from './canJoinTexts';

it('canJoinTexts: free texts of several lines, and neither values of one line nor other kinds', () => {
  expect([canJoinTexts(news, 'description'), canJoinTexts(news, 'title')]).toEqual([true, false]);
  for (const field of ['username', 'email', 'group_arr', 'missing']) expect(canJoinTexts(admin, field)).toBe(false);
});
