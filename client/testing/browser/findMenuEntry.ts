/** An entry of the side menu, whose group can be closed or can appear only now. */
import type { Locator, Page } from 'playwright-core';
import { openMenuGroups } from './openMenuGroups';
import { waitUntilEqual } from './viewer';

/** Opens the groups of the menu until it shows the entry. */
export async function findMenuEntry(page: Page, name: string): Promise<Locator> {
  const entry = page.locator('nav[aria-label]').getByRole('link', { name, exact: true }).first();
  const isShown = async () => {
    await openMenuGroups(page);
    return entry.isVisible();
  };
  await waitUntilEqual(isShown, true);
  return entry;
}
