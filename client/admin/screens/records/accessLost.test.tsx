/**
 * Losing all permissions for an entity while its forms contain typed text: the text stays readable and is restored with
 * the permissions.
 */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { createDraftCache, draftKey } from '../../../engine/formState/draftCache';
import { createLocalDrafts } from '../../../engine/autosave/localDrafts';
import { DraftCacheProvider } from '../../../engine/formState/DraftCacheProvider';
import { QueuedSavesSender } from '../../../engine/queue/QueuedSavesSender';
import { BootstrapContext, useBootstrap } from '../../../shared/api/bootstrap';
import { createListResponse, openScreen, thingRow, wholeRow, type Screen } from '../../../testing/screenHarness';
import { title } from '../../../testing/formHarness';
import { write } from '../../../testing/typeText';
import { ScreenRoute, RecordsScreen } from '../../ScreenRoute';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});

/** Grants or revokes all permissions for the entity, as a refetched bootstrap does. */
let allowed = true;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const allow = (may: boolean) =>
  act(() => {
    allowed = may;
    for (const listener of listeners) listener();
  });
const draftCache = createDraftCache();
function Console() {
  const bootstrap = useBootstrap();
  const may = useSyncExternalStore(subscribe, () => allowed);
  return (
    <BootstrapContext value={may ? bootstrap : { ...bootstrap, entities: {}, permissions: {} }}>
      <DraftCacheProvider draftCache={draftCache}>
        <QueuedSavesSender />
        <ScreenRoute />
      </DraftCacheProvider>
    </BootstrapContext>
  );
}

async function open(at: string) {
  allowed = true;
  await RecordsScreen.load();
  draftCache.deletePath(new URL(at, 'http://any').pathname);
  opened = await openScreen(<Console />, {
    at,
    respond: ({ path }) => {
      // The server refuses drafts after the permission is gone.
      if (path === '/admin/draft/keep') return { status: 403, envelope: { code: 403, msg: 'No permission' } };
      if (path === '/admin/thing/edit')
        return { envelope: { data: { row: wholeRow(1, { note: 'A secret' }), refs: {}, seq: '10', epoch: 'e1' } } };
      return /index|select/.test(path) ? { envelope: { data: createListResponse([thingRow(1)]) } } : undefined;
    },
  });
  await screen.findByLabelText(/^Title/);
  const user = userEvent.setup();
  const copied: string[] = [];
  jest.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  await write(title(), ', half typed');
  return { user, copied, shownText: () => opened?.client.app.toasts.list().map(({ text }) => text) };
}
const kept = async () =>
  (await createLocalDrafts().entries()).flatMap(([key, patch]) => (key.includes('/thing/1/') ? [patch] : []));

describe('form of an entity whose permission is lost', () => {
  it.each([
    ['beside its list', '/admin/thing?record=1', 'Thing 1, half typed'],
    ['full page', '/admin/thing/1', 'Thing 1, half typed'],
    ['of a new record', '/admin/thing/new', ', half typed'],
  ])('shows the text typed %s, and continues with it once the permission is back', async (_where, at, typed) => {
    const { user, copied, shownText } = await open(at);
    allow(false);
    expect(screen.getByRole('heading', { name: 'No access' })).toBeInTheDocument();
    expect(await screen.findByText(typed)).toBeInTheDocument();
    expect(screen.getByText(/(?:Your permissions changed|changed your permissions)\./)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(copied).toEqual([typed]));
    expect(screen.queryByRole('textbox')).toBeNull();
    allow(true);
    await waitFor(() => expect(title().value).toBe(typed));
    expect(shownText()).not.toContain('Draft saved');
  });

  it('keeps only the typed fields, in memory and in the local store', async () => {
    await createLocalDrafts().updateAll(() => undefined);
    await open('/admin/thing/1');
    allow(false);
    await waitFor(async () => expect((await kept())[0]?.untold).toEqual(['title']));
    const { fields } = (await kept())[0] ?? { fields: {} };
    expect(fields).toEqual({ title: { base: null, mine: 'Thing 1, half typed' } });
    const cachedDraft = () => draftCache.get(draftKey('/admin/thing/1', 'thing', 1));
    await waitFor(() => expect(cachedDraft()?.base).toEqual({}));
    expect(cachedDraft()?.mine).toEqual({ title: 'Thing 1, half typed' });
    expect(document.body.textContent).not.toContain('A secret');
  });
});

describe('bulk edit of an entity whose permission is lost', () => {
  it('shows the typed values, and continues once the permission is back and rows are selected again', async () => {
    const { user, copied } = await open('/admin/thing?record=1');
    await user.clear(title());
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const ask = async () => {
      await user.click(await screen.findByRole('checkbox', { name: 'Select Thing 1' }));
      await user.click(
        within(screen.getByRole('toolbar', { name: '1 selected' })).getByRole('button', { name: 'Edit' }),
      );
      return within(await screen.findByRole('dialog', { name: 'Edit 1 record' }));
    };
    const drawer = await ask();
    await user.click(drawer.getByRole('checkbox', { name: 'Note' }));
    await write(drawer.getByRole('textbox', { name: 'Note' }), 'Half a sentence');
    await user.click(drawer.getByRole('checkbox', { name: 'Open' }));
    allow(false);
    expect(await screen.findByText('Half a sentence')).toBeVisible();
    expect(screen.queryByText('Open')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(copied).toEqual(['Half a sentence']));
    allow(true);
    const again = await ask();
    expect(again.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a sentence');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(draftCache.bulkEdits.size).toBe(0);
  });
});
