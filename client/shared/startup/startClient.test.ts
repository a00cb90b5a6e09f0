/** The settings in the page’s HTML reach the client that starts in it. */
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Client } from './createClient';
import type { TranslationLoaders } from '../i18n/i18n';
import { appendStylesheets, readPageSettings, startClient } from './startClient';
import { sendRequest } from '../api/transport';

const loadTexts = {
  en: () => Promise.resolve({ both: 'Both' as never }),
  'zh-cn': () => Promise.resolve({ both: '都有' as never, only: { here: '仅此' } }),
};
let started: Client | undefined;
async function start(source: TranslationLoaders = loadTexts): Promise<Client> {
  started = await startClient('admin', source, () => undefined);
  return started;
}
// An open BroadcastChannel would keep the test process alive.
beforeAll(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

afterEach(() => {
  started?.app.live.close();
  started = undefined;
  for (const fact of ['fallback', 'api', 'styles']) document.documentElement.removeAttribute(`data-${fact}`);
  for (const link of document.head.querySelectorAll('link')) link.remove();
});

describe('the settings of a page', () => {
  // @spec P1-052 P9-035
  it('load the fallback language for texts that the chosen one lacks', async () => {
    document.documentElement.dataset['fallback'] = 'zh-cn';
    const { app } = await start();
    // the keys of this test are not in the typed translations
    const translate = app.i18n.t as unknown as (key: string) => unknown;
    expect([app.i18n.language, translate('only.here'), translate('both')]).toEqual(['en', '仅此', 'Both']);
  });

  // @spec P1-052
  it('start the app although the fallback language cannot be loaded, and ignore an unknown language', async () => {
    document.documentElement.dataset['fallback'] = 'zh-cn';
    const lost = { ...loadTexts, 'zh-cn': () => Promise.reject(new Error('offline')) };
    const { app } = await start(lost);
    expect((app.i18n.t as unknown as (key: string) => unknown)('both')).toBe('Both');
    document.documentElement.dataset['fallback'] = 'xx';
    expect(readPageSettings(document.documentElement)).not.toHaveProperty('fallback');
  });

  const API = 'https://api.example.com';
  const envelope = () => new Response('{"code":1,"msg":"","data":null,"time":1}');
  /** The URLs requested by a start and one call; `answer` is the response of the API’s origin. */
  async function asked(respond: () => Promise<Response>): Promise<readonly string[]> {
    document.documentElement.dataset['api'] = API;
    const urls: string[] = [];
    const own = window.fetch;
    window.fetch = (input) => {
      const { href, origin } = input instanceof URL ? input : new URL('about:blank');
      urls.push(href);
      return origin === API ? respond() : Promise.resolve(envelope());
    };
    try {
      const { app } = await start();
      await sendRequest(app.transport, { url: '/admin/news/index', params: { page: 2 } });
    } finally {
      window.fetch = own;
    }
    return urls;
  }

  // @spec P3-400
  it('name the origin of the API, to which every call is sent', async () => {
    const urls = await asked(() => Promise.resolve(envelope()));
    expect(urls).toEqual([`${API}/api/Index/index`, `${API}/admin/news/index?page=2`]);
    delete document.documentElement.dataset['api'];
    expect(readPageSettings(document.documentElement)).toEqual({ styles: [] });
  });

  // @spec P3-400
  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is another site', () => Promise.resolve(new Response('<html></html>'))],
  ])('an API that %s: calls are sent to the own origin, and the console says so once', async (_case, response) => {
    const notes = jest.spyOn(console, 'info').mockImplementation(() => undefined);
    try {
      expect(await asked(response)).toEqual([
        `${API}/api/Index/index`,
        `${window.location.origin}/admin/news/index?page=2`,
      ]);
      expect(notes.mock.calls).toEqual([[expect.stringContaining('no_api')]]);
    } finally {
      notes.mockRestore();
    }
  });

  // @spec P9-036
  it('name stylesheets, which are added without blocking the page', () => {
    document.documentElement.dataset['styles'] = 'https://cdn.example/a.css https://cdn.example/b.css';
    appendStylesheets(readPageSettings(document.documentElement).styles);
    const links = [...document.head.querySelectorAll('link')].map(({ rel, href }) => [rel, href]);
    expect(links).toEqual([
      ['stylesheet', 'https://cdn.example/a.css'],
      ['stylesheet', 'https://cdn.example/b.css'],
    ]);
  });
});
