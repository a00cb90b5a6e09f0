/** The conflict bar and the footer move the focus to the first conflict or error. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { note, openThing, title, update, type FormDriver } from '../../testing/formHarness';
import { write } from '../../testing/typeText';

let rendered: FormDriver | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
const user = userEvent.setup();
const getConflict = (field: string) => document.querySelector(`[data-conflict="${field}"]`);

it('conflict bar: names the conflicts at the top, leads to the first, and goes when they are resolved', async () => {
  rendered = await openThing();
  expect(screen.queryByRole('button', { name: /^Go to/ })).toBeNull();
  await write(note(), 'Mine');
  rendered.receiveChange(update(2, { note: 'Theirs' }));
  await user.click(await screen.findByRole('button', { name: 'Go to 1 conflict' }));
  expect(getConflict('note')).toHaveFocus();
  await user.click(title());
  await user.click(screen.getByRole('button', { name: /conflict to save/ }));
  expect(getConflict('note')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Go to/ })).toBeNull());
});

it('footer: the number of errors leads to the first field with one', async () => {
  rendered = await openThing();
  await user.clear(title());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(note());
  await user.click(await screen.findByRole('button', { name: /fix|error|field/i }));
  expect(title()).toHaveFocus();
});
