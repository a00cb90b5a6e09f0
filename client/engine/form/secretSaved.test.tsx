/** A password field counts as saved after a save, although the server never returns its value. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createListResponse, openScreen, createThingEntity, thingRow, type Screen } from '../../testing/screenHarness';
import { write } from '../../testing/typeText';
import { EntityPage } from '../EntityPage';

const thing = createThingEntity('secret');
const user = userEvent.setup();
let rendered: Screen;
const open = async (at: string) => {
  rendered = await openScreen(<EntityPage entity={thing} />, {
    entity: thing,
    at,
    respond: ({ path, method }) => {
      if (path === '/admin/thing/index') return { envelope: { data: createListResponse([thingRow(5)]) } };
      const row = thingRow(5, { title: 'Typed', revision: method === 'GET' ? 1 : 2 });
      if (path === '/admin/thing/add' || path === '/admin/thing/edit')
        return {
          envelope: { data: { id: 5, row, seq: '11', revision: row['revision'], merged: [], cid: 'c1', refs: {} } },
        };
      return undefined;
    },
  });
};
const field = (name: string) =>
  screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: 'form [data-field] input' });
const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });

afterEach(async () => {
  cleanup();
  await rendered.close();
});

it('secretSaved: closes the form of a new record with a password after the save, without a question', async () => {
  await open('/admin/thing?record=new');
  await write(await field('Title'), 'Typed');
  await write(await field('Secret'), 'Not-kept-2026');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rendered.address().searchParams.get('record')).toBeNull());
  expect(question()).toBeNull();
  expect(rendered.client.app.toasts.list()).toMatchObject([{ text: 'Thing added' }]);
});

it('empties the password field of a saved record and shows nothing unsaved', async () => {
  await open('/admin/thing?record=5');
  const secret = await field('Secret');
  await write(secret, 'Not-kept-2026');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(secret).toHaveValue(''));
  expect(screen.getByText(/^Saved \d\d:\d\d/)).toBeVisible();
  await rendered.go('/admin/thing');
  await waitFor(() => expect(rendered.address().search).toBe(''));
  expect(question()).toBeNull();
});
