/** The profile form keeps typed text when the record changes remotely, and never overwrites a remote change silently. */
import { afterEach, expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rowsReceived, selectCachedRow, type RowData } from '../../../shared/store/entities';
import { useAppSelector } from '../../../shared/app/createStore';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { ProfileFields } from './ProfileFields';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  await testServer?.close();
  testServer = undefined;
});
const Own = () => {
  useLazyTranslations();
  const cachedRow = useAppSelector(selectCachedRow('user', 7));
  return cachedRow ? <ProfileFields row={cachedRow.row} /> : null;
};

it('ProfileFields: asks at the field before it overwrites a remote change', async () => {
  const first: RowData = { id: 7, revision: 1, nickname: 'Lin', gender: 0, birthday: null, motto: null, avatar: null };
  const saves: unknown[] = [];
  const server = await startFakeHttpServer(({ method, body }) => {
    if (method === 'POST') saves.push(body);
    return { envelope: { data: {} } };
  });
  testServer = server;
  const client = createTestClient({ realm: 'member', origin: server.origin, path: '/user', person: createTestUser() });
  const arrive = (row: RowData) => act(() => void client.store.dispatch(rowsReceived({ e: 'user', rows: [row] })));
  render(
    <Providers client={client}>
      <Own />
    </Providers>,
  );
  arrive(first);
  await screen.findByLabelText('Bio');
  const user = userEvent.setup();
  const motto = () => screen.getByLabelText<HTMLInputElement>('Bio');
  await user.type(motto(), 'Mine');
  arrive({ ...first, revision: 2, motto: 'Set by another admin', nickname: 'Lin Xi' });
  expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe('Lin Xi');
  expect(motto().value).toBe('Mine');
  expect(screen.getByRole('alert')).toHaveTextContent('This was changed to “Set by another admin”.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(saves).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saves).toEqual([
      { motto: 'Mine', revision: 2, _base: { motto: 'Set by another admin' }, _mid: expect.any(String) },
    ]),
  );
});
