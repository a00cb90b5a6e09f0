/** Views as tabs: the shown one is named, changed views are saved, own ones are renamed and deleted. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedView } from '../../../../common/protocol/savedView';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
const user = userEvent.setup();
const view = (id: string, title: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  title,
  query: 'open=1',
  shared: false,
  own: true,
  by: 'Ann',
  ...more,
});

async function openThings(at: string, views: readonly SavedView[]) {
  const posted: { readonly path: string; readonly body: unknown }[] = [];
  rendered = await openScreen(<EntityPage entity={thing} />, {
    at,
    respond: ({ path, method, body }) => {
      if (path === '/admin/thing/index') return { envelope: { data: createListResponse([thingRow(1)]) } };
      if (path === '/admin/view/index') return { envelope: { data: { list: views } } };
      if (method !== 'POST' || !path.startsWith('/admin/view/')) return undefined;
      posted.push({ path, body });
      return { envelope: { data: { id: 'new' } } };
    },
  });
  const tabs = within(await screen.findByRole('navigation', { name: 'Views' }));
  return { tabs, posted, params: () => rendered?.address().searchParams };
}
const shown = (tabs: { readonly getAllByRole: (role: string) => readonly HTMLElement[] }) =>
  tabs.getAllByRole('button').filter((tab) => tab.getAttribute('aria-current') === 'page');

it('the tabs show all records or a saved view, and names the shown one', async () => {
  const { tabs, params } = await openThings('/admin/thing', [
    view('a', 'Open ones'),
    view('b', 'Of Ben', { own: false }),
  ]);
  expect(shown(tabs)).toEqual([tabs.getByRole('button', { name: 'All' })]);
  await user.click(await tabs.findByRole('button', { name: 'Open ones' }));
  await waitFor(() => expect(params()?.get('open')).toBe('1'));
  expect(params()?.get('view')).toBe('a');
  expect(shown(tabs)).toEqual([tabs.getByRole('button', { name: 'Open ones' })]);
  expect(tabs.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(tabs.getByRole('button', { name: 'Of Ben' })).toHaveAttribute('title', 'Shared by Ann');
  await user.click(tabs.getByRole('button', { name: 'All' }));
  await waitFor(() => expect([...(params()?.keys() ?? [])]).toEqual([]));
});

it('a changed view is marked as changed and is saved under its name', async () => {
  const { tabs, posted } = await openThings('/admin/thing?open=1&view=a&q=spring', [view('a', 'Open ones')]);
  await tabs.findByRole('button', { name: 'Open ones (changed)' });
  await user.click(tabs.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]?.body).toMatchObject({ id: 'a', title: 'Open ones', query: 'q=spring&open=1', shared: false });
});

it('an own view is renamed, shared and deleted; that of a colleague is not', async () => {
  const { tabs, posted, params } = await openThings('/admin/thing?open=1&view=a', [view('a', 'Open ones')]);
  await user.click(await tabs.findByRole('button', { name: 'Options for the view “Open ones”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename or share…' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Unlocked');
  await user.click(screen.getByRole('checkbox', { name: /everyone/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(posted[0]?.body).toMatchObject({ id: 'a', title: 'Unlocked', query: 'open=1', shared: true }),
  );
  await user.click(await tabs.findByRole('button', { name: 'Options for the view “Open ones”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
  await waitFor(() => expect(posted[1]).toMatchObject({ path: '/admin/view/drop', body: { id: 'a' } }));
  await waitFor(() => expect(params()?.get('view')).toBeNull());
});
