/** A toggle whose name says what a press does has no pressed state: "Hide password, pressed" says neither. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Eye } from '../../member/wealth/Eye';
import { createTestClient, somebody } from '../../testing/testClient';
import { Providers } from '../Providers';
import { useLaterWords } from '../useLaterWords';
import { PasswordInput } from './PasswordInput';

afterEach(cleanup);
function Both() {
  useLaterWords();
  return (
    <>
      <PasswordInput label="Password" />
      <Eye />
    </>
  );
}

it.each([
  ['Show password', 'Hide password'],
  ['Hide amounts on this device', 'Show amounts'],
])('“%s” becomes “%s”', async (before, after) => {
  const client = createTestClient({ realm: 'user', path: '/user/balance', person: somebody() });
  render(
    <Providers client={client}>
      <Both />
    </Providers>,
  );
  const toggle = await screen.findByRole('button', { name: before });
  expect(toggle).not.toHaveAttribute('aria-pressed');
  await userEvent.setup().click(toggle);
  expect(toggle).toHaveAccessibleName(after);
  expect(toggle).not.toHaveAttribute('aria-pressed');
});
