/** Opens the closed groups of the side menu. */
import type { Page } from 'playwright-core';

export async function openMenuGroups(page: Page): Promise<void> {
  const closed = page.locator('nav button[aria-expanded=false]:not([aria-haspopup])');
  await page.locator('nav button[aria-expanded]').first().waitFor();
  for (let remaining = await closed.count(); remaining > 0; remaining -= 1) await closed.first().click();
}
