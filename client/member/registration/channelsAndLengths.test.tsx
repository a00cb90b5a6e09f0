/** Registration and password reset cut no input, and keep the input of each verification channel. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Providers } from '../../shared/startup/Providers';
import { deviceRemembered } from '../../shared/store/settings';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { startFakeHttpServer, type FakeHttpServer, type FakeResponse } from '../../testing/fakeHttpServer';
import { createTestClient } from '../../testing/testClient';
import type { VerificationChannel } from './VerificationCodeField';
import { RegisterForm } from './RegisterForm';
import { ResetPasswordForm } from './ResetPasswordForm';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});

function WithTranslations({ children }: { readonly children: ReactElement }) {
  useLazyTranslations();
  return children;
}
const BOTH: readonly VerificationChannel[] = ['email', 'mobile'];
const FORMS = {
  register: (ways: readonly VerificationChannel[]) => (
    <RegisterForm options={{ isOpen: true, isClosed: false, channels: ways }} />
  ),
  retrieve: (ways: readonly VerificationChannel[]) => (
    <ResetPasswordForm options={{ isOpen: true, isClosed: false, channels: ways }} onDone={() => undefined} />
  ),
};
async function open(formKind: keyof typeof FORMS, ways = BOTH, envelope: FakeResponse['envelope'] = { data: {} }) {
  const served = await startFakeHttpServer(() => ({ envelope }));
  testServer = served;
  const client = createTestClient({ realm: 'member', origin: served.origin });
  const page = (offered: readonly VerificationChannel[]) => (
    <Providers client={client}>
      <WithTranslations>{FORMS[formKind](offered)}</WithTranslations>
    </Providers>
  );
  const { rerender } = render(page(ways));
  await screen.findByRole('button', { name: 'Send code' });
  const sent = (path: string) => served.requests.filter((one) => one.path === path).map(({ body }) => body);
  return { client, offer: (offered: readonly VerificationChannel[]) => rerender(page(offered)), sent };
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const passwordInput = () => screen.getByLabelText<HTMLInputElement>(/^(?:New p|P)assword$/);
const repeatInput = () => screen.getByLabelText<HTMLInputElement>(/^Confirm (?:new )?password$/);
const typeTwice = (password: string) => [passwordInput(), repeatInput()].forEach((input) => type(input, password));
const type = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('an input that is too long', () => {
  // @spec P5-001 P9-001 P5-004 P9-002
  // @covers browser accountMax, browser passwordMax
  it.each([
    ['register', '/api/user/checkIn', 'Create account'],
    ['retrieve', '/api/account/retrievePassword', 'Reset password'],
  ] as const)('is refused as it was pasted, never cut: %s', async (formKind, path, submit) => {
    const { sent } = await open(formKind);
    const password = 'Abcdefgh-1'.repeat(4);
    // With a `maxLength` the browser itself cuts the input.
    expect(passwordInput().maxLength).toBe(-1);
    expect(box('Email').maxLength).toBe(-1);
    if (formKind === 'register') {
      expect(box('Username').maxLength).toBe(-1);
      type(box('Username'), 'a_name_longer_than_15');
    }
    type(box('Email'), 'lin@example.com');
    type(box('Code'), '123456');
    typeTwice(password);
    expect(screen.getByText('At most 32 characters')).toBeVisible();
    expect(passwordInput()).toBeInvalid();
    press(submit);
    if (formKind === 'register') expect(await screen.findByText('At most 15 characters')).toBeVisible();
    if (formKind === 'register') type(box('Username'), 'lin_2026');
    press(submit);
    expect(passwordInput().value).toBe(password);
    expect(sent(path)).toEqual([]);
    typeTwice(password.slice(0, 32));
    expect(passwordInput()).toBeValid();
    press(submit);
    await waitFor(() => expect(sent(path)).toMatchObject([{ password: password.slice(0, 32), captcha: '123456' }]));
  });

  it('removes spaces and hyphens from a code, and converts full-width digits', async () => {
    await open('register');
    expect(box('Code').maxLength).toBe(-1);
    for (const written of ['123 456', ' 123-456 ', '１２３４５６']) {
      type(box('Code'), '');
      type(box('Code'), written);
      expect(box('Code').value).toBe('123456');
    }
  });
});

describe.each([
  ['register', '/api/user/checkIn', 'Create account', { username: 'lin', password: 'Abc-12', captcha: '1234' }],
  ['retrieve', '/api/account/retrievePassword', 'Reset password', { password: 'Abc-12', captcha: '1234' }],
] as const)('missing or too short input: %s', (formKind, path, submit, shortest) => {
  const REQUIRED = 'Fill in this field';
  const fill = (given: Readonly<Record<string, string>>) => {
    const fields = { username: 'Username', email: 'Email', mobile: 'Mobile', captcha: 'Code' } as const;
    for (const [name, label] of Object.entries(fields)) if (name in given) type(box(label), given[name] ?? '');
    typeTwice(given['password'] ?? '');
    press(submit);
  };
  const shownErrors = () => {
    const boxes = screen.getAllByRole<HTMLInputElement>('textbox');
    return Object.fromEntries(
      [...boxes, passwordInput(), repeatInput()]
        .filter((field) => field.getAttribute('aria-invalid') === 'true')
        .map((field) => [field.name, document.getElementById(`${field.id}-helper-text`)?.textContent]),
    );
  };

  // @spec P5-010
  // @covers browser required
  it.each(BOTH)('shows an error at every empty field, by %s, and sends nothing', async (channel) => {
    const { sent } = await open(formKind);
    if (channel === 'mobile') press('By text message');
    expect(box('Code')).toHaveAccessibleDescription('Six digits, valid for 10 minutes');
    press(submit);
    const names = [
      ...(formKind === 'register' ? ['username'] : []),
      channel,
      'captcha',
      'password',
      'repeated_password',
    ];
    await waitFor(() => expect(shownErrors()).toEqual(Object.fromEntries(names.map((name) => [name, REQUIRED]))));
    expect(sent(path)).toEqual([]);
  });

  // @spec P5-006 P9-003
  // @covers browser too_long
  it('is refused below the minimum length, and sent at the minimum', async () => {
    const { sent } = await open(formKind);
    const email = 'lin@example.com';
    const tooShort = Object.entries(shortest).map(([name, text]) => [name, text.slice(0, -1)] as const);
    fill({ email, ...Object.fromEntries(tooShort) });
    const least = (text: string) => `At least ${text.length} characters`;
    const messages = Object.entries(shortest).map(([name, text]) => [name, least(text)] as const);
    const code = { captcha: 'Enter all six digits' };
    await waitFor(() => expect(shownErrors()).toEqual({ ...Object.fromEntries(messages), ...code }));
    expect(sent(path)).toEqual([]);
    fill({ email, ...shortest, captcha: '1234567' });
    await waitFor(() => expect(shownErrors()).toEqual({ captcha: 'At most 6 characters' }));
    expect(sent(path)).toEqual([]);
    fill({ email, ...shortest });
    await waitFor(() => expect(sent(path)).toMatchObject([shortest]));
  });
});

describe.each(['register', 'retrieve'] as const)('the two verification channels: %s', (formKind) => {
  it('keep the address, the code and the countdown of each', async () => {
    await open(formKind);
    type(box('Email'), 'lin@example.com');
    press('Send code');
    expect(await screen.findByRole('button', { name: /^Resend in/ })).toBeDisabled();
    type(box('Code'), '123456');
    press('By text message');
    expect(screen.getByRole('button', { name: 'Send code' })).toBeEnabled();
    expect([box('Mobile').value, box('Code').value]).toEqual(['', '']);
    type(box('Mobile'), '13800138000');
    press('By email');
    expect([box('Email').value, box('Code').value]).toEqual(['lin@example.com', '123456']);
    expect(screen.getByRole('button', { name: /^Resend in/ })).toBeDisabled();
    press('By text message');
    expect(box('Mobile').value).toBe('13800138000');
  });

  it('switch to the other channel when one is disabled, and keep its address until it is enabled again', async () => {
    const { offer } = await open(formKind);
    type(box('Email'), 'lin@example.com');
    offer(['mobile']);
    expect(screen.queryByRole('textbox', { name: 'Email' })).toBeNull();
    expect(box('Mobile').value).toBe('');
    offer(BOTH);
    expect(box('Email').value).toBe('lin@example.com');
    offer(['mobile']);
    type(box('Mobile'), '13800138000');
    offer(BOTH);
    expect(box('Mobile').value).toBe('13800138000');
  });
});

describe('a refusal', () => {
  it('is always shown, also for a field that the form does not have', async () => {
    const fields = { email: 'Taken already', source: 'Not a source' };
    const { client } = await open('register', BOTH, { code: 0, msg: 'Please check', data: { fields } });
    const given = { Username: 'lin_1', Email: 'lin@example.com', Code: '123456' };
    for (const [name, value] of Object.entries(given)) type(box(name), value);
    typeTwice('Abcdefgh-1');
    press('Create account');
    await waitFor(() => expect(box('Email')).toHaveAccessibleDescription('Taken already'));
    expect(client.app.toasts.list().map(({ text }) => text)).toEqual(['source: Not a source']);
  });
});

describe('an error at a field', () => {
  it('disappears when its field changes, and stays while a code is sent for another field', async () => {
    await open('register');
    const enter = (name: string, value: string) => fireEvent.input(box(name), { target: { value } });
    for (const [name, value] of Object.entries({ Username: '1l', Email: 'lin@', Code: '12' })) type(box(name), value);
    typeTwice('a&b');
    press('Create account');
    await waitFor(() => expect(box('Username')).toBeInvalid());
    enter('Username', 'newbie1');
    await waitFor(() => expect(box('Username')).toBeValid());
    expect([box('Email'), passwordInput()].map((field) => field.getAttribute('aria-invalid'))).toEqual([
      'true',
      'true',
    ]);
    enter('Email', 'lin@example.com');
    press('Send code');
    await waitFor(() => expect(box('Code')).toBeValid());
    expect(passwordInput()).toBeInvalid();
  });
});

describe('several errors', () => {
  it('are shown at once, each at its own field, and nothing is sent', async () => {
    const { sent } = await open('register');
    for (const [name, value] of Object.entries({ Username: '1lin', Email: 'lin@', Code: '12' })) type(box(name), value);
    type(passwordInput(), 'Abc<def-1');
    type(repeatInput(), 'Abc<def-2');
    press('Create account');
    await waitFor(() => expect(box('Username')).toBeInvalid());
    const shownErrors = [box('Username'), box('Email'), box('Code'), passwordInput(), repeatInput()].map(
      (field) => document.getElementById(`${field.id}-helper-text`)?.textContent,
    );
    expect(shownErrors).toEqual([
      '3 to 15 letters, digits or underscores, starting with a letter',
      'Enter a valid email address',
      'Enter all six digits',
      '6 to 32 characters, without & < > " \'',
      'The passwords don’t match',
    ]);
    expect(sent('/api/user/checkIn')).toEqual([]);
  });
});

describe.each(['register', 'retrieve'] as const)('a new password: %s', (formKind) => {
  it('is typed twice, and a typo is reported as soon as the second input differs', async () => {
    await open(formKind);
    type(passwordInput(), 'Abcdefgh-1');
    type(repeatInput(), 'Abcdef');
    expect(repeatInput()).toBeValid();
    type(repeatInput(), 'Abcdefx');
    expect(repeatInput()).toBeInvalid();
    type(repeatInput(), 'Abcdefgh-1');
    expect(repeatInput()).toBeValid();
  });

  it('can be made visible, and shows its strength below', async () => {
    await open(formKind);
    type(passwordInput(), 'Abcdefgh-1');
    expect(screen.getByText('Strength: Good')).toBeVisible();
    const [first] = screen.getAllByRole('button', { name: 'Show password' });
    if (first === undefined) throw new Error('there is no button that shows the password');
    fireEvent.click(first);
    expect(passwordInput().type).toBe('text');
    expect(repeatInput().type).toBe('password');
  });
});

it.each([
  ['retrieve', true],
  ['register', false],
] as const)('%s: the stored device tokens are sent with the request for a code: %s', async (formKind, isSent) => {
  const { client, sent } = await open(formKind);
  const note = `ba_ud_7.${'a'.repeat(16)}.${'b'.repeat(43)}`;
  act(() => void client.store.dispatch(deviceRemembered({ realm: 'member', note })));
  type(box('Email'), 'lin@example.com');
  press('Send code');
  await waitFor(() => expect(sent('/api/Ems/send')).toHaveLength(1));
  expect(sent('/api/Ems/send')[0]).toMatchObject({ email: 'lin@example.com' });
  expect((sent('/api/Ems/send')[0] as { device?: string }).device).toBe(isSent ? note : undefined);
});
