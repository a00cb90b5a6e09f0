/** Languages are loaded on demand. */
import { expect, it, jest } from '@jest/globals';
import { en } from '../../../common/locales/en';
import { zhCn } from '../../../common/locales/zhCn';
import { createI18n, translateIssue, changeLanguage } from './i18n';

it('changeLanguage: loads another language once, before the switch', async () => {
  const source = { en: jest.fn(async () => Promise.resolve(en)), 'zh-cn': jest.fn(async () => Promise.resolve(zhCn)) };
  const i18n = createI18n('en', { en });
  // A section that a screen added alone does not count as a loaded language.
  i18n.addResourceBundle('zh-cn', 'translation', { savedViews: {} }, true, true);
  expect(i18n.t('shell.done')).toBe(en.shell.done);
  const message: string[] = [];
  i18n.on('languageChanged', () => void message.push(i18n.t('shell.done')));
  await changeLanguage(i18n, 'zh-cn', source);
  await changeLanguage(i18n, 'en', source);
  await changeLanguage(i18n, 'zh-cn', source);
  expect(message).toEqual([zhCn.shell.done, en.shell.done, zhCn.shell.done]);
  expect([source.en.mock.calls.length, source['zh-cn'].mock.calls.length]).toEqual([0, 1]);
});

it('translateIssue: fills in the limits of the issue', () => {
  const i18n = createI18n('zh-cn', { 'zh-cn': zhCn });
  const issue = { path: 'title', code: 'too_long', params: { max: 5 } } as const;
  expect(translateIssue(i18n, issue)).toBe(zhCn.issues.too_long.replace(/\{\{\s*max\s*\}\}/, '5'));
});

it('i18n: adds a space between inserted Latin text and Chinese, and changes nothing else', () => {
  const i18n = createI18n('zh-cn', { 'zh-cn': zhCn, en });
  expect(i18n.t('engine.list.add', { one: 'API 令牌' })).toBe('添加 API 令牌');
  expect(i18n.t('engine.list.add', { one: '会员' })).toBe('添加会员');
  expect(i18n.t('engine.list.add', { one: '<b>&' })).toBe('添加<b>&');
  expect(createI18n('en', { en }).t('engine.list.add', { one: 'news item' })).toBe('Add news item');
});
