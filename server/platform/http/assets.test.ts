import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAssets } from './assets';

describe('the built client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-assets-'));
  let server: Server;
  let url: string;

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'admin.html'), '<html><head></head><script src="/assets/a.js"></script>');
    writeFileSync(join(folder, 'assets/a.js'), 'first()');
    writeFileSync(join(folder, 'assets/a.js.gz'), 'packed');
    const assets = openAssets(folder);
    server = createServer((request, response) => {
      if (!assets.serve(request, response, request.url ?? ''))
        response.writeHead(404).end(
          assets.page('admin', 'n0nce', {
            siteName: 'Atrium',
            siteLogo: '/storage/a"b.png',
            cdnUrl: 'https://cdn.example/',
            defaultLocale: 'zh-cn',
            fallbackLocale: 'en',
            apiUrl: 'https://api.example',
            stylesheets: ['https://cdn.example/a.css?x=1&y="'],
          }),
        );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const get = (path: string, encoding = 'identity') => fetch(url + path, { headers: { 'accept-encoding': encoding } });

  it('serves a hashed file as immutable, in an encoding the browser accepts', async () => {
    const plain = await get('/assets/a.js');
    expect(await plain.text()).toBe('first()');
    expect(plain.headers.get('cache-control')).toContain('immutable');
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('keeps serving the client it was started with while the next one is built in its place', async () => {
    rmSync(join(folder, 'assets'), { recursive: true });
    expect(await (await get('/assets/a.js')).text()).toBe('first()');
  });

  it('serves no other name, and no page as a file', async () => {
    for (const path of ['/assets/b.js', '/admin.html', '/.stamp', '/assets/../admin.html', '/etc/passwd'])
      expect((await get(path)).status).toBe(404);
  });

  it('puts the nonce of the response on every script of a page, and adds name and language of the site', async () => {
    const page = await (await get('/')).text();
    expect(page).toContain('<script nonce="n0nce" src="/assets/a.js">');
    expect(page).toContain('<meta name="application-name" content="Atrium">');
    expect(page).toContain('<meta name="application-logo" content="https://cdn.example/storage/a&#34;b.png">');
    expect(page).toContain(
      '<html data-locale="zh-cn" data-fallback="en" data-api="https://api.example" data-styles="https://cdn.example/a.css?x=1&#38;y=&#34;">',
    );
  });
});
