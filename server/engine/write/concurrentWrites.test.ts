/** Concurrent writes of one row: every verb merges what it can, reports conflicts, and requires base values. */
import { beforeAll, expect, it } from '@jest/globals';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import {
  catchFault,
  openEngineHarness,
  listQuery,
  superAdminActor,
  type EngineHarness,
} from '../../testing/engineHarness';
import { bulkEdit } from './bulkEdit';

describeOnEachDatabase('concurrent writes', (database) => {
  let engine: EngineHarness;
  const [anna, ben] = [superAdminActor(1), superAdminActor(2)];
  const news = () => engine.entity('news');
  const loadRow = async (id: number) => (await engine.reader.get(engine.as(anna), news(), id)).row;
  const edit = (actor: typeof anna, body: Readonly<Record<string, unknown>> & { id: number }) =>
    engine.writer.update(engine.as(actor), news(), body);
  const add = async (title: string) =>
    (await engine.writer.create(engine.as(anna), news(), { title, content: 'text', status: 1 })).id;
  const loadConflict = async (work: Promise<unknown>) => {
    const { code, data } = await catchFault(work);
    return { code, data };
  };

  beforeAll(async () => {
    engine = await openEngineHarness(database);
  });

  it('update: merges other fields, reports a conflict for the same field, requires a base value', async () => {
    const id = await add('Form');
    await edit(ben, { id, revision: 1, _base: { title: 'Form' }, title: 'Ben' });
    const merged = await edit(anna, { id, revision: 1, _base: { description: null }, description: 'Anna' });
    expect(merged).toMatchObject({ merged: ['title'], changes: [{ field: 'title', theirs: 'Ben' }] });
    expect(await loadConflict(edit(anna, { id, revision: 1, _base: { title: 'Form' }, title: 'Anna' }))).toMatchObject({
      code: 'row.conflict',
      data: { kind: 'fields', fields: [{ field: 'title', base: 'Form', mine: 'Anna', theirs: 'Ben' }] },
    });
    expect((await catchFault(edit(anna, { id, revision: 1, title: 'Anna' }))).code).toBe('row.base_missing');
    expect(await loadRow(id)).toMatchObject({ title: 'Ben', description: 'Anna' });
  });

  it('update of a switch: merges beside another change, accepts the same value, reports a conflict with another value', async () => {
    const id = await add('Switch');
    const flip = (actor: typeof anna, from: 0 | 1, to: 0 | 1) =>
      edit(actor, { id, revision: 1, _base: { status: from }, status: to });
    await edit(ben, { id, title: 'Renamed' });
    expect(await flip(anna, 1, 0)).toMatchObject({ merged: ['title'], row: { status: 0 } });
    expect(await flip(ben, 1, 0)).toMatchObject({ revision: 3, row: { status: 0 } });
    await edit(ben, { id, status: 1 });
    expect(await flip(anna, 0, 1)).toMatchObject({ revision: 4 });
    expect((await loadConflict(flip(anna, 0, 0))).code).toBe('row.conflict');
    expect((await catchFault(edit(anna, { id, revision: 1, status: 0 }))).code).toBe('row.base_missing');
  });

  it('reorder: conflicts with another move of the row by another actor only', async () => {
    const [first, second, third] = [await add('First'), await add('Second'), await add('Third')];
    const sort = (actor: typeof anna, id: number, target: number, revision: number) =>
      engine.writer.reorder(engine.as(actor), news(), id, target, { revision });
    await edit(ben, { id: first, title: 'First, renamed' });
    expect((await sort(anna, first, third, 1)).ids).toHaveLength(3);
    expect((await sort(anna, first, second, 1)).ids).not.toHaveLength(0);
    const before = [await loadRow(first), await loadRow(second), await loadRow(third)];
    expect(await loadConflict(sort(ben, first, third, 2))).toMatchObject({
      code: 'row.conflict',
      data: { kind: 'fields', id: first, fields: [{ field: 'weigh', by: { id: 'admin:1' } }] },
    });
    expect([await loadRow(first), await loadRow(second), await loadRow(third)]).toEqual(before);
    const revision = Number((await loadRow(first))['revision']);
    expect((await sort(ben, first, third, revision)).ids).not.toHaveLength(0);
  });

  it('bulk edit and remove: skip and list rows with a newer revision', async () => {
    const ids = [await add('A'), await add('B'), await add('C')];
    const [, second = 0, third = 0] = ids;
    const revisions = Object.fromEntries(ids.map((id) => [id, 1]));
    await edit(ben, { id: second, title: 'B by Ben' });
    const bulk = { ids, set: { description: 'Anna' }, revisions };
    const done = await bulkEdit(engine.writer, engine.as(anna), news(), bulk);
    expect(done.skipped).toEqual([{ id: second, revision: 2 }]);
    expect(await loadRow(second)).toMatchObject({ title: 'B by Ben', description: null });
    const removed = await engine.writer.remove(engine.as(ben), news(), ids, {
      revisions: { ...revisions, [third]: 2 },
    });
    expect([removed.ids, removed.skipped.map(({ id }) => id)]).toEqual([[third], ids.slice(0, 2)]);
  });

  it('createMany: creates all or none and reports issues by index', async () => {
    const total = async () => (await engine.reader.list(engine.as(anna), news(), listQuery(news()))).total;
    const before = await total();
    const newRows = [
      { title: 'Good', content: 'text' },
      { title: '', content: 'text' },
    ];
    const { code, fields } = await catchFault(engine.writer.createMany(engine.as(anna), news(), newRows));
    expect([code, fields?.map(({ path }) => path)]).toEqual(['row.invalid', ['list.1.title']]);
    expect(await total()).toBe(before);
  });

  it('idempotency key: belongs to one body in every verb', async () => {
    const id = await add('Once');
    const as = (idempotencyKey: string) => ({ ...engine.as(anna), idempotencyKey });
    const operations: readonly (readonly [string, (idempotencyKey: string, other: boolean) => Promise<unknown>])[] = [
      [
        'edit',
        (idempotencyKey, other) =>
          engine.writer.update(as(idempotencyKey), news(), { id, title: other ? 'Two' : 'One' }),
      ],
      [
        'add',
        (idempotencyKey, other) =>
          engine.writer.create(as(idempotencyKey), news(), { title: other ? 'Two' : 'One', content: 'x' }),
      ],
      [
        'many',
        (idempotencyKey, other) =>
          bulkEdit(engine.writer, as(idempotencyKey), news(), { ids: [id], set: { description: other ? 'b' : 'a' } }),
      ],
      ['sort', (idempotencyKey, other) => engine.writer.reorder(as(idempotencyKey), news(), id, other ? id - 1 : id)],
      ['del', (idempotencyKey, other) => engine.writer.remove(as(idempotencyKey), news(), other ? [id, id - 1] : [id])],
    ];
    for (const [name, operation] of operations) {
      const first = await operation(`${name}-mid`, false);
      expect(await operation(`${name}-mid`, false)).toEqual({ ...(first as object), replayed: true });
      expect([name, (await catchFault(operation(`${name}-mid`, true))).code]).toEqual([name, 'mutation.reused']);
    }
  });
});
