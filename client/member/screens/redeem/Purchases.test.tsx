/** The purchases of a member, and the keys with which consoles buy: made, shown once, revoked. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { PURCHASE_STATUS } from '../../../../common/entities/pluginPurchase';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { Purchases } from './Purchases';

let served: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await served?.close();
});

const KEY = 'ba_m_1.secret';
const PURCHASE = {
  id: 4,
  number: 'P-4',
  plugin_id: 25,
  paid_by: 'money',
  money: '12.50',
  score: 0,
  status: 1,
  create_time: 1_790_000_000,
};
const row = (patch: object) => ({ ...PURCHASE, ...patch });
const PURCHASES = {
  list: [
    PURCHASE,
    row({
      id: 3,
      number: 'P-3',
      plugin_id: 26,
      paid_by: 'score',
      money: '0.00',
      score: 300,
      status: PURCHASE_STATUS.refunded,
    }),
    row({ id: 2, number: 'P-2', plugin_id: 27, paid_by: 'code', money: '0.00' }),
    row({ id: 1, number: 'P-1', plugin_id: 28, status: PURCHASE_STATUS.refund_requested, refund_memo: 'Slow' }),
  ],
  refs: {},
  seq: '5',
  epoch: 'e1',
};
const PLUGINS = [
  { id: 25, name: 'faq', title: '常见问题', title_en: 'FAQ' },
  { id: 26, title: '留言板', title_en: 'Guest book' },
];

interface TestSetup {
  readonly isOpen?: boolean;
  readonly purchases?: object;
  readonly languages?: readonly string[];
}
async function open({ isOpen = true, purchases = PURCHASES, languages = ['en'] }: TestSetup = {}) {
  let keys: readonly object[] = [];
  served = await startFakeHttpServer(({ path }) => {
    if (path === '/api/plugin_purchase/index') return { envelope: { data: purchases } };
    if (path === '/api/plugin/index') return { envelope: { data: { list: PLUGINS } } };
    if (path === '/api/market/keys') return { envelope: { data: { isOpen, list: keys } } };
    if (path === '/api/market/addKey') {
      keys = [{ id: 9, name: 'Office Nord', expireTime: 1_800_000_000, lastUsedTime: 0 }];
      return { envelope: { data: { key: KEY } } };
    }
    if (path === '/api/market/revokeKey') keys = [];
    return { envelope: { data: {}, msg: 'Revoked.' } };
  });
  window.history.replaceState(null, '', '/user/redeem');
  const client = createTestClient({
    ...({ realm: 'member', origin: served.origin, path: '/user/redeem', person: createTestUser(), languages } as const),
  });
  render(
    <Providers client={client}>
      <Purchases />
    </Providers>,
  );
}
const sent = (path: string) => served?.requests.filter((request) => request.path === path).map(({ body }) => body);
const getLine = (text: string) => screen.getByText(text).closest('li') ?? document.body;

describe('the purchases of a member', () => {
  it('purchases show the amount, the kind of payment and refunds', async () => {
    await open();
    expect(await screen.findByText('FAQ')).toBeVisible();
    expect(getLine('FAQ')).toHaveTextContent(/P-4 .* Paid.*12\.50/);
    expect(getLine('Guest book')).toHaveTextContent(/P-3 .* Refunded.*300 points/);
    expect(screen.getByText('300 points').tagName).toBe('S');
    expect(getLine('P-2')).toHaveTextContent(/Activation code/);
    expect(screen.getByText(/^P-1 .* Refund requested/)).toBeVisible();
  });

  it('a refund is requested once, with a reason', async () => {
    await open();
    const line = within((await screen.findByText('FAQ')).closest('li') ?? document.body);
    expect(screen.getAllByRole('button', { name: 'Request a refund' })).toHaveLength(1);
    fireEvent.click(line.getByRole('button', { name: 'Request a refund' }));
    const dialog = await screen.findByRole('dialog', { name: 'Request a refund for FAQ?' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/ }), { target: { value: ' Too slow ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Request refund' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('/api/market/requestRefund')).toEqual([{ plugin: 'faq', reason: 'Too slow' }]);
    await waitFor(() => expect(sent('/api/plugin_purchase/index')?.length).toBeGreaterThan(1));
  });

  it('purchases are shown in Chinese', async () => {
    await open({ languages: ['zh-CN'] });
    expect(await screen.findByText('常见问题')).toBeVisible();
    expect(getLine('留言板')).toHaveTextContent(/300 积分/);
  });

  it('purchases are not shown while the catalog is closed and nothing was bought', async () => {
    await open({ isOpen: false, purchases: { list: [], refs: {} } });
    await waitFor(() => expect(sent('/api/market/keys')).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('heading', { name: 'Purchases' })).toBeNull();
  });

  it('purchases stay when the catalog was closed later, without the keys', async () => {
    await open({ isOpen: false });
    expect(await screen.findByText('FAQ')).toBeVisible();
    expect(screen.queryByText('Keys for consoles')).toBeNull();
  });
});

describe('the market keys of a member', () => {
  it('market keys are made with a name, shown once, listed and revoked', async () => {
    await open();
    const make = await screen.findByRole('button', { name: 'Make a key' });
    expect(make).toBeDisabled();
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: '  Office Nord ' } });
    fireEvent.click(make);
    expect(await screen.findByText(KEY)).toBeVisible();
    expect(sent('/api/market/addKey')).toEqual([{ name: 'Office Nord' }]);
    expect(name).toHaveValue('');
    expect(await screen.findByText('Office Nord')).toBeVisible();
    fireEvent.click(within(getLine('Office Nord')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByText('Office Nord')).toBeNull());
    expect(sent('/api/market/revokeKey')).toEqual([{ id: 9 }]);
  });
});
