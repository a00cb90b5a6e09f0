/** Hostile writes to every entity, generated from the definitions: every kind of write refuses them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnyEntity } from '../../common/entity/entity';
import { getColumns, type Column } from '../../common/entity/columns';
import { hasAdminScreen } from '../../common/entity/permissionKeys';
import { sampleSize } from '../../config/jest/testEnvironment';
import { seedContext } from '../db/seeds/base';
import { superAdmin, type Caller } from '../testing/callers';
import { createRandom, testSeed } from '../testing/random';
import { startTestServer, type TestServer } from '../testing/testServer';

type Row = Readonly<Record<string, unknown>>;
const seed = testSeed();
const allows = ({ spec }: AnyEntity, verb: 'create' | 'update' | 'remove') =>
  spec.access.staff === 'crud' || spec.access.staff?.[verb] !== undefined;
/** Entities with their own rules and tests. */
const EXCLUDED = new Set(['config', 'admin', 'admin_group']);

describe(`every entity against hostile writes, from seed ${seed}`, () => {
  let testServer: TestServer;
  let root: Caller;
  let testedEntities: readonly AnyEntity[];
  beforeAll(async () => {
    testServer = await startTestServer({ seed: 'demo' });
    root = await superAdmin(testServer);
    const candidates = testServer.services.registry.all.filter(
      (entity) => hasAdminScreen(entity) && entity.spec.base !== 'log' && !EXCLUDED.has(entity.name),
    );
    testedEntities = candidates.filter((_, index) => sampleSize(0, 1) === 1 || index % 4 === seed % 4);
  }, 120_000);
  afterAll(() => testServer.close());

  const newest = async (entity: AnyEntity): Promise<Row | undefined> =>
    (await root.get(`/admin/${entity.name}/index`, { limit: '1', order: 'id,desc' })).data?.list?.[0] as
      Row | undefined;
  const read = async (entity: AnyEntity, id: unknown): Promise<Row> =>
    ((await root.get(`/admin/${entity.name}/edit`, { id: String(id) })).data?.row ?? {}) as Row;
  const total = async (entity: AnyEntity) =>
    Number((await root.get(`/admin/${entity.name}/index`, { limit: '1' })).data.total);

  // @case T3.01
  it('ignores values of server-owned columns', async () => {
    for (const entity of testedEntities.filter((candidate) => allows(candidate, 'update'))) {
      const row = await newest(entity);
      if (row === undefined) continue;
      const serverColumns = [...getColumns(entity).values()].filter(
        ({ name, readonly }) => readonly && name in row && name !== 'id',
      );
      const values = [7, 'x', null, [1], { a: 1 }, -1, 'x'.repeat(2_000)];
      for (const value of values) {
        const sent = Object.fromEntries(serverColumns.map(({ name }) => [name, value]));
        const { revision: _revision, ...rest } = sent;
        const response = await root.post(`/admin/${entity.name}/edit`, { id: row['id'], ...rest });
        expect([entity.name, response.status < 500]).toEqual([entity.name, true]);
      }
      const after = await read(entity, row['id']);
      for (const { name } of serverColumns.filter(({ long }) => !long))
        expect([entity.name, name, after[name]]).toEqual([entity.name, name, row[name]]);
    }
  });

  const invalidValuesFor = (column: Column): readonly unknown[] => {
    const wrongShapes: readonly unknown[] = [{ a: { b: 1 } }, [[1]], true];
    if (column.kind === 'choice') return [99, 'nothing', ...wrongShapes];
    if (column.kind === 'text') return [['a'], { a: 1 }, 'a\u0000b', 'x'.repeat((column.options.max ?? 255) + 1)];
    // `yes` is a valid value of a switch.
    if (column.kind === 'switch') return ['seven', 7, { a: { b: 1 } }, [[1]]];
    if (column.store === 'integer' || column.store === 'double') return ['seven', '1e3', ...wrongShapes];
    return [];
  };

  // @case T5.01 T5.09 T3.01
  it('refuses the same values in every write: add, batch, edit, bulk', async () => {
    const random = createRandom(seed);
    for (const entity of testedEntities.filter((candidate) => allows(candidate, 'create'))) {
      const columns = [...getColumns(entity).values()].filter(
        (column) => !column.readonly && column.name in entity.spec.fields && invalidValuesFor(column).length > 0,
      );
      const row = await newest(entity);
      const count = await total(entity);
      for (let turn = 0; turn < Math.min(columns.length, sampleSize(3, 40)); turn += 1) {
        const column = sampleSize(0, 1) === 1 ? columns[turn] : random.pick(columns);
        if (column === undefined) continue;
        const invalid = { [column.name]: random.pick(invalidValuesFor(column)) };
        const path = `/admin/${entity.name}`;
        const responses = [
          await root.post(`${path}/add`, invalid),
          await root.post(`${path}/batchAdd`, { list: [invalid] }),
          ...(row ? [await root.post(`${path}/edit`, { id: row['id'], ...invalid })] : []),
        ];
        const outcomes = responses.map(({ status, code }) => [status < 500, code]);
        expect([entity.name, invalid, outcomes.every(([fine, code]) => fine === true && code !== 1)]).toEqual([
          entity.name,
          invalid,
          true,
        ]);
        if (row === undefined) continue;
        const bulkResponse = await root.post(`${path}/batchEdit`, { ids: [row['id']], set: invalid });
        expect([entity.name, invalid, bulkResponse.data?.ids ?? []]).toEqual([entity.name, invalid, []]);
        expect((await read(entity, row['id']))['revision']).toBe(row['revision']);
      }
      expect([entity.name, await total(entity)]).toEqual([entity.name, count]);
    }
  });

  /** Columns with a value each that no write accepts. */
  const corruptibleColumns = (entity: AnyEntity): readonly (readonly [Column, string | number])[] =>
    [...getColumns(entity).values()].flatMap((column): (readonly [Column, string | number])[] => {
      const { name, kind, readonly, long, options, sensitivity, store } = column;
      if (readonly || long || sensitivity === 'secret' || !(name in entity.spec.fields)) return [];
      if (kind === 'choice' && entity.spec.transitions?.[name] === undefined)
        return [[column, store === 'integer' ? 99 : 'nothing']];
      if (kind !== 'text') return [];
      return [[column, 'x'.repeat((options.max ?? 255) + 1)], ...(options.required ? [[column, ''] as const] : [])];
    });
  /** Stores such a value directly in the database. */
  const runSql = (sql: string, params: readonly (string | number | null)[]) =>
    testServer.services.db.transact((tx) => tx.run(sql, params));

  // @case T5.09
  it('refuses them in restore, undo and rollback, too', async () => {
    const random = createRandom(seed);
    const attempts = { undone: 0, restored: 0 };
    for (const entity of testedEntities.filter(
      (candidate) => allows(candidate, 'update') && allows(candidate, 'remove'),
    )) {
      const row = await newest(entity);
      const all = corruptibleColumns(entity).filter(([{ name }]) => row?.[name] !== undefined);
      if (row === undefined || all.length === 0) continue;
      const [{ name }, invalid] = random.pick(all);
      const id = Number(row['id']);
      const path = `/admin/${entity.name}`;
      const validValue = (row[name] ?? null) as string | number | null;
      const corrupt = (value: string | number | null) =>
        runSql(`UPDATE \`${entity.name}\` SET \`${name}\` = ? WHERE id = ?`, [value, id]);
      const refused = async (cid: string) =>
        expect([entity.name, name, invalid, (await root.post('/admin/history/undo', { cid })).data?.undone]).toEqual([
          ...[entity.name, name, invalid, 0],
        ]);

      await corrupt(invalid);
      const repaired = await root.post(`${path}/edit`, { id, [name]: validValue });
      if (repaired.code === 1) {
        attempts.undone += 1;
        const { cid } = repaired.data;
        const now = await read(entity, id);
        const logDraft = { data_table: entity.name, primary_key: 'id', id_value: id, data_field: name, cid };
        const log = await testServer.writer.create(
          seedContext(testServer.services),
          entityNamed(testServer, 'sensitive_log'),
          logDraft,
        );
        const rollback = await root.post('/admin/sensitive_log/rollback', { ids: [log.id] });
        expect([entity.name, name, rollback.status, rollback.code]).toEqual([entity.name, name, 200, 0]);
        await refused(cid);
        expect(await read(entity, id)).toEqual(now);
      }
      await corrupt(validValue);

      const { revision: _old, update_time: _then, ...before } = await read(entity, id);
      const removed = await root.post(`${path}/del`, { ids: [id] });
      if (removed.code !== 1) continue;
      attempts.restored += 1;
      await corrupt(invalid);
      const restoreResponse = await root.post(`${path}/restore`, { ids: [id] });
      expect([
        entity.name,
        restoreResponse.status,
        restoreResponse.code,
        Object.keys(restoreResponse.data?.fields ?? {}),
      ]).toEqual([...[entity.name, 200, 0, [name]]]);
      await refused(removed.data.cid);
      await corrupt(validValue);
      expect([entity.name, (await root.post(`${path}/restore`, { ids: [id] })).data?.fields]).toEqual([
        ...[entity.name, undefined],
      ]);
      const { revision: _new, update_time: _now, ...afterRestore } = await read(entity, id);
      expect([entity.name, afterRestore]).toEqual([entity.name, before]);
    }
    expect(attempts.undone).toBeGreaterThan(3);
    expect(attempts.restored).toBeGreaterThan(1);
  });

  // @case T3.05 T5.06
  it('never creates a cycle in a tree by moving rows', async () => {
    const random = createRandom(seed);
    const createdIds: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      const response = await root.post('/admin/navigation/add', {
        title: `Branch ${index}`,
        url: '/',
        pid: createdIds.at(-1) ?? null,
      });
      createdIds.push(Number(response.data.id));
    }
    expect(
      (await root.post('/admin/navigation/edit', { id: createdIds[0], pid: createdIds[0] })).data.fields,
    ).toHaveProperty('pid');
    await Promise.all(
      Array.from({ length: sampleSize(40, 300) }, () =>
        root.post('/admin/navigation/edit', { id: random.pick(createdIds), pid: random.pick(createdIds) }),
      ),
    );
    const parents = new Map<number, number | null>();
    for (const id of createdIds)
      parents.set(id, ((await read(entityNamed(testServer, 'navigation'), id))['pid'] ?? null) as number | null);
    for (const id of createdIds) {
      const visited = new Set<number>();
      for (let at: number | null = id; at !== null; at = parents.get(at) ?? null) {
        expect(visited.has(at)).toBe(false);
        visited.add(at);
      }
    }
  });

  // @case T7.18
  it('accepts at most 500 rows at once, and none where one is unknown', async () => {
    const entity = entityNamed(testServer, 'hardware');
    const ids: number[] = [];
    for (const name of ['One', 'Two', 'Three'])
      ids.push(Number((await root.post('/admin/hardware/add', { name })).data.id));
    const count = await total(entity);
    const refusals = [
      { ids: [...ids, 999_999] },
      { ids: Array.from({ length: 501 }, (_, index) => index + 1) },
      { ids: ['1 OR 1=1'] },
      { ids: [] },
      { ids: { 0: ids[0] } },
    ];
    for (const body of refusals) expect((await root.post('/admin/hardware/del', body)).code).not.toBe(1);
    expect(await total(entity)).toBe(count);
    expect((await root.post('/admin/hardware/del', { ids: [...ids, ...ids] })).code).toBe(1);
    expect(await total(entity)).toBe(count - 3);
  });
});

function entityNamed(testServer: TestServer, name: string): AnyEntity {
  const entity = testServer.services.registry.get(name);
  if (entity === undefined) throw new Error(`no entity ${name}`);
  return entity;
}
