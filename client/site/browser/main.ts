/** The script of every site page: counted likes, forms, menus, and live updates once the page is idle. The page is complete without it. */
import { enhanceForms } from './forms';
import { enhanceLikes } from './likes';
import { enhanceMenus } from './menus';

enhanceMenus();
enhanceLikes();
enhanceForms();

/** Live updates must not compete with the images of the page. */
const startLive = (): void => {
  void import('./subscribeToPage').then(({ subscribeToPage }) => subscribeToPage());
};
const IDLE_TIMEOUT_MS = 4_000;
if ('requestIdleCallback' in window) requestIdleCallback(startLive, { timeout: IDLE_TIMEOUT_MS });
else addEventListener('load', () => setTimeout(startLive, 200));
