/** Bulk edit confirms values that the definition marks with `confirmChangeTo`. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnyEntity } from '../../../../common/entity/entity';
import { onOffSwitch } from '../../../../common/entity/field';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

const open = onOffSwitch({ default: 0, confirmChangeTo: [0] });
const guarded: AnyEntity = { ...thing, spec: { ...thing.spec, fields: { ...thing.spec.fields, open } } };
const user = userEvent.setup();
let rendered: Screen;
let drawer: HTMLElement;

beforeEach(async () => {
  rendered = await openScreen(<EntityPage entity={guarded} />, {
    entity: guarded,
    respond: ({ path }) => {
      if (path === '/admin/thing/index')
        return { envelope: { data: createListResponse([5, 4].map((id) => thingRow(id, { open: 1 }))) } };
      if (path !== '/admin/thing/batchEdit') return undefined;
      return { envelope: { data: { ids: [5, 4], skipped: [], same: [], failed: [], cid: 'c1' } } };
    },
  });
  for (const id of [5, 4]) await user.click(await screen.findByRole('checkbox', { name: `Select Thing ${id}` }));
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Edit' }));
  drawer = await screen.findByRole('dialog', { name: 'Edit 2 records' });
  await user.click(within(drawer).getByRole('checkbox', { name: 'Open' }));
});
afterEach(async () => {
  cleanup();
  await rendered.close();
});
const apply = async (value: 'Yes' | 'No') => {
  const choices = within(drawer).getByRole('group', { name: 'Open' });
  await user.click(within(choices).getByRole('button', { name: value }));
  await user.click(within(drawer).getByRole('button', { name: 'Apply' }));
};
const sent = () =>
  rendered.fakeServer.requests.filter(({ path }) => path === '/admin/thing/batchEdit').map(({ body }) => body);
const question = () => screen.queryByRole('dialog', { name: 'Change 2 records?' });

it('bulk confirmChangeTo: stores the value only after confirmation', async () => {
  await apply('No');
  await waitFor(() => expect(question()).toHaveTextContent('Open: No'));
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(sent()).toMatchObject([{ ids: [5, 4], set: { open: 0 } }]));
});

it('bulk confirmChangeTo: keeps the form open and stores nothing after cancel', async () => {
  await apply('No');
  await waitFor(() => expect(question()).toBeVisible());
  const buttons = within(question() ?? drawer);
  await user.click(buttons.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(question()).toBeNull());
  expect(drawer).toBeVisible();
  expect(sent()).toEqual([]);
});

it('bulk confirmChangeTo: the other value is not confirmed', async () => {
  await apply('Yes');
  await waitFor(() => expect(sent()).toMatchObject([{ set: { open: 1 } }]));
  expect(question()).toBeNull();
});
