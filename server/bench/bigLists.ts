/** Time of list requests at a million rows, against the same list at ten thousand, on MariaDB. */
import type { Db } from '../context';
import { startTestServer, SUPER_ADMIN, type TestServer } from '../testing/testServer';
import { runInterleaved, median, percentile, ratio, type Result } from './measure';

const SMALL = 10_000;
const BIG = 1_000_000;
const TURNS = 15;
/** Rows per statement: each is one transaction. */
const BATCH_ROWS = 100_000;
/** Articles per plugin, whatever the number of articles. */
const ROWS_PER_PLUGIN = 2_000;

/** Articles written by the database itself: every text differs, every hundredth has a rare word. */
async function fillArticles(db: Db, rows: number): Promise<void> {
  const pluginCount = Math.max(1, Math.round(rows / ROWS_PER_PLUGIN));
  for (let from = 1; from <= rows; from += BATCH_ROWS) {
    const to = Math.min(rows, from + BATCH_ROWS - 1);
    const title = `CONCAT('Article ', seq, IF(seq % 100 = 0, ' harvest', ' story'), ' of week ', seq % 53)`;
    await db.transact((tx) =>
      tx.run(
        'INSERT INTO `article` (title, title_n, description, description_n, content, type, status, plugin_id, ' +
          '`order`, views_num, weigh, create_time, update_time, revision) ' +
          `SELECT ${title}, LOWER(${title}), CONCAT('What happened in week ', seq % 53), ` +
          `CONCAT('what happened in week ', seq % 53), '<p>Much happened.</p>', 2, 1, 1 + seq % ${pluginCount}, ` +
          `FLOOR(seq / ${pluginCount}) % 100, 0, seq, 1700000000 + seq, 1700000000 + seq, 1 FROM seq_${from}_to_${to}`,
      ),
    );
  }
  await db.rows('ANALYZE TABLE `article`');
}

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ username: SUPER_ADMIN.username, password: SUPER_ADMIN.password });
  const headers = { 'content-type': 'application/json', server: 'true' };
  const response = await fetch(`${url}/admin/Index/login`, { method: 'POST', headers, body });
  const { data } = (await response.json()) as { readonly data: { readonly userInfo: { readonly token: string } } };
  return data.userInfo.token;
}

interface BenchServer {
  readonly testServer: TestServer;
  /** Milliseconds until the whole response has arrived. */
  readonly timeRequest: (path: string) => Promise<number>;
  readonly read: (path: string) => Promise<ListResponse>;
}
interface ListResponse {
  readonly list: readonly { readonly id: number }[];
  readonly total: number;
  readonly searched?: { readonly newest: number };
}
async function openServer(rows: number): Promise<BenchServer> {
  const testServer = await startTestServer({ database: 'mariadb' });
  await fillArticles(testServer.services.db, rows);
  const headers = { batoken: await signIn(testServer.url), server: 'true' };
  const read = async (path: string) => {
    const response = await fetch(testServer.url + path, { headers });
    const { code, msg, data } = (await response.json()) as {
      readonly code: number;
      readonly msg: string;
      readonly data: ListResponse;
    };
    if (code !== 1) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  };
  const timeRequest = async (path: string) => {
    const startedAt = performance.now();
    await read(path);
    return performance.now() - startedAt;
  };
  return { testServer, timeRequest, read };
}

const LIST_PATH = '/admin/article/index?limit=20';
const getLastPage = (rows: number) => `${LIST_PATH}&page=${rows / 20}`;
const queries: Readonly<Record<string, (rows: number) => string>> = {
  'first page': () => LIST_PATH,
  'first page, newest first': () => `${LIST_PATH}&order=id,desc`,
  'filter on an indexed field': () => `${LIST_PATH}&search[0][field]=plugin_id&search[0][operator]==&search[0][val]=3`,
  'last page': getLastPage,
  'last page, newest first': (rows) => `${getLastPage(rows)}&order=id,desc`,
  'quick search, many finds': () => `${LIST_PATH}&quick_search=week`,
  'quick search, few finds': () => `${LIST_PATH}&quick_search=harvest`,
  'quick search, no finds': () => `${LIST_PATH}&quick_search=nowhere`,
};
const PICKER_PATHS = ['/admin/article/select?limit=20', '/admin/article/select?limit=20&quick_search=harvest'];
const MAX_PICKER_MS = 200;

/** Checks that the last page has the right rows and that the search states its limit: a fast wrong result has no value. */
async function assertCorrect({ read }: BenchServer): Promise<void> {
  const last = await read(`${getLastPage(BIG)}&order=id,desc`);
  const searched = await read(`${LIST_PATH}&quick_search=nowhere`);
  const isCorrect = last.total === BIG && last.list.at(-1)?.id === 1 && last.list.length === 20;
  if (!isCorrect)
    throw new Error(`the last page is wrong: ${last.total}, ${JSON.stringify(last.list.map(({ id }) => id))}`);
  if (searched.searched === undefined) throw new Error('the response does not say how many rows the search read');
}

export async function benchBigLists(): Promise<readonly Result[]> {
  const [small, big] = [await openServer(SMALL), await openServer(BIG)];
  const results: Result[] = [];
  // Totals are counted and caches are warm: the benchmark measures normal use, not the first minute.
  for (const server of [small, big])
    for (const path of [...Object.values(queries), ...Object.values(queries)])
      await server.timeRequest(path(server === big ? BIG : SMALL));
  await assertCorrect(big);
  for (const [name, path] of Object.entries(queries)) {
    const timings = await runInterleaved(TURNS, {
      small: () => small.timeRequest(path(SMALL)),
      big: () => big.timeRequest(path(BIG)),
    });
    results.push({
      name: `${name}: 1 000 000 rows ÷ 10 000`,
      value: ratio(timings.big, timings.small),
      target: { operator: '<=', bound: 2 },
      note: `${median(timings.big).toFixed(1)} ms against ${median(timings.small).toFixed(1)} ms`,
    });
  }
  for (const path of PICKER_PATHS) {
    const { big: timings } = await runInterleaved(TURNS, { big: () => big.timeRequest(path) });
    results.push({
      name: `picker on 1 000 000 rows${path.includes('quick') ? ', searching' : ''}, ms`,
      value: percentile(timings, 95),
      target: { operator: '<=', bound: MAX_PICKER_MS },
      note: `median ${median(timings).toFixed(1)} ms`,
    });
  }
  const wholeSearch = await big.timeRequest(`${LIST_PATH}&quick_search=harvest&search_all=true`);
  results.push({
    name: 'quick search in all 1 000 000 rows, ms',
    value: wholeSearch,
    note: 'only when somebody asks for it',
  });
  await small.testServer.close();
  await big.testServer.close();
  return results;
}
