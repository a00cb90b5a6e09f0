/**
 * Many editors at few rows over HTTP, on one node and on two: every answered edit stands in the history once, built on the
 * very value its author had seen, and nothing refused is there.
 */
import { describe, expect, it } from '@jest/globals';
import { samples } from '../../../config/jest/tools';
import { LIMITS } from '../../../common/limits';
import { superAdmin, type Caller } from '../../testing/actors';
import { testRegistry } from '../../testing/nouns';
import { createRandom, seedOf, type Random } from '../../testing/random';
import { databases, freshMariadb, startWorld, type World } from '../../testing/world';

const ROWS = 4;
const EDITORS = 8;
const FIELDS = ['name', 'note', 'story', 'count'] as const;
/** In all, over everybody; 100 000 when proving, unless told otherwise. */
const EDITS = samples(240, Number(process.env['PROVE_EDITS'] ?? 100_000));

type Field = (typeof FIELDS)[number];
type Values = Readonly<Record<Field, string | number | null>>;
interface Seen {
  readonly revision: number;
  readonly values: Values;
}
/** What an editor was told is done. */
interface Acknowledged {
  readonly id: number;
  readonly field: Field;
  readonly from: string | number | null;
  readonly to: string | number;
}
interface Told {
  readonly acknowledged: Acknowledged[];
  readonly refused: (string | number)[];
}

