/** Closing a tab asks when text would be lost that no draft stores, whichever field was typed in last. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { newDraft } from '../../../engine/formState/draft';
import { createDraftCache, draftKey, DraftCacheContext } from '../../../engine/formState/draftCache';
import { tabVisited } from '../../../shared/store/tabs';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { TabBar } from './TabBar';

let renderTabBar: Screen | undefined;
afterEach(async () => {
  cleanup();
  await renderTabBar?.close();
});
const findQuestion = () => screen.queryByRole('dialog', { name: 'Close without saving?' });

it('CloseTabDialog: asks about a typed password, which no draft stores', async () => {
  const draftCache = createDraftCache();
  const tabBar = (
    <DraftCacheContext value={draftCache}>
      <TabBar />
    </DraftCacheContext>
  );
  renderTabBar = await openScreen(tabBar, { respond: () => undefined });
  const { client } = renderTabBar;
  for (const path of ['/admin/thing', '/admin/thing/5'])
    act(() => void client.store.dispatch(tabVisited({ path, search: '' })));
  const key = draftKey('/admin/thing/5', 'thing', 5);
  const draft = newDraft(5, {});
  act(() => draftCache.set(key, { ...draft, mine: { title: 'Typed' } }));
  await screen.findByTitle('unsaved');
  act(() => draftCache.set(key, { ...draft, mine: { title: 'Typed', secret: 'Not-kept-2026' } }));
  fireEvent.click(screen.getByRole('button', { name: /^Close .*#5$/ }));
  await waitFor(() => expect(findQuestion()).toBeVisible());
  expect(client.app.toasts.list()).toEqual([]);
  expect(draftCache.get(key)?.mine).toMatchObject({ secret: 'Not-kept-2026' });
});
