/** Every address of the older clients as every actor of the access matrix: never more than the REST route gives, in verdicts, rows and columns. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { isObject } from '../../../common/json';
import { sendRequest, type ApiResponse } from '../../testing/callers';
import { createMatrixActors, type MatrixActor } from '../../testing/matrix/matrixActors';
import { createRandom, testSeed } from '../../testing/random';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { COMPAT_NAMES, findCompatEntity, listCompatNames } from '../compatNames';
import { COMPAT_ROUTES } from '../compatRoutes';
import { COLUMN_SPELLINGS, COMPAT_CONTROLLERS } from '../controllers';

type Row = Readonly<Record<string, unknown>>;
interface Pair {
  readonly method: string;
  readonly sent: string;
  readonly own: string;
}
const TOKEN = { guest: 'batoken', member: 'ba-user-token', staff: 'batoken' } as const;
const AXIOS = { accept: 'application/json, text/plain, */*' };
/** Columns that only these clients have; each is computed from the row that the caller may see, or from the titles of its references. */
const COMPUTED = new Set([
  ...['nickname_text', 'group_name_arr', 'suffix', 'full_url', 'controller_as', 'connection', 'data_comment', 'data'],
  ...['table', 'fields', 'children'],
]);

const RANKS = ['absent', 'sign in', 'denied', 'admitted'] as const;
/** The refusals that these clients get as a sentence are denials too. */
const getVerdict = ({ code, data }: ApiResponse): (typeof RANKS)[number] => {
  if (code === 302) return 'sign in';
  const isAskedFirst = isObject(data) && (data['stepUp'] === true || data['enrol'] === true);
  if (code === 405) return 'absent';
  return code === 403 || isAskedFirst ? 'denied' : 'admitted';
};
const flatten = (rows: readonly Row[]): readonly Row[] =>
  rows.flatMap((row) => [row, ...flatten((row['children'] as readonly Row[] | undefined) ?? [])]);

