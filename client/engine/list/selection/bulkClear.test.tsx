/** Bulk edit stores an entered value, or empties a field on request. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { write } from '../../../testing/typeText';
import { EntityPage } from '../../EntityPage';

const user = userEvent.setup();
let rendered: Screen;
let drawer: HTMLElement;
let refusal: unknown;
const DONE = { ids: [5, 4], skipped: [], same: [], failed: [], cid: 'c1' };

beforeEach(async () => {
  refusal = undefined;
  rendered = await openScreen(<EntityPage entity={thing} />, {
    respond: ({ path }) => {
      if (path === '/admin/thing/index')
        return { envelope: { data: createListResponse([5, 4].map((id) => thingRow(id))) } };
      if (path !== '/admin/thing/batchEdit') return undefined;
      return refusal === undefined
        ? { envelope: { data: DONE } }
        : { envelope: { code: 0, msg: 'Refused', data: refusal } };
    },
  });
  for (const id of [5, 4]) await user.click(await screen.findByRole('checkbox', { name: `Select Thing ${id}` }));
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Edit' }));
  drawer = await screen.findByRole('dialog', { name: 'Edit 2 records' });
});
afterEach(async () => {
  cleanup();
  await rendered.close();
});
const choose = (name: string) => user.click(within(drawer).getByRole('checkbox', { name }));
const press = (group: string, name: string) =>
  user.click(within(within(drawer).getByRole('group', { name: group })).getByRole('button', { name }));
const apply = () => user.click(within(drawer).getByRole('button', { name: 'Apply' }));
const sent = () =>
  rendered.fakeServer.requests
    .filter(({ path }) => path === '/admin/thing/batchEdit')
    .map(({ body }) => {
      const { set, clear } = body as { readonly set: unknown; readonly clear: unknown };
      return { set, clear };
    });
const faultAt = (name: string) => drawer.querySelector(`[data-field="${name}"] .MuiFormHelperText-root`)?.textContent;

it('bulkClear: asks for a value or Clear at each chosen empty field, and sends nothing', async () => {
  await choose('Tags');
  await choose('Note');
  await choose('Title');
  await apply();
  await waitFor(() => expect(faultAt('tags')).toBe('Enter a value or choose Clear'));
  expect(faultAt('note')).toBe('Enter a value or choose Clear');
  // A title is required, so Clear is not offered.
  expect(faultAt('title')).toBe('Fill in this field');
  expect(within(drawer).queryByRole('group', { name: 'Title' })).toBeNull();
  expect(sent()).toEqual([]);
});

it('bulkClear: removes the error when a value is entered, and sends it', async () => {
  await choose('Note');
  await apply();
  await waitFor(() => expect(faultAt('note')).toBeDefined());
  await write(within(drawer).getByRole('textbox', { name: 'Note' }), 'Entered');
  expect(drawer.querySelector('[data-field="note"] .MuiFormHelperText-root')).toBeNull();
  await apply();
  await waitFor(() => expect(sent()).toEqual([{ set: { note: 'Entered' }, clear: [] }]));
});

it('empties a field only after Clear', async () => {
  await choose('Note');
  await choose('Open');
  await press('Open', 'No');
  await press('Note', 'Clear');
  expect(drawer).toHaveTextContent('Empties this field in every selected record');
  await apply();
  await waitFor(() => expect(sent()).toEqual([{ set: { open: 0 }, clear: ['note'] }]));
});

it('bulkClear: shows server errors at the field', async () => {
  refusal = { fields: { note: ['The server refused this note'] } };
  await choose('Note');
  await write(within(drawer).getByRole('textbox', { name: 'Note' }), 'Entered');
  await apply();
  await waitFor(() => expect(faultAt('note')).toBe('The server refused this note'));
  expect(drawer).toBeVisible();
});

it('bulkClear: asks for the value of a switch and sends the chosen one', async () => {
  await choose('Open');
  await apply();
  await waitFor(() => expect(faultAt('open')).toBe('Fill in this field'));
  expect(sent()).toEqual([]);
  await press('Open', 'Yes');
  await apply();
  await waitFor(() => expect(sent()).toEqual([{ set: { open: 1 }, clear: [] }]));
});

it('bulkClear: restores the entered value after Clear', async () => {
  await choose('Note');
  await write(within(drawer).getByRole('textbox', { name: 'Note' }), 'Entered');
  await press('Note', 'Clear');
  expect(within(drawer).queryByText('Note', { selector: 'label[for]' })).toBeNull();
  await press('Note', 'Set value');
  expect(within(drawer).getByRole('textbox', { name: 'Note' })).toHaveValue('Entered');
});
