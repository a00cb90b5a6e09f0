/** A tree under live changes: a row with a new parent keeps its place until the next refresh. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnyEntity } from '../../../../common/entity/entity';
import { createLiveConnectionOptions } from '../../../shared/live/liveConnectionOptions';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const tree: AnyEntity = { ...thing, spec: { ...thing.spec, tree: 'parent' } };
const rows = [
  thingRow(9, { parent: null }),
  thingRow(8, { parent: 9 }),
  thingRow(7, { parent: 9 }),
  thingRow(6, { parent: null }),
  thingRow(5, { parent: 6 }),
];
const drawn = () =>
  screen
    .getAllByRole('row')
    .map((row) => Number(row.getAttribute('data-id')))
    .filter((id) => id > 0);
const marked = () => screen.queryAllByLabelText(/^The order changed/).map((mark) => mark.closest('tr')?.dataset['id']);

async function openTree() {
  const screenOf = await openScreen(<EntityPage entity={tree} />, {
    respond: ({ path }) =>
      path === '/admin/thing/index' ? { envelope: { data: createListResponse(rows) } } : undefined,
  });
  rendered = screenOf;
  await screen.findByRole('row', { name: /Thing 9/ });
  const hang = (id: number, parent: number | null, v: number) =>
    act(() => screenOf.receiveFrame({ c: [{ op: 'u', id, v, at: 1, set: { parent } }] }));
  return { ...screenOf, hang };
}

it('tree: keeps a row with a new parent in place, marks it, and moves it on request', async () => {
  const { hang, fakeServer: harness } = await openTree();
  await userEvent.hover(screen.getByRole('row', { name: /Thing 7/ }));
  hang(8, 6, 2);
  expect(drawn()).toEqual([9, 8, 7, 6, 5]);
  expect(marked()).toEqual(['8']);
  await userEvent.click(screen.getByRole('button', { name: '1 moved — Show' }));
  expect(drawn()).toEqual([9, 7, 6, 8, 5]);
  expect(marked()).toEqual([]);
  expect(harness.requests.filter(({ path }) => path === '/admin/thing/index')).toHaveLength(1);
});

it('tree: drops the mark when the row moves back, and ignores other columns', async () => {
  const { hang, receiveFrame } = await openTree();
  hang(8, null, 2);
  expect(marked()).toEqual(['8']);
  hang(8, 9, 3);
  act(() => receiveFrame({ c: [{ op: 'u', id: 7, v: 2, at: 1, set: { title: 'Renamed' } }] }));
  expect(marked()).toEqual([]);
  expect(drawn()).toEqual([9, 8, 7, 6, 5]);
});

it('tree: keeps the order and marks rows when all of them are rearranged', async () => {
  const { receiveFrame, client, fakeServer: harness } = await openTree();
  await userEvent.hover(screen.getByRole('row', { name: /Thing 7/ }));
  act(() => receiveFrame({ c: [{ op: 'u', id: 6, v: 2, at: 1, set: { parent: 9 } }] }));
  await act(async () => {
    createLiveConnectionOptions(client.store, () => client.app, {
      realm: 'admin',
      origin: harness.origin,
    }).onMenuChanged();
    await sleep(100);
  });
  expect(harness.requests.filter(({ path }) => path === '/admin/thing/index')).toHaveLength(1);
  expect(drawn()).toEqual([9, 8, 7, 6, 5]);
  expect(marked()).toEqual(['6']);
  screen.getByRole('button', { name: '1 moved — Show' });
});

describe('selected rows in a folded branch', () => {
  const pick = (name: string) => userEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  const fold = (name: string) =>
    userEvent.click(
      within(screen.getByRole('row', { name: new RegExp(name) })).getByRole('button', { name: /^Hide items under/ }),
    );
  async function chosenInFold() {
    const harness = await openTree();
    for (const name of ['Thing 8', 'Thing 7', 'Thing 6']) await pick(name);
    await fold('Thing 9');
    expect(drawn()).toEqual([9, 6, 5]);
    const bar = screen.getByRole('toolbar', { name: '3 selected' });
    await within(bar).findByText('2 are in collapsed branches:');
    expect(
      within(bar)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Thing 8', 'Thing 7']);
    return { ...harness, bar };
  }

  it('folded rows are listed beside the count, and unfolded on request', async () => {
    const { bar } = await chosenInFold();
    await userEvent.click(within(bar).getByRole('button', { name: 'Show' }));
    expect(drawn()).toEqual([9, 8, 7, 6, 5]);
    expect(within(bar).queryByText(/folded/)).toBeNull();
    screen.getByRole('toolbar', { name: '3 selected' });
  });

  it('only folded rows can be deselected', async () => {
    const { bar } = await chosenInFold();
    await userEvent.click(within(bar).getByRole('button', { name: 'Deselect' }));
    screen.getByRole('toolbar', { name: '1 selected' });
    expect(screen.queryByText(/folded/)).toBeNull();
  });

  it('folded rows are named by the delete dialog and by the bulk edit drawer', async () => {
    const { bar } = await chosenInFold();
    await userEvent.click(within(bar).getByRole('button', { name: 'Edit' }));
    const drawer = await screen.findByRole('dialog', { name: 'Edit 3 records' });
    await within(drawer).findByText('2 are in collapsed branches:');
    await userEvent.click(within(drawer).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(within(bar).getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete 3 records?' });
    await within(question).findByText('2 are in collapsed branches:');
  });
});
