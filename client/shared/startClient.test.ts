/** What a page says of its site reaches the client that starts in it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createI18n } from './i18n';
import { createTestClient } from '../testing/testClient';
import { loadStyles, siteFacts } from './startClient';
import { send } from './transport';

afterEach(() => {
  for (const link of document.head.querySelectorAll('link')) link.remove();
});

describe('the facts of a page', () => {
  it('P1-052, P9-035 name the language of texts that the chosen one lacks', () => {
    document.documentElement.dataset['fallback'] = 'zh-cn';
    const { fallback } = siteFacts(document.documentElement);
    expect(fallback).toBe('zh-cn');
    const words = { en: { only: {} }, 'zh-cn': { only: { here: '仅此' } } };
    const i18n = createI18n('en', words, fallback);
    const translate: (key: string) => unknown = i18n.t.bind(i18n) as never;
    expect(translate('only.here')).toBe('仅此');
    document.documentElement.dataset['fallback'] = 'xx';
    expect(siteFacts(document.documentElement)).not.toHaveProperty('fallback');
    delete document.documentElement.dataset['fallback'];
  });

  it('P3-400 name the origin of the API, which every call then goes to', async () => {
    document.documentElement.dataset['api'] = 'https://api.example.com';
    const { api } = siteFacts(document.documentElement);
    const asked: string[] = [];
    const fetched: typeof fetch = (input) => {
      asked.push(input instanceof URL ? input.href : 'another kind of request');
      return Promise.resolve(new Response('{"code":1,"msg":"","data":null,"time":1}'));
    };
    const { app } = createTestClient({ fetch: fetched, ...(api === undefined ? {} : { api }) });
    await send(app.transport, { url: '/admin/news/index', params: { page: 2 } });
    expect(asked).toEqual(['https://api.example.com/admin/news/index?page=2']);
    delete document.documentElement.dataset['api'];
    expect(siteFacts(document.documentElement)).toEqual({ styles: [] });
  });

  it('P9-036 name stylesheets, which are added without holding up the page', () => {
    document.documentElement.dataset['styles'] = 'https://cdn.example/a.css https://cdn.example/b.css';
    loadStyles(siteFacts(document.documentElement).styles);
    const links = [...document.head.querySelectorAll('link')].map(({ rel, href }) => [rel, href]);
    expect(links).toEqual([
      ['stylesheet', 'https://cdn.example/a.css'],
      ['stylesheet', 'https://cdn.example/b.css'],
    ]);
    delete document.documentElement.dataset['styles'];
  });
});
