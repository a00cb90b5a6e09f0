/** What anybody can reach without signing in: headers on every answer, no file that is not on the list, nothing reflected, no language but two. */
import { request as httpRequest } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { homePage, missingPage, refusedPage, setupPage, unbuiltPage } from '../platform/http/pages';
import { guest, superAdmin } from '../testing/actors';
import { startWorld, type World } from '../testing/world';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  mkdirSync(join(world.env.dataDir, 'storage'), { recursive: true });
  writeFileSync(join(world.env.dataDir, '.env'), 'SECRET=1');
});
afterAll(() => world.end());

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}
/** Sends a path exactly as written; fetch would tidy it. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Raw> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(world.url);
    const request = httpRequest({ hostname, port, path, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    request.on('error', fail);
    request.end(body);
  });
const visit = (path: string) => raw(path, { accept: 'text/html', 'sec-fetch-mode': 'navigate' });

/** What must stand on an answer of any kind. */
function expectGuarded(what: string, { headers }: Raw): void {
  const policy = String(headers['content-security-policy']);
  expect([what, headers['x-content-type-options'], headers['x-frame-options'], headers['referrer-policy']]).toEqual([
    what,
    'nosniff',
    'DENY',
    'no-referrer',
  ]);
  expect([what, headers['cross-origin-resource-policy'] !== undefined, headers['x-powered-by']]).toEqual([
    what,
    true,
    undefined,
  ]);
  expect([what, policy.includes("frame-ancestors 'none'"), policy.includes('unsafe')]).toEqual([what, true, false]);
}

describe('security headers (T2.06)', () => {
  it('stand on every route of the inventory, whatever it answers, and its answers are kept nowhere', async () => {
    const { token } = await superAdmin(world);
    const routes = world.routes.routes().filter(({ path }) => !/logout|clearCache/i.test(path));
    expect(routes.length).toBeGreaterThan(60);
    for (const { method, path } of routes) {
      const headers = { server: 'true', 'content-type': 'application/json' };
      const answer = await raw(path, headers, method, method === 'POST' ? '{}' : '');
      expectGuarded(`${method} ${path}`, answer);
      // The picture of an ending is the same for everybody and forever.
      const kept = path.endsWith('/buildSuffixSvg') ? 'public, max-age=86400' : 'no-store';
      expect([path, answer.headers['cache-control']]).toEqual([path, kept]);
    }
    for (const [what, answer] of [
      ['404', await raw('/no/such/thing', { server: 'true' })],
      ['405', await raw('/admin/news/index', { server: 'true' }, 'PUT')],
      [
        '413',
        await raw(
          '/admin/news/add',
          { server: 'true', batoken: token, 'content-type': 'application/json', 'content-length': '99999999' },
          'POST',
        ),
      ],
      [
        '415',
        await raw('/admin/news/add', { server: 'true', batoken: token, 'content-type': 'text/xml' }, 'POST', '<a/>'),
      ],
      [
        '400',
        await raw(
          '/admin/news/add',
          { server: 'true', batoken: token, 'content-type': 'application/json' },
          'POST',
          '{',
        ),
      ],
    ] as const) {
      expect(String(answer.status)).toBe(what);
      expectGuarded(what, answer);
    }
  });

  it('stand on every page, with a nonce of its own, no foreign source and trusted types', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/404', '/401', '/admin', '/admin/login', '/user', '/user/login', '/ghost', '/docs/api']) {
      const answer = await visit(path);
      expectGuarded(path, answer);
      const policy = String(answer.headers['content-security-policy']);
      nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
      expect([path, policy]).toEqual([path, expect.stringContaining("require-trusted-types-for 'script'")]);
      expect([path, /https?:/.test(policy), answer.headers['cross-origin-opener-policy']]).toEqual([
        path,
        false,
        'same-origin',
      ]);
    }
    expect(nonces.size).toBe(9);
  });
});

