/** Lists as of random moments equal the responses that were given at these moments, on both databases. */
import { beforeAll, expect, it } from '@jest/globals';
import { sampleSize } from '../../../../config/jest/testEnvironment';
import type { Condition, SortKey } from '../../../../common/entity/filter';
import type { ListQuery } from '../../../../common/query/listQuery';
import type { ListResponse } from '../../../../common/protocol/liveEvents';
import { describeOnEachDatabase } from '../../../testing/database/testDatabase';
import { listQuery, openEngineHarness, superAdminActor, type EngineHarness } from '../../../testing/engineHarness';
import { createRandom, testSeed, type Random } from '../../../testing/random';
import { testRegistry } from '../../../testing/testEntities';

const WRITES = sampleSize(80, 1_500);
const QUERIES = 5;
const NAMES = ['Alpha', 'alpha two', 'ＢＥＴＡ', 'beta', '新闻', '新闻 2', 'Zürich', '100 %'] as const;

interface RecordedResponse {
  readonly moment: number;
  readonly query: ListQuery;
  readonly response: ListResponse;
}

/** Values of some fields, chosen at random; some are null. */
function randomValues(random: Random): Readonly<Record<string, unknown>> {
  const choices: Readonly<Record<string, () => unknown>> = {
    name: () => random.pick(NAMES),
    note: () => random.pick(['x', 'y', null]),
    story: () => random.pick(['long ago', null]),
    secret: () => `S3cret-${random.below(99)}-words`,
    count: () => random.pick([0, 1, 2, 30, null]),
    ratio: () => random.pick([0.5, -1.25, null]),
    price: () => random.pick(['0.00', '9.90', '120.00', null]),
    day: () => random.pick(['2026-01-31', '2025-12-01', null]),
    flag: () => random.below(2),
    size: () => random.pick([1, 2, 3, null]),
    sizes: () => random.pick([[1], [1, 3], []]),
    labels: () => random.pick([['a', 'b'], []]),
  };
  const names = Object.keys(choices).filter(() => random.chance(0.3));
  return Object.fromEntries(names.map((name) => [name, choices[name]?.()]));
}

const SORTS: readonly (readonly SortKey[])[] = [
  [{ field: 'id', dir: 'desc' }],
  [{ field: 'name', dir: 'asc' }],
  [
    { field: 'count', dir: 'desc' },
    { field: 'name', dir: 'desc' },
  ],
  [{ field: 'price', dir: 'asc' }],
  [{ field: 'update_time', dir: 'desc' }],
  [{ field: 'weigh', dir: 'asc' }],
];
const conditionsAt = (moment: number): readonly (readonly Condition[])[] => [
  [],
  [],
  [{ field: 'name', op: 'LIKE', value: 'a' }],
  [{ field: 'name', op: '=', value: 'beta' }],
  [{ field: 'note', op: 'NULL', value: null }],
  [{ field: 'story', op: 'NOT NULL', value: null }],
  [{ field: 'count', op: 'RANGE', value: [1, null] }],
  [
    { field: 'price', op: '>', value: 500 },
    { field: 'flag', op: '=', value: 1 },
  ],
  [{ field: 'sizes', op: 'FIND_IN_SET', value: 3 }],
  [{ field: 'size', op: 'NOT IN', value: [1] }],
  [{ field: 'update_time', op: '>=', value: moment - 5 }],
  [{ field: 'delete_time', op: 'NOT NULL', value: null }],
];

function randomQuery(random: Random, entity: EngineHarness['entity'], moment: number): ListQuery {
  return listQuery(entity('specimen'), {
    page: 1 + random.below(3),
    limit: random.pick([3, 5, 8]),
    sort: random.pick(SORTS),
    where: { all: random.pick(conditionsAt(moment)) },
    ...(random.chance(0.2) ? { q: random.pick(['beta', '新闻', '3']) } : {}),
  });
}

