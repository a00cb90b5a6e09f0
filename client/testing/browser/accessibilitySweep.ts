/** Opens screens in changing themes, languages and widths, runs axe on each and checks for horizontal scrolling. */
import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { testSeed } from '../../../server/testing/random';
import { findBrokenRules, WCAG21 } from './findBrokenRules';
import { openViewer, waitForAnimations } from './viewer';

const WIDTHS = [1440, 1024, 390] as const;
export const LANGUAGES = [
  { language: 'English', locale: 'en-US' },
  { language: 'Chinese', locale: 'zh-CN' },
] as const;
export type Locale = (typeof LANGUAGES)[number]['locale'];
export interface DisplayVariant {
  readonly locale: Locale;
  readonly colorScheme: 'light' | 'dark';
  readonly width: (typeof WIDTHS)[number];
}
/** Every theme in every language at every width. */
const LOOKS: readonly DisplayVariant[] = WIDTHS.flatMap((width) =>
  LANGUAGES.flatMap(({ locale }) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ locale, colorScheme, width })),
  ),
);
/** Controls that are hidden on a phone. */
export const DESKTOP_LOOKS = LOOKS.filter(({ width }) => width > 900);
export const seed = testSeed();
/** The step has no divisor in common with the number of looks, so that over all screens each look occurs equally often. */
const STEP = 5;
const isDrawn = (position: number): boolean => (position + seed) % 2 === 0;
/** The looks of every second screen: one that the seed draws by the position of the screen. All looks of all screens under `npm run prove`. */
const getLooks = (position: number, looks: readonly DisplayVariant[], locale: Locale): readonly DisplayVariant[] =>
  looks.filter(
    (look, index) =>
      look.locale === locale &&
      (sampleSize(0, 1) === 1 || (isDrawn(position) && index === (position * STEP + seed) % looks.length)),
  );
const HEIGHT = 860;
export const STEP_TIMEOUT_MS = sampleSize(180_000, 1_800_000);

/** `all`: every rule of axe, its best practices included. `serious`: serious findings of WCAG 2.1 AA. */
export type CheckedRules = 'all' | 'serious';
const findViolations = async (page: Page, rules: CheckedRules): Promise<string[]> =>
  (await findBrokenRules(page, rules === 'all' ? null : WCAG21))
    .filter(({ impact }) => rules === 'all' || impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${page.url()} ${id}: ${html.join(' | ').slice(0, 400)}`);

/** Widths at which the page itself scrolls horizontally. */
export async function findHorizontalScrolling(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const excess = await page.evaluate(
      () =>
        new Promise<number>((done) =>
          requestAnimationFrame(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            done(scrollWidth - clientWidth);
          }),
        ),
    );
    if (excess > 0) found.push(`${page.url()} is ${excess} px too wide at ${width}`);
  }
  return found;
}

/** Two frames: what the new size or color scheme changes is drawn, or its transition runs. */
const waitForFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Navigates as a link within the page does: only an app itself shows this page. */
const navigateInApp = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** A page or dialog, and how to open it. */
export interface Screen {
  readonly open: (page: Page) => Promise<unknown>;
  /** A dialog opens over the page and has no width of its own. */
  readonly isDialog?: true;
}

export interface Visit {
  readonly page: Page;
  /** Checks each screen in the look of its position in the list. */
  readonly checkScreens: (
    screens: readonly Screen[],
    first: number,
    looks?: readonly DisplayVariant[],
  ) => Promise<void>;
  /** Asserts that nothing was found and that the browser console holds only allowed messages. */
  readonly end: (allowed: RegExp) => Promise<void>;
}
/** A browser window that opens one page after the other and collects the problems. */
export async function visit(browser: Browser, locale: Locale, rules: CheckedRules = 'serious'): Promise<Visit> {
  const { page, context } = await openViewer(browser, locale);
  const consoleErrors: string[] = [];
  const found: string[] = [];
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
  await page.route('https://board.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<html lang="en"><title>Board</title><main>Today</main></html>',
    }),
  );
  return {
    page,
    checkScreens: async (screens, first, looks = LOOKS) => {
      for (const [index, { open, isDialog }] of screens.entries())
        for (const { colorScheme, width } of getLooks(first + index, looks, locale)) {
          await page.setViewportSize({ width, height: HEIGHT });
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await open(page);
          await waitForFrames(page);
          await waitForAnimations(page);
          const violations = await findViolations(page, rules);
          found.push(...violations.map((finding) => `${colorScheme}, ${width}: ${finding}`));
          if (isDialog) await page.keyboard.press('Escape');
          else found.push(...(await findHorizontalScrolling(page)));
        }
    },
    end: async (allowed) => {
      expect(found).toEqual([]);
      expect(consoleErrors.filter((line) => !allowed.test(line))).toEqual([]);
      await context.close();
    },
  };
}
export const gotoAndWaitFor = (url: string, path: string, shown: string) => async (page: Page) => {
  await page.goto(url + path);
  await page.locator(shown).first().waitFor();
};
/** The page of a path without permission, in either app. */
export const forbiddenScreen: Screen = {
  open: async (page) => {
    await navigateInApp(page, '/401');
    await page.getByRole('heading', { level: 1, name: /^(?:No access|.*权限)/ }).waitFor();
  },
};
