/** BulkEdit warns while colleagues have selected rows open. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PresentPerson } from '../../../../common/protocol/liveEvents';
import { presenceReceived } from '../../../shared/presence/presenceSlice';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

const user = userEvent.setup();
let rendered: Screen;
let drawer: HTMLElement;

const person = (id: number, name: string, tab: string, at: number | null): PresentPerson => ({
  p: `admin:${id}`,
  name,
  tabs: [{ s: tab, id: at, since: 1, f: null }],
});
const [anna, ben, cleo] = [person(2, 'Anna', 'a', 5), person(3, 'Ben', 'b', 4), person(4, 'Cleo', 'c', 3)];
const receivePresence = (people: readonly PresentPerson[], e = 'thing') =>
  act(() => void rendered.client.store.dispatch(presenceReceived({ e, you: 'own', all: people })));
const warning = () => within(drawer).queryByText(/of these (is|are) open/);

beforeEach(async () => {
  const rows = [5, 4, 3].map((id) => thingRow(id));
  rendered = await openScreen(<EntityPage entity={thing} />, {
    respond: ({ path }) => {
      if (path === '/admin/thing/index') return { envelope: { data: createListResponse(rows) } };
      if (path !== '/admin/thing/batchEdit') return undefined;
      return { envelope: { data: { ids: [5], skipped: [{ id: 4, revision: 2 }], same: [], failed: [], cid: 'c1' } } };
    },
  });
  for (const id of [5, 4]) await user.click(await screen.findByRole('checkbox', { name: `Select Thing ${id}` }));
  const bar = screen.getByRole('toolbar', { name: '2 selected' });
  await user.click(within(bar).getByRole('button', { name: 'Edit' }));
  drawer = await screen.findByRole('dialog', { name: 'Edit 2 records' });
});
afterEach(async () => {
  cleanup();
  await rendered.close();
});

it('BulkEdit: names only colleagues who have selected rows open', () => {
  expect(warning()).toBeNull();
  // The same user here and in another tab, a colleague at another row, and one who only sees the list.
  const own = {
    ...person(1, 'Owner', 'own', 5),
    tabs: [...person(1, '', 'own', 5).tabs, ...person(1, '', 'o2', 4).tabs],
  };
  receivePresence([own, cleo, person(5, 'Dora', 'd', null)]);
  expect(warning()).toBeNull();
  receivePresence([own, cleo, anna]);
  expect(warning()).toHaveTextContent('1 of these is open in another window: Anna');
  receivePresence([own, anna, ben]);
  expect(warning()).toHaveTextContent('2 of these are open in another window: Anna, Ben');
});

it('BulkEdit: counts rows and names each colleague once', () => {
  receivePresence([{ ...anna, tabs: [...anna.tabs, ...person(2, 'Anna', 'a2', 4).tabs] }]);
  expect(warning()).toHaveTextContent('2 of these are open in another window: Anna');
  receivePresence([anna, { ...ben, tabs: person(3, 'Ben', 'b', 5).tabs }]);
  expect(warning()).toHaveTextContent('1 of these is open in another window: Anna, Ben');
});

it('BulkEdit: drops the warning when they leave, or for another screen', () => {
  receivePresence([anna]);
  expect(warning()).toBeVisible();
  act(() => void rendered.client.store.dispatch(presenceReceived({ e: 'thing', set: [], gone: [anna.p] })));
  expect(warning()).toBeNull();
  receivePresence([anna, ben]);
  expect(warning()).toBeVisible();
  receivePresence([anna, ben], 'news');
  expect(warning()).toBeNull();
});

it('BulkEdit: shows the warning until the change is made', async () => {
  receivePresence([ben]);
  expect(warning()).toBeVisible();
  await user.click(within(drawer).getByRole('checkbox', { name: 'Open' }));
  await user.click(within(drawer).getByRole('button', { name: 'Yes' }));
  await user.click(within(drawer).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(drawer).toHaveTextContent('1 record changed · 1 needs review'));
  expect(warning()).toBeNull();
});
