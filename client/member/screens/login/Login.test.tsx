/** The member sign-in: missing input, captcha, refusals and a closed center. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer, type FakeResponse } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { Login } from './Login';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});

async function open(entrance: object, respond: () => FakeResponse = () => ({})) {
  const server = await startFakeHttpServer(({ method }) =>
    method === 'GET' ? { envelope: { data: { captcha: false, openMemberCenter: true, ...entrance } } } : respond(),
  );
  testServer = server;
  const client = createTestClient({ realm: 'member', origin: server.origin, path: '/user/login' });
  render(
    <Providers client={client}>
      <Login />
    </Providers>,
  );
  const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } });
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  const attempts = () => server.requests.filter(({ method }) => method === 'POST');
  return { ...client, box, type, submit, attempts };
}
const NAME = 'Username, email or mobile';

// @spec P5-010
it('Login: shows an error at each empty field, and sends nothing', async () => {
  const { box, submit, attempts } = await open({});
  submit();
  await waitFor(() => expect(box(NAME)).toHaveAccessibleDescription('Enter your username, email or mobile number'));
  expect(box('Password')).toHaveAccessibleDescription('Enter your password');
  expect(attempts()).toEqual([]);
});

// @spec P5-006
// @covers browser captcha
it('Login: asks for a captcha when the server requires one, and shows its error at its field', async () => {
  const message = 'The captcha is wrong or expired';
  let isRefusing = true;
  const person = { ...createTestUser('fresh') };
  const { box, type, submit, attempts, store } = await open({ captcha: true }, () =>
    isRefusing
      ? { envelope: { code: 0, msg: `${message}.`, data: { captcha: true, fields: { captcha: message } } } }
      : { envelope: { data: { userInfo: person } } },
  );
  await screen.findByAltText(/^Image/);
  type(NAME, 'lin');
  type('Password', 'calm-river-42');
  type('Captcha', 'ACE');
  submit();
  await waitFor(() => expect(box('Captcha')).toHaveAccessibleDescription(message));
  expect([box('Captcha').getAttribute('aria-invalid'), box('Password').getAttribute('aria-invalid')]).toEqual([
    'true',
    'false',
  ]);
  isRefusing = false;
  type('Captcha', 'ACE34');
  submit();
  await waitFor(() => expect(store.getState().session.member?.person.token).toBe('fresh'));
  const [first, second] = attempts().map(({ body }) => body as Readonly<Record<string, string>>);
  expect([first?.['captcha'], second?.['captcha']]).toEqual(['ACE', 'ACE34']);
  expect(second?.['captcha_id']).not.toBe(first?.['captcha_id']);
  expect(store.getState().session.admin).toBeNull();
});

// @spec P6-016
// @covers browser member.disabled
it('Login: shows a message instead of the form while the center is closed', async () => {
  await open({ openMemberCenter: false });
  expect(await screen.findByText('Member center disabled, please contact the webmaster to turn it on.')).toBeVisible();
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Create account|Forgot password/ })).toBeNull());
});

// @case L11
it('Login: reads a support ticket from the URL fragment only, and sends it in the body', async () => {
  window.location.hash = '#support=ticket-of-one-use';
  try {
    const { attempts } = await open({}, () => ({ envelope: { code: 0, msg: 'This ticket has expired.', data: null } }));
    expect(await screen.findByText('This ticket has expired.')).toBeVisible();
    expect(attempts().map(({ body }) => body)).toMatchObject([{ ticket: 'ticket-of-one-use' }]);
    expect(testServer?.requests.map(({ path, query }) => `${path}?${String(query)}`).join(' ')).not.toContain(
      'ticket-of-one-use',
    );
  } finally {
    window.location.hash = '';
  }
});
