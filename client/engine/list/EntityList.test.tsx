/** The derived list as users meet it: URL, keyboard, selection, deletion and live changes. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import type { RecordedRequest, FakeResponse } from '../../testing/fakeHttpServer';
import { connectionChanged } from '../../shared/store/connectionSlice';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../testing/screenHarness';
import { EntityPage } from '../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const rows = [5, 4, 3, 2, 1].map((id) => thingRow(id));
interface ListOptions {
  readonly answer?: (request: RecordedRequest) => FakeResponse | undefined;
  readonly at?: string;
  readonly actions?: readonly string[];
  readonly hidden?: readonly string[];
}
async function openList({ answer, ...options }: ListOptions = {}) {
  rendered = await openScreen(<EntityPage entity={thing} />, {
    ...options,
    respond: (request) =>
      answer?.(request) ??
      (request.path === '/admin/thing/index' ? { envelope: { data: createListResponse(rows, 1204) } } : undefined),
  });
  return rendered;
}
const firstRow = () => screen.findByRole('row', { name: /Thing 5/ });
const lists = ({ fakeServer }: Screen) => fakeServer.requests.filter(({ path }) => path === '/admin/thing/index');

describe('EntityList', () => {
  const user = userEvent.setup();

  it('shows the total number of rows', async () => {
    await openList();
    await firstRow();
    expect(screen.getByText('1,204 in total')).toBeInTheDocument();
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '1205');
  });

  it('a list that is opened during an outage loads after reconnecting', async () => {
    let isDown = true;
    const screenOf = await openList({
      answer: ({ path }) => (isDown && path === '/admin/thing/index' ? { isDropped: true } : undefined),
    });
    expect(await screen.findByText('Couldn’t load the list')).toBeInTheDocument();
    isDown = false;
    act(() => void screenOf.client.store.dispatch(connectionChanged({ status: 'live', since: 0 })));
    expect(await screen.findByRole('row', { name: /Thing 5/ }, { timeout: 10_000 })).toBeVisible();
    expect(screen.queryByText('Couldn’t load the list')).toBeNull();
  });

  it('requests the page and filters of its URL', async () => {
    const screenOf = await openList({ at: '/admin/thing?state=1&price=10..20&sort=title&page=2&limit=50&q=abc' });
    await firstRow();
    const query = lists(screenOf)[0]?.query;
    expect(query?.get('order')).toBe('title,asc');
    expect([query?.get('page'), query?.get('limit'), query?.get('quick_search')]).toEqual(['2', '50', 'abc']);
    expect(query?.get('search[0][field]')).toBe('state');
    expect([query?.get('search[1][operator]'), query?.get('search[1][val][0]')]).toEqual(['RANGE', '10.00']);
    expect(screen.getByRole('button', { name: /State: Published/ })).toBeInTheDocument();
  });

  it('goes to the last page when its page has no rows left', async () => {
    const { address } = await openList({
      at: '/admin/thing?page=7&limit=10&q=abc',
      answer: ({ path, query }) =>
        path === '/admin/thing/index'
          ? { envelope: { data: createListResponse(query.get('page') === '2' ? rows : [], 15) } }
          : undefined,
    });
    await firstRow();
    const { searchParams } = address();
    expect([searchParams.get('page'), searchParams.get('q')]).toEqual(['2', 'abc']);
  });

  it('sorts by a click on the header and writes it to the URL', async () => {
    const { address } = await openList();
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Price' }));
    expect(address().searchParams.get('sort')).toBe('price');
    await user.click(screen.getByRole('button', { name: 'Price' }));
    expect(address().searchParams.get('sort')).toBe('-price');
  });

  it('rows can be moved, selected and opened with the keyboard only', async () => {
    const { address } = await openList({
      answer: ({ path }) =>
        path === '/admin/thing/edit'
          ? { envelope: { data: { row: thingRow(4), refs: {}, seq: '1', epoch: 'e' } } }
          : undefined,
    });
    const first = await firstRow();
    act(() => first.focus());
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('row', { name: /Thing 4/ })).toHaveFocus());
    await user.keyboard(' ');
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('1 selected')).toBeNull();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    const fourth = screen.getByRole('row', { name: /Thing 4/ });
    act(() => fourth.focus());
    await user.keyboard('{Enter}');
    expect(address().searchParams.get('record')).toBe('4');
  });

  it('searches after a typing pause', async () => {
    const screenOf = await openList();
    await firstRow();
    await user.type(screen.getByRole('searchbox'), 'spring');
    await waitFor(() => expect(screenOf.address().searchParams.get('q')).toBe('spring'));
    await waitFor(() => expect(lists(screenOf)).toHaveLength(2));
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  it('highlights a changed value and renders only its row', async () => {
    const { receiveChange } = await openList();
    await firstRow();
    act(() => receiveChange({ op: 'u', id: 5, v: 2, set: { price: '99.00' }, at: 1 }));
    const cell = screen.getByText('99.00').closest('[data-fresh]');
    expect(cell).not.toBeNull();
    expect(document.querySelectorAll('[data-fresh]')).toHaveLength(1);
  });

  it('confirms a deletion, sends the shown revisions, and lists skipped rows', async () => {
    const { fakeServer } = await openList({
      answer: ({ path }) =>
        path === '/admin/thing/del'
          ? { envelope: { data: { ids: [4], skipped: [{ id: 3, revision: 2 }] } } }
          : undefined,
    });
    await firstRow();
    await user.click(screen.getByRole('checkbox', { name: 'Select Thing 4' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Thing 3' }));
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 record deleted')).toBeInTheDocument();
    const dialog = await screen.findByRole('dialog', { name: '1 record was skipped because someone changed it' });
    expect(within(dialog).getByRole('listitem')).toHaveTextContent('Thing 3 — changed by someone else, skipped');
    expect(fakeServer.requests.find(({ path }) => path === '/admin/thing/del')?.body).toMatchObject({
      ids: [4, 3],
      revisions: { 3: 1, 4: 1 },
    });
  });

  it('deletes the rest when some rows are already gone, and deselects all of them', async () => {
    await openList({
      answer: ({ path }) =>
        path === '/admin/thing/del'
          ? { envelope: { data: { ids: [4], skipped: [{ id: 3, revision: 1, gone: true }] } } }
          : undefined,
    });
    await firstRow();
    await user.click(screen.getByRole('checkbox', { name: 'Select Thing 4' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Thing 3' }));
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: '1 record was already deleted or changed' });
    expect(within(dialog).getByRole('listitem')).toHaveTextContent('Thing 3 — deleted or no longer available');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('toolbar')).not.toBeInTheDocument());
  });

  it('saves a switch through the same path as a form', async () => {
    const { fakeServer } = await openList({
      answer: ({ path, method }) =>
        path === '/admin/thing/edit' && method === 'POST'
          ? {
              envelope: {
                data: { id: 5, revision: 2, row: thingRow(5, { revision: 2, open: 1 }), ignored: [], merged: [] },
              },
            }
          : undefined,
    });
    const row = await firstRow();
    await user.click(within(row).getByRole('switch', { name: 'Open' }));
    await waitFor(() => expect(within(row).getByRole('switch', { name: 'Open' })).toBeChecked());
    expect(fakeServer.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      id: 5,
      revision: 1,
      open: 1,
      _base: { open: 0 },
    });
  });

  it('inline edit: Escape cancels, Tab saves and moves on', async () => {
    const { fakeServer } = await openList({
      answer: ({ path, method, body }) =>
        path === '/admin/thing/edit' && method === 'POST'
          ? { envelope: { data: { id: 5, revision: 2, row: thingRow(5, { revision: 2, ...Object(body) }) } } }
          : undefined,
    });
    const row = await firstRow();
    const posts = () => fakeServer.requests.filter(({ method }) => method === 'POST');
    await user.dblClick(within(row).getByText('Thing 5'));
    await user.keyboard('Never{Escape}');
    expect(within(row).getByText('Thing 5')).toBeInTheDocument();
    expect(row).toHaveFocus();
    await user.keyboard('{F2}');
    const input = within(row).getByRole('textbox', { name: 'Edit Title of Thing 5' });
    await user.clear(input);
    await user.type(input, 'Renamed{Tab}');
    expect(within(row).getByRole('textbox', { name: /^Edit Price/ })).toHaveFocus();
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ id: 5, revision: 1, title: 'Renamed', _base: { title: 'Thing 5' } });
    await user.keyboard('{Escape}');
    expect(posts()).toHaveLength(1);
  });

  it('inline edit: keeps the editor of an invalid value with the reason', async () => {
    const { fakeServer } = await openList();
    const row = await firstRow();
    await user.dblClick(within(row).getByText('Thing 5'));
    const input = () => within(row).getByRole('textbox', { name: 'Edit Title of Thing 5' });
    await user.clear(input());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Fill in this field');
    expect(input()).toHaveFocus();
    expect(input()).toHaveAccessibleDescription('Fill in this field');
    await user.keyboard('{Tab}');
    expect(input()).toHaveFocus();
    expect(fakeServer.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(within(row).getByText('Thing 5')).toBeInTheDocument();
  });

  it('inline edit: reopens the editor of a rejected value with text and reason', async () => {
    let taken = false;
    const fields = { title: 'There is one of this title' };
    const { fakeServer, client } = await openList({
      answer: ({ path, method, body }) => {
        if (path !== '/admin/thing/edit' || method !== 'POST') return undefined;
        return taken
          ? { envelope: { data: { id: 5, revision: 2, row: thingRow(5, { revision: 2, ...Object(body) }) } } }
          : { status: 409, envelope: { code: 0, msg: 'The same data already exists', data: { fields } } };
      },
    });
    const row = await firstRow();
    await user.dblClick(within(row).getByText('Thing 5'));
    await user.keyboard('Thing 4{Enter}');
    const input = await within(row).findByDisplayValue('Thing 4');
    await waitFor(() => expect(input).toHaveFocus());
    expect(input).toHaveAccessibleDescription('There is one of this title');
    expect(client.app.toasts.list().map(({ text }) => text)).toEqual(['Title: There is one of this title']);
    // Moving to another value does not drop the text.
    await user.dblClick(within(screen.getByRole('row', { name: /Thing 3/ })).getByText('Thing 3'));
    await user.keyboard('{Escape}');
    expect(within(row).getByDisplayValue('Thing 4')).toBeInTheDocument();
    taken = true;
    await user.click(within(row).getByDisplayValue('Thing 4'));
    await user.keyboard('{End} and more{Enter}');
    expect(await within(row).findByText('Thing 4 and more')).toBeInTheDocument();
    expect(within(row).queryByRole('textbox')).toBeNull();
    expect(fakeServer.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('inline edit: keeps the text when no response arrives', async () => {
    const { fakeServer } = await openList();
    const row = await firstRow();
    await user.dblClick(within(row).getByText('Thing 5'));
    await fakeServer.close();
    await user.keyboard('Lost on the way{Enter}');
    expect(await within(row).findByDisplayValue('Lost on the way', {}, { timeout: 10_000 })).toBeInTheDocument();
  });

  it('renders a row only when it changed', async () => {
    const { receiveChange } = await openList();
    await firstRow();
    const drawn: string[] = [];
    const watch = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        drawn.push(element?.closest('tr')?.getAttribute('data-id') ?? '');
      }
    });
    watch.observe(screen.getByRole('grid'), { subtree: true, childList: true, characterData: true, attributes: true });
    act(() => receiveChange({ op: 'u', id: 3, v: 2, set: { price: '77.00' }, at: 1 }));
    await screen.findByText('77.00');
    watch.disconnect();
    expect(new Set(drawn)).toEqual(new Set(['3']));
  });

  it('remembers chosen columns', async () => {
    const { client } = await openList();
    await firstRow();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: /Price/ }));
    expect(Object.values(client.store.getState().settings.lists)[0]?.columns).not.toContain('price');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: /Price/ })).toBeNull());
  });

  it('masks values the user may not read', async () => {
    const hidden = rows.map(({ price: _price, ...row }) => row);
    await openList({
      hidden: ['price'],
      answer: ({ path }) =>
        path === '/admin/thing/index' ? { envelope: { data: createListResponse(hidden) } } : undefined,
    });
    const row = await firstRow();
    expect(within(row).getByText('You don’t have permission to see this value')).toBeInTheDocument();
    expect(within(row).getByText('••••')).toBeVisible();
  });

  it('offers only permitted actions', async () => {
    await openList({ actions: ['index'] });
    const row = await firstRow();
    expect(within(row).queryByRole('button', { name: /Delete/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add thing' })).toBeNull();
  });

  it('explains an empty list, no matches and a failed request', async () => {
    const empty = () => ({ envelope: { data: createListResponse([]) } });
    await openList({ answer: empty });
    expect(await screen.findByText('No things yet')).toBeInTheDocument();
    cleanup();
    await rendered?.close();
    await openList({ answer: empty, at: '/admin/thing?q=zzz' });
    expect(await screen.findByText('No results')).toBeInTheDocument();
    cleanup();
    await rendered?.close();
    await openList({ answer: () => ({ status: 500 }) });
    expect(await screen.findByText('Couldn’t load the list')).toBeInTheDocument();
  });

  it('passes the axe accessibility checks', async () => {
    const { container } = await openList({ at: '/admin/thing?state=1' });
    await firstRow();
    const { violations } = await axe.run(container, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  });
});
