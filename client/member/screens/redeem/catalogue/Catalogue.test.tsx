/** A member finds a plugin in the catalog of this installation and buys it; a lost response cannot pay twice. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { MarketDetail } from '../../../../../common/modules/market';
import { Providers } from '../../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../../testing/testClient';
import { Redeem } from '../Redeem';

let served: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await served?.close();
});

const texts = (en: string, chinese = en) => ({ en, 'zh-cn': chinese });
const FAQ: MarketDetail = {
  id: 'faq',
  title: texts('FAQ', '常见问题'),
  description: texts('Answers', '解答'),
  author: 'Example',
  category: 3,
  price: '12.50',
  points: 300,
  buyers: 4,
  rating: 0,
  isRecommended: false,
  version: '1.1.0',
  picture: '/a.webp',
  text: texts('All about it', '介绍'),
  pictures: ['/b.webp', '/c.webp'],
  versions: [{ version: '1.1.0', news: texts('Faster', '更快'), date: '2026-11-01', size: 2_048, sha256: '' }],
};
const FREE = { ...FAQ, id: 'pack', title: texts('Pack', '卡片'), price: '0.00', points: null };
const CATALOGUE = {
  title: texts('Shop'),
  currency: 'CNY',
  categories: [{ id: 3, title: texts('Office', '办公') }],
  items: [FAQ, FREE],
  total: 30,
};

async function open({ query = 'view=plugins', refusal = '', languages = ['en'], items = CATALOGUE.items } = {}) {
  let owned: readonly string[] = [];
  const account = () => ({ name: 'Mia', money: '20.00', score: 100, owned, ratings: [], refunds: [] });
  served = await startFakeHttpServer(({ path, query: asked }) => {
    if (path === '/api/market/catalogue') return { envelope: { data: { ...CATALOGUE, items } } };
    if (path === '/api/market/plugin') return { envelope: { data: asked.get('id') === 'faq' ? FAQ : FREE } };
    if (path === '/api/market/account') return { envelope: { data: account() } };
    if (path !== '/api/market/buy') return { envelope: { data: {} } };
    if (refusal !== '') return { envelope: { code: 0, msg: refusal } };
    owned = ['faq'];
    return { envelope: { data: { number: 'P-1' }, msg: 'Bought.' } };
  });
  window.history.replaceState(null, '', `/user/redeem?${query}`);
  const client = createTestClient({
    ...({ realm: 'member', origin: served.origin, path: '/user/redeem', person: createTestUser(), languages } as const),
  });
  render(
    <Providers client={client}>
      <Redeem />
    </Providers>,
  );
}
const sent = (path: string) => served?.requests.filter((request) => request.path === path) ?? [];
const press = (name: string | RegExp, at = screen.getByRole('dialog')) =>
  fireEvent.click(within(at).getByRole('button', { name }));

describe('the catalog in the member center', () => {
  it('shows plugins with prices and what the member has, by category and page', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'FAQ' })).toBeVisible();
    expect(screen.getByText('¥12.50 or 300 points')).toBeVisible();
    expect(screen.getByText('Free')).toBeVisible();
    expect(await screen.findByText('Mia · ¥20.00 · 100 points')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    fireEvent.click(screen.getByRole('button', { name: 'Office' }));
    await waitFor(() =>
      expect(sent('/api/market/catalogue').map(({ query }) => [query.get('page'), query.get('category')])).toEqual([
        ['1', null],
        ['2', null],
        ['1', '3'],
      ]),
    );
  });

  it('a plugin has pictures and versions, and is bought at the price that is shown', async () => {
    await open({ query: 'view=plugins&plugin=faq' });
    const dialog = await screen.findByRole('dialog', { name: 'FAQ' });
    expect(await within(dialog).findByText('2026-11-01', { exact: false })).toBeVisible();
    expect(within(dialog).getByText(/No ratings yet/)).toBeVisible();
    expect(within(dialog).getAllByRole('img', { name: /Picture \d of FAQ/ })).toHaveLength(2);
    press('Buy');
    press('Pay ¥12.50', await screen.findByRole('dialog', { name: 'Buy FAQ?' }));
    expect(await within(dialog).findByRole('button', { name: 'Download package' })).toBeVisible();
    expect(within(dialog).getByText('Purchased')).toBeVisible();
    expect(sent('/api/market/buy').map(({ body }) => body)).toEqual([
      { plugin: 'faq', payment: 'money', price: '12.50', code: '', _mid: expect.stringMatching(/.{8,}/) },
    ]);
  });

  it('every attempt of one purchase has the same key, and a refusal stays in the dialog', async () => {
    await open({ query: 'view=plugins&plugin=faq', refusal: 'Your balance is too low.' });
    await screen.findByText('All about it');
    press('Buy');
    const dialog = await screen.findByRole('dialog', { name: 'Buy FAQ?' });
    press(/^Pay/, dialog);
    expect(await within(dialog).findByText('Your balance is too low.')).toBeVisible();
    press(/^Pay/, dialog);
    await waitFor(() => expect(sent('/api/market/buy')).toHaveLength(2));
    const keys = sent('/api/market/buy').map(({ body }) => (body as { readonly _mid: string })._mid);
    expect(new Set(keys).size).toBe(1);
  });

  it('suggests another word only while the catalog is filtered', async () => {
    await open({ items: [] });
    expect(await screen.findByText('No plugins found')).toBeVisible();
    expect(screen.queryByText('Try another word or category.')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Office' }));
    expect(await screen.findByText('Try another word or category.')).toBeVisible();
  });

  it('is there in Chinese, and a free plugin is downloaded without a purchase', async () => {
    await open({ query: 'view=plugins&plugin=pack', languages: ['zh-CN'] });
    const dialog = await screen.findByRole('dialog', { name: '卡片' });
    expect(await within(dialog).findByRole('button', { name: '下载安装包' })).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: '购买' })).toBeNull();
  });
});
