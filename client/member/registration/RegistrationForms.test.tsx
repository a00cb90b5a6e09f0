/** While the member center is closed, registration and password reset show its message instead of the form. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Providers } from '../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient } from '../../testing/testClient';
import { RegistrationForms } from './RegistrationForms';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});
const ENTRANCE = { openRegistration: true, accountVerificationType: ['email'] };

// @spec P6-015
it.each(['register', 'retrieve'] as const)('%s: hides the form while the center is closed', async (kind) => {
  for (const [openMemberCenter, messages] of [[false, 1] as const, [true, 0] as const]) {
    const server = await startFakeHttpServer(() => ({ envelope: { data: { ...ENTRANCE, openMemberCenter } } }));
    testServer = server;
    const client = createTestClient({ realm: 'member', origin: server.origin, path: '/user/login' });
    render(
      <Providers client={client}>
        <RegistrationForms formKind={kind} onSignIn={() => undefined} />
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
