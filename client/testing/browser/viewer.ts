/** A headless Chromium for journeys, and what a person does in it again and again. */
import { expect } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { ADMIN } from '../product/startProduct';

/** What Playwright turns off by itself: of several such lists only the last one counts. */
const NOT_FOR_TESTS = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** The suggestions of the address bar are pages of their own, made anew for every window: nearly a second of a processor each. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup', 'PreloadTopChromeWebUI'];

export function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === null) throw new Error('Chromium is not installed');
  return chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
      `--disable-features=${[...NOT_FOR_TESTS, ...ADDRESS_BAR].join(',')}`,
    ],
  });
}

export interface Viewer {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Paths of the API requests made since the last call. */
  readonly takeRequests: () => string[];
  /** Frames received over the socket since the page opened, as text. */
  readonly frames: () => readonly string[];
  /** How many milliseconds nothing has been asked for; 0 while an answer is awaited. */
  readonly quietFor: () => number;
  /** The requests whose answer has not come. */
  readonly awaited: () => readonly string[];
}

/** A machine of CI that runs other tests may take so long for what takes a moment. */
const PATIENCE_MS = 30_000;
/** Longer than a screen waits between what it loads. */
const CALM_MS = 400;

const isCall = (request: Request) => request.resourceType() === 'fetch' || request.resourceType() === 'xhr';
/** What an idle page fetches for later is asked by nobody: no journey waits for it or counts it. */
const isForLater = (request: Request) => isCall(request) && new URL(request.url()).pathname.startsWith('/assets/');

/** Who pays for every byte is fetched nothing in advance. */
const SAVE_DATA = () =>
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });

/** Opens a window of its own, with its own storage, and listens to what it asks and hears. */
export async function openViewer(
  browser: Browser,
  locale = 'en-US',
  viewport = { width: 1440, height: 900 },
  ahead = false,
): Promise<Viewer> {
  const context = await browser.newContext({ locale, viewport });
  // Fetching all later screens in advance costs as much as the screen itself; only a story about that wants it.
  if (!ahead) await context.addInitScript(SAVE_DATA);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  let requests: string[] = [];
  let changedAt = Date.now();
  const heard: string[] = [];
  const awaited = new Set<Request>();
  const answered = (request: Request) => {
    if (awaited.delete(request)) changedAt = Date.now();
  };
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  page.on('request', (request) => {
    if (isForLater(request)) return;
    awaited.add(request);
    changedAt = Date.now();
    if (isCall(request)) requests.push(new URL(request.url()).pathname);
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(payload.toString())));
  return {
    page,
    context,
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    frames: () => heard,
    quietFor: () => (awaited.size > 0 ? 0 : Date.now() - changedAt),
    awaited: () => [...awaited].map((request) => `${request.method()} ${request.url()}`),
  };
}

/** Until the console is live, its bell has come and everything it asked for is answered: what is asked from now on has another cause. */
export async function atRest({ page, quietFor, awaited, takeRequests }: Viewer): Promise<void> {
  await page.locator('[data-status="live"]').first().waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(?:Notices|通知)/ })
    .waitFor();
  const until = Date.now() + PATIENCE_MS;
  while (quietFor() < CALM_MS) {
    if (Date.now() > until)
      throw new Error(
        `the page does not stop asking: waits for ${awaited().join(', ')}; asked ${takeRequests().slice(-12).join(', ')}`,
      );
    await page.waitForTimeout(CALM_MS / 8);
  }
}

/** Until nothing moves any more: what fades in has no contrast yet. */
export const still = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

/** Reads until it is what it should be; says what it was instead when it never is. */
export async function becomes<T>(read: () => Promise<T>, should: T): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  let is = await read();
  while (JSON.stringify(is) !== JSON.stringify(should) && Date.now() < until) {
    await sleep(40);
    is = await read();
  }
  expect(is).toEqual(should);
}

/** Takes a time up to three times: a machine that does something else besides may be late once, a product that is slow always is. */
export async function within(limit: number, measure: (round: number) => Promise<number>): Promise<void> {
  const taken: number[] = [];
  for (let round = 0; round < 3 && !(Math.min(...taken) < limit); round += 1) taken.push(await measure(round));
  expect(Math.min(...taken)).toBeLessThan(limit);
}

/** Signs a member of staff in through the login screen. */
export async function signIn(
  { page }: Pick<Viewer, 'page'>,
  url: string,
  person: { username: string; password: string } = ADMIN,
): Promise<void> {
  await page.goto(`${url}/admin/login`);
  await page.locator('input[autocomplete=username]').fill(person.username);
  await page.locator('input[autocomplete=current-password]').fill(person.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(({ pathname }) => !/\/(?:login|loading)$/.test(pathname));
}

/** Where the console keeps who is signed in, as a person who stays signed in leaves it. */
const KEPT = { admin: 'adminInfo', member: 'userInfo' } as const;
const DOORS = { admin: '/admin/Index/login', member: '/api/user/checkIn' } as const;

/** Lets somebody in by one call, with the session kept as the login screen keeps it: for stories that begin behind the door. The window shows no screen yet. */
export async function letIn(
  { page }: Pick<Viewer, 'page'>,
  url: string,
  person: { username: string; password: string } = ADMIN,
  realm: keyof typeof DOORS = 'admin',
): Promise<void> {
  await page.goto(`${url}/livez`);
  const lang = await page.evaluate(() => navigator.language);
  const answer = await page.request.post(url + DOORS[realm], {
    headers: { server: 'true', 'think-lang': lang.startsWith('zh') ? 'zh-cn' : 'en' },
    data: { ...person, keep: true, ...(realm === 'member' ? { tab: 'login' } : {}) },
  });
  const { data, msg } = (await answer.json()) as {
    readonly msg: string;
    readonly data: { readonly userInfo?: object };
  };
  if (data.userInfo === undefined) throw new Error(`login refused: ${msg}`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    KEPT[realm],
    JSON.stringify(data.userInfo),
  ] as const);
}

interface SignedIn {
  readonly person?: { readonly username: string; readonly password: string };
  readonly locale?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** An idle page fetches what comes later. */
  readonly ahead?: boolean;
}
/** A window of its own in which a member of staff is signed in, with no screen open yet. */
export async function openSignedIn(
  browser: Browser,
  url: string,
  { person, locale, viewport, ahead }: SignedIn = {},
): Promise<Viewer> {
  const viewer = await openViewer(browser, locale, viewport, ahead);
  await letIn(viewer, url, person);
  return viewer;
}
