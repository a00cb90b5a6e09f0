/** A window of a headless Chromium for journeys, with the steps that many journeys share. */
import { expect } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { ADMIN } from '../product/startProduct';

export interface Viewer {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Paths of the API requests since the last call. */
  readonly takeRequests: () => string[];
  /** Frames received over the socket since the page opened, as text. */
  readonly frames: () => readonly string[];
  /** Milliseconds since the last request or response; 0 while a response is awaited. */
  readonly quietFor: () => number;
  /** The requests without a response. */
  readonly awaited: () => readonly string[];
}

/** Long enough for a CI machine that runs other tests at the same time. */
const STEP_TIMEOUT_MS = 30_000;
/** Longer than a screen waits between its requests. */
const QUIET_MS = 400;

const isCall = (request: Request) => request.resourceType() === 'fetch' || request.resourceType() === 'xhr';
/** Requests of the idle page that prefetch chunks: journeys neither wait for them nor count them. */
const isPrefetch = (request: Request) => isCall(request) && new URL(request.url()).pathname.startsWith('/assets/');

/** A connection that saves data, for which the client prefetches nothing. */
const SAVE_DATA = () =>
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });

/** Opens a window with its own storage and records its requests and frames. */
export async function openViewer(
  browser: Browser,
  locale = 'en-US',
  viewport = { width: 1440, height: 900 },
  isPrefetching = false,
): Promise<Viewer> {
  const context = await browser.newContext({ locale, viewport });
  // Prefetching all screens costs as much as the screen itself; only journeys about it want it.
  if (!isPrefetching) await context.addInitScript(SAVE_DATA);
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  let requests: string[] = [];
  let changedAt = Date.now();
  const receivedFrames: string[] = [];
  const awaited = new Set<Request>();
  const onEnd = (request: Request) => {
    if (awaited.delete(request)) changedAt = Date.now();
  };
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  page.on('request', (request) => {
    if (isPrefetch(request)) return;
    awaited.add(request);
    changedAt = Date.now();
    if (isCall(request)) requests.push(new URL(request.url()).pathname);
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => receivedFrames.push(payload.toString())),
  );
  return {
    page,
    context,
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    frames: () => receivedFrames,
    quietFor: () => (awaited.size > 0 ? 0 : Date.now() - changedAt),
    awaited: () => [...awaited].map((request) => `${request.method()} ${request.url()}`),
  };
}

/** Waits until the console is connected, its notifications are loaded and every request has its response: later requests have another cause. */
export async function waitUntilIdle({ page, quietFor, awaited, takeRequests }: Viewer): Promise<void> {
  await page.locator('[data-status="live"]').first().waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(?:Notifications|通知)/ })
    .waitFor();
  const until = Date.now() + STEP_TIMEOUT_MS;
  while (quietFor() < QUIET_MS) {
    if (Date.now() > until)
      throw new Error(
        `the page does not stop asking: waits for ${awaited().join(', ')}; asked ${takeRequests().slice(-12).join(', ')}`,
      );
    await page.waitForTimeout(QUIET_MS / 8);
  }
}

/** Waits until all animations end: contrast is wrong while something fades in. */
export const waitForAnimations = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

/** Reads until the value is the expected one; on timeout throws with the last value. */
export async function waitUntilEqual<T>(read: () => Promise<T>, should: T): Promise<void> {
  const until = Date.now() + STEP_TIMEOUT_MS;
  let is = await read();
  while (JSON.stringify(is) !== JSON.stringify(should) && Date.now() < until) {
    await sleep(40);
    is = await read();
  }
  expect(is).toEqual(should);
}

/** Measures up to three times: a busy machine may be late once, a slow product is late each time. */
export async function expectFasterThan(limit: number, measure: (round: number) => Promise<number>): Promise<void> {
  const taken: number[] = [];
  for (let round = 0; round < 3 && !(Math.min(...taken) < limit); round += 1) taken.push(await measure(round));
  expect(Math.min(...taken)).toBeLessThan(limit);
}

/** Signs staff in through the login screen. */
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

/** Storage key of the session of people who stay signed in. */
const SESSION_STORAGE_KEYS = { admin: 'adminInfo', member: 'userInfo' } as const;
const LOGIN_PATHS = { admin: '/admin/Index/login', member: '/api/user/checkIn' } as const;

/** Signs in by one call and stores the session as the login screen does, for journeys that are not about the login. The window shows no screen yet. */
export async function signInByCall(
  { page }: Pick<Viewer, 'page'>,
  url: string,
  person: { username: string; password: string } = ADMIN,
  realm: keyof typeof LOGIN_PATHS = 'admin',
): Promise<void> {
  await page.goto(`${url}/livez`);
  const lang = await page.evaluate(() => navigator.language);
  const response = await page.request.post(url + LOGIN_PATHS[realm], {
    headers: { server: 'true', 'think-lang': lang.startsWith('zh') ? 'zh-cn' : 'en' },
    data: { ...person, keep: true, ...(realm === 'member' ? { tab: 'login' } : {}) },
  });
  const { data, msg } = (await response.json()) as {
    readonly msg: string;
    readonly data: { readonly userInfo?: object };
  };
  if (data.userInfo === undefined) throw new Error(`login refused: ${msg}`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_STORAGE_KEYS[realm],
    JSON.stringify(data.userInfo),
  ] as const);
}

interface SignedIn {
  readonly person?: { readonly username: string; readonly password: string };
  readonly locale?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Whether the idle page prefetches chunks. */
  readonly isPrefetching?: boolean;
}
/** Opens a window in which staff are signed in, with no screen open yet. */
export async function openSignedIn(
  browser: Browser,
  url: string,
  { person, locale, viewport, isPrefetching }: SignedIn = {},
): Promise<Viewer> {
  const viewer = await openViewer(browser, locale, viewport, isPrefetching);
  await signInByCall(viewer, url, person);
  return viewer;
}
