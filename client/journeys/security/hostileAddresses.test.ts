/** Addresses and pages of other sites: loading routes never lead there, and requests that another site sends with a signed-in browser change nothing. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { chromiumPath, sampleSize } from '../../../config/jest/testEnvironment';
import { ADDRESS_VECTORS } from '../../../server/testing/vectors';
import { signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { detectExecutedScripts } from '../../testing/browser/detectExecutedScripts';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const SIDES = [
  { side: 'admin', other: 'user', front: '/admin/dashboard', each: sampleSize(12, 1) },
  { side: 'user', other: 'admin', front: '/user/overview', each: sampleSize(12, 1) },
] as const;
const getVectors = (home: string, other: string): readonly string[] => [
  ...ADDRESS_VECTORS,
  ...[`${home}/../..//evil.example`, `${home}/..//evil.example`, `${home}//evil.example`, `${home}@evil.example`],
  ...[`${home}/%2e%2e/%2e%2e//evil.example`, `${home}/%5c%5cevil.example`, `${home}/%0d%0aLocation:x`, `${home}\\evil`],
  ...[`${home}.evil.example`, `${home}/%00`, ` ${home}/x`, `${home}/a%2fb`, other, `${other}/profile`],
  ...[
    'http://[::1]/',
    'https:evil.example',
    '//%65vil.example',
    '/%2f/evil.example',
    '//evil%00.example',
    '//evil。example',
  ],
  ...['?url=//evil.example', '#//evil.example', '/api/Index/index', '/storage/x.html', '/docs/api', '//', '///'],
];

withBrowser('addresses from outside', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  const windows: Record<string, Viewer> = {};

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
    const [staff, reader] = [await openViewer(browser), await openViewer(browser)];
    Object.assign(windows, { admin: staff, user: reader });
    await signInByCall(staff, product.url);
    await staff.page.goto(`${product.url}/admin/dashboard`);
    await staff.page.locator('[data-card] [data-figure]').first().waitFor();
    await signInByCall(reader, product.url, { username: 'member005', password: ADMIN.password }, 'member');
    await reader.page.goto(`${product.url}/user/overview`);
    await reader.page.locator('[data-figure]').first().waitFor();
  }, 120_000);
  afterAll(environments.close);

  /**
   * Opens a loading route as a link within the page does, and returns where that led. The start screen has to be there before the
   * next call: a loading route that React still shows would be asked to redirect to the same address again, which does nothing.
   */
  const follow = (page: Page, loading: string, front: string, url: string) =>
    page.evaluate(
      ([path, start, query]) =>
        new Promise<string>((done) => {
          history.pushState(null, '', `${path}?${query}`);
          dispatchEvent(new PopStateEvent('popstate', { state: null }));
          // By timers, not by animation frames: a hidden window renders none.
          const look = () => {
            const isStarting = location.pathname === start && document.querySelector('[data-figure]') === null;
            if (location.pathname === path || isStarting) setTimeout(look, 10);
            else done(location.origin + location.pathname);
          };
          look();
        }),
      [loading, front, new URLSearchParams({ url }).toString()] as const,
    );

  // @case T2.01
  it.each(SIDES)(
    'never lead to another site by the loading route of $side, in 150 spellings',
    async ({ side, other, front, each }) => {
      const viewer = windows[side];
      if (viewer === undefined) throw new Error('nobody is signed in');
      const canary = await detectExecutedScripts(viewer.page, product.url);
      const vectors = getVectors(`/${side}`, `/${other}`);
      expect(vectors.length).toBeGreaterThanOrEqual(150);
      // Each opens a whole screen: all of them in full runs only.
      for (const url of vectors.filter((_, index) => index % each === 0)) {
        const led = await follow(viewer.page, `/${side}/loading`, front, url);
        expect([url, led]).toEqual([url, product.url + front]);
      }
      // A few are typed into the address bar.
      for (const url of vectors.filter((_, index) => index % 60 === 7)) {
        await viewer.page.goto(`${product.url}/${side}/loading?${new URLSearchParams({ url }).toString()}`);
        await viewer.page.waitForURL(product.url + front);
      }
      expect(await canary.takeFindings()).toEqual([]);
    },
    sampleSize(240_000, 400_000),
  );

  /** The state that staff can see: the number of rows and the newest row of each entity. */
  async function stateOfHouse(): Promise<unknown> {
    const checkedEntities = createRegistry(entities).all.filter(
      ({ name }) => !/^(?:visit|security_event|notice|preference)$/.test(name),
    );
    const rows = await Promise.all(
      checkedEntities.map(async ({ name }) => {
        const { code, data } = await admin.call('GET', `/admin/${name}/index?limit=1&order=id,desc`);
        const list = code === 1 ? (data['list'] as readonly Record<string, unknown>[]) : [];
        return [name, code, code === 1 && data['total'], list[0]?.['id'], list[0]?.['revision']];
      }),
    );
    return rows;
  }

  // @case T6.10
  it('requests from pages of another site change nothing, although the browser is signed in', async () => {
    const answer = await fetch(`${product.url}/openapi.json`, { headers: { batoken: admin.token, server: 'true' } });
    const paths = Object.entries(((await answer.json()) as { paths: Record<string, object> }).paths);
    const acts = paths.filter(([path, verbs]) => 'post' in verbs && path.startsWith('/admin/')).map(([path]) => path);
    const some = acts.filter((path, index) => /add|edit|del|login|logout/i.test(path) && index % 2 === 0).slice(0, 60);
    expect(some.length).toBe(60);
    const evil = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title><p>Elsewhere');
    });
    await new Promise<void>((done) => evil.listen(0, '127.0.0.1', done));
    environments.later(() => new Promise((done) => void evil.close(() => done())));
    const address = evil.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const before = await stateOfHouse();
    const page = await (windows['admin'] as Viewer).context.newPage();
    await page.goto(`http://localhost:${port}/`); // the product listens on 127.0.0.1: another site
    const answered = await page.evaluate(
      async ([base, targets]) => {
        const read: string[] = [];
        const settled = (work: Promise<unknown>) => work.catch(() => undefined);
        const body = JSON.stringify({
          ids: [1],
          id: 1,
          title: 'Forged',
          name: 'forged',
          status: 0,
          username: 'x',
          password: 'y',
        });
        for (const path of targets) {
          const url = base + path;
          const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json'];
          for (const type of types) {
            const init: RequestInit = {
              method: 'POST',
              body,
              headers: { 'content-type': type },
              credentials: 'include',
            };
            await settled(fetch(url, { ...init, mode: 'no-cors' }));
            await settled(fetch(url, init).then(async (one) => read.push(`${path}: ${await one.text()}`)));
          }
          navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }));
          const frame = document.createElement('iframe');
          frame.name = `f${path}`;
          document.body.append(frame);
          const form = document.createElement('form');
          Object.assign(form, { action: url, method: 'post', enctype: 'text/plain', target: frame.name });
          const field = document.createElement('input');
          Object.assign(field, { name: `${body.slice(0, -1)},"x":"`, value: '"}' });
          form.append(field);
          document.body.append(form);
          form.submit();
          const image = new Image();
          const loaded = new Promise((done) => (image.onload = image.onerror = done));
          image.src = `${url}?ids=1`;
          await loaded;
        }
        const hasOpened = (source: EventSource | WebSocket) =>
          new Promise<string>((done) => {
            source.onopen = () => done('open');
            source.onmessage = () => done('message');
            source.onerror = () => done('refused');
          });
        const streams = [
          hasOpened(
            new EventSource(`${base}/admin/Terminal/index?command=app.package&uuid=x&extend=1`, {
              withCredentials: true,
            }),
          ),
          hasOpened(new WebSocket(`${base.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)),
        ];
        read.push(...(await Promise.all(streams)).filter((one) => one !== 'refused'));
        return read;
      },
      [product.url, some] as const,
    );
    expect(answered).toEqual([]);
    await page.close();
    expect(await stateOfHouse()).toEqual(before);
  }, 120_000);
});
