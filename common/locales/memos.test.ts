import { expect, it } from '@jest/globals';
import { checkInMemo, memoText, purchaseMemo } from './memos';

it('memoText: a memo of the server is in the language of the reader', () => {
  const sealed = checkInMemo(12);
  expect(memoText(sealed, 'en')).toBe('Daily check-in, day 12');
  expect(memoText(sealed, 'zh-cn')).toBe('连续签到第 12 天');
});

it('memoText: a purchase names the plugin in the language of the reader', () => {
  const memo = purchaseMemo({ en: 'FAQ', 'zh-cn': '常见问题' });
  expect([memoText(memo, 'en'), memoText(memo, 'zh-cn')]).toEqual(['Plugin “FAQ”', '购买插件“常见问题”']);
});

it.each(['Gift', 'purchase:', 'purchase:x', 'check_in:', 'check_in:0', 'check_in:1 and more', '连续签到第 1 天', ''])(
  'what a person wrote stands as it is: %j',
  (memo) => {
    expect([memoText(memo, 'en'), memoText(memo, 'zh-cn')]).toEqual([memo, memo]);
  },
);
