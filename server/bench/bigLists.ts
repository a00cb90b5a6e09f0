/** What a list of a million rows costs a person at the screen, against the same list of ten thousand: requests, on MariaDB. */
import type { Db } from '../context';
import { startWorld, SUPER, type World } from '../testing/world';
import { inTurns, median, percentile, ratio, type Result } from './measure';

const SMALL = 10_000;
const BIG = 1_000_000;
const TURNS = 15;
/** Rows of one statement: each is a transaction of its own. */
const STEP = 100_000;
/** Each plugin has so many articles, however many articles there are. */
const OF_ONE = 2_000;

/** Articles as a house has them, written by the database itself: every text another, every hundredth with a rare word. */
async function fill(db: Db, rows: number): Promise<void> {
  const kinds = Math.max(1, Math.round(rows / OF_ONE));
  for (let from = 1; from <= rows; from += STEP) {
    const to = Math.min(rows, from + STEP - 1);
    const title = `CONCAT('Article ', seq, IF(seq % 100 = 0, ' harvest', ' story'), ' of week ', seq % 53)`;
    await db.transact((tx) =>
      tx.run(
        'INSERT INTO `article` (title, title_n, description, description_n, content, type, status, plugin_id, ' +
          '`order`, views_num, weigh, create_time, update_time, revision) ' +
          `SELECT ${title}, LOWER(${title}), CONCAT('What happened in week ', seq % 53), ` +
          `CONCAT('what happened in week ', seq % 53), '<p>Much happened.</p>', 2, 1, 1 + seq % ${kinds}, ` +
          `FLOOR(seq / ${kinds}) % 100, 0, seq, 1700000000 + seq, 1700000000 + seq, 1 FROM seq_${from}_to_${to}`,
      ),
    );
  }
  await db.rows('ANALYZE TABLE `article`');
}

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ username: SUPER.username, password: SUPER.password });
  const headers = { 'content-type': 'application/json', server: 'true' };
  const answer = await fetch(`${url}/admin/Index/login`, { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { readonly data: { readonly userInfo: { readonly token: string } } };
  return data.userInfo.token;
}

interface House {
  readonly world: World;
  /** Milliseconds until the whole answer is there. */
  readonly ask: (path: string) => Promise<number>;
  readonly read: (path: string) => Promise<Answer>;
}
interface Answer {
  readonly list: readonly { readonly id: number }[];
  readonly total: number;
  readonly searched?: { readonly newest: number };
}
async function open(rows: number): Promise<House> {
  const world = await startWorld({ database: 'mariadb' });
  await fill(world.services.db, rows);
  const headers = { batoken: await signIn(world.url), server: 'true' };
  const read = async (path: string) => {
    const answer = await fetch(world.url + path, { headers });
    const { code, msg, data } = (await answer.json()) as {
      readonly code: number;
      readonly msg: string;
      readonly data: Answer;
    };
    if (code !== 1) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  };
  const ask = async (path: string) => {
    const began = performance.now();
    await read(path);
    return performance.now() - began;
  };
  return { world, ask, read };
}

const LIST = '/admin/article/index?limit=20';
const lastOf = (rows: number) => `${LIST}&page=${rows / 20}`;
const asks: Readonly<Record<string, (rows: number) => string>> = {
  'first page': () => LIST,
  'first page, newest first': () => `${LIST}&order=id,desc`,
  'filter on an indexed field': () => `${LIST}&search[0][field]=plugin_id&search[0][operator]==&search[0][val]=3`,
  'last page': lastOf,
  'last page, newest first': (rows) => `${lastOf(rows)}&order=id,desc`,
  'quick search, many finds': () => `${LIST}&quick_search=week`,
  'quick search, few finds': () => `${LIST}&quick_search=harvest`,
  'quick search, no finds': () => `${LIST}&quick_search=nowhere`,
};
const PICKER = ['/admin/article/select?limit=20', '/admin/article/select?limit=20&quick_search=harvest'];
const WITHIN = 200;

/** The last page holds what it should and the search says how far it looked: what is fast and wrong is worth nothing. */
async function mustBeRight({ read }: House): Promise<void> {
  const last = await read(`${lastOf(BIG)}&order=id,desc`);
  const searched = await read(`${LIST}&quick_search=nowhere`);
  const right = last.total === BIG && last.list.at(-1)?.id === 1 && last.list.length === 20;
  if (!right)
    throw new Error(`the last page is wrong: ${last.total}, ${JSON.stringify(last.list.map(({ id }) => id))}`);
  if (searched.searched === undefined) throw new Error('the search does not say how far it looked');
}

export async function benchBigLists(): Promise<readonly Result[]> {
  const [small, big] = [await open(SMALL), await open(BIG)];
  const results: Result[] = [];
  // the figures are counted and the caches warm: what is measured is the working day, not its first minute
  for (const server of [small, big])
    for (const path of [...Object.values(asks), ...Object.values(asks)])
      await server.ask(path(server === big ? BIG : SMALL));
  await mustBeRight(big);
  for (const [name, path] of Object.entries(asks)) {
    const found = await inTurns(TURNS, { small: () => small.ask(path(SMALL)), big: () => big.ask(path(BIG)) });
    results.push({
      name: `${name}: 1 000 000 rows ÷ 10 000`,
      value: ratio(found.big, found.small),
      target: { is: '<=', than: 2 },
      note: `${median(found.big).toFixed(1)} ms against ${median(found.small).toFixed(1)} ms`,
    });
  }
  for (const path of PICKER) {
    const { big: found } = await inTurns(TURNS, { big: () => big.ask(path) });
    results.push({
      name: `picker on 1 000 000 rows${path.includes('quick') ? ', searching' : ''}, ms`,
      value: percentile(found, 95),
      target: { is: '<=', than: WITHIN },
      note: `median ${median(found).toFixed(1)} ms`,
    });
  }
  const whole = await big.ask(`${LIST}&quick_search=harvest&search_all=true`);
  results.push({
    name: 'quick search in all 1 000 000 rows, ms',
    value: whole,
    note: 'only when somebody asks for it',
  });
  await small.world.end();
  await big.world.end();
  return results;
}
