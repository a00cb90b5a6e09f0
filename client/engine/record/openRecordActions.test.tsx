/** The header actions of an open record beside its list: neighbors, link, duplicate and delete. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import MenuItem from '@mui/material/MenuItem';
import type { AnyEntity } from '../../../common/entity/entity';
import type { FakeResponse, RecordedRequest } from '../../testing/fakeHttpServer';
import { createListResponse, openScreen, thing, thingRow, wholeRow, type Screen } from '../../testing/screenHarness';
import { PHONE_QUERY } from '../../shared/theme/designTokens';
import { EntityPage } from '../EntityPage';
import { defineOverride } from '../override';

let rendered: Screen | undefined;
const usual = window.matchMedia;
afterEach(async () => {
  window.matchMedia = usual;
  cleanup();
  await rendered?.close();
});
const user = userEvent.setup();

/** The same entity with an action of its own. */
const callable = { ...thing, spec: { ...thing.spec, actions: ['ring'] } };
const menuOverride = defineOverride(thing, {
  rowMenuItems: ({ id, onDone }) => <MenuItem onClick={onDone}>{`Open log of ${id}`}</MenuItem>,
});

async function open(actions?: readonly string[], entity: AnyEntity = thing) {
  window.matchMedia = (media) =>
    Object.defineProperty(usual(media), 'matches', { get: () => media.includes('1200px') });
  const answer = ({ path, query, method }: RecordedRequest): FakeResponse | undefined => {
    if (path === '/admin/thing/index')
      return { envelope: { data: createListResponse([thingRow(3), thingRow(2), thingRow(1)]) } };
    if (path.endsWith('/select')) return { envelope: { data: createListResponse([]) } };
    if (path === '/admin/comment/list') return { envelope: { data: { list: [], more: false, total: 0 } } };
    if (path === '/admin/thing/ring') return { envelope: { data: {}, msg: 'Done' } };
    if (path === '/admin/thing/del') return { envelope: { data: { ids: [2], skipped: [], cid: 'c', seq: '11' } } };
    return path === '/admin/thing/edit' && method === 'GET'
      ? { envelope: { data: { row: wholeRow(Number(query.get('id'))), refs: {}, seq: '10', epoch: 'e1' } } }
      : undefined;
  };
  rendered = await openScreen(<EntityPage entity={entity} />, {
    at: '/admin/thing?record=2',
    respond: answer,
    entity,
    overrides: entity === thing ? [] : [menuOverride],
    ...(actions ? { actions } : {}),
  });
  const next = await screen.findByRole('button', { name: 'Next record' });
  await waitFor(() => expect(next).toBeEnabled()); // once the list is loaded
  return rendered;
}
const record = () => rendered?.address().searchParams.get('record');
const choose = async (name: string) => {
  const panel = within(screen.getByRole('complementary', { name: 'Thing' }));
  await user.click(panel.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name }));
};

it('record actions: previous and next follow the order of the list and end with it', async () => {
  await open();
  await user.click(screen.getByRole('button', { name: 'Next record' }));
  await waitFor(() => expect(record()).toBe('1'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next record' })).toBeDisabled());
  await user.click(screen.getByRole('button', { name: 'Previous record' }));
  await waitFor(() => expect(record()).toBe('2'));
});

it('record actions: the copied link is that of the record’s own page', async () => {
  await open();
  const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  await choose('Copy link');
  expect(copied).toHaveBeenCalledWith(expect.stringMatching(/\/admin\/thing\/2$/));
  copied.mockRestore();
});

it('record actions: duplicate opens a new record with the values of this one', async () => {
  await open();
  await choose('Duplicate');
  await waitFor(() => expect(record()).toBe('copy-2'));
});

it('record actions: delete asks, deletes at the shown revision and closes the record', async () => {
  const { fakeServer } = await open();
  await choose('Delete');
  const dialog = within(await screen.findByRole('dialog'));
  const sent = () => fakeServer.requests.filter(({ path }) => path === '/admin/thing/del');
  expect(sent()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(record()).toBeNull());
  expect(sent().map(({ body }) => body)).toMatchObject([{ ids: [2] }]);
});

it('record actions: an action of the entity asks and runs on this record; items of the row menu are there too', async () => {
  const { fakeServer } = await open(['index', 'edit', 'ring'], callable);
  await choose('Open log of 2');
  await choose('ring');
  const sent = () => fakeServer.requests.filter(({ path }) => path === '/admin/thing/ring').map(({ body }) => body);
  const dialog = within(await screen.findByRole('dialog'));
  expect(sent()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'ring' }));
  await waitFor(() => expect(sent()).toMatchObject([{ id: 2 }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('record actions: without permission there is neither duplicate nor delete', async () => {
  await open(['index']);
  await user.click(
    within(screen.getByRole('complementary', { name: 'Thing' })).getByRole('button', { name: 'More actions' }),
  );
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Copy link']);
});

it('record actions: on a phone the menu has history, comments and full page, and the head only the title', async () => {
  window.matchMedia = (media) => Object.assign(usual(media), { matches: media === PHONE_QUERY });
  rendered = await openScreen(<EntityPage entity={thing} />, {
    at: '/admin/thing?record=2',
    respond: ({ path, query }) => {
      if (path === '/admin/thing/index') return { envelope: { data: createListResponse([thingRow(2)]) } };
      return path === '/admin/thing/edit'
        ? { envelope: { data: { row: wholeRow(Number(query.get('id'))), refs: {}, seq: '10', epoch: 'e1' } } }
        : undefined;
    },
  });
  const panel = within(await screen.findByRole('dialog', { name: 'Thing' }));
  const chooseItem = async (name: string) => {
    await user.click(await panel.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await chooseItem('Show history');
  for (const name of ['Show history', 'Show comments', 'Open full page'])
    expect(panel.queryByRole('button', { name })).toBeNull();
  await chooseItem('Back to record');
  await user.click(panel.getByRole('button', { name: 'More actions' }));
  expect(await screen.findByRole('menuitem', { name: 'Open full page' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Back to record' })).toBeNull();
});

it('panel width: arrow keys change it within 480 and 800 pixels, and it is kept per person', async () => {
  const { client } = await open();
  const handle = screen.getByRole('slider', { name: 'Width of the record panel' });
  const width = () => Number(handle.getAttribute('aria-valuenow'));
  const before = width();
  fireEvent.keyDown(handle, { key: 'ArrowLeft' });
  expect(width()).toBe(before + 16);
  fireEvent.keyDown(handle, { key: 'End' });
  expect(width()).toBe(800);
  fireEvent.keyDown(handle, { key: 'Home' });
  expect(width()).toBe(480);
  expect(Object.values(client.store.getState().settings.panelWidths)).toEqual([480]);
  fireEvent.doubleClick(handle);
  expect(width()).toBe(before);
});
