/** One's own account: nothing that was typed is lost to a save that was still under way. */
import { afterEach, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BootstrapContext, bootstrapOf } from '../../../shared/bootstrap';
import { Providers } from '../../../shared/Providers';
import { startHttpWorld, type HttpWorld } from '../../../testing/httpWorld';
import { createTestClient, somebody } from '../../../testing/testClient';
import { Profile } from './Profile';

let world: HttpWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

it('keeps what was typed while a save was under way, and sends it with the next one', async () => {
  let info: Record<string, unknown> = { id: 1, username: 'lin', nickname: 'Lin', email: '', mobile: '', revision: 1 };
  const server = await startHttpWorld(({ path, method, body }) => {
    if (!path.startsWith('/admin/profile/index') && !path.startsWith('/admin/profile/edit')) return {};
    if (method === 'POST') info = { ...info, ...(body as object), revision: Number(info['revision']) + 1 };
    return { envelope: { data: { info } } };
  });
  world = server;
  const client = createTestClient({ origin: server.origin, path: '/admin/profile', person: somebody() });
  render(
    <Providers client={client}>
      <BootstrapContext value={bootstrapOf({})}>
        <Profile />
      </BootstrapContext>
    </Providers>,
  );
  const user = userEvent.setup();
  const nickname = await screen.findByLabelText<HTMLInputElement>('Nickname');
  const mobile = screen.getByLabelText<HTMLInputElement>('Mobile');
  await user.clear(nickname);
  await user.type(nickname, 'Lin Xi');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(mobile, '13800138000');
  await screen.findByText('Saved');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  expect([nickname.value, mobile.value]).toEqual(['Lin Xi', '13800138000']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(info).toMatchObject({ nickname: 'Lin Xi', mobile: '13800138000' }));
});