describe.each(testDialects())('the addresses of older clients on %s', (database) => {
  const seed = testSeed();
  let testServer: TestServer;
  let actors: readonly MatrixActor[];
  beforeAll(async () => {
    testServer = await startTestServer({ database, seed: 'demo' });
    actors = await createMatrixActors(testServer, createRandom(seed));
  });
  afterAll(() => testServer.close());

  const call = (actor: MatrixActor, method: string, path: string, headers: Readonly<Record<string, string>>) =>
    sendRequest(testServer.url + path, {
      method,
      headers: {
        server: 'true',
        'content-type': 'application/json',
        ...headers,
        ...(actor.token ? { [TOKEN[actor.kind]]: actor.token } : {}),
      },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
  const getRoot = (): MatrixActor => {
    const root = actors.find(({ name }) => name === 'super');
    if (root === undefined) throw new Error('no super admin');
    return root;
  };
  const callAsOlderClient = (actor: MatrixActor, method: string, path: string) => call(actor, method, path, AXIOS);
  const callOwnRoute = (actor: MatrixActor, method: string, path: string) =>
    call(actor, method, path, { accept: '*/*' });

  /** Each route of an entity with a dotted name, and each row of the table of calls. */
  const listPairs = (): readonly Pair[] => [
    ...testServer.routes.routes().flatMap(({ method, path }) => {
      const [, entity = '', action = ''] = /^\/admin\/([a-z_]+)\/(\w+)$/.exec(path) ?? [];
      return listCompatNames(entity).map((name) => ({ method, sent: `/admin/${name}/${action}`, own: path }));
    }),
    ...COMPAT_ROUTES.map(({ method, sent, own = sent }) => ({ method, sent, own })),
  ];

  it('refuses every actor that the REST route refuses', async () => {
    const pairs = listPairs();
    expect(pairs.length).toBeGreaterThan(150);
    const wrong: string[] = [];
    let cells = 0;
    let admitted = 0;
    const step = sampleSize(3, 1);
    await Promise.all(
      actors.map(async (actor, actorIndex) => {
        for (const { method, sent, own } of pairs.filter((_, index) => (index + actorIndex + seed) % step === 0)) {
          const found = getVerdict(await callAsOlderClient(actor, method, sent));
          const allowed = getVerdict(await callOwnRoute(actor, method, own));
          cells += 1;
          if (found === 'admitted') admitted += 1;
          if (RANKS.indexOf(found) > RANKS.indexOf(allowed))
            wrong.push(`${method} ${sent} as ${actor.name}: ${found}, ${own}: ${allowed}`);
        }
      }),
    );
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    expect([cells > 500, admitted > 100, admitted < cells]).toEqual([true, true, true]);
  }, 180_000);

  /** The values of a joined row, as the caller reads them at the plain address; the title where it may not. */
  const readPlain = async (actor: MatrixActor, entity: string, id: unknown): Promise<Row> => {
    const { code, data } = await callOwnRoute(actor, 'GET', `/admin/${entity}/edit?id=${String(id)}`);
    return code === 1 ? (data.row as Row) : {};
  };

  async function findWrongColumns(actor: MatrixActor, name: string): Promise<readonly string[]> {
    const entity = findCompatEntity(name) ?? '';
    const query = 'index?limit=100&order=id,asc';
    const plain = await callOwnRoute(actor, 'GET', `/admin/${entity}/${query}`);
    const sent = await callAsOlderClient(actor, 'GET', `/admin/${name}/${query}`);
    if (sent.code !== 1) return [];
    if (plain.code !== 1) return [`${name} as ${actor.name} is listed`];
    const own = new Map((plain.data.list as readonly Row[]).map((row) => [row['id'], row]));
    const joins = COMPAT_CONTROLLERS[entity]?.joins ?? [];
    const wrong: string[] = [];
    const rows = flatten(sent.data.list as readonly Row[]);
    // A log grows while the test reads it.
    for (const row of rows.filter(({ id }) => own.has(id) || !entity.endsWith('_log'))) {
      const stored: Row = own.get(row['id']) ?? {};
      if (!own.has(row['id'])) wrong.push(`row ${String(row['id'])}`);
      for (const column of Object.keys(row)) {
        const isKnown = column in stored || COMPUTED.has(column) || (COLUMN_SPELLINGS.get(column) ?? column) in stored;
        if (!isKnown && !joins.some(({ as }) => as === column)) wrong.push(column);
      }
      for (const [older, column] of COLUMN_SPELLINGS)
        if (older in row && row[older] !== stored[column]) wrong.push(older);
    }
    const last = rows.at(-1);
    for (const { as, by, entity: target, columns } of last === undefined ? [] : joins) {
      const shown = last?.[as];
      // A program with an API token gets our form.
      if (!isObject(shown)) continue;
      const title = plain.data.refs?.[target]?.[String(last?.[by])] ?? '';
      const read = await readPlain(actor, target, last?.[by]);
      for (const [column, source] of Object.entries(columns))
        if (shown[column] !== (read[source] ?? title)) wrong.push(`${as}.${column}`);
    }
    return [...new Set(wrong)].map((what) => `${name} as ${actor.name}: ${what}`);
  }

  it('show no row and no column that the plain list does not show, in joins too', async () => {
    const names = Object.keys(COMPAT_NAMES).filter((name) => COMPAT_CONTROLLERS[findCompatEntity(name) ?? '']);
    expect(names.length).toBeGreaterThan(14);
    const wrong: string[] = [];
    for (const actor of actors) for (const name of names) wrong.push(...(await findWrongColumns(actor, name)));
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  }, 180_000);

  it('the form of a booking shows no member and no value that the plain list does not show', async () => {
    const [{ id }] = (await callOwnRoute(getRoot(), 'GET', '/admin/user/index?limit=1')).data.list;
    const wrong: string[] = [];
    const counts = { shown: 0, hidden: 0 };
    for (const actor of actors) {
      const found = await callOwnRoute(actor, 'GET', `/admin/user/index?initKey=id&initValue=${id}&limit=100`);
      const rows: readonly Row[] = found.code === 1 ? found.data.list : [];
      const readable = rows.find((row) => row['id'] === id) ?? { id };
      for (const name of ['user.moneyLog', 'user.scoreLog', 'user_money_log', 'user_score_log']) {
        const { code, data } = await callAsOlderClient(actor, 'GET', `/admin/${name}/add?userId=${id}`);
        if (code !== 1) continue;
        const columns = Object.keys(data.user as Row);
        counts[columns.length > 1 ? 'shown' : 'hidden'] += 1;
        wrong.push(
          ...columns.filter((column) => !(column in readable)).map((column) => `${actor.name} ${name}.${column}`),
        );
      }
    }
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    expect(counts.shown).toBeGreaterThan(0);
  });

  it('show no setting that the plain list does not show, with the same values of secrets', async () => {
    for (const actor of actors) {
      const plain = await callOwnRoute(actor, 'GET', '/admin/config/index?limit=200');
      const sent = await callAsOlderClient(actor, 'GET', '/admin/routine.config/index');
      expect([actor.name, sent.code === 1 && plain.code !== 1]).toEqual([actor.name, false]);
      if (sent.code !== 1) continue;
      const known = new Set((plain.data.list as readonly Row[]).map(({ name }) => name));
      const groups = Object.values(sent.data.list as Readonly<Record<string, { readonly list: readonly Row[] }>>);
      const items = groups.flatMap(({ list }) => list);
      expect(items.filter(({ name }) => !known.has(name))).toEqual([]);
      expect(items.length).toBeGreaterThan(0);
    }
  });
});
