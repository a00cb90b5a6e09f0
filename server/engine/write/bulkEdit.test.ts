/** Bulk edits, and sums over a filter, on both databases. */
import { beforeAll, expect, it } from '@jest/globals';
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
import { bulkEdit, buildBulkMessage } from './bulkEdit';
import { summarize } from '../read/summarize';

describeOnEachDatabase('bulk edit', (database) => {
  let engine: EngineHarness;
  const superAdmin = superAdminActor(1);
  const news = () => engine.entity('news');
  const rows = async () =>
    (await engine.reader.list(engine.as(superAdmin), news(), listQuery(news(), { limit: 50 }))).list;
  const edit = (
    ids: readonly number[],
    set: Record<string, unknown>,
    revisions?: Record<number, number>,
    as = superAdmin,
  ) => bulkEdit(engine.writer, engine.as(as), news(), { ids, set, revisions });

  beforeAll(async () => {
    engine = await openEngineHarness(database);
    const items = Array.from({ length: 6 }, (_, i) => ({ title: `Item ${i + 1}`, content: 'text', status: 1 }));
    await engine.writer.createMany(engine.as(superAdmin), news(), items);
  });

  it('changes the rows as one change-set and skips rows with a newer revision', async () => {
    await engine.writer.update(engine.as(superAdminActor(2)), news(), { id: 2, title: 'Touched' });
    const done = await edit([1, 2, 3], { status: 0 }, { 1: 1, 2: 1, 3: 1 });
    expect(done).toMatchObject({ ids: [1, 3], skipped: [{ id: 2, revision: 2 }], failed: [] });
    const logged = (await engine.log()).filter(({ cid, entityName }) => cid === done.cid && entityName === 'news');
    expect(logged.map(({ rowId }) => rowId)).toEqual([1, 3]);
    const statuses = Object.fromEntries((await rows()).map(({ id, status }) => [id, status]));
    expect(statuses).toMatchObject({ 1: 0, 2: 1, 3: 0 });
  });

  it('reports the reason for each refused row and changes the others', async () => {
    const done = await edit([4, 5], { title: 'x'.repeat(300) });
    expect([done.ids, done.failed.map(({ id }) => id)]).toEqual([[], [4, 5]]);
    expect(done.failed[0]?.msg).not.toBe('');
    const category = engine.entity('news_category');
    await engine.writer.createMany(engine.as(superAdmin), category, [{ name: 'Alpha' }, { name: 'Beta' }]);
    const set = { name: 'Gamma' };
    const renamed = await bulkEdit(engine.writer, engine.as(superAdmin), category, { ids: [1, 2], set });
    expect([renamed.ids, renamed.failed.map(({ id }) => id)]).toEqual([[1], [2]]);
  });

  it('reports unchanged rows, ignored keys and the outcome', async () => {
    await edit([4], { status: 0 });
    const done = await edit([4, 5], { status: 0, create_time: 5, bogus: 1 });
    expect(done).toMatchObject({ ids: [5], same: [4], ignored: ['create_time', 'bogus'], failed: [], skipped: [] });
    expect((await catchFault(edit([4], {}))).code).toBe('request.malformed');
    const editMessage = async (
      ids: readonly number[],
      set: Record<string, unknown>,
      revisions?: Record<number, number>,
    ) => buildBulkMessage(engine.as(superAdmin), await edit(ids, set, revisions));
    expect(await editMessage([4, 5], { status: 1 })).toBe('Saved');
    expect(await editMessage([4, 5], { title: 'x'.repeat(300) })).toBe('Nothing was changed.');
    expect(await editMessage([4, 5], { status: 0 }, { 4: 1 })).toBe('1 saved, 1 skipped.');
    await edit([4, 5], { status: 1 });
  });

  // @spec P8-002
  // @covers fault bulk.too_large
  it('refuses a text that is too large for this number of rows, and stops at the deadline', async () => {
    const large = await catchFault(edit([1, 2, 3, 4, 5, 6], { content: 'x'.repeat(1_000_000) }));
    expect([large.code, large.params]).toEqual(['bulk.too_large', { max: 4 }]);
    let readCount = 0;
    // passes after the first row: each row checks the deadline once, the commit once more
    const deadline = {
      get hasPassed() {
        readCount += 1;
        return readCount > 1;
      },
    };
    const lateContext = { ...engine.as(superAdmin), deadline };
    const stopped = await catchFault(
      bulkEdit(engine.writer, lateContext, news(), { ids: [4, 5, 6], set: { status: 0 } }),
    );
    expect([stopped.code, readCount]).toEqual(['server.deadline', 2]);
    expect((await rows()).filter(({ id }) => Number(id) > 3).map(({ status }) => status)).toEqual([1, 1, 1]);
  });

  // @case T7.18
  it('changes no row when one id is unknown, and needs the update permission', async () => {
    expect((await catchFault(edit([4, 9_999], { status: 0 }))).code).toBe('row.missing');
    expect((await rows()).find(({ id }) => id === 4)?.['status']).toBe(1);
    const reader = createStaffActor(3, ['news/index']);
    expect((await catchFault(edit([4], { status: 0 }, undefined, reader))).code).toBe('access.denied');
    const scoped = createStaffActor(3, standardPermissions('news'), { scope: [3] });
    expect((await catchFault(edit([4], { status: 0 }, undefined, scoped))).code).toBe('row.missing');
  });

  it('changes the other rows when some were deleted meanwhile, and lists those', async () => {
    await engine.writer.remove(engine.as(superAdminActor(2)), news(), [6]);
    const now = Number((await rows()).find(({ id }) => id === 5)?.['revision']);
    const done = await edit([5, 6], { status: 0 }, { 5: now, 6: 1 });
    expect(done).toMatchObject({ ids: [5], skipped: [{ id: 6, revision: 1, gone: true }], failed: [] });
    expect(buildBulkMessage(engine.as(superAdmin), done)).toBe('1 saved, 1 skipped.');
    expect((await catchFault(edit([6], { status: 0 }, { 6: 1 }))).code).toBe('row.missing');
  });

  it('refuses an empty value for a field that `clear` does not name, and changes no row', async () => {
    await edit([4, 5], { description: 'Kept', cat_ids: [1, 2] });
    const before = await rows();
    const empties = [{ cat_ids: [] }, { cat_ids: null }, { description: '  ' }, { description: null }];
    for (const set of empties) {
      const { code, fields } = await catchFault(edit([4, 5], { status: 0, ...set }));
      expect([set, code, fields]).toEqual([
        set,
        'row.invalid',
        [{ path: Object.keys(set)[0], code: 'value_or_clear' }],
      ]);
    }
    for (const set of [{ status: null }, { title: '' }])
      expect((await catchFault(edit([4, 5], set))).fields).toEqual([{ path: Object.keys(set)[0], code: 'required' }]);
    expect(await rows()).toEqual(before);
  });

  it('empties a field that is named in clear, and no field that needs a value', async () => {
    const clear = (names: readonly string[], set: Record<string, unknown> = {}) =>
      bulkEdit(engine.writer, engine.as(superAdmin), news(), { ids: [4, 5], set, clear: names });
    await edit([4, 5], { description: 'Kept', cat_ids: [1, 2], status: 0 });
    for (const name of ['title', 'status'])
      expect((await catchFault(clear([name]))).fields).toEqual([{ path: name, code: 'required' }]);
    expect((await catchFault(clear(['cat_ids'], { cat_ids: [1] }))).code).toBe('request.malformed');
    expect(await clear(['cat_ids', 'description'])).toMatchObject({ ids: [4, 5], failed: [] });
    for (const id of [4, 5]) {
      const { row } = await engine.reader.get(engine.as(superAdmin), news(), id);
      expect([row['cat_ids'] ?? [], row['description'], row['status']]).toEqual([[], null, 0]);
    }
    await edit([4, 5], { status: 1 });
  });

  it('summarize: sums the values that the actor may read, exactly for money', async () => {
    const specimenEntity = engine.entity('specimen');
    const newRows = [
      { name: 'a', count: 3, ratio: 0.5, price: '90000000000.01' },
      { name: 'b', count: 4, price: '0.02' },
      { name: 'c' },
    ];
    await engine.writer.createMany(engine.as(superAdmin), specimenEntity, newRows);
    const all = await summarize(engine.as(superAdmin), specimenEntity, listQuery(specimenEntity));
    expect(all.columns['count']).toEqual({ count: 2, sum: 7, avg: 3.5, min: 3, max: 4 });
    expect(all.columns['price']).toMatchObject({ count: 2, sum: '90000000000.03', min: '0.02' });
    expect(all.columns).not.toHaveProperty('weigh');
    const summary = await summarize(
      engine.as(superAdmin),
      specimenEntity,
      listQuery(specimenEntity, { where: { field: 'name', op: '=', value: 'c' } }),
    );
    expect(summary.columns['price']).toEqual({ count: 0, sum: null, avg: null, min: null, max: null });
    const poor = await summarize(
      engine.as(createStaffActor(3, ['specimen/index'])),
      specimenEntity,
      listQuery(specimenEntity),
    );
    expect(Object.keys(poor.columns)).not.toContain('price');
    expect(poor.columns).toHaveProperty('count');
    expect(
      (await catchFault(summarize(engine.as(createStaffActor(4, [])), specimenEntity, listQuery(specimenEntity)))).code,
    ).toBe('access.denied');
  });
});
