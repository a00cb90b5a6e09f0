/** The icon of a file suffix contains no part of the request but the suffix and a color. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { renderFileIcon } from './fileIconRoutes';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const VECTORS = ['"', "'", '<', '>', '&', '/>', '</text>', '<script>alert(1)</script>', '"onload="alert(1)', 'url(#x)'];
const HOSTILE = [
  ...VECTORS,
  ...VECTORS.map((vector) => `pdf${vector}`),
  ...VECTORS.map((vector) => `#fff${vector}`),
  ...VECTORS.map((vector) => `rgb(1,2,3)${vector}`),
  ...[
    'rgb(256,0,0)',
    'rgb(1,2)',
    'red',
    '#12345g',
    '#ffff',
    'expression(1)',
    '\u0000',
    '\ud83d\ude00',
    '𝐩𝐝𝐟',
    'ｐｄｆ',
  ],
  ...['toolong', '../..', '%2e', 'a b', 'é', '&#x3c;', 'javascript:1', '', ' ', '\n'],
];
const SHAPE =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 512 512" width="512" height="512"><path d="[\w .-]+" fill="[#\w(),% ]+"\/><path d="[\w .-]+" fill="#ffffff" fill-opacity="0\.35"\/><text x="248" y="372" font-family="Arial, sans-serif" font-size="\d+" font-weight="700" fill="#ffffff" text-anchor="middle">[A-Z0-9]{0,4}<\/text><\/svg>$/;

describe('buildSuffixSvg', () => {
  // @case T7.07
  it('draws the same few elements for any input', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
    for (const vector of HOSTILE) {
      expect(renderFileIcon(vector, vector)).toMatch(SHAPE);
      expect(renderFileIcon('pdf', vector)).toMatch(SHAPE);
    }
    expect(renderFileIcon('docx', 'rgb(1, 2, 3)')).toContain('fill="rgb(1,2,3)"');
    expect(renderFileIcon('zip', 'fff')).toContain('fill="#fff"');
    expect(renderFileIcon('PdF', undefined)).toContain('>PDF<');
  });

  // @case T7.07
  it('both paths return guests an image that cannot run scripts', async () => {
    for (const prefix of ['admin', 'api']) {
      const url = `${testServer.url}/${prefix}/ajax/buildSuffixSvg?batoken=anything&suffix=pdf&background=${encodeURIComponent('"><script>')}`;
      const response = await fetch(url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; sandbox; frame-ancestors 'none'",
      );
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.text()).toMatch(SHAPE);
    }
  });
});
