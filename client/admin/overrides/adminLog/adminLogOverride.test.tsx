/** The admin log shows titles in the current language, in the table and on cards. */
import { expect, it } from '@jest/globals';
import { entities } from '../../../../common/entities/index';
import { createRegistry } from '../../../../common/entity/registry';
import { findLoggedRecord } from './findLoggedRecord';
import { adminLogOverride } from './adminLogOverride';

it('adminLogOverride: translates stored titles wherever they name the row', () => {
  const registry = createRegistry(entities);
  const row = { id: 1, title: 'News item · Add', data: { entity: 'news', verb: 'add', ids: [1] } };
  const shownText = (lang: 'en' | 'zh-cn') => adminLogOverride.translateTitle?.(row.title, lang, registry, row);
  expect([shownText('en'), shownText('zh-cn')]).toEqual(['News item · Add', '新闻 · 添加']);
  expect(adminLogOverride.translateTitle?.('Signed long ago', 'zh-cn', registry)).toBe('Signed long ago');
});

it('findLoggedRecord: names the one record by its stored title or by its id', () => {
  const registry = createRegistry(entities);
  const find = (data: Parameters<typeof findLoggedRecord>[0][string]) => findLoggedRecord({ id: 1, data }, registry);
  const news = { entity: 'news', verb: 'edit', ids: [12] };
  const path = '/admin/news?record=12';
  expect(find({ ...news, data: { title: 'Spring sale' } })).toEqual({ title: 'Spring sale', path });
  expect(find({ ...news, data: { status: 1 } })).toEqual({ title: '#12', path });
  expect(find({ ...news, ids: [12, 13], data: {} })).toBeUndefined();
  expect(find({ act: 'sign_in' })).toBeUndefined();
});
