/** Receipts show signed amounts, and hide them on a device with hidden amounts until the member shows them. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Providers } from '../../shared/startup/Providers';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { createTestClient, createTestUser } from '../../testing/testClient';
import type { Entry } from './entriesApi';
import { EntryList } from './EntryList';

afterEach(cleanup);
const entry: Entry = {
  kind: 'money',
  id: 42,
  n: 3,
  at: 1_700_000_000,
  type: 'adjust',
  memo: 'Late fee',
  receipt: 'K7QM-2XPD',
  reference: '',
  amount: -123_456_789_01,
  before: 50_00,
  after: -123_456_739_01,
};
function TestList({ hidden, printed = entry }: { readonly hidden: boolean; readonly printed?: Entry }) {
  useLazyTranslations();
  return <EntryList entries={[printed]} isHidden={hidden} />;
}
async function openReceipt(hidden: boolean, printed = entry) {
  const client = createTestClient({ realm: 'member', path: '/user/balance', person: createTestUser() });
  render(
    <Providers client={client}>
      <TestList hidden={hidden} printed={printed} />
    </Providers>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Receipt for entry 3: Late fee' }));
  return { user, dialog: await screen.findByRole('dialog', { name: 'Receipt' }) };
}

it('EntryReceipt: shows the amount and the balance before and after, with the minus sign in front', async () => {
  const { dialog } = await openReceipt(false);
  for (const amount of ['−¥123,456,789.01', '¥50.00', '−¥123,456,739.01']) expect(dialog).toHaveTextContent(amount);
  expect(screen.queryByRole('button', { name: 'Show amounts' })).toBeNull();
});

it('EntryReceipt: keeps hidden amounts hidden until the member shows them, for this receipt only', async () => {
  const { user, dialog } = await openReceipt(true);
  expect(dialog).toHaveTextContent('K7QM-2XPD');
  expect(dialog).not.toHaveTextContent(/123,456|50\.00/);
  await user.click(screen.getByRole('button', { name: 'Show amounts' }));
  expect(dialog).toHaveTextContent('−¥123,456,739.01');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(document.body).not.toHaveTextContent('123,456');
});

it.each([
  ['adjust', 'Reversed by'],
  ['reversal', 'Reverses'],
] as const)('shows the receipt number of the reversal or of the reversed entry: %s', async (type, label) => {
  const { dialog } = await openReceipt(false, { ...entry, type, counterpart: 'ZZ31-ABCD' });
  expect(dialog).toHaveTextContent(`${label}ZZ31-ABCD`);
  cleanup();
  const { dialog: alone } = await openReceipt(false, { ...entry, type });
  expect(alone).not.toHaveTextContent(label);
});

it('EntryReceipt: shows the account and the reference of the entry', async () => {
  const { dialog } = await openReceipt(false, { ...entry, reference: 'order-88' });
  expect(dialog).toHaveTextContent('AccountLin (lin)');
  expect(dialog).toHaveTextContent('Referenceorder-88');
});
