/** Deleting members who hold money asks a person, who sees each amount. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api } from '../../shared/api';
import { Providers } from '../../shared/Providers';
import { startHttpWorld, type HttpWorld } from '../../testing/httpWorld';
import { createTestClient, somebody } from '../../testing/testClient';
import { HeldMoneyDialog } from './HeldMoneyDialog';

let world: HttpWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const holders = [{ id: 5, name: 'Mia', money: '250000.00' }];
async function remove(second: boolean) {
  let isConfirmed = false;
  world = await startHttpWorld(({ path, body }) => {
    if (path !== '/admin/user/del') return { envelope: { data: null } };
    isConfirmed = (body as { confirm?: Record<string, string> }).confirm?.['5'] === '250000.00';
    if (isConfirmed && !second) return { envelope: { data: { ids: [5] } } };
    const data = { holders, ...(isConfirmed ? { secondPerson: true } : {}) };
    return { envelope: { code: 0, msg: 'Held', data } };
  });
  const client = createTestClient({ origin: world.origin, person: somebody() });
  render(
    <Providers client={client}>
      <HeldMoneyDialog />
    </Providers>,
  );
  const call = { url: '/admin/user/del', method: 'POST', body: { ids: [5] } } as const;
  const answer = client.store.dispatch(api.endpoints.request.initiate(call));
  return { client, answer, user: userEvent.setup(), asked: () => world?.asked ?? [] };
}

describe('the question before members who hold money are deleted', () => {
  it('shows the amount, and deletes nothing when the person cancels', async () => {
    const { answer, user, asked, client } = await remove(false);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Mia')).toBeTruthy();
    expect(within(dialog).getByText(/250,000\.00/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect((await answer).error).toBeDefined();
    expect(asked().filter(({ path }) => path === '/admin/user/del')).toHaveLength(1);
    expect(client.app.toasts.list()).toEqual([]);
  });

  it('sends the amounts the person confirmed', async () => {
    const { answer, user, asked } = await remove(false);
    await user.click(await screen.findByRole('button', { name: 'Delete anyway' }));
    expect((await answer).data).toEqual({ ids: [5] });
    expect(asked().at(-1)?.body).toMatchObject({ ids: [5], confirm: { 5: '250000.00' } });
  });

  it('asks for a second person with a reason where the amount needs one', async () => {
    const { answer, user, asked } = await remove(true);
    await user.click(await screen.findByRole('button', { name: 'Delete anyway' }));
    const ask = await screen.findByRole('button', { name: 'Ask for approval' });
    await user.click(ask);
    expect(await screen.findByText('Please give a reason')).toBeTruthy();
    await user.type(screen.getByRole('textbox'), 'Closed');
    await user.click(ask);
    expect((await answer).error).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked().at(-1)).toMatchObject({ path: '/admin/user/ask_delete', body: { id: 5, memo: 'Closed' } });
  });

  it('asks for each member although one is refused, and sends a lost request again under its key', async () => {
    const tries = new Map<number, number>();
    world = await startHttpWorld(({ path, body }) => {
      const many = [...holders, { id: 6, name: 'Noa', money: '300000.00' }];
      if (path === '/admin/user/del')
        return { envelope: { code: 0, msg: 'Held', data: { holders: many, secondPerson: true } } };
      const { id } = body as { readonly id: number };
      tries.set(id, (tries.get(id) ?? 0) + 1);
      if (id === 5) return { envelope: { code: 0, msg: 'Waits already.' } };
      return tries.get(id) === 1 ? { breaks: true } : { envelope: { data: null } };
    });
    const client = createTestClient({ origin: world.origin, person: somebody() });
    render(
      <Providers client={client}>
        <HeldMoneyDialog />
      </Providers>,
    );
    const call = { url: '/admin/user/del', method: 'POST', body: { ids: [5, 6] } } as const;
    const answer = client.store.dispatch(api.endpoints.request.initiate(call));
    const user = userEvent.setup();
    const confirm = screen.queryByRole('button', { name: 'Delete anyway' });
    if (confirm) await user.click(confirm);
    const ask = await screen.findByRole('button', { name: 'Ask for approval' });
    await user.type(screen.getByRole('textbox'), 'Closed');
    await user.click(ask);
    await screen.findByText(/Mia: Waits already\./);
    await user.click(ask);
    const sent = (id: number) =>
      (world?.asked ?? []).filter(
        ({ path, body }) => path.endsWith('ask_delete') && (body as { id: number }).id === id,
      );
    await waitFor(() => expect(sent(6)).toHaveLength(2));
    expect(new Set(sent(6).map(({ body }) => (body as { _mid: string })._mid)).size).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await answer).error).toBeDefined();
  });
});
