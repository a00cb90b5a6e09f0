/** Runs axe within the present page: in one pass, without a second page and without frames of other origins. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

export interface Finding {
  readonly id: string;
  readonly impact: string;
  /** HTML of the elements that break the rule. */
  readonly html: readonly string[];
}
const WCAG = ['wcag2a', 'wcag2aa'];
export const WCAG21 = [...WCAG, 'wcag21a', 'wcag21aa'];

/** Every rule the page breaks; of all rules when `tags` is null. */
export async function findBrokenRules(page: Page, tags: readonly string[] | null = WCAG): Promise<readonly Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    const { violations } = await here.run(document, {
      ...(values === null ? {} : { runOnly: { type: 'tag' as const, values: [...values] } }),
      resultTypes: ['violations'],
      iframes: false,
    });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact: impact ?? '',
      html: nodes.map(({ html }) => html),
    }));
  }, tags);
}
