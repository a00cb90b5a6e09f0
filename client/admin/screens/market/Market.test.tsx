/** The marketplace: sources, cards, details as plain text, purchases with one key, and every state between nothing and installed. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { asRecord } from '../../../../common/json';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { Market } from './Market';

let driver: Screen | undefined;
afterEach(async () => {
  cleanup();
  await driver?.close();
  driver = undefined;
});

const HTML = '<img src=x onerror=alert(1)>';
const LOCAL = {
  moduleId: 0,
  state: 'uninstalled',
  version: '',
  isOwned: false,
  hasUpdate: false,
  ownRating: null as number | null,
  refund: 'none' as 'none' | 'possible' | 'requested' | 'declined',
};
const ITEM = {
  id: 'faq',
  title: { en: 'FAQ', 'zh-cn': '常见问题' },
  description: { en: HTML, 'zh-cn': '' },
  author: 'Example',
  category: 1,
  price: '12.50',
  points: 300,
  buyers: 3,
  rating: 4.5,
  isRecommended: true,
  version: '1.1.0',
  picture: '',
  local: LOCAL,
};
const CATALOGUE = {
  title: { en: 'Shop', 'zh-cn': '店' },
  currency: 'CNY',
  total: 1,
  problem: '',
  categories: [{ id: 1, title: { en: 'Office', 'zh-cn': '办公' } }],
  account: { name: 'Ada', money: '50.00', score: 400, owned: [], ratings: [] },
};
const DETAIL = {
  text: { en: `${HTML}\nSecond line`, 'zh-cn': '' },
  pictures: [],
  versions: [
    {
      version: '1.1.0',
      news: { en: 'Pinned questions', 'zh-cn': '' },
      date: '2026-01-31',
      size: 2048,
      sha256: 'a'.repeat(64),
    },
  ],
};
/** Longer than a short text, as images are. */
const PICTURE = `data:image/png;base64,${'A'.repeat(5000)}`;
const SOURCE = { id: 4, title: 'Shop', url: 'https://shop.example', isLinked: true };

interface TestSetup {
  readonly sources?: readonly unknown[];
  readonly local?: Partial<typeof LOCAL>;
  readonly account?: unknown;
  readonly catalogue?: () => object | undefined;
  readonly isSuper?: boolean;
  readonly picture?: string;
}
async function open({
  sources = [SOURCE],
  local = {},
  account = CATALOGUE.account,
  catalogue,
  isSuper = true,
  picture = '',
}: TestSetup = {}) {
  const item = { ...ITEM, picture, local: { ...LOCAL, ...local } };
  driver = await openScreen(<Market />, {
    at: '/admin/module/market',
    isSuper,
    respond: ({ path }) => {
      if (path === '/admin/market/sources') return { envelope: { data: { list: sources } } };
      if (path === '/admin/market/catalogue')
        return { envelope: catalogue?.() ?? { data: { ...CATALOGUE, account, items: [item] } } };
      if (path === '/admin/market/plugin') return { envelope: { data: { ...item, ...DETAIL } } };
      if (path === '/admin/market/buy')
        return { envelope: { code: 0, msg: 'The source refused: no money', data: null } };
      if (path === '/admin/market/requestRefund')
        return { envelope: { msg: 'Refund requested.', data: { state: 'requested' } } };
      if (path === '/admin/market/picture') return { envelope: { data: { src: PICTURE } } };
      if (path === '/admin/market/rate') return { envelope: { msg: 'Rating saved.', data: { rating: 4 } } };
      return path === '/admin/market/download' ? { envelope: { data: { id: 9, uid: 'faq' } } } : undefined;
    },
  });
  return userEvent.setup();
}
const sent = (path: string) => driver?.fakeServer.requests.filter((request) => request.path === path) ?? [];

