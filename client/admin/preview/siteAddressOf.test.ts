/** The page of the public site that shows a stored record. */
import { expect, it } from '@jest/globals';
import { news } from '../../../common/entities/news';
import { page } from '../../../common/entities/page';
import { plugin } from '../../../common/entities/plugin';
import { user } from '../../../common/entities/user';
import { getSiteAddress } from './sitePreview';

it('siteAddressOf: the address of a published record, none for a hidden one or an entity without pages', () => {
  expect(getSiteAddress(news, { id: 7, status: 1 })).toBe('/news/7');
  expect(getSiteAddress(news, { id: 7, status: 0 })).toBeUndefined();
  expect(getSiteAddress(user, { id: 7, status: 1 })).toBeUndefined();
});
it('siteAddressOf: pages and plugins are found by their own key', () => {
  expect(getSiteAddress(page, { id: 1, status: 1, slug: 'about' })).toBe('/page/about');
  expect(getSiteAddress(plugin, { id: 1, status: 1, name: 'face-login' })).toBe('/plugins/face-login');
});
