/** Outdated sums are marked and can be refreshed. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListQuery } from '../../../common/query/listQuery';
import type { ChangeFrame } from '../../../common/protocol/liveEvents';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../testing/screenHarness';
import { usePermissions } from '../usePermissions';
import { useRows } from '../data/useRows';
import { SummaryBar } from './SummaryBar';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const query: ListQuery = { page: 1, limit: 20, sort: [{ field: 'id', dir: 'desc' }], where: { all: [] } };
function Probe() {
  const permissions = usePermissions(thing);
  const rows = useRows(thing, query, permissions);
  return <SummaryBar model={{ entity: thing, query, permissions, rows }} />;
}
async function open() {
  let sum = 60;
  const price = () => ({ count: 1, sum, avg: sum, min: sum, max: sum });
  const harness = await openScreen(<Probe />, {
    respond: ({ path }) => {
      if (path === '/admin/thing/index') return { envelope: { data: createListResponse([thingRow(1), thingRow(2)]) } };
      if (path !== '/admin/thing/summary') return undefined;
      return { envelope: { data: { at: Date.now() / 1000, capped: false, columns: { size: price() } } } };
    },
  });
  rendered = harness;
  await screen.findAllByText('60');
  const tell = (c: ChangeFrame['c'], s: string) => {
    sum = 1_060;
    act(() => harness.receiveFrame({ c, s }));
  };
  return { tell };
}
const findUpdateButton = () => screen.queryByRole('button', { name: 'Update' });

it('SummaryBar: is outdated after a summed value changed', async () => {
  const { tell } = await open();
  await waitFor(() => expect(findUpdateButton()).toBeNull());
  tell([{ op: 'u', id: 1, v: 2, was: 1, set: { title: 'Other' }, at: 1 }], '12');
  expect(findUpdateButton()).toBeNull();
  tell([{ op: 'u', id: 1, v: 3, was: 2, set: { size: 1_060 }, at: 1 }], '13');
  expect(screen.getByText('The list has changed')).toBeInTheDocument();
  const button = findUpdateButton();
  if (button) await userEvent.click(button);
  expect((await screen.findAllByText('1,060')).length).toBeGreaterThan(0);
  await waitFor(() => expect(findUpdateButton()).toBeNull());
});

it('SummaryBar: is outdated after one row entered and another left', async () => {
  const { tell } = await open();
  let at = 12;
  // The response of the list may arrive after its sums; the test follows no earlier frames.
  await waitFor(() => {
    tell([{ op: 'enter', id: 3, v: 1, row: thingRow(3), at: 1 }], String((at += 1)));
    tell([{ op: 'leave', id: 2, v: 2, at: 1 }], String((at += 1)));
    expect(findUpdateButton()).not.toBeNull();
  });
});
