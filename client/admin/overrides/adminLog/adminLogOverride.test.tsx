/** The admin log shows titles in the current language, in the table and on cards. */
import { expect, it } from '@jest/globals';
import { entities } from '../../../../common/entities/index';
import { createRegistry } from '../../../../common/entity/registry';
import { adminLogOverride } from './adminLogOverride';

it('adminLogOverride: translates stored titles wherever they name the row', () => {
  const registry = createRegistry(entities);
  const row = { id: 1, title: 'News item · Add', data: { entity: 'news', verb: 'add', ids: [1] } };
  const shownText = (lang: 'en' | 'zh-cn') => adminLogOverride.translateTitle?.(row.title, lang, registry, row);
  expect([shownText('en'), shownText('zh-cn')]).toEqual(['News item · Add', '新闻 · 添加']);
  expect(adminLogOverride.translateTitle?.('Signed long ago', 'zh-cn', registry)).toBe('Signed long ago');
});
