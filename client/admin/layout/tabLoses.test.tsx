/** Closing a tab asks when that would lose text that no draft keeps, whenever it was typed. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { newDraft } from '../../engine/draft';
import { createDraftShelf, draftKey, DraftShelfContext } from '../../engine/draftShelf';
import { tabVisited } from '../../shared/tabs';
import { openScreen, type Screen } from '../../testing/screen';
import { TabBar } from './TabBar';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});
const question = () => screen.queryByRole('dialog', { name: 'Close without saving?' });

it('asks about a password that was typed after another field, and keeps no draft of it', async () => {
  const shelf = createDraftShelf();
  const bar = (
    <DraftShelfContext value={shelf}>
      <TabBar />
    </DraftShelfContext>
  );
  opened = await openScreen(bar, { answer: () => undefined });
  const { client } = opened;
  for (const path of ['/admin/thing', '/admin/thing/5'])
    act(() => void client.store.dispatch(tabVisited({ path, search: '' })));
  const key = draftKey('/admin/thing/5', 'thing', 5);
  const draft = newDraft(5, {});
  act(() => shelf.keep(key, { ...draft, mine: { title: 'Typed' } }));
  await screen.findByTitle('unsaved');
  act(() => shelf.keep(key, { ...draft, mine: { title: 'Typed', secret: 'Not-kept-2026' } }));
  fireEvent.click(screen.getByRole('button', { name: /^Close .*#5$/ }));
  await waitFor(() => expect(question()).toBeVisible());
  expect(client.app.toasts.list()).toEqual([]);
  expect(shelf.recall(key)?.mine).toMatchObject({ secret: 'Not-kept-2026' });
});
