/** A tree while others rearrange it: a row that hangs elsewhere now stays where it is drawn until one looks again. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnyEntity } from '../../../common/entity/entity';
import { listOf, openScreen, thing, thingRow, type Screen } from '../../testing/screen';
import { EntityPage } from '../EntityPage';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
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
const marked = () =>
  screen.queryAllByLabelText(/^The order has changed/).map((mark) => mark.closest('tr')?.dataset['id']);

async function openTree() {
  const screenOf = await openScreen(<EntityPage entity={tree} />, {
    answer: ({ path }) => (path === '/admin/thing/index' ? { envelope: { data: listOf(rows) } } : undefined),
  });
  opened = screenOf;
  await screen.findByRole('row', { name: /Thing 9/ });
  const hang = (id: number, parent: number | null, v: number) =>
    act(() => screenOf.tell({ c: [{ op: 'u', id, v, at: 1, set: { parent } }] }));
  return { ...screenOf, hang };
}

it('keeps a row in its place that hangs under another one now, marks it, and moves it when asked', async () => {
  const { hang, world } = await openTree();
  await userEvent.hover(screen.getByRole('row', { name: /Thing 7/ }));
  hang(8, 6, 2);
  expect(drawn()).toEqual([9, 8, 7, 6, 5]);
  expect(marked()).toEqual(['8']);
  await userEvent.click(screen.getByRole('button', { name: '1 moved — Show' }));
  expect(drawn()).toEqual([9, 7, 6, 8, 5]);
  expect(marked()).toEqual([]);
  expect(world.asked.filter(({ path }) => path === '/admin/thing/index')).toHaveLength(1);
});

it('says nothing more of a row that came back, nor of one whose other columns change', async () => {
  const { hang, tell } = await openTree();
  hang(8, null, 2);
  expect(marked()).toEqual(['8']);
  hang(8, 9, 3);
  act(() => tell({ c: [{ op: 'u', id: 7, v: 2, at: 1, set: { title: 'Renamed' } }] }));
  expect(marked()).toEqual([]);
  expect(drawn()).toEqual([9, 8, 7, 6, 5]);
});
