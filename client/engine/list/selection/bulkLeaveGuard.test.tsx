/** Values and results of a bulk edit are not lost. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { write } from '../../../testing/typeText';
import { EntityPage } from '../../EntityPage';

const user = userEvent.setup();
let rendered: Screen;
let drawer: HTMLElement;
let respond: () => void;
const OUTCOME = { ids: [5], skipped: [{ id: 4, revision: 2 }], same: [], failed: [], cid: 'c1' };

beforeEach(async () => {
  const after = new Promise<void>((resolve) => {
    respond = resolve;
  });
  rendered = await openScreen(<EntityPage entity={thing} />, {
    respond: ({ path }) => {
      if (path === '/admin/thing/index')
        return { envelope: { data: createListResponse([5, 4, 3].map((id) => thingRow(id))) } };
      return path === '/admin/thing/batchEdit' ? { envelope: { data: OUTCOME }, after } : undefined;
    },
  });
  for (const id of [5, 4]) await user.click(await screen.findByRole('checkbox', { name: `Select Thing ${id}` }));
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Edit' }));
  drawer = await screen.findByRole('dialog', { name: 'Edit 2 records' });
});
afterEach(async () => {
  respond();
  cleanup();
  await rendered.close();
});
const inDrawer = (name: string) => within(drawer).getByRole('button', { name });
const choose = (name: string) => user.click(within(drawer).getByRole('checkbox', { name }));
const type = () => write(within(drawer).getByRole('textbox', { name: 'Note' }), 'Half a sentence');
const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });
const apply = async () => {
  await user.click(inDrawer('Apply'));
  await within(drawer).findByRole('progressbar');
};
const messages = () => rendered.client.app.toasts.list();

it('BulkEdit: stays open while running, lists skipped rows, and offers the undo after they are read', async () => {
  await choose('Note');
  await type();
  await apply();
  expect(inDrawer('Close')).toBeDisabled();
  for (const at of [drawer, document.body]) fireEvent.keyDown(at, { key: 'Escape' });
  expect(question()).toBeNull();
  expect(drawer).toBeVisible();
  act(() => respond());
  await waitFor(() => expect(drawer).toHaveTextContent('1 record changed · 1 needs review'));
  expect(within(drawer).getByRole('listitem')).toHaveTextContent('Thing 4 — changed by someone else, skipped');
  fireEvent.keyDown(drawer, { key: 'Escape' });
  await waitFor(() => expect(drawer).not.toBeInTheDocument());
  expect(messages()).toMatchObject([{ text: '1 record changed · 1 needs review', action: { label: 'Undo' } }]);
});

it('BulkEdit: shows the result per row to a user who left the page', async () => {
  await choose('Open');
  await user.click(inDrawer('Yes'));
  await apply();
  await rendered.go('/admin/thing?q=other');
  await waitFor(() => expect(drawer).not.toBeInTheDocument());
  act(() => respond());
  await waitFor(() => expect(messages()).toHaveLength(1));
  expect(messages()).toMatchObject([
    {
      severity: 'warning',
      text: '1 record changed · 1 needs review',
      action: { label: 'Undo' },
      details: ['Thing 4 — changed by someone else, skipped'],
    },
  ]);
});

it('BulkEdit: asks before entered values are lost, whichever way it closes', async () => {
  await choose('Note');
  await type();
  for (const leave of [() => user.keyboard('{Escape}'), () => user.click(inDrawer('Close'))]) {
    await leave();
    await waitFor(() => expect(question()).toHaveTextContent('You have 1 unsaved change.'));
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(question()).toBeNull());
    expect(within(drawer).getByRole('textbox', { name: 'Note' })).toHaveValue('Half a sentence');
  }
  await rendered.go('/admin/thing?q=other');
  await waitFor(() => expect(question()).toBeVisible());
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(question()).toBeNull());
  expect(rendered.address().search).toBe('');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(drawer).not.toBeInTheDocument());
});

it('BulkEdit: closes without a question when nothing is entered', async () => {
  await choose('Note');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(drawer).not.toBeInTheDocument());
  expect(question()).toBeNull();
});