describeOnEachDatabase('lists as of a moment', (database) => {
  const seed = testSeed();
  const random = createRandom(seed);
  // long enough ago that no moment of the test is in the future
  let now = Date.now() - 30 * 86_400_000;
  let engine: EngineHarness;
  const admin = superAdminActor(1);
  const recorded: RecordedResponse[] = [];
  const rowsAt = new Map<number, ReadonlyMap<number, Readonly<Record<string, unknown>>>>();
  const specimen = () => engine.entity('specimen');

  /** Reads what the lists and the rows are now, before the clock leaves this second. */
  async function record(): Promise<void> {
    const moment = Math.floor(now / 1000);
    for (let count = 0; count < QUERIES; count += 1) {
      const query = randomQuery(random, engine.entity, moment);
      recorded.push({ moment, query, response: await engine.reader.list(engine.as(admin), specimen(), query) });
    }
    const { list } = await engine.reader.list(engine.as(admin), specimen(), listQuery(specimen(), { limit: 200 }));
    const ids = list.map(({ id }) => Number(id));
    const rows = await Promise.all(ids.map((id) => engine.reader.get(engine.as(admin), specimen(), id)));
    rowsAt.set(moment, new Map(rows.map(({ row }) => [Number(row['id']), row])));
  }

  async function write(alive: Set<number>, removed: Set<number>): Promise<void> {
    const ctx = engine.as(admin);
    const kind = random.below(10);
    if (alive.size < 4 || kind < 3) {
      const { id } = await engine.writer.create(ctx, specimen(), { name: 'New', ...randomValues(random) });
      alive.add(id);
    } else if (kind === 3) {
      const id = random.pick([...alive]);
      await engine.writer.remove(ctx, specimen(), [id]);
      alive.delete(id);
      removed.add(id);
    } else if (kind === 4 && removed.size > 0) {
      const id = random.pick([...removed]);
      await engine.writer.restore(ctx, specimen(), [id]);
      removed.delete(id);
      alive.add(id);
    } else if (kind === 5) {
      const [id, target] = [random.pick([...alive]), random.pick([...alive])];
      if (id !== target) await engine.writer.reorder(ctx, specimen(), id, target);
    } else {
      await engine.writer.update(ctx, specimen(), { id: random.pick([...alive]), ...randomValues(random) });
    }
  }

  beforeAll(
    async () => {
      engine = await openEngineHarness(database, testRegistry, { now: () => now });
      const [alive, removed] = [new Set<number>(), new Set<number>()];
      for (let count = 0; count < WRITES; count += 1) {
        await write(alive, removed);
        const next = now + random.below(1_500);
        if (Math.floor(next / 1000) > Math.floor(now / 1000)) await record();
        now = next;
      }
      await record();
      now += 86_400_000;
    },
    sampleSize(120_000, 900_000),
  );

  it('every list equals the response that was given then: rows, order, total', async () => {
    expect(recorded.filter(({ response }) => response.list.length > 0).length).toBeGreaterThan(QUERIES * 5);
    for (const { moment, query, response } of recorded) {
      const { list, total } = await engine.reader.asOf.list(engine.as(admin), specimen(), query, moment);
      expect({ seed, moment, query, list, total }).toEqual({
        seed,
        moment,
        query,
        list: response.list,
        total: response.total,
      });
    }
  });

  it('every row equals the response that was given then, long texts included, and rows created later are missing', async () => {
    const moments = [...rowsAt.keys()];
    for (const moment of [moments[0], moments[Math.floor(moments.length / 2)], moments.at(-1)]) {
      const rows = rowsAt.get(moment ?? 0) ?? new Map<number, never>();
      for (let id = 1; id <= 12; id += 1) {
        const read = engine.reader.asOf.get(engine.as(admin), specimen(), id, moment ?? 0);
        const expected = rows.get(id);
        if (expected === undefined) await expect(read).rejects.toMatchObject({ code: 'row.missing' });
        else expect((await read).row).toEqual(expected);
      }
    }
  });
});
