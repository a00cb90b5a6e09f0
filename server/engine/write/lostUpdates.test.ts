/**
 * Many editors of few rows over HTTP, on one node and on two: every acknowledged edit is in the history once, based on the value that its
 * author read, and no refused edit is.
 */
import { describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { superAdmin, type Caller } from '../../testing/callers';
import { testRegistry } from '../../testing/testEntities';
import { createRandom, testSeed, type Random } from '../../testing/random';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const ROWS = 4;
const EDITORS = 8;
const FIELDS = ['name', 'note', 'story', 'count'] as const;
/** Edits in all, over all editors; 100 000 in a proof run, unless the environment names another number. */
const EDITS = sampleSize(240, Number(process.env['PROVE_EDITS'] ?? 100_000));

type Field = (typeof FIELDS)[number];
type Values = Readonly<Record<Field, string | number | null>>;
interface Seen {
  readonly revision: number;
  readonly values: Values;
}
/** An edit that the server has acknowledged. */
interface Acknowledged {
  readonly id: number;
  readonly field: Field;
  readonly from: string | number | null;
  readonly to: string | number;
}
interface WriteResult {
  readonly acknowledged: Acknowledged[];
  readonly refused: (string | number)[];
}

const getValues = (row: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(FIELDS.map((field) => [field, row[field] ?? null])) as Values;

async function insertRows(caller: Caller, name: string): Promise<number> {
  const { data } = await caller.post('/admin/specimen/add', { name });
  return Number(data.id ?? data.row?.id);
}
async function readRow(caller: Caller, id: number): Promise<Seen> {
  const { data } = await caller.get('/admin/specimen/edit', { id: String(id) });
  const row = data.row as Readonly<Record<string, unknown>>;
  return { revision: Number(row['revision']), values: getValues(row) };
}

type CallerSource = () => Promise<Caller>;
/** An admin editorIndex signs in again before the access token expires: a full run takes longer than one token. */
function createCallerSource(testServer: TestServer): CallerSource {
  const renewAfterMs = (SERVER_LIMITS.adminAccessTokenSeconds * 1000) / 3;
  let [caller, since] = [superAdmin(testServer), performance.now()];
  return () => {
    if (performance.now() - since > renewAfterMs) [caller, since] = [superAdmin(testServer), performance.now()];
    return caller;
  };
}

/** One editor, editorIndex edits the values read last, and reads again when a response requires it or at random. */
async function work(
  nextCaller: CallerSource,
  ids: readonly number[],
  editorIndex: number,
  random: Random,
  result: WriteResult,
): Promise<void> {
  const known = new Map<number, Seen>();
  for (let turn = 0; turn < EDITS / EDITORS; turn += 1) {
    const caller = await nextCaller();
    const id = random.pick(ids);
    const observed = (random.chance(0.2) ? undefined : known.get(id)) ?? (await readRow(caller, id));
    const fields = [...new Set([random.pick(FIELDS), random.pick(FIELDS)])];
    const ownValues = Object.fromEntries(
      fields.map((field) => [field, field === 'count' ? 1 + editorIndex * 1_000_000 + turn : `${editorIndex}.${turn}`]),
    );
    const base = Object.fromEntries(fields.map((field) => [field, observed.values[field]]));
    const body = { id, revision: observed.revision, _base: base, _mid: `edit-${editorIndex}-of-${turn}`, ...ownValues };
    const response = await caller.post('/admin/specimen/edit', body);
    // a client without a response repeats the request and gets the same response
    if (random.chance(0.1)) expect((await caller.post('/admin/specimen/edit', body)).code).toBe(response.code);
    if (response.code === 1) {
      for (const field of fields)
        result.acknowledged.push({ id, field, from: observed.values[field], to: ownValues[field] as string | number });
      known.set(id, { revision: Number(response.data.revision), values: getValues(response.data.row) });
    } else {
      expect([response.code, response.data]).toEqual([412, response.data]);
      result.refused.push(...Object.values(ownValues));
      known.delete(id);
    }
  }
}

interface Version {
  readonly eid: number;
  readonly revision: number;
  readonly diff: string;
}
type HistoryStep = readonly [from: unknown, to: unknown];

/** The history of the rows: every change of every field, in order. */
async function loadHistorySteps(testServer: TestServer, ids: readonly number[]) {
  const versions = await testServer.services.db.rows<Version>(
    "SELECT eid, revision, diff FROM record_history WHERE ent = 'specimen' ORDER BY eid, revision",
  );
  const historySteps = new Map<string, HistoryStep[]>();
  for (const id of ids) {
    const ownSteps = versions.filter(({ eid }) => Number(eid) === id);
    expect(ownSteps.map(({ revision }) => Number(revision))).toEqual(ownSteps.map((_, index) => index + 1));
    for (const { diff } of ownSteps)
      for (const [field, historyStep] of Object.entries(JSON.parse(diff) as Record<string, HistoryStep>))
        historySteps.set(`${id}.${field}`, [...(historySteps.get(`${id}.${field}`) ?? []), historyStep]);
  }
  return historySteps;
}

async function findLostUpdates(
  testServer: TestServer,
  ids: readonly number[],
  { acknowledged, refused }: WriteResult,
): Promise<void> {
  const historySteps = await loadHistorySteps(testServer, ids);
  const stepsByValue = new Map<string, HistoryStep[]>();
  for (const [fieldKey, all] of historySteps)
    for (const [index, historyStep] of all.entries()) {
      if (index > 0) expect([fieldKey, historyStep[0]]).toEqual([fieldKey, all[index - 1]?.[1]]);
      const key = `${fieldKey}=${String(historyStep[1])}`;
      stepsByValue.set(key, [...(stepsByValue.get(key) ?? []), historyStep]);
    }
  const wrong = acknowledged.filter(({ id, field, from, to }) => {
    const found = stepsByValue.get(`${id}.${field}=${to}`) ?? [];
    return found.length !== 1 || found[0]?.[0] !== from;
  });
  const values = new Set([...historySteps.values()].flat().map(([, to]) => to));
  expect({ wrong, written: refused.filter((value) => values.has(value)) }).toEqual({ wrong: [], written: [] });
}

/** One database and the nodes that use it. */
async function open(database: 'sqlite' | 'mariadb', nodes: number) {
  if (database === 'sqlite') {
    const testServer = await startTestServer({ registry: testRegistry });
    return { servers: [testServer] as [TestServer, ...TestServer[]], end: testServer.close };
  }
  const shared = await createMariadbDatabase();
  const env = { DATABASE_URL: shared.url };
  const servers: [TestServer, ...TestServer[]] = [await startTestServer({ env, registry: testRegistry })];
  while (servers.length < nodes)
    servers.push(await startTestServer({ env, registry: testRegistry, isSecondNode: true }));
  const end = async () => {
    for (const testServer of servers) await testServer.close();
    await shared.drop();
  };
  return { servers, end };
}

const setups = testDialects().flatMap((database) =>
  (database === 'sqlite' ? [1] : [1, 2].slice(sampleSize(1, 0))).map((nodes) => ({ database, nodes })),
);
describe.each(setups)('edits of many on $database with $nodes node(s)', ({ database, nodes }) => {
  // @case T11
  it(
    'stores every acknowledged edit once, based on the value its author read',
    async () => {
      const seed = testSeed();
      const { servers, end } = await open(database, nodes);
      try {
        const callerSources = [
          createCallerSource(servers[0]),
          createCallerSource(servers[nodes - 1] ?? servers[0]),
        ] as const;
        const first = await callerSources[0]();
        const ids = await Promise.all(Array.from({ length: ROWS }, (_, index) => insertRows(first, `Row ${index}`)));
        const result: WriteResult = { acknowledged: [], refused: [] };
        const started = performance.now();
        const editors = Array.from(
          { length: EDITORS },
          (_, editorIndex) => callerSources[editorIndex % callerSources.length] ?? callerSources[0],
        );
        await Promise.all(
          editors.map((nextCaller, editorIndex) =>
            work(nextCaller, ids, editorIndex, createRandom(seed + editorIndex), result),
          ),
        );
        const counts = { seed, acknowledged: result.acknowledged.length, refused: result.refused.length };
        const ms = Math.round(performance.now() - started);
        process.stdout.write(`edits on ${database}, ${nodes} node(s): ${JSON.stringify({ ...counts, ms })}\n`);
        expect([result.acknowledged.length > EDITS / 10, result.refused.length > 0]).toEqual([true, true]);
        await findLostUpdates(servers[0], ids, result);
      } finally {
        await end();
      }
    },
    sampleSize(120_000, 3_600_000),
  );
});
