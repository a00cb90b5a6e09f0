/** The read path on both databases: policy, pages, totals, pickers, trees and the titles of references. */
import { beforeAll, expect, it } from '@jest/globals';
import { samples } from '../../../config/jest/tools';
import { GUEST, readableColumns } from '../../../common/entity/access';
import { parseQuery } from '../../../common/entity/query';
import { describeOnEachDatabase } from '../../testing/database';
import { faultOf, nodesOf, openEngine, query, staff, superStaff, type Engine } from '../../testing/engineRig';

describeOnEachDatabase('the read path', (database) => {
  let engine: Engine;
  const one = superStaff(1);
  const news = () => engine.noun('news');
  const idsOf = (list: readonly Readonly<Record<string, unknown>>[]) => list.map((row) => row['id']);

  beforeAll(
    async () => {
      engine = await openEngine(database);
      const cats = ['Alpha', 'Beta', 'Hidden'].map((name, i) => ({ name, status: i === 2 ? 0 : 1 }));
      await engine.writer.createMany(engine.as(one), engine.noun('news_category'), cats);
      const items = Array.from({ length: 1250 }, (_, i) => ({
        title: `Item ${i + 1}`,
        content: 'text',
        cat_ids: i % 2 === 0 ? [1, 3] : [2],
        status: i % 10 === 0 ? 0 : 1,
      }));
      for (let at = 0; at < items.length; at += 500) {
        await engine.writer.createMany(engine.as(one), news(), items.slice(at, at + 500));
      }
    },
    samples(120_000, 900_000),
  );

  it('pages through everything once, shallow and deep alike, with one total', async () => {
    const pages = await Promise.all(
      Array.from({ length: 7 }, (_, i) =>
        engine.reader.list(engine.as(one), news(), query(news(), { page: i + 1, limit: 200 })),
      ),
    );
    const ids = pages.flatMap(({ list }) => idsOf(list));
    expect(ids).toEqual(Array.from({ length: 1250 }, (_, i) => 1250 - i));
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([1250]));
    const beyond = await engine.reader.list(engine.as(one), news(), query(news(), { page: 99, limit: 200 }));
    expect([beyond.list, beyond.total]).toEqual([[], 1250]);
  });

  it('shows guests what is published and nothing internal', async () => {
    const { list, total } = await engine.reader.list(engine.as(GUEST), news(), query(news(), { limit: 5 }));
    expect(total).toBe(1125);
    expect(list.every((row) => row['status'] === 1 && !('admin_id' in row) && !('revision' in row))).toBe(true);
    expect((await faultOf(engine.reader.get(engine.as(GUEST), news(), 1))).code).toBe('row.missing');
    expect(
      (await faultOf(engine.reader.list(engine.as(GUEST), engine.noun('admin'), query(engine.noun('admin'))))).code,
    ).toBe('access.denied');
  });

  it('limits staff to their scope in lists, rows and totals', async () => {
    const other = staff(2, nodesOf('news'), { scope: [2] });
    const mine = await engine.writer.create(engine.as(other), news(), { title: 'Of two', content: 'x' });
    const { list, total } = await engine.reader.list(engine.as(other), news(), query(news()));
    expect([idsOf(list), total]).toEqual([[mine.id], 1]);
    expect((await faultOf(engine.reader.get(engine.as(other), news(), 1))).code).toBe('row.missing');
    await engine.writer.remove(engine.as(other), news(), [mine.id]);
  });

  it('names referenced rows, but only those the reader may read', async () => {
    const { refs } = await engine.reader.list(engine.as(one), news(), query(news(), { limit: 4 }));
    expect(refs['news_category']).toEqual({ '1': 'Alpha', '2': 'Beta', '3': 'Hidden' });
    const guest = await engine.reader.list(engine.as(GUEST), news(), query(news(), { limit: 4 }));
    expect(guest.refs['news_category']).toEqual({ '1': 'Alpha', '2': 'Beta' });
    const clerk = await engine.reader.list(engine.as(staff(1, ['news/index'])), news(), query(news(), { limit: 4 }));
    expect(clerk.refs['news_category']).toEqual({});
  });

  it('searches, filters and finds the rows a picker already holds', async () => {
    const list = (more: Parameters<typeof query>[1]) => engine.reader.list(engine.as(one), news(), query(news(), more));
    expect(idsOf((await list({ q: 'ITEM 125' })).list)).toEqual([1250, 125]);
    expect((await list({ where: { field: 'cat_ids', op: 'FIND_IN_SET', value: 3 } })).total).toBe(625);
    const picked = await engine.reader.select(engine.as(one), news(), query(news(), { initValue: [3, 1200, 999_999] }));
    expect(picked.list).toEqual([1200, 3].map((id) => ({ id, title: `Item ${id}`, status: 1, revision: 1 })));
    expect(picked.total).toBe(2);
  });

  it('shows the recycle bin to those who may bring rows back, to everybody else living rows only', async () => {
    const gone = await engine.writer.create(engine.as(one), news(), { title: 'Gone', content: 'x' });
    await engine.writer.remove(engine.as(one), news(), [gone.id]);
    const bin = query(news(), { where: { field: 'delete_time', op: 'NOT NULL', value: null } });
    const mixed = query(news(), {
      where: {
        some: [
          { field: 'id', op: '=', value: 1 },
          { field: 'delete_time', op: '>', value: 0 },
        ],
      },
    });
    const shown = async (actor: Parameters<typeof engine.as>[0], asked: typeof bin) =>
      idsOf((await engine.reader.list(engine.as(actor), news(), asked)).list);
    const clerk = staff(1, ['news/index']);
    const keeper = staff(1, ['news/index', 'news/restore']);
    const destroyer = staff(1, ['news/index', 'news/purge']);
    expect(await shown(destroyer, bin)).toEqual([]);
    expect(await shown(keeper, bin)).toContain(gone.id);
    expect(await shown(keeper, bin)).not.toContain(1);
    expect(await shown(keeper, mixed)).toEqual(expect.arrayContaining([gone.id, 1]));
    expect(await shown(clerk, bin)).toEqual([]);
    expect(await shown(clerk, mixed)).toEqual([1]);
    expect(await shown(keeper, query(news(), { limit: 5 }))).not.toContain(gone.id);
    expect((await faultOf(engine.reader.get(engine.as(keeper), news(), gone.id))).code).toBe('row.missing');
  });

  it.each([
    { search: { 0: { field: 'delete_time', operator: 'NOT NULL', val: '' } } },
    { order: 'delete_time,desc' },
    { initKey: 'delete_time', initValue: '1' },
  ])('knows no deletion but for those who may bring rows back: %j', (raw) => {
    const asked = (...nodes: readonly string[]) =>
      'query' in parseQuery(news(), raw, readableColumns(staff(1, nodes), news()));
    expect(asked('news/index', 'news/restore')).toBe(true);
    expect(asked('news/index', 'news/del', 'news/purge')).toBe(false);
    expect(readableColumns(GUEST, news()).some(({ name }) => name === 'delete_time')).toBe(false);
  });

  it('reads a tree whole and knows its place in the change log', async () => {
    const ticket = engine.noun('ticket');
    const drafts = Array.from({ length: 250 }, (_, i) => ({ subject: `Ticket ${i}` }));
    const { seq } = await engine.writer.createMany(engine.as(one), ticket, drafts);
    const tree = await engine.reader.list(engine.as(one), ticket, query(ticket, { limit: 10 }));
    expect([tree.list.length, tree.total, tree.seq]).toEqual([250, 250, seq]);
  });
});
