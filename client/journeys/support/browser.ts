/** A headless Chromium for journeys, and what a person does in it again and again. */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/tools';
import { ADMIN } from './product';

export function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === null) throw new Error('Chromium is not installed');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}

export interface Viewer {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Paths of the API requests made since the last call. */
  readonly takeRequests: () => string[];
  /** Frames received over the socket since the page opened, as text. */
  readonly frames: () => readonly string[];
}

const isApiCall = (resource: string) => resource === 'fetch' || resource === 'xhr';

/** Opens a window of its own, with its own storage, and listens to what it asks and hears. */
export async function openViewer(
  browser: Browser,
  locale = 'en-US',
  viewport = { width: 1440, height: 900 },
): Promise<Viewer> {
  const context = await browser.newContext({ locale, viewport });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  let requests: string[] = [];
  const heard: string[] = [];
  page.on('request', (request) => {
    if (isApiCall(request.resourceType())) requests.push(new URL(request.url()).pathname);
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
  };
}

/** Signs a member of staff in through the login screen. */
export async function signIn(
  { page }: Viewer,
  url: string,
  person: { username: string; password: string } = ADMIN,
): Promise<void> {
  await page.goto(`${url}/admin/login`);
  await page.locator('input[autocomplete=username]').fill(person.username);
  await page.locator('input[autocomplete=current-password]').fill(person.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
}
