/** Measures pages of the public site in Chromium over a slow network on a slow device, the home page beside a copy of it from files. */
import { observePage, DESKTOP, PHONE, type Screen } from '../testing/browser/observePage';
import { launchBrowser } from '../testing/browser/viewer';

const TURNS = 5;
const PATHS = ['/news', '/news/1', '/products/1'] as const;

interface Result {
  readonly name: string;
  readonly value: number;
  readonly target?: { readonly is: '<='; readonly than: number };
  readonly note: string;
}
interface Urls {
  /** The product. */
  readonly site: string;
  /** A server that sends the same page and everything it needs from files. */
  readonly copy: string;
}
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Measures the pages; none without a browser. */
export async function measureSitePages({ site, copy }: Urls): Promise<readonly Result[]> {
  if (process.env['TEST_CHROMIUM'] === undefined) return [];
  const browser = await launchBrowser();
  const compareHome = async (name: string, screen: Screen): Promise<Result> => {
    // The copy stores what the page requests, and the product renders its pictures.
    for (const url of [site, copy]) await observePage(browser, `${url}/`, screen);
    const times = { site: [] as number[], copy: [] as number[] };
    for (let turn = 0; turn < TURNS; turn += 1)
      for (const rival of turn % 2 === 0 ? (['site', 'copy'] as const) : (['copy', 'site'] as const))
        times[rival].push((await observePage(browser, `${{ site, copy }[rival]}/`, screen)).largestPaintMs);
    const [own, file] = [median(times.site), median(times.copy)];
    const note = `${Math.round(own)} ms, ${Math.round(file)} ms from files`;
    return {
      name: `largest paint of the home page, ${name}, × its files`,
      value: own / file,
      target: { is: '<=', than: 1.2 },
      note,
    };
  };
  const observeAll = async () => {
    const seen = [];
    for (const screen of [DESKTOP, PHONE])
      for (const path of ['/', ...PATHS])
        seen.push({ path, screen, ...(await observePage(browser, site + path, screen)) });
    return seen;
  };
  try {
    const home = [await compareHome('desktop', DESKTOP), await compareHome('phone', PHONE)];
    const seen = await observeAll();
    const worst = (value: number, than: number) => ({ value, target: { is: '<=', than } as const });
    return [
      ...home,
      {
        name: 'largest layout shift of four pages',
        ...worst(Math.max(...seen.map(({ layoutShift }) => layoutShift)), 0),
        note: seen.flatMap(({ path, moved }) => moved.map((element) => `${path} ${element}`)).join(', '),
      },
      {
        name: 'requests after load besides pictures and the socket',
        ...worst(Math.max(...seen.map(({ lateRequests }) => lateRequests.length)), 0),
        note: [...new Set(seen.flatMap(({ lateRequests }) => lateRequests))].join(', '),
      },
      {
        name: 'scripts of the home page, KB as sent',
        ...worst((seen[0]?.scriptBytes ?? Number.NaN) / 1024, 90),
        note: 'all of them, also those for live updates',
      },
    ];
  } finally {
    await browser.close();
  }
}