describe('files (T2.07, T2.08)', () => {
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
  const PLACES = [
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
  it('that are not on the list are 404 to a program and to a browser, and never the shell', async () => {
    const paths = PLACES.flatMap((place) => NAMES.map((name) => place + name));
    expect(paths.length).toBeGreaterThanOrEqual(400);
    for (const path of paths) {
      const { status, text } = await raw(path, { server: 'true' });
      expect([path, status, text.includes('SECRET')]).toEqual([path, 404, false]);
    }
    for (const path of paths.filter((one) => /\.(?:json|php|html|map|yml|sql|zip|js|env)$/.test(one)))
      expect([path, (await visit(path)).status]).toEqual([path, 404]);
  });

  it('are never what a screen or an answer pretends to be', async () => {
    const { token } = await superAdmin(world);
    for (const path of [
      '/admin/x.css',
      '/admin/news.js',
      '/user/overview.png',
      '/api/user/index/a.js',
      '/admin/Index/index/x.css',
    ]) {
      for (const answer of [await visit(path), await raw(path, { batoken: token, server: 'true' })])
        expect([path, answer.status, answer.headers['cache-control']]).toEqual([path, 404, 'no-store']);
    }
    expect((await visit('/admin/iframe/https%3A%2F%2Fexample.com%2Fa.html')).status).toBe(200);
  });
});

describe('pages', () => {
  const MARKS = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "';alert(1)//",
    '{{7*7}}',
  ];
  it('repeat nothing of the address (T2.04)', async () => {
    const vectors = ['/404', '/401', '/ghost'].flatMap((path) =>
      MARKS.flatMap((mark) => [
        `${path}?msg=${encodeURIComponent(mark)}`,
        `${path}?url=${encodeURIComponent(mark)}&lang=${encodeURIComponent(mark)}`,
        `${path}/${encodeURIComponent(mark).replaceAll('%2F', '')}`,
        `${path}?${encodeURIComponent(mark)}`,
      ]),
    );
    expect(vectors.length).toBeGreaterThanOrEqual(50);
    for (const path of vectors) {
      const { text, status } = await visit(path);
      expect([path, status >= 400, /alert\(1\)|7\*7|%3Cscript/i.test(text)]).toEqual([path, true, false]);
    }
  });

  it('are called by the page and the site', async () => {
    for (const [path, title, words] of [
      ['/', 'Home - Atrium', 'href="/admin"'],
      ['/404', 'Page not found - Atrium', 'There is nothing at this address.'],
      ['/401', 'No access - Atrium', 'No permission or invalid file.'],
    ] as const) {
      const { text } = await visit(path);
      expect([path, /<title>([^<]*)/.exec(text)?.[1]]).toEqual([path, title]);
      expect(text).toContain(words);
    }
    expect((await visit('/?lang=zh-cn')).text).toContain('<title>首页 - Atrium</title>');
  });

  it('say a hostile site name literally (T2.05)', () => {
    const siteName = '</title></script><script>alert(1)</script>';
    for (const lang of ['en', 'zh-cn'] as const)
      for (const draw of [homePage, missingPage, refusedPage, setupPage, unbuiltPage]) {
        const html = draw({ lang, nonce: 'n0nce', siteName, stylesheets: [] });
        expect(html).not.toContain('<script>alert');
        expect(html).not.toContain('</title></script>');
        expect(html).toContain('&#60;/title&#62;');
      }
  });
});

describe('the language (T1.15)', () => {
  const ODD = [
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
  it('is one of two, wherever and however another one is asked for', async () => {
    const usual = (await guest(world).get('/no/such')).msg;
    let asked = 0;
    for (const odd of ODD) {
      const header = odd.replace(/[^\x20-\x7e]/g, '');
      const tries = [
        () => raw('/no/such', { server: 'true', 'think-lang': header }),
        () => raw('/no/such', { server: 'true', 'accept-language': header }),
        () => raw('/no/such', { server: 'true', cookie: `lang=${header}; think-lang=${header}` }),
        () => raw(`/no/such?lang=${encodeURIComponent(odd.slice(0, 500))}`, { server: 'true' }),
      ];
      for (const send of tries) {
        const { status, text } = await send();
        asked++;
        expect([odd.slice(0, 20), status, (JSON.parse(text) as { msg: string }).msg.split('?')[0]]).toEqual([
          odd.slice(0, 20),
          404,
          usual,
        ]);
      }
    }
    expect(asked).toBe(100);
  });
});
