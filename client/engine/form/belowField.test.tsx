/** Content below a field, which can open its own dialog over the form. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { api } from '../../shared/api/api';
import { FormDialog } from '../../shared/controls/FormDialog';
import { thing, wholeRow } from '../../testing/screenHarness';
import { savedResponse, openThing, title, update, type FormDriver } from '../../testing/formHarness';
import { write } from '../../testing/typeText';
import { defineOverride } from '../override';

let rendered: FormDriver | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

function Below() {
  const [isOpen, setIsOpen] = useState(false);
  const [ask] = api.useRequestMutation();
  const book = async () => {
    await ask({ url: '/admin/thing_log/add', method: 'POST', body: { amount: 5 } });
    setIsOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Adjust
      </button>
      {isOpen && (
        <FormDialog title="Adjust" submitLabel="Book" isBusy={false} onSubmit={book} onClose={() => setIsOpen(false)}>
          <input aria-label="Amount" />
        </FormDialog>
      )}
    </>
  );
}
const openForm = async () =>
  (rendered = await openThing(() => savedResponse(wholeRow(1, { revision: 2 })), {
    locked: ['price'],
    overrides: [defineOverride(thing, { belowField: { price: Below } })],
    other: ({ path }) => (path === '/admin/thing_log/add' ? { envelope: { data: {} } } : undefined),
  }));

it('shows the content below an editable field, too', async () => {
  rendered = await openThing(() => savedResponse(wholeRow(1)), {
    overrides: [defineOverride(thing, { belowField: { price: Below } })],
  });
  expect(await screen.findByRole('button', { name: 'Adjust' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Price' })).toBeEnabled();
});

describe('a dialog opened below a field', () => {
  const user = userEvent.setup();

  it('the dialog submits its own form and does not change the edited form behind it', async () => {
    const { saveRequests } = await openForm();
    await write(title(), ' half');
    await user.click(screen.getByRole('button', { name: 'Adjust' }));
    await user.type(await screen.findByLabelText('Amount'), '5');
    await user.keyboard('{Control>}s{/Control}');
    await user.click(screen.getByRole('button', { name: 'Book' }));
    await waitFor(() => expect(screen.queryByLabelText('Amount')).toBeNull());
    expect(saveRequests().map(({ path }) => path)).toEqual(['/admin/thing_log/add']);
    expect(title().value).toBe('Thing 1 half');
    expect(screen.getByText('1 unsaved field')).toBeInTheDocument();
    // The form itself is still saved with its own button.
    await user.click(title());
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(saveRequests()).toHaveLength(2));
  });

  it('an open dialog does not hold back remote changes of its field, neither while open nor afterwards', async () => {
    const { receiveChange } = await openForm();
    const price = (text: string) => screen.findByText(text, { selector: '[data-field="price"] *' });
    expect(await price('12.50')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Adjust' }));
    await screen.findByLabelText('Amount');
    receiveChange(update(2, { price: '13.50' }));
    expect(await price('13.50')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByLabelText('Amount')).toBeNull());
    expect(screen.getByRole('button', { name: 'Adjust' })).toHaveFocus();
    receiveChange(update(3, { price: '14.50' }));
    expect(await price('14.50')).toBeInTheDocument();
  });
});
