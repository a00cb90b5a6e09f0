/** Tabs say the title of the open record, in step with its row, and remember it. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen, within } from '@testing-library/react';
import { rowsReceived, titlesReceived } from '../../../shared/store/entities';
import { tabVisited } from '../../../shared/store/tabs';
import { module } from '../../../../common/entities/module';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { moduleOverride } from '../../overrides/module/moduleOverride';
import { TabBar } from './TabBar';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});

it('TabBar: names the record, follows its title and stores it for the next start', async () => {
  opened = await openScreen(<TabBar />, { respond: () => undefined });
  const { store } = opened.client;
  act(() => void store.dispatch(tabVisited({ path: '/admin/thing/5', search: '' })));
  const tabs = within(screen.getByRole('navigation'));
  expect(tabs.getByRole('link', { name: /#5$/ })).toBeVisible();
  act(() => void store.dispatch(titlesReceived({ thing: { 5: 'Newsroom' } })));
  expect(tabs.getByRole('link', { name: 'Newsroom' })).toBeVisible();
  act(() => void store.dispatch(titlesReceived({ thing: { 5: 'Press room' } })));
  expect(tabs.getByRole('link', { name: 'Press room' })).toBeVisible();
});

it('TabBar: names a module in the language of its reader', async () => {
  opened = await openScreen(<TabBar />, { respond: () => undefined, others: [module], overrides: [moduleOverride] });
  const { store } = opened.client;
  act(() => void store.dispatch(tabVisited({ path: '/admin/module/5', search: '' })));
  const row = { id: 5, revision: 1, title: '常见问题', title_en: 'FAQ' };
  act(() => void store.dispatch(rowsReceived({ e: module.name, rows: [row] })));
  expect(within(screen.getByRole('navigation')).getByRole('link', { name: 'FAQ' })).toBeVisible();
});

it('TabBar: names a record without an override in the language of its reader', async () => {
  opened = await openScreen(<TabBar />, { respond: () => undefined, others: [module] });
  const { store } = opened.client;
  act(() => void store.dispatch(tabVisited({ path: '/admin/module/5', search: '' })));
  const row = { id: 5, revision: 1, title: '常见问题', title_en: 'FAQ' };
  act(() => void store.dispatch(rowsReceived({ e: module.name, rows: [row] })));
  expect(within(screen.getByRole('navigation')).getByRole('link', { name: 'FAQ' })).toBeVisible();
  act(() => void store.dispatch(rowsReceived({ e: module.name, rows: [{ ...row, revision: 2, title_en: '' }] })));
  expect(within(screen.getByRole('navigation')).getByRole('link', { name: '常见问题' })).toBeVisible();
});
