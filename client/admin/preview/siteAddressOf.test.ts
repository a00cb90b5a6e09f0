/** The page of the public site that shows a stored record. */
import { expect, it } from '@jest/globals';
import { news } from '../../../common/entities/news';
import { page } from '../../../common/entities/page';
import { plugin } from '../../../common/entities/plugin';
import { user } from '../../../common/entities/user';
import { findSiteAddress } from './sitePreview';

it('siteAddressOf: the address of a published record, none for a hidden one or an entity without pages', () => {
  expect(findSiteAddress(news, { id: 7, status: 1 })).toBe('/news/7');
  expect(findSiteAddress(news, { id: 7, status: 0 })).toBeUndefined();
  expect(findSiteAddress(user, { id: 7, status: 1 })).toBeUndefined();
});
it('siteAddressOf: pages and plugins are found by their own key', () => {
  expect(findSiteAddress(page, { id: 1, status: 1, slug: 'about' })).toBe('/page/about');
  expect(findSiteAddress(plugin, { id: 1, status: 1, name: 'face-login' })).toBe('/plugins/face-login');
});
