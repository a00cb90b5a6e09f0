/** A row that is removed while another transaction starts to refer to it: only one of the two succeeds. */
import { beforeAll, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { openEngineHarness, superAdminActor, type EngineHarness } from '../../testing/engineHarness';
import type { InputValues } from './context/txWriter';

/** The values of a new row to which others refer. */
const getTarget = (entity: string, name: string) => (entity === 'navigation' ? { title: name, type: 1 } : { name });
const ROUNDS = sampleSize(30, 400);

describeOnEachDatabase('removal of a row that gets a reference at the same time', (database) => {
  let nodes: readonly EngineHarness[];
  const superAdmin = superAdminActor(1);
  beforeAll(async () => {
    nodes = [await openEngineHarness(database), await openEngineHarness(database)];
  });
  const at = (round: number): EngineHarness => {
    const engine = nodes[round % nodes.length];
    if (engine === undefined) throw new Error('there is no node');
    return engine;
  };
  const create = (engine: EngineHarness, name: string, values: InputValues) =>
    engine.writer.create(engine.as(superAdmin), engine.entity(name), values);

  /**
   * Starts both at once on their own nodes, the removal slightly earlier or later; returns how often both succeeded, and how often each.
   */
  async function raceRemoval(target: string, user: string, using: (id: number) => InputValues) {
    const successCounts = { both: 0, removed: 0, used: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await create(at(0), target, getTarget(target, `Wanted ${round}`));
      const [here, there] = [at(round), at(round + 1)];
      const wait = (ticks: number) =>
        Array.from({ length: Math.max(0, ticks) }).reduce<Promise<void>>(
          (before) => before.then(() => new Promise((next) => setImmediate(next))),
          Promise.resolve(),
        );
      const lead = (round % 9) - 4;
      const [used, removed] = await Promise.allSettled([
        wait(lead).then(() => create(here, user, using(id))),
        wait(-lead).then(() => there.writer.remove(there.as(superAdmin), there.entity(target), [id])),
      ]);
      successCounts.used += Number(used.status === 'fulfilled');
      successCounts.removed += Number(removed.status === 'fulfilled');
      successCounts.both += Number(used.status === 'fulfilled' && removed.status === 'fulfilled');
    }
    return successCounts;
  }

  it.each([
    {
      what: 'a category of news',
      target: 'news_category',
      user: 'news',
      using: (id: number) => ({ title: 'Opening day', content: '<p>Welcome</p>', cat_ids: [id] }),
    },
    {
      what: 'a parent in a tree',
      target: 'navigation',
      user: 'navigation',
      using: (id: number) => ({ title: 'Below', url: '/', pid: id }),
    },
  ])('is either gone or used: $what', async ({ target, user, using }) => {
    const { both, used, removed } = await raceRemoval(target, user, using);
    expect(both).toBe(0);
    expect(used + removed).toBe(ROUNDS);
  });

  it('many concurrent references to one row: none is refused', async () => {
    const { id } = await create(at(0), 'news_category', { name: 'Popular' });
    const news = (n: number) => ({ title: `News ${n}`, content: '<p>Welcome</p>', cat_ids: [id] });
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => create(at(n), 'news', news(n))));
    expect(new Set(made.map((row) => row.id)).size).toBe(12);
  });
});
