/** A toggle whose label names the next action has no pressed state: “Hide password, pressed” would be ambiguous. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AmountsToggle } from '../../member/balance/AmountsToggle';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { Providers } from '../startup/Providers';
import { useLazyTranslations } from '../i18n/useLazyTranslations';
import { PasswordInput } from './PasswordInput';

afterEach(cleanup);
function BothToggles() {
  useLazyTranslations();
  return (
    <>
      <PasswordInput label="Password" />
      <AmountsToggle />
    </>
  );
}

it.each([
  ['Show password', 'Hide password'],
  ['Hide amounts on this device', 'Show amounts'],
])('a press changes the label “%s” to “%s”, without a pressed state', async (before, after) => {
  const client = createTestClient({ realm: 'member', path: '/user/balance', person: createTestUser() });
  render(
    <Providers client={client}>
      <BothToggles />
    </Providers>,
  );
  const toggle = await screen.findByRole('button', { name: before });
  expect(toggle).not.toHaveAttribute('aria-pressed');
  await userEvent.setup().click(toggle);
  expect(toggle).toHaveAccessibleName(after);
  expect(toggle).not.toHaveAttribute('aria-pressed');
});
