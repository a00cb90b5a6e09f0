/** Ctrl+S saves the open record and Escape closes it, wherever the focus is; a dialog above takes both keys. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createListResponse, openScreen, thing, thingRow, wholeRow, type Screen } from '../testing/screenHarness';
import { write } from '../testing/typeText';
import { createDraftCache } from './formState/draftCache';
import { EntityPage } from './EntityPage';
import { DraftCacheProvider } from './formState/DraftCacheProvider';

const user = userEvent.setup();
const usual = window.matchMedia;
let rendered: Screen;
const isWide = (media: string) => media.includes('1200px');
beforeEach(() => {
  window.matchMedia = (media) => Object.defineProperty(usual(media), 'matches', { get: () => isWide(media) });
});
afterEach(async () => {
  window.matchMedia = usual;
  cleanup();
  await rendered.close();
});

async function open(record?: string) {
  const page = record === undefined ? '/admin/thing?record=5' : `/admin/thing/${record}`;
  rendered = await openScreen(
    <DraftCacheProvider draftCache={createDraftCache()}>
      <EntityPage entity={thing} {...(record === undefined ? {} : { record })} />
    </DraftCacheProvider>,
    {
      at: page,
      respond: ({ path, method }) => {
        if (path === '/admin/thing/index') return { envelope: { data: createListResponse([thingRow(5)]) } };
        if (path !== '/admin/thing/edit') return undefined;
        const row = wholeRow(5, method === 'POST' ? { revision: 2, title: 'Typed' } : {});
        return { envelope: { data: { id: 5, row, merged: [], cid: 'c1', refs: {}, seq: '10', epoch: 'e1' } } };
      },
    },
  );
  return screen.findByDisplayValue<HTMLInputElement>('Thing 5');
}
const saves = () =>
  rendered.fakeServer.requests
    .filter(({ path, method }) => path === '/admin/thing/edit' && method === 'POST')
    .map(({ body }) => body);
const recordShown = () => rendered.address().searchParams.get('record');

it.each([
  ['Ctrl+S', { key: 's', ctrlKey: true }],
  ['⌘S', { key: 's', metaKey: true }],
])('%s saves what was typed when the focus is on no field', async (_, init) => {
  const title = await open();
  await user.clear(title);
  await write(title, 'Typed');
  act(() => title.blur());
  // false: the browser's own dialog is prevented.
  expect(fireEvent.keyDown(document.body, init)).toBe(false);
  await waitFor(() => expect(saves()).toMatchObject([{ id: 5, title: 'Typed' }]));
});

it('Ctrl+S: saves nothing without changes, and nothing below a dialog', async () => {
  const title = await open();
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
  await write(title, ' more');
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('aria-modal', 'true');
  expect(fireEvent.keyDown(dialog, { key: 's', ctrlKey: true })).toBe(false);
  expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(true);
  dialog.remove();
  // An earlier save would arrive before the one requested now.
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
  await waitFor(() => expect(saves()).not.toEqual([]));
  expect(saves()).toMatchObject([{ id: 5, title: 'Thing 5 more' }]);
  expect(recordShown()).toBe('5');
});

it('global keys: the dialog of a hidden cached screen takes no key', async () => {
  const title = await open();
  await write(title, ' more');
  const hidden = document.body.appendChild(document.createElement('div'));
  hidden.style.setProperty('display', 'none', 'important');
  hidden.appendChild(document.createElement('div')).setAttribute('aria-modal', 'true');
  try {
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saves()).toMatchObject([{ id: 5 }]));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(recordShown()).toBeNull());
  } finally {
    hidden.remove();
  }
});

it('Escape: closes the record beside its list, from a field, the page and a row', async () => {
  const title = await open();
  act(() => title.focus());
  for (const from of [
    () => document.activeElement,
    () => document.body,
    () => screen.getByRole('row', { name: /Thing 5/ }),
  ]) {
    fireEvent.keyDown(from() ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(recordShown()).toBeNull());
    await rendered.go('/admin/thing?record=5');
    const reopenedInput = await screen.findByDisplayValue<HTMLInputElement>('Thing 5');
    act(() => reopenedInput.focus());
  }
});

it('Escape and Ctrl+S: reach the record from the buttons of its row', async () => {
  await open();
  await user.click(await screen.findByRole('button', { name: 'Edit: Thing 5' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(recordShown()).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Edit: Thing 5' }));
  const title = await screen.findByDisplayValue<HTMLInputElement>('Thing 5');
  await user.clear(title);
  await write(title, 'Typed');
  act(() => screen.getByRole('button', { name: 'Edit: Thing 5' }).focus());
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(saves()).toMatchObject([{ id: 5, title: 'Typed' }]));
});

it('Escape: closes a record at once while the caret is in a changed field', async () => {
  await open();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(recordShown()).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Edit: Thing 5' }));
  const title = await screen.findByDisplayValue<HTMLInputElement>('Thing 5');
  await user.click(title);
  await user.keyboard(' more');
  expect(title).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(recordShown()).toBeNull());
});

it('Escape: closes a changed record and keeps its text as a draft', async () => {
  const title = await open();
  await write(title, ' more');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(recordShown()).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(rendered.client.app.toasts.list()).toMatchObject([{ text: 'Draft saved' }]));
});

it('Escape: leaves the record open when typed in the search of the list', async () => {
  await open();
  const search = screen.getByRole('searchbox');
  await write(search, 'abc');
  fireEvent.keyDown(search, { key: 'Escape' });
  expect(recordShown()).toBe('5');
});

it('Escape: goes back to the list from the record’s page', async () => {
  await open('5');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(rendered.address().pathname).toBe('/admin/thing'));
});
