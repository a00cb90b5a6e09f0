/** A switch confirms changes that the definition marks with `confirmChangeTo`. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { adminGroup } from '../../../../common/entities/adminGroup';
import type { AnyEntity } from '../../../../common/entity/entity';
import { onOffSwitch } from '../../../../common/entity/field';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';
import { needsConfirm } from '../useRowActions';

const open = onOffSwitch({ default: 0, confirmChangeTo: [0] });
const { labels } = thing.spec;
const guarded: AnyEntity = {
  ...thing,
  spec: {
    ...thing.spec,
    fields: { ...thing.spec.fields, open },
    labels: { ...labels, en: { ...labels.en, $help: { open: 'Who may enter' } } },
  },
};
const user = userEvent.setup();
let rendered: Screen;

beforeEach(async () => {
  const rows = [thingRow(5, { open: 1 }), thingRow(4, { open: 0 })];
  rendered = await openScreen(<EntityPage entity={guarded} />, {
    entity: guarded,
    respond: ({ path }) => {
      if (path === '/admin/thing/index') return { envelope: { data: createListResponse(rows) } };
      if (path !== '/admin/thing/edit') return undefined;
      return { envelope: { data: { id: 5, row: thingRow(5, { open: 0, revision: 2 }), merged: [], cid: 'c1' } } };
    },
  });
});
afterEach(async () => {
  cleanup();
  await rendered.close();
});
const flip = async (id: number) => {
  const row = await screen.findByRole('row', { name: new RegExp(`Thing ${id}`) });
  await user.click(within(row).getByRole('switch', { name: 'Open' }));
};
const question = () => screen.queryByRole('dialog', { name: 'Thing 5: change Open to “No”?' });
const saves = () =>
  rendered.fakeServer.requests
    .filter(({ path, method }) => path === '/admin/thing/edit' && method === 'POST')
    .map(({ body }) => body);

it('confirmChangeTo: stores the change only after confirmation', async () => {
  await flip(5);
  await waitFor(() => expect(question()).toBeVisible());
  expect(saves()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(saves()).toMatchObject([{ id: 5, open: 0 }]));
  await waitFor(() => expect(question()).toBeNull());
});

it('confirmChangeTo: stores nothing after cancel, and asks again at the next click', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    await flip(5);
    await waitFor(() => expect(question()).toBeVisible());
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question()).toBeNull());
  }
  expect(saves()).toEqual([]);
});

it('confirmChangeTo: a role group’s second factor is confirmed in both directions', () => {
  const asks = [0, 1].map((value) => needsConfirm(adminGroup, 'require_second_factor', value));
  expect(asks).toEqual([true, true]);
});

it('confirmChangeTo: shows the help text of the field', async () => {
  await flip(5);
  await waitFor(() => expect(within(question() ?? document.body).getByText('Who may enter')).toBeVisible());
});

it('confirmChangeTo: the other direction is not confirmed', async () => {
  await flip(4);
  await waitFor(() => expect(saves()).toMatchObject([{ id: 4, open: 1 }]));
  expect(screen.queryByRole('dialog')).toBeNull();
});
