/** Rows are not replaced while the pointer is over them. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

let rendered: Screen | undefined;
let ahead = 0;
beforeEach(() => {
  ahead = 0;
  const now = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
});
afterEach(async () => {
  jest.restoreAllMocks();
  cleanup();
  await rendered?.close();
});

const OLD = [5, 4, 3].map((id) => thingRow(id));
const NEW = [99, 98, 97].map((id) => thingRow(id));
/** The second response differs in every row and can be delayed. */
async function openList(after?: Promise<void>) {
  const screenOf = await openScreen(<EntityPage entity={thing} />, {
    at: '/admin/thing?sort=title',
    respond: ({ path }) => {
      if (path !== '/admin/thing/index') return undefined;
      return asked() <= 1
        ? { envelope: { data: createListResponse(OLD, 3) } }
        : { envelope: { data: createListResponse(NEW, 403) }, ...(after ? { after } : {}) };
    },
  });
  rendered = screenOf;
  const asked = (): number => screenOf.fakeServer.requests.filter(({ path }) => path === '/admin/thing/index').length;
  const row = await screen.findByRole('row', { name: /Thing 5/ });
  return { ...screenOf, row, asked, storm: () => act(() => screenOf.receiveFrame({ n: { enter: 400, leave: 0 } })) };
}
/** As long as a few checks of the list. */
const waitForRefresh = () => act(() => sleep(700));
const rowsShown = () => document.querySelectorAll('tbody tr[data-id]');

it('auto refresh: keeps rows while the pointer is over them, with the exact total', async () => {
  const { row, asked, storm } = await openList();
  fireEvent.pointerEnter(row);
  fireEvent.pointerMove(row);
  storm();
  expect(screen.getByText('403 in total')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'The list has changed — Refresh' })).toBeInTheDocument();
  ahead = 20_000;
  await waitForRefresh();
  expect(asked()).toBe(1);
  expect(row).toBeInTheDocument();
  fireEvent.pointerLeave(document.querySelector('table')?.parentElement?.parentElement ?? row);
  await screen.findByRole('row', { name: /Thing 99/ });
});

it('auto refresh: refetches after 30 seconds with a resting pointer, unless a row has the focus', async () => {
  const { row, asked, storm } = await openList();
  fireEvent.pointerMove(row);
  act(() => row.focus());
  storm();
  ahead = 31_000;
  await waitForRefresh();
  expect(asked()).toBe(1);
  act(() => row.blur());
  await screen.findByRole('row', { name: /Thing 99/ });
});

it('auto refresh: ignores a response requested before the pointer entered', async () => {
  let letGo: () => void = () => undefined;
  const { row, asked, storm } = await openList(
    new Promise((resolve) => {
      letGo = resolve;
    }),
  );
  storm();
  ahead = 5_000;
  await waitFor(() => expect(asked()).toBe(2));
  fireEvent.pointerMove(row);
  letGo();
  await waitForRefresh();
  expect(row).toBeInTheDocument();
  expect(rowsShown()).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'The list has changed — Refresh' })).toBeInTheDocument();
  fireEvent.pointerLeave(document.querySelector('table')?.parentElement?.parentElement ?? row);
  await screen.findByRole('row', { name: /Thing 99/ });
});

it('auto refresh: drops removed rows after ten idle seconds, while a new row stays pending', async () => {
  const { receiveFrame, asked } = await openList();
  const at = 1_700_000_100;
  act(() =>
    receiveFrame({
      c: [
        { op: 'enter', id: 9, v: 1, at, row: thingRow(9, { title: 'A thing' }) },
        { op: 'del', id: 4, v: 2, at, by: { id: 'admin:2', name: 'Anna' } },
      ],
    }),
  );
  expect(rowsShown()).toHaveLength(3);
  await waitForRefresh();
  expect(rowsShown()).toHaveLength(3);
  ahead = 11_000;
  await waitFor(() => expect(rowsShown()).toHaveLength(2));
  expect(screen.getByRole('button', { name: '1 new — Show' })).toBeInTheDocument();
  expect(asked()).toBe(1);
});
