/** The surface that is reachable without signing in: headers on every response, no unlisted file, no reflected text, two languages. */
import { request as httpRequest } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setupPage, notBuiltPage } from '../platform/http/builtinPages';
import { guest, superAdmin } from '../testing/callers';
import { startTestServer, type TestServer } from '../testing/testServer';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
  mkdirSync(join(testServer.env.dataDir, 'storage'), { recursive: true });
  writeFileSync(join(testServer.env.dataDir, '.env'), 'SECRET=1');
});
afterAll(() => testServer.close());

interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}
/** Sends a path exactly as written; fetch would normalize it. */
const rawRequest = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(testServer.url);
    const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on('error', reject);
    request.end(body);
  });
const visitPage = (path: string) => rawRequest(path, { accept: 'text/html', 'sec-fetch-mode': 'navigate' });

/** Headers that every response must have. */
function expectSecurityHeaders(description: string, { headers }: RawResponse): void {
  const policy = String(headers['content-security-policy']);
  expect([
    description,
    headers['x-content-type-options'],
    headers['x-frame-options'],
    headers['referrer-policy'],
  ]).toEqual([description, 'nosniff', 'DENY', 'no-referrer']);
  expect([description, headers['cross-origin-resource-policy'], headers['x-powered-by']]).toEqual([
    description,
    'same-origin',
    undefined,
  ]);
  expect([description, policy.includes("frame-ancestors 'none'"), policy.includes('unsafe')]).toEqual([
    description,
    true,
    false,
  ]);
}