const valuesOf = (row: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(FIELDS.map((field) => [field, row[field] ?? null])) as Values;

async function plant(caller: Caller, name: string): Promise<number> {
  const { data } = await caller.post('/admin/specimen/add', { name });
  return Number(data.id ?? data.row?.id);
}
async function look(caller: Caller, id: number): Promise<Seen> {
  const { data } = await caller.get('/admin/specimen/edit', { id: String(id) });
  const row = data.row as Readonly<Record<string, unknown>>;
  return { revision: Number(row['revision']), values: valuesOf(row) };
}

type Voice = () => Promise<Caller>;
/** An admin who signs in again before the pass runs out: full sizes take longer than one lasts. */
function createVoice(world: World): Voice {
  const lasts = (LIMITS.accessTokenAdmin * 1000) / 3;
  let [caller, since] = [superAdmin(world), performance.now()];
  return () => {
    if (performance.now() - since > lasts) [caller, since] = [superAdmin(world), performance.now()];
    return caller;
  };
}

/** One person who edits what they saw last, and looks again only when told to or by whim. */
async function work(voice: Voice, ids: readonly number[], who: number, random: Random, told: Told): Promise<void> {
  const known = new Map<number, Seen>();
  for (let turn = 0; turn < EDITS / EDITORS; turn += 1) {
    const caller = await voice();
    const id = random.pick(ids);
    const seen = (random.chance(0.2) ? undefined : known.get(id)) ?? (await look(caller, id));
    const fields = [...new Set([random.pick(FIELDS), random.pick(FIELDS)])];
    const mine = Object.fromEntries(
      fields.map((field) => [field, field === 'count' ? 1 + who * 1_000_000 + turn : `${who}.${turn}`]),
    );
    const base = Object.fromEntries(fields.map((field) => [field, seen.values[field]]));
    const body = { id, revision: seen.revision, _base: base, _mid: `edit-${who}-of-${turn}`, ...mine };
    const answer = await caller.post('/admin/specimen/edit', body);
    // Who hears no answer sends the same again, and is told the same.
    if (random.chance(0.1)) expect((await caller.post('/admin/specimen/edit', body)).code).toBe(answer.code);
    if (answer.code === 1) {
      for (const field of fields)
        told.acknowledged.push({ id, field, from: seen.values[field], to: mine[field] as string | number });
      known.set(id, { revision: Number(answer.data.revision), values: valuesOf(answer.data.row) });
    } else {
      expect([answer.code, answer.data]).toEqual([412, answer.data]);
      told.refused.push(...Object.values(mine));
      known.delete(id);
    }
  }
}

interface Version {
  readonly eid: number;
  readonly revision: number;
  readonly diff: string;
}
type Step = readonly [from: unknown, to: unknown];

/** The history of the rows: every step of every field, in order. */
async function stepsOf(world: World, ids: readonly number[]) {
  const versions = await world.services.db.rows<Version>(
    "SELECT eid, revision, diff FROM record_history WHERE ent = 'specimen' ORDER BY eid, revision",
  );
  const steps = new Map<string, Step[]>();
  for (const id of ids) {
    const own = versions.filter(({ eid }) => Number(eid) === id);
    expect(own.map(({ revision }) => Number(revision))).toEqual(own.map((_, at) => at + 1));
    for (const { diff } of own)
      for (const [field, step] of Object.entries(JSON.parse(diff) as Record<string, Step>))
        steps.set(`${id}.${field}`, [...(steps.get(`${id}.${field}`) ?? []), step]);
  }
  return steps;
}

async function judge(world: World, ids: readonly number[], { acknowledged, refused }: Told): Promise<void> {
  const steps = await stepsOf(world, ids);
  const made = new Map<string, Step[]>();
  for (const [place, all] of steps)
    for (const [at, step] of all.entries()) {
      if (at > 0) expect([place, step[0]]).toEqual([place, all[at - 1]?.[1]]);
      const key = `${place}=${String(step[1])}`;
      made.set(key, [...(made.get(key) ?? []), step]);
    }
  const wrong = acknowledged.filter(({ id, field, from, to }) => {
    const found = made.get(`${id}.${field}=${to}`) ?? [];
    return found.length !== 1 || found[0]?.[0] !== from;
  });
  const values = new Set([...steps.values()].flat().map(([, to]) => to));
  expect({ wrong, written: refused.filter((value) => values.has(value)) }).toEqual({ wrong: [], written: [] });
}

/** One database, and the nodes that work at it. */
async function open(database: 'sqlite' | 'mariadb', nodes: number) {
  if (database === 'sqlite') {
    const world = await startWorld({ registry: testRegistry });
    return { worlds: [world] as [World, ...World[]], end: world.end };
  }
  const shared = await freshMariadb();
  const env = { DATABASE_URL: shared.url };
  const worlds: [World, ...World[]] = [await startWorld({ env, registry: testRegistry })];
  while (worlds.length < nodes) worlds.push(await startWorld({ env, registry: testRegistry, beside: true }));
  const end = async () => {
    for (const world of worlds) await world.end();
    await shared.drop();
  };
  return { worlds, end };
}

const houses = databases().flatMap((database) =>
  (database === 'sqlite' ? [1] : [1, 2].slice(samples(1, 0))).map((nodes) => ({ database, nodes })),
);
describe.each(houses)('edits of many on $database with $nodes node(s)', ({ database, nodes }) => {
  it(
    'are all kept, each upon what its author saw (T11)',
    async () => {
      const seed = seedOf();
      const { worlds, end } = await open(database, nodes);
      try {
        const voices = [createVoice(worlds[0]), createVoice(worlds[nodes - 1] ?? worlds[0])] as const;
        const first = await voices[0]();
        const ids = await Promise.all(Array.from({ length: ROWS }, (_, at) => plant(first, `Row ${at}`)));
        const told: Told = { acknowledged: [], refused: [] };
        const started = performance.now();
        const editors = Array.from({ length: EDITORS }, (_, who) => voices[who % voices.length] ?? voices[0]);
        await Promise.all(editors.map((voice, who) => work(voice, ids, who, createRandom(seed + who), told)));
        const counts = { seed, acknowledged: told.acknowledged.length, refused: told.refused.length };
        const ms = Math.round(performance.now() - started);
        process.stdout.write(`edits on ${database}, ${nodes} node(s): ${JSON.stringify({ ...counts, ms })}\n`);
        expect([told.acknowledged.length > EDITS / 10, told.refused.length > 0]).toEqual([true, true]);
        await judge(worlds[0], ids, told);
      } finally {
        await end();
      }
    },
    samples(120_000, 3_600_000),
  );
});
