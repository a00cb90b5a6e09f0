/** Addresses of the public site: each route has one address in each language, and is read back from it. */
import { describe, expect, it } from '@jest/globals';
import { parseSitePath, SITE_LANGS, sitePath, type SiteRoute } from './sitePaths';
import { SECTION_NAMES, SITE_SECTIONS } from './siteSections';

const ROUTES: readonly SiteRoute[] = [
  { page: 'home' },
  { page: 'contact' },
  { page: 'trial' },
  { page: 'page', slug: 'about-us' },
  { page: 'module', path: 'guest-book', number: 1 },
  { page: 'module', path: 'faq', number: 3 },
  { page: 'search', q: '' },
  { page: 'search', q: 'live & 实时 ?' },
  { page: 'search', q: 'live', within: 'news', number: 1 },
  { page: 'search', q: 'live', within: 'pages', number: 4 },
  { page: 'list', section: 'news', number: 3, category: 7 },
  { page: 'list', section: 'plugins', number: 1, category: 2 },
  ...SECTION_NAMES.flatMap((section): SiteRoute[] => [
    { page: 'list', section, number: 1 },
    { page: 'list', section, number: 12 },
    { page: 'detail', section, key: SITE_SECTIONS[section].key === 'id' ? '42' : 'geo-maps' },
  ]),
];

const parse = (address: string, defaultLang: 'zh-cn' | 'en' = 'zh-cn') => {
  const [path = '', query = ''] = address.split('?');
  const values = query.split('&').map((pair) => pair.split('=').map(decodeURIComponent));
  return parseSitePath(path, Object.fromEntries(values), defaultLang);
};

describe('site paths', () => {
  it('every route is read back from its address, in both languages and under both defaults', () => {
    for (const defaultLang of SITE_LANGS)
      for (const lang of SITE_LANGS)
        for (const route of ROUTES)
          expect(parse(sitePath(lang, route, defaultLang), defaultLang)).toEqual({
            lang,
            route,
            hasPrefix: lang !== defaultLang,
          });
  });

  it('no two routes of one language share an address', () => {
    const addresses = ROUTES.map((route) => sitePath('en', route, 'zh-cn'));
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('home is / in the default language and /en in English', () => {
    expect(sitePath('zh-cn', { page: 'home' }, 'zh-cn')).toBe('/');
    expect(sitePath('en', { page: 'home' }, 'zh-cn')).toBe('/en');
  });

  it.each([
    '/admin',
    '/user/login',
    '/api/news',
    '/news/0',
    '/news/-1',
    '/news/1/2',
    '/news/x',
    '/plugins/Geo',
    '/page',
    '/page/a--b',
    '/contact/1',
    '/fr/news',
    '/en/en',
    '/page/a/b',
    '/faq.html',
    '/faq/1',
    '/openapi',
    '/storage',
    '/news/99999999999999999',
  ])('%s is not a page of the site', (address) => {
    expect(parse(address)).toBeUndefined();
  });

  it('ignores unknown query values and wrong numbers, so that they make no further pages', () => {
    expect(parse('/news?page=0&utm_source=x')).toEqual(parse('/news'));
    expect(parse('/news?page=abc&category=-4')).toEqual(parse('/news'));
    expect(parse('/products?category=4')).toEqual(parse('/products'));
  });
});
