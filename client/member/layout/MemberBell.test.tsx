/** During a support session the bell is read-only: it marks no notice as read and changes no setting. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Providers } from '../../shared/startup/Providers';
import {
  startFakeHttpServer,
  type RecordedRequest,
  type FakeHttpServer,
  type FakeResponse,
} from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { MemberBell } from './MemberBell';

const REASON = 'Customer service can view this account but not change it.';
const NOTICE = {
  id: 1,
  revision: 1,
  kind: 'system',
  title: 'system',
  params: { title: 'Hello' },
  link: '/user/balance',
  actor_name: '',
  told_time: Math.floor(Date.now() / 1000),
  read_time: null,
};
let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});

async function open(support: number) {
  const list = { list: [NOTICE], total: 1, seq: '10', epoch: 'e1', refs: {}, remark: '' };
  const response = ({ path }: RecordedRequest): FakeResponse => {
    if (path === '/api/user/index') return { envelope: { data: { menus: [], support } } };
    return { envelope: { data: path === '/api/notice/index' ? list : {} } };
  };
  testServer = await startFakeHttpServer(response);
  const client = createTestClient({ realm: 'member', origin: testServer.origin, person: createTestUser() });
  render(
    <Providers client={client}>
      <MemberBell />
    </Providers>,
  );
  const user = userEvent.setup();
  await waitFor(() => expect(testServer?.requests.some(({ path }) => path === '/api/user/index')).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  return { ...client, user };
}
const button = (name: string) => screen.findByRole('button', { name });
const postedRequests = () => testServer?.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

it('disables marking and settings during a support session, with the reason', async () => {
  const { user, navigations } = await open(1_800_000_000);
  const all = await button('Mark all as read');
  expect(await screen.findByText(REASON)).toBeVisible();
  expect(all).toBeDisabled();
  const one = await button('Mark as read');
  expect(one).toBeDisabled();
  expect(one.parentElement).toHaveAccessibleDescription(REASON);
  await user.click(await button('Notification settings'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(REASON)).toBeVisible();
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await button('Notifications, 1 unread'));
  await user.click(await screen.findByText('Hello'));
  expect(navigations).toEqual(['/user/balance']);
  expect(postedRequests()).toEqual([]);
});

it('enables marking outside a support session', async () => {
  const { user } = await open(0);
  await user.click(await button('Mark all as read'));
  await waitFor(() => expect(postedRequests()).toHaveLength(1));
});