describe('the marketplace', () => {
  it('the market explains how to add a source, and is closed to all but super admins', async () => {
    await open({ sources: [] });
    expect(await screen.findByText('No sources yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add a source' })).toHaveAttribute('href', '/admin/market_source/new');
    cleanup();
    await driver?.close();
    await open({ isSuper: false });
    expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('Marketplace');
    expect(sent('/admin/market/sources')).toEqual([]);
  });

  // @spec P2-061
  // @covers route /admin/market
  it('shows plugins with price and state, filters by category and word, and shows HTML as text', async () => {
    const user = await open();
    const card = await screen.findByRole('button', { name: /FAQ/ });
    expect(card).toHaveTextContent('¥12.50 or 300 points');
    expect(card).toHaveTextContent(HTML);
    expect(document.querySelector('img')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Office' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'faq');
    await waitFor(() => expect(sent('/admin/market/catalogue').at(-1)?.query.get('search')).toBe('faq'));
    expect(driver?.address().search).toBe('?search=faq&category=1');
    await user.click(await screen.findByRole('button', { name: /FAQ/ }));
    const dialog = await screen.findByRole('dialog', { name: 'FAQ' });
    expect(await within(dialog).findByText(/Second line/)).toHaveTextContent(HTML);
    expect(within(dialog).getByText(/1\.1\.0 · 2026-01-31 · 2 KB/)).toBeVisible();
    expect(document.querySelector('img')).toBeNull();
  });

  it('follows its sources live: a new one is offered, and one that answers again is read again', async () => {
    const sources: object[] = [SOURCE];
    let refusal: object | undefined = { code: 0, msg: 'The source doesn’t respond.' };
    await open({ sources, catalogue: () => refusal });
    expect(await screen.findByText('The source doesn’t respond.')).toBeVisible();
    expect(screen.queryByRole('combobox')).toHaveTextContent('Shop');
    sources.push({ ...SOURCE, id: 5, title: 'Fair' });
    act(() => driver?.receiveFrame({ e: 'market_source' }));
    await waitFor(() => expect(sent('/admin/market/sources')).toHaveLength(2));
    await waitFor(() => expect(sent('/admin/market/catalogue')).toHaveLength(2));
    refusal = undefined;
    act(() => driver?.receiveFrame({ e: 'market_source' }));
    expect(await screen.findByRole('button', { name: /FAQ/ })).toBeVisible();
    expect(screen.queryByText('The source doesn’t respond.')).toBeNull();
    fireEvent.mouseDown(screen.getByRole('combobox'));
    expect(await screen.findByRole('option', { name: 'Fair' })).toBeVisible();
  });

  it('shows the image of a plugin, which comes through the server', async () => {
    await open({ picture: '/storage/faq.png' });
    const card = await screen.findByRole('button', { name: /FAQ/ });
    await waitFor(() => expect(card.querySelector('img')).toHaveAttribute('src', PICTURE));
    expect(sent('/admin/market/picture')[0]?.query.get('path')).toBe('/storage/faq.png');
  });

  it('rates a plugin that the account bought, and no other', async () => {
    const user = await open({ local: { isOwned: true, ownRating: 2 } });
    await user.click(await screen.findByRole('button', { name: /FAQ/ }));
    const dialog = await screen.findByRole('dialog', { name: 'FAQ' });
    expect(await within(dialog).findByRole('radio', { name: '2 stars' })).toBeChecked();
    // `userEvent` also moves the pointer, and jsdom has no geometry for it.
    fireEvent.click(within(dialog).getByRole('radio', { name: '4 stars' }));
    await waitFor(() => expect(sent('/admin/market/rate')[0]?.body).toEqual({ source: 4, id: 'faq', rating: 4 }));
    await waitFor(() => expect(sent('/admin/market/plugin')).toHaveLength(2));
    cleanup();
    await driver?.close();
    const other = await open({ local: { isOwned: true } });
    await other.click(await screen.findByRole('button', { name: /FAQ/ }));
    await screen.findByRole('button', { name: 'Install' });
    expect(screen.queryByRole('radio', { name: '4 stars' })).toBeNull();
  });

  it('buys at the price that it shows; a second attempt of one purchase has the same key', async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: /FAQ/ }));
    await user.click(await screen.findByRole('button', { name: 'Buy' }));
    const dialog = await screen.findByRole('dialog', { name: /Buy FAQ/ });
    await user.click(within(dialog).getByRole('radio', { name: /Points/ }));
    const pay = within(dialog).getByRole('button', { name: 'Pay 300 points' });
    await user.click(pay);
    expect(await within(dialog).findByText('The source refused: no money')).toBeVisible();
    await user.click(pay);
    await waitFor(() => expect(sent('/admin/market/buy')).toHaveLength(2));
    const [first, second] = sent('/admin/market/buy').map(({ body }) => asRecord(body) ?? {});
    expect(first).toMatchObject({ source: 4, id: 'faq', payment: 'score', price: '300' });
    expect(first?.['key']).toMatch(/^[\w-]{16,64}$/);
    expect(second?.['key']).toBe(first?.['key']);
  });

  it('an activation code is sent without a price', async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: /FAQ/ }));
    await user.click(await screen.findByRole('button', { name: 'Buy' }));
    const dialog = await screen.findByRole('dialog', { name: /Buy FAQ/ });
    await user.click(within(dialog).getByRole('radio', { name: /Activation code/ }));
    const submit = within(dialog).getByRole('button', { name: 'Buy' });
    expect(submit).toBeDisabled();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Activation code' }), {
      target: { value: ' AAAAA-BBBBB ' },
    });
    await user.click(submit);
    await waitFor(() => expect(sent('/admin/market/buy')).toHaveLength(1));
    expect(sent('/admin/market/buy')[0]?.body).toMatchObject({ payment: 'code', price: '', code: 'AAAAA-BBBBB' });
  });

  it('requests a refund with a reason, and shows what became of a request', async () => {
    const user = await open({ local: { isOwned: true, ownRating: 0, refund: 'possible' } });
    await user.click(await screen.findByRole('button', { name: /FAQ/ }));
    await user.click(await screen.findByRole('button', { name: 'Request a refund' }));
    const dialog = await screen.findByRole('dialog', { name: 'Request a refund for FAQ?' });
    const submit = within(dialog).getByRole('button', { name: 'Request refund' });
    expect(submit).toBeDisabled();
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/ }), { target: { value: ' Too slow ' } });
    await user.click(submit);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Request a refund/ })).toBeNull());
    expect(sent('/admin/market/requestRefund').map(({ body }) => body)).toEqual([
      { source: 4, id: 'faq', reason: 'Too slow' },
    ]);
    await waitFor(() => expect(sent('/admin/market/plugin')).toHaveLength(2));
    cleanup();
    await driver?.close();
    const other = await open({ local: { isOwned: true, ownRating: 0, refund: 'requested' } });
    await other.click(await screen.findByRole('button', { name: /FAQ/ }));
    expect(await screen.findByText('Refund requested')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Request a refund' })).toBeNull();
  });

  it.each<[string, Partial<typeof LOCAL>, string]>([
    ['bought', { isOwned: true }, 'Install'],
    ['installed', { moduleId: 9, state: 'installed', version: '1.1.0', isOwned: true }, 'Open module'],
    ['older', { moduleId: 9, state: 'installed', version: '1.0.0', isOwned: true, hasUpdate: true }, 'Update to 1.1.0'],
    ['downloaded', { moduleId: 9, state: 'init', isOwned: true }, 'Review and install'],
  ])('offers the one action of a plugin that is %s', async (_name, local, action) => {
    const user = await open({ local });
    await user.click(await screen.findByRole('button', { name: /FAQ/ }));
    const dialog = await screen.findByRole('dialog', { name: 'FAQ' });
    expect(await within(dialog).findByText(action)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Buy' })).toBeNull();
  });

  it('downloads and leads to the review of the module', async () => {
    const user = await open({ local: { isOwned: true } });
    await user.click(await screen.findByRole('button', { name: /FAQ/ }));
    await user.click(await screen.findByRole('button', { name: 'Install' }));
    await waitFor(() => expect(driver?.address().pathname).toBe('/admin/module/9'));
    expect(driver?.address().search).toBe('?review=1');
  });

  it('cannot buy without an account, shows a failed catalog with a retry, and an empty one', async () => {
    const user = await open({ sources: [{ ...SOURCE, isLinked: false }], account: null });
    await user.click(await screen.findByRole('button', { name: /FAQ/ }));
    const dialog = await screen.findByRole('dialog', { name: 'FAQ' });
    await user.click(await within(dialog).findByRole('button', { name: 'Link an account' }));
    expect(await screen.findByRole('dialog', { name: 'Link an account at Shop' })).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Buy', hidden: true })).toBeNull();
    cleanup();
    await driver?.close();
    let response: object = { code: 0, msg: 'The source does not answer.', data: null };
    const again = await open({ catalogue: () => response });
    expect(await screen.findByText('The source does not answer.')).toBeVisible();
    response = { data: { ...CATALOGUE, items: [], total: 0 } };
    await again.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No plugins found')).toBeVisible();
  });
});
