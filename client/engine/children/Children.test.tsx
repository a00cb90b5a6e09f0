/** What belongs to a record stands under it, opens in its own narrowed list, and a new one starts with the reference. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { listOf, openScreen, thing, thingRow, type Screen } from '../../testing/screen';
import { Children } from './Children';
import { presetOf } from './preset';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});
const owner = {
  ...thing,
  spec: {
    ...thing.spec,
    children: [
      { entity: 'thing', by: 'state' },
      { entity: 'thing', by: 'id' },
      { entity: 'nothing', by: 'id' },
    ],
  },
};
const open = async (rows: readonly ReturnType<typeof thingRow>[]) => {
  opened = await openScreen(<Children entity={owner} id={1} />, {
    answer: ({ path }) =>
      path === '/admin/thing/index' ? { envelope: { data: listOf(rows, rows.length) } } : undefined,
  });
  return opened;
};

it('lists what points at the record, with ways to the rows, the whole list and a new one', async () => {
  const { world } = await open([thingRow(5), thingRow(4)]);
  const link = await screen.findByRole('link', { name: /Thing 5/ });
  expect(link).toHaveAttribute('href', '/admin/thing?state=1&record=5');
  expect(screen.getByRole('link', { name: 'Show all in the list' })).toHaveAttribute('href', '/admin/thing?state=1');
  expect(screen.getByRole('link', { name: /^Add/ })).toHaveAttribute('href', '/admin/thing?state=1&record=new');
  const asked = world.asked.find(({ path }) => path === '/admin/thing/index')?.query;
  expect([asked?.get('search[0][field]'), asked?.get('search[0][val]')]).toEqual(['state', '1']);
  expect(screen.getAllByRole('tab')).toHaveLength(2);
  await userEvent.click(screen.getAllByRole('tab')[1] ?? link);
  expect(await screen.findByRole('link', { name: 'Show all in the list' })).toHaveAttribute(
    'href',
    '/admin/thing?id=1',
  );
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([]);
});

it('says so where there is nothing', async () => {
  await open([]);
  expect(await screen.findByText('Nothing here yet')).toBeInTheDocument();
});

it('presets what the list is narrowed to, and nothing a person cannot write', () => {
  expect(presetOf(thing, { state: '1', title: 'abc', id: '7' })).toEqual({ state: 1 });
});
