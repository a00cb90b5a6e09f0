/** Child rows are listed below a record, open in their own filtered list, and a new one gets the reference. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Change } from '../../../common/protocol/liveEvents';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../testing/screenHarness';
import { ChildList } from './ChildList';
import { ChildTabs } from './ChildTabs';
import { presetFromFilters } from './presetFromFilters';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
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
const open = async (rows: readonly ReturnType<typeof thingRow>[], element = <ChildTabs entity={owner} id={1} />) => {
  rendered = await openScreen(element, {
    respond: ({ path }) =>
      path === '/admin/thing/index' ? { envelope: { data: createListResponse(rows, rows.length) } } : undefined,
  });
  return rendered;
};

it('ChildTabs: lists child rows with links to the row, the whole list and a new row', async () => {
  const { fakeServer } = await open([thingRow(5), thingRow(4)]);
  const link = await screen.findByRole('link', { name: /Thing 5/ });
  expect(link).toHaveAttribute('href', '/admin/thing?state=1&record=5');
  expect(screen.getByRole('link', { name: 'View all' })).toHaveAttribute('href', '/admin/thing?state=1');
  expect(screen.getByRole('link', { name: /^Add/ })).toHaveAttribute('href', '/admin/thing?state=1&record=new');
  const sentRequests = fakeServer.requests.find(({ path }) => path === '/admin/thing/index')?.query;
  expect([sentRequests?.get('search[0][field]'), sentRequests?.get('search[0][val]')]).toEqual(['state', '1']);
  expect(screen.getAllByRole('tab')).toHaveLength(2);
  await userEvent.click(screen.getAllByRole('tab')[1] ?? link);
  expect(await screen.findByRole('link', { name: 'View all' })).toHaveAttribute('href', '/admin/thing?id=1');
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([]);
});

describe('ChildTabs under live changes', () => {
  const follow = async () => {
    const { receiveFrame } = await open([5, 4, 3].map((id) => thingRow(id, { state: id })));
    await screen.findByRole('link', { name: /Thing 5/ });
    return (...c: readonly Change[]) => act(() => receiveFrame({ c }));
  };
  const shown = () => screen.getAllByRole('row').map((row) => row.getAttribute('data-id'));

  it('counts and announces new rows, and shows them on request', async () => {
    const tell = await follow();
    await userEvent.hover(screen.getByRole('table'));
    tell({ op: 'enter', id: 9, v: 1, at: 1, row: thingRow(9) });
    expect(screen.getByText('4 in total')).toBeInTheDocument();
    expect(shown()).toEqual([null, '5', '4', '3']);
    await userEvent.click(screen.getByRole('button', { name: '1 new — Show' }));
    expect(shown()).toEqual([null, '9', '5', '4', '3']);
  });

  it('greys a removed row, shows the reason and drops its link', async () => {
    const tell = await follow();
    await userEvent.hover(screen.getByRole('table'));
    tell({ op: 'del', id: 4, v: 2, at: 1, by: { id: 'admin:2', name: 'Anna' } });
    const row = screen.getByRole('row', { name: /Thing 4/ });
    expect(row).toHaveTextContent('deleted by Anna');
    expect(row).toHaveAttribute('aria-disabled', 'true');
    expect(within(row).queryByRole('link')).toBeNull();
    expect(screen.getByText('2 in total')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '1 removed — Show' }));
    expect(shown()).toEqual([null, '5', '3']);
  });

  it('marks reordered rows and highlights changed values', async () => {
    const sorted: AnyEntity = { ...thing, spec: { ...thing.spec, list: { ...thing.spec.list, sort: 'title' } } };
    const { receiveFrame } = await open(
      [3, 4, 5].map((id) => thingRow(id)),
      <ChildList child={{ entity: sorted, refField: 'state' }} parentId={1} />,
    );
    await userEvent.hover(await screen.findByRole('table'));
    act(() => receiveFrame({ c: [{ op: 'u', id: 4, v: 2, at: 1, set: { title: 'A thing' } }] }));
    const row = screen.getByRole('row', { name: /A thing/ });
    expect(row.querySelector('[data-fresh]')).not.toBeNull();
    expect(within(row).getByLabelText(/^The order changed/)).toBeInTheDocument();
    expect(shown()).toEqual([null, '3', '4', '5']);
    expect(screen.getByRole('button', { name: '1 moved — Show' })).toBeInTheDocument();
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([]);
  });
});

it('ChildTabs: shows a message without rows', async () => {
  await open([]);
  expect(await screen.findByText('Nothing here yet')).toBeInTheDocument();
});

it('presetFromFilters: presets the filtered values, without fields the user cannot write', () => {
  expect(presetFromFilters(thing, { state: '1', title: 'abc', id: '7' })).toEqual({ state: 1 });
});
