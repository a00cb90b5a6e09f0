/** Loads a page as a visitor with a slow connection and a slow device does, and records when it was painted, what moved and what was requested. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page, Request } from 'playwright-core';

/** Bytes per second and milliseconds of a slow mobile network. */
const SLOW_NETWORK = { downloadThroughput: 200_000, uploadThroughput: 94_000, latency: 150 };
const CPU_SLOWDOWN = 4;
/** Longer than the page waits until it is idle. */
const OBSERVED_MS = 2_500;

export const DESKTOP = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 } as const;
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } as const;
export type Screen = typeof DESKTOP | typeof PHONE;

export interface PageObservation {
  /** Milliseconds from the navigation to the largest contentful paint. */
  readonly largestPaintMs: number;
  /** The sum of all layout shifts; each is named by the elements that moved. */
  readonly layoutShift: number;
  readonly moved: readonly string[];
  /** Requests after the load event, besides images and the socket. */
  readonly lateRequests: readonly string[];
  /** Bytes of scripts as they came over the network, compressed. */
  readonly scriptBytes: number;
}

interface Recorded {
  largestPaintMs: number;
  layoutShift: number;
  moved: string[];
}
interface ShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node?: Node | null }[];
}

/** Runs in the page before its own scripts. */
const RECORD = () => {
  const recorded: Recorded = { largestPaintMs: 0, layoutShift: 0, moved: [] };
  Object.assign(window, { recorded });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) recorded.largestPaintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as ShiftEntry[]) {
      recorded.layoutShift += value;
      for (const { node } of sources)
        recorded.moved.push(node instanceof Element ? `${node.tagName} ${node.className}` : String(node?.nodeName));
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_NETWORK });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Opens the page in a window of its own, whose cache is empty. */
export async function observePage(browser: Browser, url: string, screen: Screen): Promise<PageObservation> {
  const context = await browser.newContext({ ...screen, locale: 'en-US', serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.addInitScript(RECORD);
    await slowDown(page);
    const scripts: Request[] = [];
    const lateRequests: string[] = [];
    let hasLoaded = false;
    page.on('load', () => (hasLoaded = true));
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request);
      if (hasLoaded && request.resourceType() !== 'image')
        lateRequests.push(`${request.resourceType()} ${new URL(request.url()).pathname}`);
    });
    await page.goto(url);
    await sleep(OBSERVED_MS);
    const sizes = await Promise.all(scripts.map((request) => request.sizes()));
    const scriptBytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    const recorded = await page.evaluate(() => (window as unknown as { readonly recorded: Recorded }).recorded);
    return { ...recorded, lateRequests, scriptBytes };
  } finally {
    await context.close();
  }
}
