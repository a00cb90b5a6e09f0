/** Relative times in both languages. */
import { expect, it } from '@jest/globals';
import { createFormatters } from './format';

const seconds = (text: string): number => new Date(text).getTime() / 1000;
const now = new Date('2026-11-24T20:48:00').getTime();

it.each([
  ['2026-11-24T20:47:30', 'now', '现在'],
  ['2026-11-24T00:10:00', '20 hours ago', '20 小时前'],
  ['2026-11-23T20:00:00', 'yesterday', '昨天'],
  ['2026-11-22T20:00:00', '2 days ago', '前天'],
  ['2026-11-21T21:03:00', '3 days ago', '3 天前'],
])('relativeTime: %s is %s', (at, en, zh) => {
  expect(createFormatters('en', 'CNY').relativeTime(seconds(at), now)).toBe(en);
  expect(createFormatters('zh-cn', 'CNY').relativeTime(seconds(at), now)).toBe(zh);
});
