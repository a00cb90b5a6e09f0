/** A sweep over screens for what keeps people out: each thing in the looks that are its turn, asked of axe and scrolled sideways. */
import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { testSeed } from '../../../server/testing/random';
import { brokenRules, WCAG21 } from './findBrokenRules';
import { openViewer, still } from './viewer';

const WIDTHS = [1440, 1024, 390] as const;
export const LANGUAGES = [
  { language: 'English', locale: 'en-US' },
  { language: 'Chinese', locale: 'zh-CN' },
] as const;
export type Locale = (typeof LANGUAGES)[number]['locale'];
export interface Look {
  readonly locale: Locale;
  readonly colorScheme: 'light' | 'dark';
  readonly width: (typeof WIDTHS)[number];
}
/** Every theme in every language at every width. */
const LOOKS: readonly Look[] = WIDTHS.flatMap((width) =>
  LANGUAGES.flatMap(({ locale }) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ locale, colorScheme, width })),
  ),
);
/** What has no button on a phone. */
export const DESKS = LOOKS.filter(({ width }) => width > 900);
export const turn = testSeed();
/** The step has no divisor in common with the number of looks: over the screens each look occurs equally often. */
const STEP = 5;
/** The looks a thing is seen in: one that the seed draws by its place among all things, or all of them under `npm run prove`. */
const looksOf = (place: number, looks: readonly Look[], locale: Locale): readonly Look[] =>
  looks.filter(
    (look, at) => look.locale === locale && (sampleSize(0, 1) === 1 || at === (place * STEP + turn) % looks.length),
  );
const HEIGHT = 860;
export const PATIENCE_MS = sampleSize(180_000, 1_800_000);

const seriousFindings = async (page: Page): Promise<string[]> =>
  (await brokenRules(page, WCAG21))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${page.url()} ${id}: ${html.join(' | ').slice(0, 400)}`);

/** Widths at which the page itself can be scrolled sideways. */
async function sideways(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const beyond = await page.evaluate(
      () =>
        new Promise<number>((done) =>
          requestAnimationFrame(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            done(scrollWidth - clientWidth);
          }),
        ),
    );
    if (beyond > 0) found.push(`${page.url()} is ${beyond} px too wide at ${width}`);
  }
  return found;
}

/** Goes there as a link within the page would: only an app itself shows this one. */
const goWithin = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** Something to look at, and how one comes there. */
export interface Sight {
  readonly go: (page: Page) => Promise<unknown>;
  /** Opens over what is there and leaves no width of its own to look at. */
  readonly over?: true;
}

export interface Visit {
  readonly page: Page;
  /** Looks at each of these, dressed as its place in the list demands. */
  readonly see: (sights: readonly Sight[], first: number, looks?: readonly Look[]) => Promise<void>;
  /** Nothing was found, and nothing was said in the console but what is allowed. */
  readonly end: (allowed: RegExp) => Promise<void>;
}
/** A window that looks at one thing after the other and gathers what is wrong. */
export async function visit(browser: Browser, locale: Locale): Promise<Visit> {
  const { page, context } = await openViewer(browser, locale);
  const said: string[] = [];
  const found: string[] = [];
  page.on('pageerror', (error) => said.push(error.message));
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  await page.route('https://board.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<html lang="en"><title>Board</title><main>Today</main></html>',
    }),
  );
  return {
    page,
    see: async (sights, first, looks = LOOKS) => {
      for (const [at, { go, over }] of sights.entries())
        for (const { colorScheme, width } of looksOf(first + at, looks, locale)) {
          await page.setViewportSize({ width, height: HEIGHT });
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await go(page);
          await still(page);
          const serious = await seriousFindings(page);
          found.push(...serious.map((finding) => `${colorScheme}, ${width}: ${finding}`));
          if (over) await page.keyboard.press('Escape');
          else found.push(...(await sideways(page)));
        }
    },
    end: async (allowed) => {
      expect(found).toEqual([]);
      expect(said.filter((line) => !allowed.test(line))).toEqual([]);
      await context.close();
    },
  };
}
export const arriveAt = (url: string, path: string, shown: string) => async (page: Page) => {
  await page.goto(url + path);
  await page.locator(shown).first().waitFor();
};
/** What one may not see, in either app. */
export const barred: Sight = {
  go: async (page) => {
    await goWithin(page, '/401');
    await page.getByRole('heading', { level: 1, name: /^(?:No access|.*权限)/ }).waitFor();
  },
};
