/** SQL in every parameter of a list: the server sends its usual statements, and the parameter is bound or refused. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../config/jest/testEnvironment';
import type { Db } from '../context';
import { superAdmin, type Caller } from '../testing/callers';
import { createRandom, testSeed } from '../testing/random';
import { testDialects, startTestServer, type TestServer } from '../testing/testServer';

/** Part of everything that is sent, and of no statement of the server. */
const MARKER = 'zqmarkqz';
const PREFIXES = ['', "'", '"', '`', ')', "')", '1', 'id', "\\'", '%27'];
const BODIES = [
  ' OR 1=1',
  ' AND 1=2',
  ' UNION SELECT password FROM admin',
  ' AND SLEEP(5)',
  '; DROP TABLE news',
  ' AND (SELECT 1 FROM (SELECT COUNT(*),CONCAT(0x7e,VERSION()))x)',
  ' AND EXTRACTVALUE(1,CONCAT(0x7e,USER()))',
  ' PROCEDURE ANALYSE()',
  " INTO OUTFILE '/tmp/x'",
  " LOAD_FILE('/etc/passwd')",
  ' RLIKE SLEEP(5)',
  '->"$.a"',
  "->>'$.a'",
  '::text',
  ' COLLATE utf8mb4_bin',
  ' IS NOT NULL',
  " LIKE '%'",
  " REGEXP '.*'",
  '/**/OR/**/1=1',
  ' RANDOMBLOB(100000000)',
  " ATTACH DATABASE 'x' AS y",
  ' ORDER BY 99',
  ' HAVING 1=1',
  ',(SELECT 1)',
  ' BENCHMARK(1000000,MD5(1))',
];
const SUFFIXES = ['', '--', '-- ', '#', '/*', ';', "'", '"', ')', '?'];
const CASE_VARIANTS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/[a-z]/gi, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter.toLowerCase())),
];
const PAYLOADS = PREFIXES.flatMap((head) =>
  BODIES.flatMap((body) =>
    SUFFIXES.flatMap((tail) => CASE_VARIANTS.map((turn) => `${head}${MARKER}${turn(body)}${tail}`)),
  ),
);

type QueryParams = Readonly<Record<string, string>>;
const search = (field: string, operator: string, val: string): QueryParams => ({
  'search[0][field]': field,
  'search[0][operator]': operator,
  'search[0][val]': val,
});
/** Parameters that name a column, a direction or a number accept none of this. */
const NAME_PARAMETERS: Readonly<Record<string, (text: string) => QueryParams>> = {
  order: (text) => ({ order: text }),
  'order of a field': (text) => ({ order: `${text},desc` }),
  'way of an order': (text) => ({ order: `id,${text}` }),
  field: (text) => search(text, '=', '1'),
  operator: (text) => search('title', text, 'x'),
  initKey: (text) => ({ initKey: text, initValue: '1' }),
  initValue: (text) => ({ initKey: 'id', initValue: text }),
  page: (text) => ({ page: text }),
  limit: (text) => ({ limit: text }),
};
/** Search texts may be anything and find nothing. */
const VALUE_PARAMETERS: Readonly<Record<string, (text: string) => QueryParams>> = {
  quick_search: (text) => ({ quick_search: text }),
  'value of a search': (text) => search('title', '=', text),
  'part of a search': (text) => ({ 'search[]': JSON.stringify({ field: 'title', operator: 'LIKE', val: text }) }),
};

describe.each(testDialects())('SQL sent to a list on %s', (database) => {
  const seed = testSeed();
  const random = createRandom(seed);
  const executedStatements = new Set<string>();
  const recordStatements = (db: Db): Db => ({
    ...db,
    rows: (sql, params) => {
      executedStatements.add(sql);
      return db.rows(sql, params);
    },
    snapshot: (work) =>
      db.snapshot((tx) =>
        work({
          ...tx,
          rows: (sql, params) => {
            executedStatements.add(sql);
            return tx.rows(sql, params);
          },
        }),
      ),
  });
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, wrapDb: recordStatements });
    root = await superAdmin(testServer);
    await root.post('/admin/news/add', { title: 'The only one', content: '<p>x</p>' });
    executedStatements.clear();
  });
  afterAll(() => testServer.close());

  // @case T7.19
  it('is refused as a name, finds nothing as a value, and never becomes part of a statement', async () => {
    expect(PAYLOADS.length).toBe(5_000);
    const count = sampleSize(25, PAYLOADS.length);
    const payloads = count === PAYLOADS.length ? PAYLOADS : Array.from({ length: count }, () => random.pick(PAYLOADS));
    for (const text of payloads) {
      for (const [parameterName, paramsFor] of Object.entries(NAME_PARAMETERS)) {
        const { status } = await root.get('/admin/news/index', paramsFor(text));
        expect({ seed, place: parameterName, text, status }).toEqual({ seed, place: parameterName, text, status: 400 });
      }
      for (const [parameterName, paramsFor] of Object.entries(VALUE_PARAMETERS)) {
        const { code, data } = await root.get('/admin/news/index', paramsFor(text));
        expect({ seed, place: parameterName, text, code, total: data?.total }).toEqual({
          seed,
          place: parameterName,
          text,
          code: 1,
          total: 0,
        });
      }
    }
    expect([...executedStatements].filter((sql) => sql.toLowerCase().includes(MARKER))).toEqual([]);
    // As many as a handful of texts make: the number of statements does not grow with the number of requests.
    const lists = [...executedStatements].filter((sql) => sql.includes('`news`'));
    expect([lists.length > 0, lists.length < 30]).toEqual([true, true]);
  });
});
