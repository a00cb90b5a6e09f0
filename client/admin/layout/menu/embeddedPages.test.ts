/** Embedded pages: only URLs of menu rules, each in a sandboxed iframe. */
import { describe, expect, it } from '@jest/globals';
import { parseBootstrap } from '../../../shared/api/bootstrap';
import { getSandbox } from '../../../shared/embed/embedPolicy';
import { blockedUrl, embeddedUrl, consoleEmbedPath } from './embeddedPages';

const ORIGIN = 'https://own.example';
const LISTED_URL = [
  'https://example.com/board?a=1',
  '/storage/handbook.html',
  'http://plain.example/',
  "https://example.com/it's(1)",
];
const { menus } = parseBootstrap({
  menus: [
    {
      id: 1,
      type: 'menu_dir',
      children: LISTED_URL.map((url, index) => ({ id: index + 2, type: 'menu', menu_type: 'iframe', url })),
    },
    { id: 9, type: 'menu', menu_type: 'link', url: 'https://example.com/link' },
    { id: 10, type: 'menu', menu_type: 'iframe', url: 'javascript:alert(1)' },
    { id: 11, type: 'menu', menu_type: 'iframe', url: 'data:text/html,x' },
    { id: 12, type: 'menu', menu_type: 'iframe', url: 'https://example.com/menu-only', extend: 'add_menu_only' },
    { id: 13, type: 'menu', menu_type: 'iframe', url: 'https://example.com/route-only', extend: 'add_rules_only' },
  ],
});
const at = (url: string) => embeddedUrl(consoleEmbedPath(url), menus, ORIGIN);

describe('embeddedPages', () => {
  it('allows URLs of menu rules over https or from the own origin', () => {
    expect(at(LISTED_URL[0] ?? '')).toBe(LISTED_URL[0]);
    expect(at('/storage/handbook.html')).toBe('/storage/handbook.html');
    expect(at("https://example.com/it's(1)")).toBe("https://example.com/it's(1)");
    expect(at('https://example.com/route-only')).toBeDefined();
    expect(consoleEmbedPath("it's(1)")).toMatch(/^\/admin\/iframe\/[A-Za-z0-9._~%-]+$/);
  });

  // @spec P2-008
  it('refuses all other URLs, however they are encoded', () => {
    const similarUrls = [
      'https://example.com/link',
      'https://example.com/menu-only',
      'http://plain.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'blob:https://own.example/1',
    ];
    const changed = LISTED_URL.flatMap((url) => [
      `${url}#x`,
      `${url}&b`,
      `${url}/`,
      url.toUpperCase(),
      ` ${url}`,
      `${url}%00`,
      encodeURIComponent(url),
      `//${url}`,
      url.replace('https', 'http'),
    ]);
    const attackUrl = [
      'https://example.com.evil.example/board?a=1',
      'https://example.com@evil.example/',
      '',
      'https://',
      'about:blank',
      'file:///etc/passwd',
      '../..',
      '//evil.example',
    ];
    const schemes = [
      'javascript',
      'data',
      'blob',
      'file',
      'vbscript',
      'about',
      'filesystem',
      'ftp',
      'ws',
      'wss',
      'chrome',
    ];
    const normalized = schemes.flatMap((scheme) => [
      `${scheme}:alert(1)`,
      `${scheme}://example.com/board?a=1`,
      ` ${scheme}:https://example.com/board?a=1`,
      `${scheme.toUpperCase()}:x`,
    ]);
    const urls = new Set([
      ...similarUrls,
      ...changed.filter((rule) => !LISTED_URL.includes(rule)),
      ...attackUrl,
      ...normalized,
    ]);
    expect(urls.size).toBeGreaterThanOrEqual(80);
    for (const url of urls) expect([url, at(url)]).toEqual([url, undefined]);
    for (const path of [
      '/admin/iframe/%',
      '/admin/iframe/%E0%A4%A',
      '/admin/iframe/',
      '/admin/news',
      '/user/iframe/x',
    ]) {
      expect(embeddedUrl(path, menus, ORIGIN)).toBeUndefined();
    }
  });

  it('reports a rule’s URL that browsers refuse to frame', () => {
    const blockedUrls = (url: string) => blockedUrl(consoleEmbedPath(url), menus, ORIGIN);
    for (const url of ['http://plain.example/', '/storage/handbook.html', 'javascript:alert(1)', 'data:text/html,x'])
      expect(blockedUrls(url)).toBe(url);
    const visibleUrls = ['https://example.com/board?a=1', 'https://example.com/route-only'];
    for (const url of [...visibleUrls, 'http://other.example/', 'https://example.com/menu-only', ''])
      expect([url, blockedUrls(url)]).toEqual([url, undefined]);
  });

  // @spec P2-008
  it('never grants scripts together with the own origin', () => {
    for (const url of ['/storage/handbook.html', 'https://own.example/x', '//own.example/x', '/'])
      expect([url, getSandbox(url, ORIGIN).includes('allow-scripts')]).toEqual([url, false]);
    expect(getSandbox('https://example.com/', ORIGIN)).toContain('allow-scripts');
    expect(getSandbox('https://example.com/', ORIGIN)).not.toContain('allow-top-navigation');
  });
});