// @case T2.06
describe('security headers', () => {
  it('are on every response of every route, and responses are not cached', async () => {
    const { token } = await superAdmin(testServer);
    const routes = testServer.routes.routes().filter(({ path }) => !/logout|clearCache/i.test(path));
    expect(routes.length).toBeGreaterThan(60);
    for (const { method, path } of routes) {
      const headers = { server: 'true', 'content-type': 'application/json' };
      const response = await rawRequest(path, headers, method, method === 'POST' ? '{}' : '');
      expectSecurityHeaders(`${method} ${path}`, response);
      // The icon of a file extension and the default picture of a person are the same for everyone.
      const isShared = path.endsWith('/buildSuffixSvg') || path === '/static/images/avatar.png';
      const cacheControl = isShared ? 'public, max-age=86400' : 'no-store';
      expect([path, response.headers['cache-control']]).toEqual([path, cacheControl]);
    }
    for (const [description, response] of [
      ['404', await rawRequest('/no/such/thing', { server: 'true' })],
      ['405', await rawRequest('/admin/news/index', { server: 'true' }, 'PUT')],
      [
        '413',
        await rawRequest(
          '/admin/news/add',
          { server: 'true', batoken: token, 'content-type': 'application/json', 'content-length': '99999999' },
          'POST',
        ),
      ],
      [
        '415',
        await rawRequest(
          '/admin/news/add',
          { server: 'true', batoken: token, 'content-type': 'text/xml' },
          'POST',
          '<a/>',
        ),
      ],
      [
        '400',
        await rawRequest(
          '/admin/news/add',
          { server: 'true', batoken: token, 'content-type': 'application/json' },
          'POST',
          '{',
        ),
      ],
    ] as const) {
      expect(String(response.status)).toBe(description);
      expectSecurityHeaders(description, response);
    }
  });

  it('security headers are on every page, with a separate nonce or hashes of its scripts, no foreign source and trusted types', async () => {
    const nonces = new Set<string>();
    const cached = ['/', '/404', '/401', '/ghost', '/news'];
    const ownNonce = ['/admin', '/admin/login', '/user', '/user/login', '/docs/api'];
    for (const path of [...cached, ...ownNonce]) {
      const response = await visitPage(path);
      expectSecurityHeaders(path, response);
      const policy = String(response.headers['content-security-policy']);
      if (ownNonce.includes(path)) nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
      else expect([path, policy]).toEqual([path, expect.stringMatching(/script-src 'sha256-[^']+' 'strict-dynamic'/)]);
      expect([path, policy]).toEqual([path, expect.stringContaining("require-trusted-types-for 'script'")]);
      expect([path, /https?:|unsafe-inline/.test(policy), response.headers['cross-origin-opener-policy']]).toEqual([
        path,
        false,
        'same-origin',
      ]);
    }
    expect(nonces.size).toBe(ownNonce.length);
  });
});

// @case T2.07 T2.08
describe('files', () => {
  const NAMES = [
    '.env',
    '.env.local',
    '.git/config',
    '.git/HEAD',
    '.npmrc',
    '.ssh/id_rsa',
    '.htaccess',
    '.DS_Store',
    '.stamp',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'docker-compose.yml',
    'server/main.ts',
    'main.mjs',
    'main.mjs.map',
    'keys',
    'atrium.sqlite',
    'data/keys',
    'backup.zip',
    'dump.sql',
    'index.php',
    'wp-login.php',
    'admin.html',
    'member.html',
    'config.yml',
    'phpinfo.php',
    'server-status',
    'node_modules/react/index.js',
    'etc/passwd',
  ];
  const FOLDERS = [
    '/',
    '/assets/',
    '/storage/',
    '/admin/',
    '/user/',
    '/api/',
    '/storage/..%2f',
    '/assets/..%2f',
    '/storage/%2e%2e/',
    '/assets/../',
    '/storage/....//',
    '/storage/..;/',
    '/assets/%5c..%5c',
    '/storage//',
  ];
  it('outside the list respond with 404 to programs and browsers, and never the app page', async () => {
    const paths = FOLDERS.flatMap((folder) => NAMES.map((name) => folder + name));
    expect(paths.length).toBeGreaterThanOrEqual(400);
    for (const path of paths) {
      const { status, text } = await rawRequest(path, { server: 'true' });
      expect([path, status, text.includes('SECRET')]).toEqual([path, 404, false]);
    }
    for (const path of paths.filter((candidate) => /\.(?:json|php|html|map|yml|sql|zip|js|env)$/.test(candidate)))
      expect([path, (await visitPage(path)).status]).toEqual([path, 404]);
  });

  it('files are never served as a screen or a response', async () => {
    const { token } = await superAdmin(testServer);
    for (const path of [
      '/admin/x.css',
      '/admin/news.js',
      '/user/overview.png',
      '/api/user/index/a.js',
      '/admin/Index/index/x.css',
    ]) {
      for (const response of [await visitPage(path), await rawRequest(path, { batoken: token, server: 'true' })])
        expect([path, response.status, response.headers['cache-control']]).toEqual([path, 404, 'no-store']);
    }
    expect((await visitPage('/admin/iframe/https%3A%2F%2Fexample.com%2Fa.html')).status).toBe(200);
  });
});

describe('pages', () => {
  const injectedTexts = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "';alert(1)//",
    '{{7*7}}',
  ];
  // @case T2.04
  it('error responses do not contain the URL of the request', async () => {
    const vectors = ['/404', '/401', '/ghost'].flatMap((path) =>
      injectedTexts.flatMap((injected) => [
        `${path}?msg=${encodeURIComponent(injected)}`,
        `${path}?url=${encodeURIComponent(injected)}&lang=${encodeURIComponent(injected)}`,
        `${path}/${encodeURIComponent(injected).replaceAll('%2F', '')}`,
        `${path}?${encodeURIComponent(injected)}`,
      ]),
    );
    expect(vectors.length).toBeGreaterThanOrEqual(50);
    for (const path of vectors) {
      const { text, status } = await visitPage(path);
      expect([path, status >= 400, /alert\(1\)|7\*7|%3Cscript/i.test(text)]).toEqual([path, true, false]);
    }
  });

  // @spec P2-012 P2-004 P2-005 P6-014
  // @covers title home
  it('have the title of the page and the site', async () => {
    for (const [path, title, expectedText] of [
      ['/', 'Home - Atrium', 'href="/admin"'],
      ['/404', 'Page not found - Atrium', 'It might have moved, or the address is wrong.'],
      ['/401', 'No access - Atrium', 'No permission or invalid file.'],
      ['/zh-cn/401', '无访问权限 - Atrium', '没有权限或文件无效。'],
    ] as const) {
      const { text } = await visitPage(path);
      expect([path, /<title>([^<]*)/.exec(text)?.[1]]).toEqual([path, title]);
      expect(text).toContain(expectedText);
    }
    expect((await visitPage('/?lang=zh-cn')).text).toContain('<title>首页 - Atrium</title>');
  });

  // @case T2.05
  it('show a hostile site name as text', () => {
    const siteName = '</title></script><script>alert(1)</script>';
    for (const lang of ['en', 'zh-cn'] as const)
      for (const renderPage of [setupPage, notBuiltPage]) {
        const html = renderPage({ lang, nonce: 'n0nce', siteName, stylesheets: [] });
        expect(html).not.toContain('<script>alert');
        expect(html).not.toContain('</title></script>');
        expect(html).toContain('&#60;/title&#62;');
      }
  });
});

// @case T1.15
describe('the language', () => {
  const unknownLanguages = [
    '../../etc/passwd',
    'en/../zh-cn',
    '<script>',
    '{{x}}',
    'EN;',
    'zh_cn',
    'fr',
    'x'.repeat(4000),
    '__proto__',
    'constructor',
    "en'--",
    'en\t',
    '%00',
    'zhx',
    'english',
    '*',
    'q=1',
    ',,,',
    'en-',
    '1e9',
    'null',
    'undefined',
    'true',
    '..',
    '/',
  ];
  it('is always one of the two supported languages', async () => {
    const defaultMessage = (await guest(testServer).get('/no/such')).msg;
    let asked = 0;
    for (const unknownLanguage of unknownLanguages) {
      const header = unknownLanguage.replace(/[^\x20-\x7e]/g, '');
      const requests = [
        () => rawRequest('/no/such', { server: 'true', 'think-lang': header }),
        () => rawRequest('/no/such', { server: 'true', 'accept-language': header }),
        () => rawRequest('/no/such', { server: 'true', cookie: `lang=${header}; think-lang=${header}` }),
        () => rawRequest(`/no/such?lang=${encodeURIComponent(unknownLanguage.slice(0, 500))}`, { server: 'true' }),
      ];
      for (const send of requests) {
        const { status, text } = await send();
        asked++;
        expect([unknownLanguage.slice(0, 20), status, (JSON.parse(text) as { msg: string }).msg.split('?')[0]]).toEqual(
          [unknownLanguage.slice(0, 20), 404, defaultMessage],
        );
      }
    }
    expect(asked).toBe(100);
  });
});
