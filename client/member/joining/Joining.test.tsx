/** Who is not a member yet, or lost the password, is told at once when nobody can enter, and keeps what was typed. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Providers } from '../../shared/Providers';
import { startHttpWorld, type HttpWorld } from '../../testing/httpWorld';
import { createTestClient } from '../../testing/testClient';
import { Joining } from './Joining';

let world: HttpWorld | undefined;
afterEach(async () => {
  cleanup();
  await world?.close();
});
const ENTRANCE = { openRegistration: true, accountVerificationType: ['email'] };

it.each(['register', 'retrieve'] as const)('%s: a closed centre takes no forms', async (what) => {
  for (const [openMemberCenter, told] of [[false, 1] as const, [true, 0] as const]) {
    const server = await startHttpWorld(() => ({ envelope: { data: { ...ENTRANCE, openMemberCenter } } }));
    world = server;
    const client = createTestClient({ realm: 'user', origin: server.origin, path: '/user/login' });
    render(
      <Providers client={client}>
        <Joining what={what} onSignIn={() => undefined} />
      </Providers>,
    );
    const code = await screen.findByLabelText('Code');
    expect(screen.queryAllByText(/^Member center disabled/)).toHaveLength(told);
    if (told === 1) expect(code).not.toBeVisible();
    else expect(code).toBeVisible();
    cleanup();
    await server.close();
  }
});
