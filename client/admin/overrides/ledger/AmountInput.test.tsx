/** What an account will hold is foreseen for an entry that is being written, never for one that was booked already. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen as page, waitFor } from '@testing-library/react';
import { columnNamed } from '../../../../common/entity/meta';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { openScreen, type Screen } from '../../../testing/screen';
import { AmountInput } from './AmountInput';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

function Amount({ rowId }: { readonly rowId: number | null }) {
  const column = columnNamed(userMoneyLog, 'money');
  if (column === undefined) throw new Error('no such column');
  const control = { id: 'money', labelId: 'label', label: 'Change', describedBy: undefined, invalid: false };
  return (
    <AmountInput
      {...{ entity: userMoneyLog, column, rowId, ...control }}
      value="12.00"
      parent={9}
      disabled={rowId !== null}
      onChange={() => undefined}
    />
  );
}

it.each([
  [null, 1],
  [5, 0],
])('of row %p', async (rowId, previews) => {
  screen = await openScreen(<Amount rowId={rowId} />, { answer: () => ({}) });
  await waitFor(() => expect(page.getByRole('textbox')).toBeInTheDocument());
  expect(document.querySelectorAll('[data-preview]')).toHaveLength(previews);
});
