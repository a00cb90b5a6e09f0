/** While amounts are hidden on a device, neither the list of notices nor a toast shows them. */
import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { Providers } from '../../../shared/startup/Providers';
import type { Notice } from '../../../shared/notices/parseNotice';
import { parseNotice, useNoticeText } from '../../../shared/notices/parseNotice';
import { useNoticeAlerts } from '../../../shared/notices/useNoticeAlerts';
import { settingsChanged } from '../../../shared/store/settings';
import type { Realm } from '../../../../common/realm';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { LatestNotices } from './LatestNotices';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});

const TITLES = ['money_in', 'money_out', 'money_many', 'money_many_out'];
const ALL_TITLES = [...TITLES, ...TITLES.map((text) => text.replace('money', 'score'))];
const RECEIPT_LINK = '/user/integral?receipt=R-1';
const AMOUNTS = { amount: '51.23', after: '62.34', total: '73.45', sign: '+', count: 2, memo: 'Refund' };
const rows = ALL_TITLES.map((title, index) => ({
  id: index + 1,
  revision: 1,
  kind: 'wealth',
  title,
  params: AMOUNTS,
  // The newest one links to the receipt of its booking.
  link: index === ALL_TITLES.length - 1 ? RECEIPT_LINK : '',
  actor_name: '',
  told_time: index + 1,
  read_time: null,
}));
const AMOUNT_PATTERN = /51\.23|62\.34|73\.45/;
const findNoEntityNames = () => undefined;

async function open(realm: Realm, languages: string[]) {
  testServer = await startFakeHttpServer(() => ({
    envelope: { data: { list: rows, total: rows.length, seq: '1', epoch: 'e', refs: {} } },
  }));
  const client = createTestClient({ realm, origin: testServer.origin, person: createTestUser(), languages });
  client.store.dispatch(settingsChanged({ discreet: true }));
  let arrive: (notices: readonly Notice[]) => void = () => undefined;
  function Probe() {
    const formatNotice = useNoticeText(findNoEntityNames);
    arrive = useNoticeAlerts({
      findEntityNames: findNoEntityNames,
      openNotice: () => undefined,
      openPanel: () => undefined,
      markRead: { byIds: () => undefined, all: () => undefined },
    });
    return (
      <ul aria-label="all">
        {rows.map((row) => (
          <li key={row.id}>{formatNotice(parseNotice(row))}</li>
        ))}
      </ul>
    );
  }
  render(
    <Providers client={client}>
      <Probe />
      {realm === 'member' && <LatestNotices />}
    </Providers>,
  );
  return { ...client, arrive: (notice: Notice) => arrive([notice]) };
}
const listItemTexts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it.each([
  ['en', 'You received ¥••••: Refund'],
  ['zh-CN', 'Refund'],
])('hides amounts in the language %s until they are shown again', async (language, toastTexts) => {
  const { store, app, arrive } = await open('member', [language]);
  await screen.findByRole('region', { name: /Notifications|通知/ });
  await act(() => sleep(300));
  expect(listItemTexts()).toHaveLength(ALL_TITLES.length + 5);
  expect(listItemTexts().join(' ')).not.toMatch(AMOUNT_PATTERN);
  expect(listItemTexts()[0]).toContain(toastTexts);
  for (const row of rows) {
    act(() => arrive(parseNotice(row)));
    await act(() => sleep(330));
  }
  const toasts = app.toasts.list().map(({ text }) => text);
  expect(toasts.length).toBeGreaterThan(0);
  expect(toasts.join(' ')).not.toMatch(AMOUNT_PATTERN);
  act(() => void store.dispatch(settingsChanged({ discreet: false })));
  expect(listItemTexts().every((line) => line.includes('51.23'))).toBe(true);
});

it('LatestNotices: opens the receipt that a notice links to, and marks the notice as read', async () => {
  const { navigations } = await open('member', ['en']);
  const section = await screen.findByRole('region', { name: 'Notifications' });
  const [link, ...others] = await within(section).findAllByRole('button', { name: /Refund/ }, { timeout: 15_000 });
  expect(others).toEqual([]);
  act(() => link?.click());
  expect(navigations).toEqual([RECEIPT_LINK]);
  await waitFor(() => expect(testServer?.requests.map(({ path }) => path)).toContain('/api/notice/read'));
});

it('LatestNotices: formats amounts as the rest of the screen does, and shows members no staff names', async () => {
  const { store, app } = await open('member', ['en']);
  act(() => void store.dispatch(settingsChanged({ discreet: false })));
  function NoticeTexts() {
    const formatNotice = useNoticeText(findNoEntityNames);
    const base = { id: 1, link: '', actor: 'Mei', createdAt: 1, isUnread: true } as const;
    const params = { amount: '1234567.80', memo: 'Refund' };
    return (
      <>
        <p>{formatNotice({ ...base, kind: 'wealth', title: 'money_in', params })}</p>
        <p>{formatNotice({ ...base, kind: 'wealth', title: 'score_in', params: { ...params, amount: '12345' } })}</p>
        <p>{formatNotice({ ...base, kind: 'account', title: 'account_changed', params: {} })}</p>
      </>
    );
  }
  render(
    <Providers client={{ store, app }}>
      <NoticeTexts />
    </Providers>,
  );
  expect(await screen.findByText('You received ¥1,234,567.80: Refund')).toBeVisible();
  expect(screen.getByText('You received 12,345 points: Refund')).toBeVisible();
  expect(screen.getByText('Customer service changed your account')).toBeVisible();
});

it('LatestNotices: shows amounts to staff, whose screens have no toggle for them', async () => {
  await open('admin', ['en']);
  expect(listItemTexts()[0]).toBe('You received ¥51.23: Refund');
});
