/** The admin log is read in the language of the screen: in the table and on the cards of a phone. */
import { expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { registryOf } from '../../../common/entity/registry';
import { adminLogScreen } from './adminLog';

it('says a stored title in the language of its reader wherever the row is called by it', () => {
  const registry = registryOf(entities);
  const row = { id: 1, title: 'News item · Add', data: { entity: 'news', verb: 'add', ids: [1] } };
  const said = (lang: 'en' | 'zh-cn') => adminLogScreen.translateTitle?.(row.title, lang, registry, row);
  expect([said('en'), said('zh-cn')]).toEqual(['News item · Add', '新闻 · 添加']);
  expect(adminLogScreen.translateTitle?.('Signed long ago', 'zh-cn', registry)).toBe('Signed long ago');
});
