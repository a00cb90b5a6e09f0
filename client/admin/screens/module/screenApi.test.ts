/** The API for the screens of modules, and that all its calls and subscriptions end when the screen is removed. */
import { describe, expect, it } from '@jest/globals';
import { createScreenApi, type ScreenApiDeps } from './screenApi';

function createScreen() {
  const calls: unknown[] = [];
  const topics = new Set<string>();
  const live: ScreenApiDeps['live'] = {
    subscribe: (spec) => {
      const name = 'e' in spec ? spec.e : '';
      topics.add(name);
      return () => topics.delete(name);
    },
  };
  const screen = createScreenApi({
    live,
    locale: 'zh-cn',
    theme: { mode: 'dark', fontFamily: 'serif' },
    request: (call) => {
      calls.push(call);
      return Promise.resolve({ list: [] });
    },
  });
  return { screen, calls, topics };
}

describe('the API of a screen', () => {
  it('calls routes of the console, and no others', async () => {
    const { screen, calls } = createScreen();
    expect(await screen.api.get('/admin/note/index', { limit: '5' })).toEqual({ list: [] });
    await screen.api.post('/admin/note/add', { text: 'a' });
    for (const path of [
      'https://example.org/',
      '//example.org/',
      '/api/index',
      '/admin/../api/index',
      'admin/note/index',
    ])
      await expect(screen.api.get(path)).rejects.toThrow('is no route of the console');
    expect(calls).toEqual([
      { method: 'GET', url: '/admin/note/index', params: { limit: '5' } },
      { method: 'POST', url: '/admin/note/add', body: { text: 'a' } },
    ]);
  });

  it('gives texts in the language of the reader, and ends subscriptions with the screen', () => {
    const { screen, topics } = createScreen();
    expect(screen.t({ en: 'Board', 'zh-cn': '看板' })).toBe('看板');
    const end = screen.subscribe('note', () => undefined);
    screen.subscribe('news', () => undefined);
    end();
    expect([...topics]).toEqual(['news']);
    screen.end();
    expect([...topics]).toEqual([]);
  });
});
