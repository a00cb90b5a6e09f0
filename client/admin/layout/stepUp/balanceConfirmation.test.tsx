/** Deleting members with a balance shows each amount and needs a confirmation. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api } from '../../../shared/api/api';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { BalanceConfirmationDialog } from './BalanceConfirmationDialog';

let setup: FakeHttpServer | undefined;
afterEach(async () => {
  await setup?.close();
  setup = undefined;
});

const holders = [{ id: 5, name: 'Mia', money: '250000.00' }];
async function remove(needsSecondPerson: boolean) {
  let isConfirmed = false;
  setup = await startFakeHttpServer(({ path, body }) => {
    if (path !== '/admin/user/del') return { envelope: { data: null } };
    isConfirmed = (body as { confirm?: Record<string, string> }).confirm?.['5'] === '250000.00';
    if (isConfirmed && !needsSecondPerson) return { envelope: { data: { ids: [5] } } };
    const data = { holders, ...(isConfirmed ? { secondPerson: true } : {}) };
    return { envelope: { code: 0, msg: 'Held', data } };
  });
  const client = createTestClient({ origin: setup.origin, person: createTestUser() });
  render(
    <Providers client={client}>
      <BalanceConfirmationDialog />
    </Providers>,
  );
  const call = { url: '/admin/user/del', method: 'POST', body: { ids: [5] } } as const;
  const answer = client.store.dispatch(api.endpoints.request.initiate(call));
  return { client, answer, user: userEvent.setup(), asked: () => setup?.requests ?? [] };
}

describe('BalanceConfirmationDialog', () => {
  it('shows the amounts, and deletes nothing on Cancel', async () => {
    const { answer, user, asked: requests, client } = await remove(false);
    const findDialog = await screen.findByRole('dialog');
    expect(within(findDialog).getByText('Mia')).toBeTruthy();
    expect(within(findDialog).getByText(/250,000\.00/)).toBeTruthy();
    await user.click(within(findDialog).getByRole('button', { name: 'Cancel' }));
    expect((await answer).error).toBeDefined();
    expect(requests().filter(({ path }) => path === '/admin/user/del')).toHaveLength(1);
    expect(client.app.toasts.list()).toEqual([]);
  });

  it('sends the confirmed amounts', async () => {
    const { answer, user, asked: requests } = await remove(false);
    await user.click(await screen.findByRole('button', { name: 'Delete anyway' }));
    expect((await answer).data).toEqual({ ids: [5] });
    expect(requests().at(-1)?.body).toMatchObject({ ids: [5], confirm: { 5: '250000.00' } });
  });

  it('requests approval with a reason above the limit', async () => {
    const { answer, user, asked: requests } = await remove(true);
    await user.click(await screen.findByRole('button', { name: 'Delete anyway' }));
    const requestButton = await screen.findByRole('button', { name: 'Request approval' });
    await user.click(requestButton);
    expect(await screen.findByText('Enter a reason')).toBeTruthy();
    await user.type(screen.getByRole('textbox'), 'Closed');
    await user.click(requestButton);
    expect((await answer).error).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests().at(-1)).toMatchObject({ path: '/admin/user/ask_delete', body: { id: 5, memo: 'Closed' } });
  });

  it('sends one request per member despite a refusal, and repeats a lost one under its key', async () => {
    const attempts = new Map<number, number>();
    setup = await startFakeHttpServer(({ path, body }) => {
      const manyHolders = [...holders, { id: 6, name: 'Noa', money: '300000.00' }];
      if (path === '/admin/user/del')
        return { envelope: { code: 0, msg: 'Held', data: { holders: manyHolders, secondPerson: true } } };
      const { id } = body as { readonly id: number };
      attempts.set(id, (attempts.get(id) ?? 0) + 1);
      if (id === 5) return { envelope: { code: 0, msg: 'Waits already.' } };
      return attempts.get(id) === 1 ? { isDropped: true } : { envelope: { data: null } };
    });
    const client = createTestClient({ origin: setup.origin, person: createTestUser() });
    render(
      <Providers client={client}>
        <BalanceConfirmationDialog />
      </Providers>,
    );
    const call = { url: '/admin/user/del', method: 'POST', body: { ids: [5, 6] } } as const;
    const response = client.store.dispatch(api.endpoints.request.initiate(call));
    const user = userEvent.setup();
    const confirm = screen.queryByRole('button', { name: 'Delete anyway' });
    if (confirm) await user.click(confirm);
    const requestButton = await screen.findByRole('button', { name: 'Request approval' });
    await user.type(screen.getByRole('textbox'), 'Closed');
    await user.click(requestButton);
    await screen.findByText(/Mia: Waits already\./);
    await user.click(requestButton);
    const sentBodies = (id: number) =>
      (setup?.requests ?? []).filter(
        ({ path, body }) => path.endsWith('ask_delete') && (body as { id: number }).id === id,
      );
    await waitFor(() => expect(sentBodies(6)).toHaveLength(2));
    expect(new Set(sentBodies(6).map(({ body }) => (body as { _mid: string })._mid)).size).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await response).error).toBeDefined();
  });
});
