/** Actions on single rows: keyboard shortcuts of a list, copy of a record, menu of a column, export of a selection. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RecordedRequest } from '../../testing/fakeHttpServer';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../testing/screenHarness';
import { EntityPage } from '../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
const user = userEvent.setup();
const ROWS = [3, 2, 1].map((id) => thingRow(id));

async function openThings(): Promise<Screen> {
  const page = (
    <main>
      <EntityPage entity={thing} />
    </main>
  );
  rendered = await openScreen(page, {
    respond: ({ path, query }) => {
      if (path === '/admin/thing/index') return { envelope: { data: createListResponse(ROWS, 3) } };
      if (path === '/admin/thing/edit')
        return { envelope: { data: { row: thingRow(Number(query.get('id'))), refs: {}, seq: '1', epoch: 'e' } } };
      return undefined;
    },
  });
  await screen.findByRole('row', { name: /Thing 3/ });
  return rendered;
}
const row = (id: number) => screen.getByRole('row', { name: new RegExp(`Thing ${id}`) });
const findExport = ({ fakeServer }: Screen): RecordedRequest | undefined =>
  fakeServer.requests.find(({ path }) => path.endsWith('/export'));

it('goes to the next and the previous row with j and k, and stays at both ends', async () => {
  await openThings();
  await user.keyboard('j');
  await waitFor(() => expect(row(3)).toHaveFocus());
  await user.keyboard('j');
  await waitFor(() => expect(row(2)).toHaveFocus());
  await user.keyboard('jj');
  await waitFor(() => expect(row(1)).toHaveFocus());
  await user.keyboard('k');
  await waitFor(() => expect(row(2)).toHaveFocus());
});

it('selects the current row with x and opens it with e', async () => {
  const { address } = await openThings();
  await user.keyboard('x');
  expect(screen.queryByText('1 selected')).toBeNull();
  await user.keyboard('j');
  await waitFor(() => expect(row(3)).toHaveFocus());
  await user.keyboard('x');
  expect(await screen.findByText('1 selected')).toBeVisible();
  await user.keyboard('x');
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  await user.keyboard('e');
  await waitFor(() => expect(address().pathname + address().search).toMatch(/3/));
});

it('adds a record with c, but not while somebody types', async () => {
  const { address } = await openThings();
  const before = address().search;
  await user.click(screen.getByRole('searchbox'));
  await user.keyboard('c');
  expect(screen.getByRole('searchbox')).toHaveValue('c');
  await user.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(address().search).toBe(before));
  act(() => row(3).focus());
  await user.keyboard('c');
  expect(await screen.findByRole('textbox', { name: /Title/ }, { timeout: 5000 })).toHaveValue('');
});

it('a duplicate is a new record whose title marks it as a copy', async () => {
  const { fakeServer } = await openThings();
  await user.click(within(row(2)).getByRole('button', { name: /More/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  expect(await screen.findByRole('textbox', { name: /Title/ }, { timeout: 5000 })).toHaveValue('Thing 2 (copy)');
  expect(fakeServer.requests.some(({ path, method }) => method === 'POST' && path === '/admin/thing/add')).toBe(false);
});

it('sorts by a column and hides it from its menu', async () => {
  const { address } = await openThings();
  const header = screen.getByRole('columnheader', { name: /Price/ });
  fireEvent.contextMenu(header);
  await user.click(await screen.findByRole('menuitem', { name: 'Sort descending' }));
  await waitFor(() => expect(address().searchParams.get('sort')).toBe('-price'));
  fireEvent.contextMenu(screen.getByRole('columnheader', { name: /Price/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Hide column' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /Price/ })).toBeNull());
});

it('exports the selected rows only', async () => {
  const screenOf = await openThings();
  for (const id of [3, 1]) await user.click(within(row(id)).getByRole('checkbox'));
  await user.click(await screen.findByRole('button', { name: 'Export selection' }));
  await waitFor(() => expect(findExport(screenOf)).toBeDefined());
  const query = findExport(screenOf)?.query;
  expect([...(query ?? [])].filter(([name]) => name.startsWith('search'))).toEqual([
    ['search[0][field]', 'id'],
    ['search[0][operator]', 'IN'],
    ['search[0][val][0]', '3'],
    ['search[0][val][1]', '1'],
  ]);
});
