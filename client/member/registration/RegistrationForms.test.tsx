/** Who is not a member yet, or lost the password, is told at once when nobody can enter, and keeps what was typed. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Providers } from '../../shared/startup/Providers';
import { startHttpWorld, type HttpWorld } from '../../testing/fakeHttpServer';
import { createTestClient } from '../../testing/testClient';
import { RegistrationForms } from './RegistrationForms';

let testServer: HttpWorld | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});
const ENTRANCE = { openRegistration: true, accountVerificationType: ['email'] };

// @spec P6-015
it.each(['register', 'retrieve'] as const)('%s: a closed centre takes no forms', async (what) => {
  for (const [openMemberCenter, messages] of [[false, 1] as const, [true, 0] as const]) {
    const server = await startHttpWorld(() => ({ envelope: { data: { ...ENTRANCE, openMemberCenter } } }));
    testServer = server;
    const client = createTestClient({ realm: 'member', origin: server.origin, path: '/user/login' });
    render(
      <Providers client={client}>
        <RegistrationForms formKind={what} onSignIn={() => undefined} />
      </Providers>,
    );
    const code = await screen.findByLabelText('Code');
    expect(screen.queryAllByText(/^Member center disabled/)).toHaveLength(messages);
    if (messages === 1) expect(code).not.toBeVisible();
    else expect(code).toBeVisible();
    cleanup();
    await server.close();
  }
});
