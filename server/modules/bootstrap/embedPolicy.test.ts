/** The frame policy of console pages follows the menu rules from one page load to the next, and rules cannot inject into it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Db } from '../../context';
import { superAdmin, type Caller } from '../../testing/callers';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { cspFrameSource } from '../../platform/http/cspFrameSource';

describe('cspFrameSource', () => {
  it('returns the origin of https and local addresses', () => {
    expect(cspFrameSource('https://example.com/board?a=1#x')).toBe('https://example.com');
    expect(cspFrameSource('https://Example.com:8443/x')).toBe('https://example.com:8443');
    expect(cspFrameSource('https://例子.example/')).toBe('https://xn--fsqu00a.example');
    expect(cspFrameSource('/storage/handbook.html')).toBe("'self'");
  });
  it.each([
    '',
    'http://example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    'about:blank',
    '//evil.example',
    '/\\evil.example',
    'https://',
    'https:',
    'https://a;script-src',
    'https://a,b.example',
    "https://a'b.example",
    'https://*',
    'https://*.example',
    "https://'unsafe-inline'",
  ])('returns nothing for %j', (address) => expect(cspFrameSource(address)).toBeUndefined());
});

describe('the frame policy of a console page', () => {
  let testServer: TestServer;
  let admin: Caller;
  let ruleReads = 0;
  const countRuleReads = (db: Db): Db => ({
    ...db,
    rows: (sql, params) => {
      if (/FROM `(?:menu|user)_rule` WHERE menu_type = 'iframe'/.test(sql)) ruleReads += 1;
      return db.rows(sql, params);
    },
  });
  beforeAll(async () => {
    testServer = await startTestServer({ wrapDb: countRuleReads });
    admin = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const loadFrameSources = async (path: string) => {
    const { headers } = await fetch(testServer.url + path, { headers: { accept: 'text/html' } });
    return /frame-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  };

  it('menu_rule: an invalid address is refused at its field, stored ones only when the target changes', async () => {
    const rule = { type: 'menu', menu_type: 'iframe', weigh: 1, title: 'Old board', name: 'old_board' };
    const refused = await admin.post('/admin/menu_rule/add', { ...rule, url: 'http://board.example/x' });
    expect([refused.code, refused.data.fields.url]).toEqual([0, expect.stringContaining('https://')]);
    const { id } = (await admin.post('/admin/menu_rule/add', { ...rule, url: 'https://old.example/x' })).data;
    await testServer.services.db.transact((tx) =>
      tx.run("UPDATE `menu_rule` SET url = 'http://old.example/x' WHERE id = ?", [id]),
    );
    expect((await admin.post('/admin/menu_rule/edit', { id, status: 0, title: 'Older board' })).code).toBe(1);
    expect((await admin.post('/admin/menu_rule/edit', { id, url: 'http://older.example/x' })).code).toBe(0);
    expect((await admin.post('/admin/menu_rule/del', { ids: [id] })).code).toBe(1);
  });

  it('contains exactly the sources of enabled rules, at once and for the console only', async () => {
    expect(await loadFrameSources('/admin/news')).toBe("'self'");
    const rule = { type: 'menu', menu_type: 'iframe', weigh: 1 };
    const dashboardPage = { ...rule, title: 'Board', name: 'today', url: 'https://board.example/x' };
    const { id } = (await admin.post('/admin/menu_rule/add', dashboardPage)).data;
    await admin.post('/admin/menu_rule/add', { ...dashboardPage, name: 'today2', url: 'https://board.example/y' });
    await admin.post('/admin/menu_rule/add', {
      ...dashboardPage,
      name: 'link',
      menu_type: 'link',
      url: 'https://link.example/',
    });
    expect(await loadFrameSources('/admin/news')).toBe("'self' https://board.example");
    await admin.post('/admin/menu_rule/edit', { id, url: 'https://other.example:8443/x' });
    expect(await loadFrameSources('/admin/login')).toBe("'self' https://other.example:8443 https://board.example");
    await admin.post('/admin/menu_rule/edit', { id, status: 0 });
    expect(await loadFrameSources('/admin')).toBe("'self' https://board.example");
    for (const path of ['/user/login', '/', '/404', '/401']) expect(await loadFrameSources(path)).toBe("'none'");
    const shown = { ...dashboardPage, name: 'shown', url: 'https://entry.example/' };
    await admin.post('/admin/menu_rule/add', { ...shown, extend: 'add_menu_only' });
    await admin.post('/admin/menu_rule/add', {
      ...shown,
      name: 'r',
      url: 'https://r.example/',
      extend: 'add_rules_only',
    });
    expect(await loadFrameSources('/admin')).toBe("'self' https://board.example https://r.example");
  });

  it('contains this site for the console, once, because the preview of the public site is framed there', async () => {
    const rule = { type: 'menu', menu_type: 'iframe', weigh: 1, title: 'Start', name: 'start', url: '/?lang=zh-cn' };
    const { id } = (await admin.post('/admin/menu_rule/add', rule)).data;
    expect((await loadFrameSources('/admin/news'))?.match(/'self'/g)).toHaveLength(1);
    await admin.post('/admin/menu_rule/del', { ids: [id] });
    expect(await isFramedBy('/preview')).toEqual(embeddable);
    for (const path of ['/admin/news', '/user/login', '/news', '/docs/api'])
      expect([path, await isFramedBy(path)]).toEqual([path, notEmbeddable]);
  });

  const isFramedBy = async (path: string, into = 'iframe') => {
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': into };
    const response = await fetch(testServer.url + path, { headers });
    const ancestors = /frame-ancestors ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
    return [ancestors, response.headers.get('x-frame-options')];
  };
  const embeddable = ["'self'", 'SAMEORIGIN'];
  const notEmbeddable = ["'none'", 'DENY'];

  // @case T2.03 T2.06
  it('the console can frame a public page only if a menu rule links to it', async () => {
    const rule = { type: 'menu', menu_type: 'iframe', weigh: 1, title: 'Hall', name: 'hall', url: '/?lang=en' };
    expect(await isFramedBy('/?lang=en')).toEqual(notEmbeddable);
    const { id } = (await admin.post('/admin/menu_rule/add', rule)).data;
    expect(await isFramedBy('/?lang=en')).toEqual(embeddable);
    for (const path of ['/', '/?lang=zh-cn', '/?lang=en&x=1', '/about', '/admin', '/user/login', '/docs/api', '/401'])
      expect([path, await isFramedBy(path)]).toEqual([path, notEmbeddable]);
    for (const into of ['document', 'embed', 'object', 'frame', 'image'])
      expect([into, await isFramedBy('/?lang=en', into)]).toEqual([into, notEmbeddable]);
    await admin.post('/admin/menu_rule/edit', { id, extend: 'add_menu_only' });
    expect(await isFramedBy('/?lang=en')).toEqual(notEmbeddable);
    expect((await admin.post('/admin/menu_rule/edit', { id, url: `${testServer.url}/?lang=en` })).code).toBe(0);
    await admin.post('/admin/menu_rule/edit', { id, extend: 'none' });
    const old = [`${testServer.url}/?lang=en`, id];
    await testServer.services.db.transact((tx) => tx.run('UPDATE `menu_rule` SET url = ? WHERE id = ?', old));
    expect(await isFramedBy('/?lang=en')).toEqual(notEmbeddable); // A plain http page is embedded only by its path.
    await admin.post('/admin/menu_rule/edit', { id, url: '/', status: 0 });
    expect(await isFramedBy('/')).toEqual(notEmbeddable);
    await admin.post('/admin/menu_rule/edit', { id, status: 1 });
    expect(await isFramedBy('/')).toEqual(embeddable);
    await admin.post('/admin/menu_rule/del', { ids: [id] });
    expect(await isFramedBy('/')).toEqual(notEmbeddable);
  });

  it('the rules are read once for many pages, and again after a change', async () => {
    await admin.get('/admin/menu_rule/index');
    await loadFrameSources('/');
    ruleReads = 0;
    // Without Sec-Fetch-Dest any page may be one in a frame.
    for (let visits = 0; visits < 10; visits += 1) await loadFrameSources('/');
    // Two tables; the cache reads them again after less than a second.
    expect(ruleReads).toBeLessThanOrEqual(6);
    const rule = { type: 'menu', menu_type: 'iframe', weigh: 1, title: 'Hall', name: 'hall2', url: '/?lang=en' };
    const { id } = (await admin.post('/admin/menu_rule/add', rule)).data;
    expect(await isFramedBy('/?lang=en')).toEqual(embeddable);
    expect(ruleReads).toBeGreaterThan(0);
    await admin.post('/admin/menu_rule/del', { ids: [id] });
  });

  it('menu_rule: only public pages of this site can be embedded; others are refused at the field', async () => {
    for (const url of [
      '/admin',
      '/Admin/news',
      '/user',
      '/user/login?to=x',
      '/api/Index/index',
      '/storage/a.png',
      '/setup',
    ]) {
      const rule = { type: 'menu', menu_type: 'iframe', weigh: 1, title: 'Own', name: 'own', url };
      const { code, data } = await admin.post('/admin/menu_rule/add', rule);
      expect([url, code, data.fields]).toEqual([url, 0, { url: expect.stringContaining('public pages') }]);
    }
    const link = { type: 'menu', menu_type: 'link', weigh: 1, title: 'Own', name: 'own', url: '/user/login' };
    expect((await admin.post('/admin/menu_rule/add', link)).code).toBe(1);
  });
});
