/** The list of a screen as journeys open and read it. */
import type { Page } from 'playwright-core';
import { atRest, type Viewer } from './viewer';

export const ROWS = 'tbody tr[data-id]';
/** The same rows where there is no room for a grid. */
export const CARDS = 'ul[data-rows] > li[data-id]';

/** Ids of the rows in the order in which they stand. */
export const idsOn = (page: Page, rows = ROWS): Promise<number[]> =>
  page.locator(rows).evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-id'))));

/** Opens a list and waits until its rows stand there, follow the house live, and nothing more is asked for. */
export async function openList(viewer: Viewer, address: string, rows = ROWS): Promise<void> {
  const { page } = viewer;
  await page.goto(address);
  await page.locator(rows).first().waitFor();
  await page
    .getByText(/· live$/)
    .first()
    .waitFor();
  await atRest(viewer);
}
