/** All records that match a list are selected, changed by a job with progress, and undone together. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BulkJobState } from '../../../../common/protocol/bulkJob';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
const user = userEvent.setup();
const RUNNING: BulkJobState = {
  id: 7,
  status: 'running',
  isUndo: false,
  total: 3061,
  done: 1200,
  changed: 1200,
  skipped: 0,
  error: '',
  canUndo: false,
};
const DONE: BulkJobState = { ...RUNNING, status: 'success', done: 3061, changed: 3059, skipped: 2, canUndo: true };

async function openThings(total: number, states: BulkJobState[] = [RUNNING, DONE]) {
  const posted: { readonly path: string; readonly body: unknown }[] = [];
  rendered = await openScreen(<EntityPage entity={thing} />, {
    at: '/admin/thing?open=1',
    respond: ({ path, method, body, query }) => {
      if (path === '/admin/thing/index')
        return { envelope: { data: createListResponse([thingRow(1), thingRow(2)], total) } };
      if (path === '/admin/bulk/state') {
        const data =
          query.get('job') === '7'
            ? states.length > 1
              ? states.shift()
              : states[0]
            : { ...DONE, isUndo: true, canUndo: false };
        return { envelope: { data } };
      }
      if (method !== 'POST') return undefined;
      posted.push({ path, body });
      if (path === '/admin/job/cancel') return { envelope: { data: {} } };
      return { envelope: { data: { job: path.endsWith('undo') ? 8 : 7, total } } };
    },
  });
  await screen.findByRole('row', { name: /Thing 2/ });
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  return { posted, params: () => rendered?.address().searchParams };
}

it('deletes all matching records after a question, shows the progress and the outcome, and undoes it', async () => {
  const { posted, params } = await openThings(3061);
  await user.click(await screen.findByRole('button', { name: 'Select all 3061 matching records' }));
  const bar = within(screen.getByRole('toolbar'));
  expect(await bar.findByText('All 3061 matching records are selected.')).toBeVisible();
  await user.click(bar.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 3061 records?' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]?.body).toMatchObject({
    ent: 'thing',
    verb: 'remove',
    query: { search: [{ field: 'open', val: 1 }] },
  });
  expect(posted[0]?.body).not.toHaveProperty('query.page');
  expect(await screen.findByText('1,200 of 3,061')).toBeVisible();
  expect(params()?.get('job')).toBe('7');
  expect(
    await screen.findByText('3059 records changed · 2 records skipped', undefined, { timeout: 4000 }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(posted[1]).toMatchObject({ path: '/admin/bulk/undo', body: { job: 7 } }));
  expect(await screen.findByText(/records restored/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(params()?.get('job')).toBeNull());
});

it('edits all matching records with a value or an explicit Clear only', async () => {
  const { posted } = await openThings(3061);
  await user.click(await screen.findByRole('button', { name: 'Select all 3061 matching records' }));
  await user.click(await within(screen.getByRole('toolbar')).findByRole('button', { name: 'Edit' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit 3061 records' }));
  await user.click(drawer.getByRole('checkbox', { name: 'Note' }));
  await user.click(drawer.getByRole('button', { name: 'Apply' }));
  expect(posted).toEqual([]);
  await user.type(drawer.getByRole('textbox', { name: 'Note' }), 'new');
  await user.click(drawer.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(posted[0]?.body).toMatchObject({ verb: 'edit', set: { note: 'new' } }));
});

it('selecting all is not offered when the page has all records; too many records show the limit', async () => {
  await openThings(2);
  expect(screen.queryByRole('button', { name: /matching/ })).toBeNull();
  cleanup();
  await rendered?.close();
  await openThings(20_001);
  expect(await screen.findByText('Up to 20,000 records can be changed at once. Narrow the list.')).toBeVisible();
});

it('cancelling a running job restores the records that it has changed', async () => {
  const states = [RUNNING];
  const { posted } = await openThings(3061, states);
  await user.click(await screen.findByRole('button', { name: 'Select all 3061 matching records' }));
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(posted.at(-1)).toEqual({ path: '/admin/job/cancel', body: { id: 7 } }));
  expect(await screen.findByRole('button', { name: 'Canceling…' })).toBeDisabled();
  states.splice(0, 1, { ...RUNNING, status: 'cancelled', changed: 0 });
  expect(
    await screen.findByText('Canceled. All records are as they were.', undefined, { timeout: 4000 }),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /Cancel/ })).toBeNull();
});
