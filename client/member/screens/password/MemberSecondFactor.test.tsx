/** Turning two-step verification on asks for the password, turning it off for the password and a code; the sign-in asks for the code. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer, type FakeResponse } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { Login } from '../login/Login';
import { MemberSecondFactor } from './MemberSecondFactor';

const SLOW = { timeout: 15_000 };
let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});
const user = userEvent.setup();
const click = async (name: string) => user.click(await screen.findByRole('button', { name }, SLOW));
const bodies = (path: string) => testServer?.requests.filter((one) => one.path === path).map(({ body }) => body);

async function open(isOn: boolean) {
  let otp = isOn;
  const responses: Readonly<Record<string, () => FakeResponse>> = {
    '/api/account/factor': () => ({ envelope: { data: { otp, recovery: otp ? 10 : 0 } } }),
    '/api/account/otpBegin': () => ({ envelope: { data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' } } }),
    '/api/account/otpConfirm': () => {
      otp = true;
      return { envelope: { data: { codes: ['abcde-fghij', 'klmno-pqrst'] } } };
    },
    '/api/account/otpRemove': () => {
      otp = false;
      return { envelope: { data: null } };
    },
  };
  testServer = await startFakeHttpServer(({ path }) => responses[path]?.() ?? { envelope: { data: { menus: [] } } });
  const client = createTestClient({ realm: 'member', origin: testServer.origin, person: createTestUser() });
  render(
    <Providers client={client}>
      <MemberSecondFactor />
    </Providers>,
  );
}

describe('MemberSecondFactor', () => {
  it('turns on with the password and a code, and shows the recovery codes once', async () => {
    await open(false);
    await screen.findByText('Off', {}, SLOW);
    await click('Turn on');
    const first = within(await screen.findByRole('dialog', {}, SLOW));
    await user.click(first.getByRole('button', { name: 'Turn on' }));
    expect(first.getByText('Enter your password')).toBeVisible();
    expect(bodies('/api/account/otpBegin')).toEqual([]);
    await user.type(first.getByLabelText('Your password'), 'river-stone-42');
    await user.click(first.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP', {}, SLOW)).toBeVisible();
    expect(bodies('/api/account/otpBegin')).toEqual([{ password: 'river-stone-42' }]);
    await user.type(screen.getByLabelText('Code'), '123456');
    await click('Confirm');
    expect(await screen.findByText('abcde-fghij', {}, SLOW)).toBeVisible();
    await click('I’ve saved them');
    expect(await screen.findByText('On. 10 recovery codes left.', {}, SLOW)).toBeVisible();
  });

  it.each([
    ['123 456', { otp: '123456' }],
    ['abcde-fghij', { recovery: 'abcde-fghij' }],
  ])('turns off with the password and %s', async (code, proof) => {
    await open(true);
    await screen.findByText('On. 10 recovery codes left.', {}, SLOW);
    await click('Turn off');
    const dialog = within(await screen.findByRole('dialog', {}, SLOW));
    await user.type(dialog.getByLabelText('Your password'), 'river-stone-42');
    await user.type(dialog.getByLabelText('Code or recovery code'), code);
    await user.click(dialog.getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), SLOW);
    expect(bodies('/api/account/otpRemove')).toEqual([{ password: 'river-stone-42', ...proof }]);
    expect(await screen.findByText('Off', {}, SLOW)).toBeVisible();
  });
});

describe('Login of a member with two-step verification', () => {
  it('asks for the code after the password', async () => {
    const secondFactor = { ticket: 'ba_s_1', kinds: ['otp', 'recovery'] };
    testServer = await startFakeHttpServer(({ path, method }) => {
      if (path === '/api/user/checkIn' && method === 'POST')
        return { envelope: { code: 0, msg: 'A code is needed.', data: { secondFactor } } };
      return { envelope: { data: {} } };
    });
    const client = createTestClient({ realm: 'member', origin: testServer.origin, path: '/user/login' });
    render(
      <Providers client={client}>
        <Login />
      </Providers>,
    );
    await user.type(await screen.findByLabelText('Username, email or mobile', {}, SLOW), 'mia');
    await user.type(screen.getByLabelText('Password'), 'river-stone-42');
    await click('Sign in');
    await user.type(await screen.findByLabelText('Code', {}, SLOW), '123456');
    await click('Sign in');
    await waitFor(() => expect(bodies('/api/user/secondFactor')).toEqual([{ ticket: 'ba_s_1', otp: '123456' }]), SLOW);
  });
});
