/** The message of a closed member center replaces an open dialog, which keeps its text until the center opens again. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Providers } from '../shared/startup/Providers';
import { siteUpdated } from '../shared/store/siteSettings';
import {
  startFakeHttpServer,
  type RecordedRequest,
  type FakeHttpServer,
  type FakeResponse,
} from '../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../testing/testClient';
import { MemberRoutes } from './routes';

const MESSAGE = 'Member center disabled, please contact the webmaster to turn it on.';
const SLOW = { timeout: 30_000 };
const ROW = { id: 7, username: 'lin', nickname: 'Lin', email: 'lin@example.com', gender: 1, revision: 1 };
const RULE = { type: 'menu', menu_type: 'tab', title: 'profile', name: 'account/profile', path: 'profile', id: 2 };
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/user/index': { menus: [{ id: 1, type: 'menu_dir', name: 'account', path: 'account', children: [RULE] }] },
  '/api/user/edit': { row: ROW, seq: '9' },
};

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  window.history.replaceState(null, '', '/');
  await testServer?.close();
});

it('a closed center: shows its message instead of an open dialog or list, and restores the dialog with its text', async () => {
  const response = ({ path }: RecordedRequest): FakeResponse => ({
    envelope: { data: ANSWERS[path] ?? { list: [], total: 0 } },
  });
  testServer = await startFakeHttpServer(response);
  const path = '/user/profile';
  window.history.replaceState(null, '', path);
  const client = createTestClient({ realm: 'member', origin: testServer.origin, path, person: createTestUser() });
  render(
    <Providers client={client}>
      <MemberRoutes />
    </Providers>,
  );
  const setCenterOpen = (openMemberCenter: boolean) =>
    act(() => void client.store.dispatch(siteUpdated({ upload: {}, openMemberCenter })));
  const findDialog = () => screen.queryByRole('dialog');

  fireEvent.click(await screen.findByRole('button', { name: 'Change email' }, SLOW));
  const dialog = await screen.findByRole('dialog', {}, SLOW);
  fireEvent.change(within(dialog).getByLabelText('Current password'), { target: { value: 'Half-typed' } });
  setCenterOpen(false);
  // The role query also proves that no open dialog hides the message from screen readers.
  expect(await screen.findByRole('alert', {}, SLOW)).toHaveTextContent(MESSAGE);
  expect(findDialog()).toBeNull();
  setCenterOpen(true);
  await waitFor(() => expect(findDialog()).not.toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('Half-typed');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  fireEvent.mouseDown(screen.getByRole('combobox'));
  await screen.findByRole('listbox');
  setCenterOpen(false);
  expect(await screen.findByRole('alert')).toHaveTextContent(MESSAGE);
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
});
