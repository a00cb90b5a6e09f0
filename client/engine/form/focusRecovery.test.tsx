/** After a decision made with the keyboard the focus stays in the form: the next key and Save reach it. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { wholeRow } from '../../testing/screenHarness';
import { savedResponse, note, openThing, update, type FormDriver } from '../../testing/formHarness';
import { write } from '../../testing/typeText';

let rendered: FormDriver | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
const user = userEvent.setup();
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  button.focus();
  await user.keyboard('{Enter}');
};

it('focus recovery: moves from a conflict button to the field, and from a discarded text to the form', async () => {
  rendered = await openThing(() => savedResponse(wholeRow(1, { revision: 3, note: 'Mine' })));
  await write(note(), 'Mine');
  rendered.receiveChange(update(2, { note: 'Theirs' }));
  await press('Keep mine');
  expect(note()).toHaveFocus();
  await user.keyboard('!');
  await press('Discard changes');
  await waitFor(() => expect(screen.getByText('No changes')).toBeInTheDocument());
  expect(note().form).toHaveFocus();
  await write(note(), 'Again');
  rendered.receiveChange(update(3, { note: 'Theirs again' }));
  await press('Use theirs');
  expect(note()).toHaveFocus();
  expect(note()).toHaveValue('Theirs again');
});

it('focus recovery: the save keys work after a deleted record is restored', async () => {
  let revision = 1;
  rendered = await openThing(() => savedResponse(wholeRow(1, { revision: 4, note: 'Kept' })), {
    actions: ['index', 'add', 'edit', 'restore'],
    row: () => wholeRow(1, { revision }),
    other: ({ path }) => {
      if (path !== '/admin/thing/restore') return undefined;
      revision = 3;
      return { envelope: { data: { ids: [1], skipped: [] } } };
    },
  });
  await write(note(), 'Kept');
  rendered.receiveChange({ op: 'del', id: 1, v: 2, at: Date.now() });
  await press('Restore and keep editing');
  await waitFor(() => expect(note().form).toHaveFocus());
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(rendered?.saveRequests().at(-1)?.path).toBe('/admin/thing/edit'));
});
