/**
 * Measures pages of the public site in Chromium over a slow network on a slow device: the home page beside a copy of it from files, and
 * beside the front page of another product.
 */
import type { Browser } from 'playwright-core';
import { observePage, DESKTOP, PHONE, type PageObservation, type Screen } from '../testing/browser/observePage';
import { launchBrowser } from '../testing/browser/launchBrowser';

const TURNS = 5;
const PATHS = ['/news', '/news/1', '/products/1'] as const;

interface Result {
  readonly name: string;
  readonly value: number;
  readonly target?: { readonly operator: '<='; readonly bound: number };
  readonly note: string;
}
interface Urls {
  /** The product. */
  readonly site: string;
  /** A server that sends the same page and everything it needs from files. */
  readonly copy: string;
  /** The front page of another product, measured too when it is named. */
  readonly peer?: string | undefined;
}
const SCREENS = [
  { device: 'desktop', screen: DESKTOP },
  { device: 'phone', screen: PHONE },
] as const;

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

interface Comparison {
  readonly ours: string;
  readonly rival: string;
  readonly screen: Screen;
}
/** The median times until the largest paint of two pages, loaded in turns. */
async function compareLargestPaints(browser: Browser, { ours, rival, screen }: Comparison) {
  // The copy stores what the page requests, and the product draws its images.
  for (const url of [ours, rival]) await observePage(browser, url, screen);
  const times = { ours: [] as number[], rival: [] as number[] };
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const name of turn % 2 === 0 ? (['ours', 'rival'] as const) : (['rival', 'ours'] as const))
      times[name].push((await observePage(browser, { ours, rival }[name], screen)).largestPaintMs);
  return { ours: median(times.ours), rival: median(times.rival) };
}

async function compareWithFiles(browser: Browser, { site, copy }: Urls): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const { device, screen } of SCREENS) {
    const times = await compareLargestPaints(browser, { ours: `${site}/`, rival: `${copy}/`, screen });
    results.push({
      name: `largest paint of the home page, ${device}, × its files`,
      value: times.ours / times.rival,
      target: { operator: '<=', bound: 1.2 },
      note: `${Math.round(times.ours)} ms, ${Math.round(times.rival)} ms from files`,
    });
  }
  return results;
}

const describeLoad = ({ layoutShift, lateRequests, scriptBytes }: PageObservation): string =>
  `layout shift ${layoutShift.toFixed(3)}, ${lateRequests.length} late requests, ${(scriptBytes / 1024).toFixed(1)} KB of scripts`;

/** Two front pages have different contents: what each of them loads is in the note. */
async function compareWithPeer(browser: Browser, site: string, peer: string): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const { device, screen } of SCREENS) {
    const times = await compareLargestPaints(browser, { ours: `${site}/`, rival: peer, screen });
    const [ours, theirs] = [await observePage(browser, `${site}/`, screen), await observePage(browser, peer, screen)];
    results.push({
      name: `largest paint of the home page, ${device}, × the peer's`,
      value: times.ours / times.rival,
      note: `${Math.round(times.ours)} ms, ${describeLoad(ours)}; peer ${Math.round(times.rival)} ms, ${describeLoad(theirs)}`,
    });
  }
  return results;
}

async function observeAll(browser: Browser, site: string) {
  const observations = [];
  for (const { screen } of SCREENS)
    for (const path of ['/', ...PATHS])
      observations.push({ path, ...(await observePage(browser, site + path, screen)) });
  return observations;
}

/** Measures the pages; none without a browser. */
export async function measureSitePages(urls: Urls): Promise<readonly Result[]> {
  if (process.env['TEST_CHROMIUM'] === undefined) return [];
  const { site, peer } = urls;
  const browser = await launchBrowser();
  try {
    const comparisons = [
      ...(await compareWithFiles(browser, urls)),
      ...(peer === undefined ? [] : await compareWithPeer(browser, site, peer)),
    ];
    const observations = await observeAll(browser, site);
    const worst = (value: number, bound: number) => ({ value, target: { operator: '<=', bound } as const });
    return [
      ...comparisons,
      {
        name: 'largest layout shift of four pages',
        ...worst(Math.max(...observations.map(({ layoutShift }) => layoutShift)), 0),
        note: observations.flatMap(({ path, moved }) => moved.map((element) => `${path} ${element}`)).join(', '),
      },
      {
        name: 'requests after load besides pictures and the socket',
        ...worst(Math.max(...observations.map(({ lateRequests }) => lateRequests.length)), 0),
        note: [...new Set(observations.flatMap(({ lateRequests }) => lateRequests))].join(', '),
      },
      {
        name: 'scripts of the home page, KB as sent',
        ...worst((observations[0]?.scriptBytes ?? Number.NaN) / 1024, 90),
        note: 'all of them, also those for live updates',
      },
    ];
  } finally {
    await browser.close();
  }
}
