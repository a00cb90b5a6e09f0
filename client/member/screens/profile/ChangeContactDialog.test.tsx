/** Changing the email address or mobile number shows each refusal at its field. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Providers } from '../../../shared/startup/Providers';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { startFakeHttpServer, type FakeHttpServer, type FakeResponse } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { ContactList } from './ContactList';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});
function Own({ email, mobile }: { readonly email: string; readonly mobile: string }) {
  useLazyTranslations();
  return <ContactList row={{ id: 7, revision: 1, email, mobile }} />;
}
const refuse = (fields: Readonly<Record<string, string>>): FakeResponse => ({
  envelope: { code: 0, data: { fields } },
});

async function open(row: { readonly email: string; readonly mobile: string }, respond: (path: string) => FakeResponse) {
  const server = await startFakeHttpServer(({ path }) => respond(path));
  testServer = server;
  const client = createTestClient({
    realm: 'member',
    origin: server.origin,
    path: '/user/profile',
    person: createTestUser(),
  });
  render(
    <Providers client={client}>
      <Own {...row} />
    </Providers>,
  );
  const sent = (path: string) => server.requests.filter((one) => one.path === path).map(({ body }) => body);
  return { user: userEvent.setup(), sent };
}
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const isWrong = (name: string) => field(name).getAttribute('aria-invalid') === 'true';

it('ChangeContactDialog: shows a wrong password at the password and a wrong address at the address', async () => {
  const { user } = await open({ email: 'lin@example.com', mobile: '' }, (path) => {
    if (path === '/api/Ems/send') return refuse({ password: 'The password is wrong' });
    if (path === '/api/Sms/send') return refuse({ mobile: 'Enter a valid mobile number' });
    return { envelope: { data: {} } };
  });
  await user.click(await screen.findByRole('button', { name: 'Change email' }));
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(isWrong('Current password')).toBe(true));
  expect(field('Current password')).toHaveAccessibleDescription('Fill in this field');
  await user.type(field('Current password'), 'calm');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field('Current password')).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(field('Current password')).not.toHaveAccessibleDescription('Fill in this field'));
  expect(field('Current password')).toHaveAccessibleDescription('The password is wrong');
  expect(isWrong('Code')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Add mobile number' }));
  await user.type(field('Mobile'), '1');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(isWrong('Mobile')).toBe(true));
  expect(isWrong('Code')).toBe(false);
});

// @spec P5-006 P9-003 P5-010
// @covers browser captchaMin, browser captchaMax
it('ChangeContactDialog: shows missing input and a wrong code length at the field, before it sends anything', async () => {
  const { user, sent } = await open({ email: 'lin@example.com', mobile: '' }, () => ({ envelope: { data: {} } }));
  const MISSING = 'Fill in this field';
  const expectDescription = (name: string, text: string) =>
    waitFor(() => expect(field(name)).toHaveAccessibleDescription(text));
  await user.click(await screen.findByRole('button', { name: 'Add mobile number' }));
  const submit = () => user.click(screen.getByRole('button', { name: 'Save' }));
  await submit();
  for (const name of ['Current password', 'Mobile', 'Code']) await expectDescription(name, MISSING);
  await user.type(field('Current password'), 'calm');
  await user.type(field('Mobile'), '13800138000');
  await user.type(field('Code'), '123');
  await submit();
  await expectDescription('Code', 'Enter all six digits');
  await user.type(field('Code'), '4567');
  await submit();
  await expectDescription('Code', 'At most 6 characters');
  expect([isWrong('Current password'), isWrong('Mobile')]).toEqual([false, false]);
  expect(sent('/api/account/changeBind')).toEqual([]);
  await user.clear(field('Code'));
  await user.type(field('Code'), '123456');
  await submit();
  const given = { type: 'mobile', mobile: '13800138000', captcha: '123456', password: 'calm' };
  await waitFor(() => expect(sent('/api/account/changeBind')).toEqual([given]));
});

it('ChangeContactDialog: does not mark a captcha as wrong when it first appears', async () => {
  const { user } = await open({ email: 'lin@example.com', mobile: '' }, (path) =>
    path === '/api/Sms/send'
      ? { envelope: { code: 0, data: { captcha: true, fields: { captcha: 'Fill in this field' } } } }
      : { envelope: { data: {} } },
  );
  await user.click(await screen.findByRole('button', { name: 'Add mobile number' }));
  await user.type(field('Current password'), 'calm');
  await user.type(field('Mobile'), '13800138000');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  const captcha = await screen.findByRole('textbox', { name: 'Captcha' });
  expect(captcha).toBeValid();
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(captcha).toBeInvalid());
});

it('ChangeContactDialog: does not mention a new address when the member binds the first one', async () => {
  const { user } = await open({ email: 'lin@example.com', mobile: '' }, () => ({ envelope: { data: {} } }));
  await user.click(await screen.findByRole('button', { name: 'Add mobile number' }));
  expect(screen.getByRole('dialog', { name: 'Add mobile number' })).not.toHaveTextContent('the new');
});

it.each([
  ['Change email', 'First, verify your current email address.'],
  ['Change mobile', 'First, verify your current mobile number.'],
])('%s: says which address is confirmed first', async (button, hint) => {
  const { user } = await open({ email: 'lin@example.com', mobile: '13800000000' }, () => ({ envelope: { data: {} } }));
  await user.click(await screen.findByRole('button', { name: button }));
  expect(screen.getByRole('dialog')).toHaveTextContent(hint);
});
