/** The read path on both databases: permissions, pages, totals, pickers, trees and the titles of references. */
import { beforeAll, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { GUEST, readableColumns } from '../../../common/entity/access';
import { parseQuery } from '../../../common/query/listQuery';
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

describeOnEachDatabase('reader', (database) => {
  let engine: EngineHarness;
  const superAdmin = superAdminActor(1);
  const news = () => engine.entity('news');
  const idsIn = (list: readonly Readonly<Record<string, unknown>>[]) => list.map((row) => row['id']);

  beforeAll(
    async () => {
      engine = await openEngineHarness(database);
      const cats = ['Alpha', 'Beta', 'Hidden'].map((name, i) => ({ name, status: i === 2 ? 0 : 1 }));
      await engine.writer.createMany(engine.as(superAdmin), engine.entity('news_category'), cats);
      const items = Array.from({ length: 1250 }, (_, i) => ({
        title: `Item ${i + 1}`,
        content: 'text',
        cat_ids: i % 2 === 0 ? [1, 3] : [2],
        status: i % 10 === 0 ? 0 : 1,
      }));
      for (let index = 0; index < items.length; index += 500) {
        await engine.writer.createMany(engine.as(superAdmin), news(), items.slice(index, index + 500));
      }
    },
    sampleSize(120_000, 900_000),
  );

  it('list: pages return every row once, on shallow and deep pages, with one total', async () => {
    const pages = await Promise.all(
      Array.from({ length: 7 }, (_, i) =>
        engine.reader.list(engine.as(superAdmin), news(), listQuery(news(), { page: i + 1, limit: 200 })),
      ),
    );
    const ids = pages.flatMap(({ list }) => idsIn(list));
    expect(ids).toEqual(Array.from({ length: 1250 }, (_, i) => 1250 - i));
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([1250]));
    const beyond = await engine.reader.list(engine.as(superAdmin), news(), listQuery(news(), { page: 99, limit: 200 }));
    expect([beyond.list, beyond.total]).toEqual([[], 1250]);
  });

  it('list: quick search finds every word in any order, and a Chinese text as a part', async () => {
    const write = (title: string) => engine.writer.create(engine.as(superAdmin), news(), { title, content: 'x' });
    const [spring, zh] = [await write('Headline number 21: spring'), await write('春季产品发布会')];
    const found = async (q: string) =>
      idsIn((await engine.reader.list(engine.as(superAdmin), news(), listQuery(news(), { q }))).list);
    expect(await found('headline 21')).toEqual([spring.id]);
    expect(await found('SPRING  number')).toEqual([spring.id]);
    expect(await found('headline 22')).toEqual([]);
    expect(await found('产品发布')).toEqual([zh.id]);
    expect(await found('发布 春季')).toEqual([zh.id]);
    await engine.writer.remove(engine.as(superAdmin), news(), [spring.id, zh.id]);
  });

  it('list: an `any` group of conditions matches rows that meet one of them, in lists and totals', async () => {
    const columns = readableColumns(superAdmin, news());
    const any = [
      { field: 'title', operator: '=', val: 'Item 7' },
      { field: 'title', operator: 'LIKE', val: 'item 125' },
    ];
    const parsed = parseQuery(news(), { search: JSON.stringify([{ any }, { field: 'status', val: '1' }]) }, columns);
    if ('issues' in parsed) throw new Error(JSON.stringify(parsed.issues));
    const { list, total } = await engine.reader.list(engine.as(superAdmin), news(), parsed.query);
    expect(list.map(({ title }) => title)).toEqual(['Item 1250', 'Item 125', 'Item 7']);
    expect(total).toBe(3);
  });

  it('list: guests get published rows and no internal columns', async () => {
    const { list, total } = await engine.reader.list(engine.as(GUEST), news(), listQuery(news(), { limit: 5 }));
    expect(total).toBe(1125);
    expect(list.every((row) => row['status'] === 1 && !('admin_id' in row) && !('revision' in row))).toBe(true);
    expect((await catchFault(engine.reader.get(engine.as(GUEST), news(), 1))).code).toBe('row.missing');
    expect(
      (
        await catchFault(
          engine.reader.list(engine.as(GUEST), engine.entity('admin'), listQuery(engine.entity('admin'))),
        )
      ).code,
    ).toBe('access.denied');
  });

  it('limits admins to their scope in lists, rows and totals', async () => {
    const other = createStaffActor(2, standardPermissions('news'), { scope: [2] });
    const mine = await engine.writer.create(engine.as(other), news(), { title: 'Of two', content: 'x' });
    const { list, total } = await engine.reader.list(engine.as(other), news(), listQuery(news()));
    expect([idsIn(list), total]).toEqual([[mine.id], 1]);
    expect((await catchFault(engine.reader.get(engine.as(other), news(), 1))).code).toBe('row.missing');
    await engine.writer.remove(engine.as(other), news(), [mine.id]);
  });

  it('list: contains titles of referenced rows that the actor may read, and no others', async () => {
    const { refs } = await engine.reader.list(engine.as(superAdmin), news(), listQuery(news(), { limit: 4 }));
    expect(refs['news_category']).toEqual({ '1': 'Alpha', '2': 'Beta', '3': 'Hidden' });
    const guest = await engine.reader.list(engine.as(GUEST), news(), listQuery(news(), { limit: 4 }));
    expect(guest.refs['news_category']).toEqual({ '1': 'Alpha', '2': 'Beta' });
    const clerk = await engine.reader.list(
      engine.as(createStaffActor(1, ['news/index'])),
      news(),
      listQuery(news(), { limit: 4 }),
    );
    expect(clerk.refs['news_category']).toEqual({});
  });

  it('select: searches, filters and finds the rows that a picker contains already', async () => {
    const list = (more: Parameters<typeof listQuery>[1]) =>
      engine.reader.list(engine.as(superAdmin), news(), listQuery(news(), more));
    expect(idsIn((await list({ q: 'ITEM 125' })).list)).toEqual([1250, 1125, 125]);
    expect((await list({ where: { field: 'cat_ids', op: 'FIND_IN_SET', value: 3 } })).total).toBe(625);
    const selected = await engine.reader.select(
      engine.as(superAdmin),
      news(),
      listQuery(news(), { initValue: [3, 1200, 999_999] }),
    );
    expect(selected.list).toEqual([1200, 3].map((id) => ({ id, title: `Item ${id}`, status: 1, revision: 1 })));
    expect(selected.total).toBe(2);
  });

  it('list: shows the recycle bin to actors who may restore rows, to all others only rows that are not deleted', async () => {
    const removedRow = await engine.writer.create(engine.as(superAdmin), news(), { title: 'Gone', content: 'x' });
    await engine.writer.remove(engine.as(superAdmin), news(), [removedRow.id]);
    const bin = listQuery(news(), { where: { field: 'delete_time', op: 'NOT NULL', value: null } });
    const mixed = listQuery(news(), {
      where: {
        some: [
          { field: 'id', op: '=', value: 1 },
          { field: 'delete_time', op: '>', value: 0 },
        ],
      },
    });
    const shown = async (actor: Parameters<typeof engine.as>[0], asked: typeof bin) =>
      idsIn((await engine.reader.list(engine.as(actor), news(), asked)).list);
    const clerk = createStaffActor(1, ['news/index']);
    const restorer = createStaffActor(1, ['news/index', 'news/restore']);
    const purger = createStaffActor(1, ['news/index', 'news/purge']);
    expect(await shown(purger, bin)).toEqual([]);
    expect(await shown(restorer, bin)).toContain(removedRow.id);
    expect(await shown(restorer, bin)).not.toContain(1);
    expect(await shown(restorer, mixed)).toEqual(expect.arrayContaining([removedRow.id, 1]));
    expect(await shown(clerk, bin)).toEqual([]);
    expect(await shown(clerk, mixed)).toEqual([1]);
    expect(await shown(restorer, listQuery(news(), { limit: 5 }))).not.toContain(removedRow.id);
    expect((await catchFault(engine.reader.get(engine.as(restorer), news(), removedRow.id))).code).toBe('row.missing');
  });

  it.each([
    { search: { 0: { field: 'delete_time', operator: 'NOT NULL', val: '' } } },
    { order: 'delete_time,desc' },
    { initKey: 'delete_time', initValue: '1' },
  ])('lists filter and sort by delete_time only for actors who may restore rows: %j', (raw) => {
    const asked = (...permissions: readonly string[]) =>
      'query' in parseQuery(news(), raw, readableColumns(createStaffActor(1, permissions), news()));
    expect(asked('news/index', 'news/restore')).toBe(true);
    expect(asked('news/index', 'news/del', 'news/purge')).toBe(false);
    expect(readableColumns(GUEST, news()).some(({ name }) => name === 'delete_time')).toBe(false);
  });

  it('list: reads a whole tree and returns its position in the change log', async () => {
    const ticket = engine.entity('ticket');
    const newRows = Array.from({ length: 250 }, (_, i) => ({ subject: `Ticket ${i}` }));
    const { seq } = await engine.writer.createMany(engine.as(superAdmin), ticket, newRows);
    const tree = await engine.reader.list(engine.as(superAdmin), ticket, listQuery(ticket, { limit: 10 }));
    expect([tree.list.length, tree.total, tree.seq]).toEqual([250, 250, seq]);
  });
});
