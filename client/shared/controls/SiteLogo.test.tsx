/** The logo of the site. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { openScreen, type Screen } from '../../testing/screenHarness';
import { siteUpdated } from '../store/siteSettings';
import { SiteLogo } from './SiteLogo';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});

it('SiteLogo: shows the image of the settings, and the own logo without one', async () => {
  opened = await openScreen(<SiteLogo name="Harbour" />, { respond: () => undefined });
  const { store } = opened.client;
  const image = () => screen.getByText('Harbour').parentElement?.querySelector('img')?.getAttribute('src');
  expect(image()).toBeUndefined();
  act(() => void store.dispatch(siteUpdated({ siteLogo: '/storage/logo.png' })));
  expect(image()).toBe('/storage/logo.png');
  act(() => void store.dispatch(siteUpdated({ siteName: 'Harbour' })));
  expect(image()).toBe('/storage/logo.png');
  act(() => void store.dispatch(siteUpdated({ siteLogo: '' })));
  expect(image()).toBeUndefined();
});
