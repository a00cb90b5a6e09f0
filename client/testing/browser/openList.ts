/** Opens and reads the list of a screen. */
import type { Page } from 'playwright-core';
import { waitUntilIdle, type Viewer } from './viewer';

export const ROWS = 'tbody tr[data-id]';
/** The same rows as cards, where the screen is too narrow for a grid. */
export const CARDS = 'ul[data-rows] > li[data-id]';

/** Ids of the rows in the order in which the screen shows them. */
export const readShownIds = (page: Page, rows = ROWS): Promise<number[]> =>
  page.locator(rows).evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-id'))));

/** Opens a list and waits until it shows rows, is subscribed and sends no more requests. */
export async function openList(viewer: Viewer, address: string, rows = ROWS): Promise<void> {
  const { page } = viewer;
  await page.goto(address);
  await page.locator(rows).first().waitFor();
  await page
    .getByText(/· live$/)
    .first()
    .waitFor();
  await waitUntilIdle(viewer);
}
