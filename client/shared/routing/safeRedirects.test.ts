/** Redirect addresses from outside lead to own screens or nowhere (T2.01, T2.02, T8.04). */
import { describe, expect, it } from '@jest/globals';
import { redirectTarget } from '../api/api';
import {
  parseFlatQuery,
  createLoadingPath,
  safeRedirectPath,
  sanitizeAppPath,
  readLoadingPath,
  APP_PATHS,
} from './safeRedirects';

const SCHEMES = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'blob:x', 'file:///etc/passwd', 'mailto:a@b'];
const HOSTS = [
  '//evil.example',
  '///evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https://evil.example',
  'http:evil.example',
];
const TRICKS = (home: string) => [
  `${home}/../..//evil.example`,
  `${home}/..//evil.example`,
  `${home}/%2e%2e/%2e%2e//evil.example`,
  `${home}/.%2e/x`,
  `${home}/x/%0d%0aSet-Cookie:a`,
  `${home}/%00`,
  `${home}/%5c%5cevil.example`,
  `${home}/a%2fb`,
  `${home}/%252e%252e`,
  `${home}//evil.example`,
  `${home}\\evil`,
  `${home}/\tx`,
  `${home}/x\n`,
  ` ${home}/x`,
  `${home}@evil.example`,
  `${home}.evil.example`,
  `${home}x/y`,
  `${home}/../user/x/../../api/x`,
  `${home}/${'x'.repeat(3000)}`,
];

describe('a redirect address from outside', () => {
  it('a redirect address is accepted only when it is a screen of the same realm', () => {
    let tried = 0;
    for (const paths of [APP_PATHS.admin, APP_PATHS.member]) {
      const other = paths === APP_PATHS.admin ? APP_PATHS.member : APP_PATHS.admin;
      const bare = [...SCHEMES, ...HOSTS];
      const written = [
        ...bare,
        ...bare.map((address) => encodeURIComponent(address)),
        ...bare.map((address) => `${paths.home}/../../${address}`.replace(/^\/\w+\/\.\.\/\.\.\//, '')),
        ...bare.map((address) => address.toUpperCase()),
        ...TRICKS(paths.home),
        ...[other.home, `${other.home}/x`, `${other.home}/../${other.home}`, '/', '', '.', '..', '/api/x', '/404'],
        ...[
          paths.login,
          `${paths.login}?to=x`,
          paths.loading,
          `${paths.loading}?url=${paths.loading}`,
          `${paths.home}/./login`,
        ],
        ...[null, undefined, 7, {}, [`${paths.home}/x`]],
      ];
      for (const address of written) {
        tried++;
        expect([address, sanitizeAppPath(address, paths)]).toEqual([address, undefined]);
        expect(safeRedirectPath(typeof address === 'string' ? address : null, paths)).toBe(paths.home);
      }
    }
    expect(tried).toBeGreaterThanOrEqual(150);
  });

  it('a redirect address keeps its query and is normalized', () => {
    expect(sanitizeAppPath('/admin/news?page=2', APP_PATHS.admin)).toBe('/admin/news?page=2');
    expect(sanitizeAppPath('/admin/x/../news/', APP_PATHS.admin)).toBe('/admin/news');
    expect(sanitizeAppPath('/user/overview', APP_PATHS.member)).toBe('/user/overview');
    expect(sanitizeAppPath('/admin/iframe/https%3A%2F%2Fexample.com%2F', APP_PATHS.admin)).toBeDefined();
  });

  it('a redirect address is kept by the loading route with its query as JSON, and restored unchanged', () => {
    const path = createLoadingPath(APP_PATHS.admin, '/admin/news', '?page=2&q=a%26b');
    const search = new URLSearchParams(path.split('?')[1]);
    expect(search.get('url')).toBe('/admin/news');
    expect(JSON.parse(search.get('query') ?? '')).toEqual({ page: '2', q: 'a&b' });
    expect(readLoadingPath(APP_PATHS.admin, search)).toBe('/admin/news?page=2&q=a%26b');
  });

  it('a redirect in the envelope never leads to another origin', () => {
    const evil = [...SCHEMES, ...HOSTS, ...TRICKS('/admin')];
    for (const routePath of evil) expect(redirectTarget({ routePath }, 'admin')).toBe('/admin/login');
    expect(redirectTarget({ routeName: 'constructor' }, 'admin')).toBe('/admin/login');
    expect(redirectTarget({ routeName: '__proto__' }, 'member')).toBe('/user/login');
    expect(redirectTarget({ routePath: '/user/login' }, 'member')).toBe('/user/login');
  });
});

describe('the JSON query of a loading route', () => {
  const deep = '{"a":'.repeat(300) + '1' + '}'.repeat(300);
  const hostile = [
    null,
    '',
    'null',
    '7',
    'true',
    '"x"',
    '[]',
    '[{"a":"b"}]',
    '{',
    '}',
    'undefined',
    '{"a":1}',
    '{"a":null}',
    '{"a":{}}',
    '{"a":["b"]}',
    '{"__proto__":{"polluted":"1"}}',
    '{"__proto__":"x"}',
    '{"constructor":{"prototype":{"polluted":"1"}}}',
    deep,
    '['.repeat(2000),
    `{"a":"${'x'.repeat(1_000_000)}"}`,
    '{"a":"b"',
    "{'a':'b'}",
    '<script>',
    '\u0000',
    '{"a":1e999}',
  ];
  it('drops everything but flat texts, and pollutes no prototype', () => {
    for (const prefix of ['', ' ', '\n', '\ufeff']) {
      for (const address of hostile) {
        expect([...parseFlatQuery(address === null ? null : prefix + address)]).toEqual([]);
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      }
    }
  });
  it('the query keeps up to fifty texts beside the dropped values', () => {
    expect([...parseFlatQuery('{"page":"2","n":3,"o":{},"q":"x"}')]).toEqual([
      ['page', '2'],
      ['q', 'x'],
    ]);
    const manyParams = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`k${index}`, 'v']));
    expect([...parseFlatQuery(JSON.stringify(manyParams))]).toHaveLength(50);
  });
});
