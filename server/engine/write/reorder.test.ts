/** Reordering by hand: the same weights in another order, also with many concurrent moves. */
import { beforeAll, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import {
  catchFault,
  standardPermissions,
  openEngineHarness,
  listQuery,
  createStaffActor,
  superAdminActor,
  type EngineHarness,
} from '../../testing/engineHarness';

describeOnEachDatabase('reorder', (database) => {
  let engine: EngineHarness;
  const superAdmin = superAdminActor(1);
  const entity = () => engine.entity('news_category');
  const shown = async () => {
    const { list } = await engine.reader.list(engine.as(superAdmin), entity(), listQuery(entity()));
    return list.map((row) => ({ id: Number(row['id']), weigh: Number(row['weigh']) }));
  };
  const ids = async () => (await shown()).map(({ id }) => id);
  const drag = (id: number, targetId: number) => engine.writer.reorder(engine.as(superAdmin), entity(), id, targetId);

  beforeAll(async () => {
    engine = await openEngineHarness(database);
    const newRows = Array.from({ length: 12 }, (_, i) => ({ name: `Category ${i + 1}` }));
    await engine.writer.createMany(engine.as(superAdmin), entity(), newRows);
  });

  it('moves a row to the position of another, downwards and upwards, and logs one change for each row whose weight changed', async () => {
    expect(await ids()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const { ids: moved, cid } = await drag(11, 8);
    expect(await ids()).toEqual([12, 10, 9, 8, 11, 7, 6, 5, 4, 3, 2, 1]);
    const logged = (await engine.log()).filter((change) => change.cid === cid && change.entityName === 'news_category');
    expect(logged.map(({ rowId }) => rowId).sort((a, b) => a - b)).toEqual([...moved].sort((a, b) => a - b));
    expect(logged).toHaveLength(4);
    await drag(1, 7);
    expect(await ids()).toEqual([12, 10, 9, 8, 11, 1, 7, 6, 5, 4, 3, 2]);
    expect((await drag(1, 1)).ids).toEqual([]);
  });

  // @case T7.18
  it('keeps the weights a permutation under concurrent moves', async () => {
    const before = (await shown()).map(({ weigh }) => weigh);
    const node = await openEngineHarness(database);
    const all = await ids();
    const pick = (i: number) => all[(i * 7) % all.length] ?? 1;
    const moves = Array.from({ length: sampleSize(20, 200) }, (_, i) => {
      const on = i % 2 === 0 ? engine : node;
      return on.writer.reorder(on.as(superAdmin), entity(), pick(i), pick(i * 3 + 5));
    });
    const results = await Promise.allSettled(moves);
    expect((await shown()).map(({ weigh }) => weigh)).toEqual(before);
    expect(results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))).toEqual([]);
  });

  it('breaks ties within the range without passing other rows', async () => {
    const newsEntity = engine.entity('news');
    const weights = { TA: 5, TB: 5, TC: 5, TD: 6, TE: 7 };
    const made = new Map<string, number>();
    for (const [title, weigh] of Object.entries(weights)) {
      const { id } = await engine.writer.create(engine.as(superAdmin), newsEntity, { title, content: 'x', weigh });
      made.set(title, id);
    }
    const places = async () => {
      const { list } = await engine.reader.list(engine.as(superAdmin), newsEntity, listQuery(newsEntity));
      return list
        .map(({ title }) => JSON.stringify(title))
        .join(' ')
        .replaceAll('"', '');
    };
    const move = (from: string, to: string) =>
      engine.writer.reorder(engine.as(superAdmin), newsEntity, made.get(from) ?? 0, made.get(to) ?? 0);
    expect(await places()).toBe('TE TD TC TB TA');
    await move('TA', 'TC');
    expect(await places()).toBe('TE TD TA TC TB');
    for (const id of made.values()) await engine.writer.update(engine.as(superAdmin), newsEntity, { id, weigh: 9 });
    expect(await places()).toBe('TE TD TC TB TA');
    await move('TB', 'TD');
    expect(await places()).toBe('TE TB TD TC TA');
    await move('TE', 'TC');
    expect(await places()).toBe('TB TD TC TE TA');
  });

  // @case T3.01
  it('assigns no weight above the safe integers', async () => {
    const newsEntity = engine.entity('news');
    const heavy = { title: 'Heavy', content: 'x', weigh: Number.MAX_SAFE_INTEGER };
    expect(await catchFault(engine.writer.create(engine.as(superAdmin), newsEntity, heavy))).toMatchObject({
      code: 'row.invalid',
      fields: [{ path: 'weigh' }],
    });
  });

  it('needs the permission key and moves among siblings only', async () => {
    const clerk = createStaffActor(
      3,
      standardPermissions('news_category').filter((key) => !key.endsWith('sortable')),
    );
    expect((await catchFault(engine.writer.reorder(engine.as(clerk), entity(), 1, 2))).code).toBe('access.denied');
    const ticket = engine.entity('ticket');
    const root = await engine.writer.create(engine.as(superAdmin), ticket, { subject: 'Root' });
    const leaf = await engine.writer.create(engine.as(superAdmin), ticket, { subject: 'Leaf', parent: root.id });
    expect((await catchFault(engine.writer.reorder(engine.as(superAdmin), ticket, leaf.id, root.id))).code).toBe(
      'row.invalid',
    );
  });
});
