/** Changing the own password: the old one once, the new one twice, and refusals at their fields. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer, type FakeResponse } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { ChangePassword } from './ChangePassword';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});

const MISSING = 'Fill in this field';
const DIFFERS = 'The passwords don’t match';
const LABELS = { old: 'Current password', next: 'New password', again: 'Confirm new password' } as const;
type Field = keyof typeof LABELS;
const FIELDS: readonly Field[] = ['old', 'next', 'again'];

async function open(response: FakeResponse = {}) {
  const server = await startFakeHttpServer(() => response);
  testServer = server;
  const path = '/user/changePassword';
  const client = createTestClient({ realm: 'member', origin: server.origin, path, person: createTestUser() });
  render(
    <Providers client={client}>
      <ChangePassword />
    </Providers>,
  );
  await screen.findByLabelText(LABELS.old);
  const field = (name: Field) => screen.getByLabelText<HTMLInputElement>(LABELS[name]);
  /** Types all three values and submits them. */
  const change = (given: Readonly<Record<Field, string>>) => {
    for (const name of FIELDS) fireEvent.change(field(name), { target: { value: given[name] } });
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
  };
  const shownErrors = () => Object.fromEntries(FIELDS.map((name) => [name, getErrorText(field(name))]));
  const sent = () =>
    server.requests.filter((one) => one.path === '/api/account/changePassword').map(({ body }) => body);
  return { field, change, shownErrors, sent };
}
const getErrorText = (field: HTMLInputElement) =>
  field.getAttribute('aria-invalid') === 'true'
    ? (document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '')
    : '';

// @spec P5-013 P5-010 P5-012
// @covers browser password_old, browser password_repeat
it.each([
  ['nothing', { old: '', next: '', again: '' }, { old: MISSING, next: MISSING, again: MISSING }],
  ['no old one', { old: '', next: 'third-river-44', again: 'third-river-44' }, { old: MISSING, next: '', again: '' }],
  [
    'no repeated one',
    { old: 'calm-river-42', next: 'third-river-44', again: '' },
    { old: '', next: '', again: MISSING },
  ],
  ['no new one', { old: 'calm-river-42', next: '', again: 'third' }, { old: '', next: MISSING, again: DIFFERS }],
  [
    'another repeated one',
    { old: 'calm-river-42', next: 'third-river-44', again: 'third-river-45' },
    { old: '', next: '', again: DIFFERS },
  ],
  [
    'a short new one and another repeated one',
    { old: 'wrong', next: 'abc', again: 'abcd' },
    { old: '', next: 'At least 6 characters', again: DIFFERS },
  ],
  [
    'a new one with refused characters and no old one',
    { old: '', next: 'third<river', again: 'third-river' },
    { old: MISSING, next: '6 to 32 characters, without & < > " \'', again: DIFFERS },
  ],
] as const)('%s: shows the error at the field and sends nothing', async (_what, given, expected) => {
  const { change, shownErrors, sent } = await open();
  change(given);
  await waitFor(() => expect(shownErrors()).toEqual(expected));
  expect(sent()).toEqual([]);
});

it('ChangePassword: sends the old password and the new one twice, and clears the fields after success', async () => {
  const { change, field, sent } = await open();
  change({ old: 'calm-river-42', next: 'third-river-44', again: 'third-river-44' });
  await screen.findByText('Password changed. Your other devices were signed out.');
  expect(sent()).toEqual([
    { oldPassword: 'calm-river-42', newPassword: 'third-river-44', confirmPassword: 'third-river-44' },
  ]);
  expect(FIELDS.map((name) => field(name).value)).toEqual(['', '', '']);
});

// @spec P5-013
it.each([
  ['oldPassword', 'old', 'The current password is wrong'],
  ['newPassword', 'next', '6 to 32 characters, without & < > " \''],
  ['confirmPassword', 'again', DIFFERS],
] as const)('shows a refusal of %s at its field, and keeps the typed values', async (name, invalidField, message) => {
  const { change, field, shownErrors } = await open({
    envelope: { code: 0, msg: 'no', data: { fields: { [name]: message } } },
  });
  change({ old: 'calm-river-42', next: 'third-river-44', again: 'third-river-44' });
  await waitFor(() => expect(shownErrors()).toEqual({ old: '', next: '', again: '', [invalidField]: message }));
  expect(FIELDS.map((one) => field(one).value)).toEqual(['calm-river-42', 'third-river-44', 'third-river-44']);
});

it('ChangePassword: shows the strength of the new password while it is typed, and none for the old one', async () => {
  const { field, change } = await open();
  fireEvent.input(field('old'), { target: { value: 'calm-river-42' } });
  expect(screen.queryByText(/^Strength/)).toBeNull();
  fireEvent.input(field('next'), { target: { value: 'abcdef' } });
  expect(await screen.findByText('Strength: Weak')).toBeVisible();
  fireEvent.input(field('next'), { target: { value: 'Third-river-44-by-night' } });
  expect(await screen.findByText('Strength: Good')).toBeVisible();
  change({ old: 'calm-river-42', next: 'Third-river-44', again: 'Third-river-44' });
  await screen.findByText('Password changed. Your other devices were signed out.');
  expect(screen.queryByText(/^Strength/)).toBeNull();
});
