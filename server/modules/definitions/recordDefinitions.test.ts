/** The log of definitions records when each definition came into force: each change once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { news } from '../../../common/entities/news';
import type { AnyEntity } from '../../../common/entity/entity';
import { text, type Json } from '../../../common/entity/field';
import { parseEntity } from '../../../common/definition/parseEntity';
import { createRegistry, type Registry } from '../../../common/entity/registry';
import type { Writer } from '../../engine/write/writer';
import type { Db } from '../../context';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { recordDefinitions } from './recordDefinitions';

/** The news entity with one more field, as after an upgrade. */
const grown: AnyEntity = {
  ...news,
  spec: {
    ...news.spec,
    fields: { ...news.spec.fields, byline: text({ max: 60 }) },
    labels: {
      en: { ...news.spec.labels.en, byline: 'Byline' },
      'zh-cn': { ...news.spec.labels['zh-cn'], byline: '署名' },
    },
  },
};
type Row = Readonly<Record<string, Json>>;
const until = async (holds: () => boolean): Promise<void> => {
  for (const end = Date.now() + 5_000; !holds();) {
    if (Date.now() > end) throw new Error('the frame did not arrive');
    await sleep(10);
  }
};
/** Each caller waits until so many have arrived. */
function createBarrier(count: number): () => Promise<void> {
  let [here, go] = [0, (): void => undefined];
  const all = new Promise<void>((done) => (go = done));
  return () => {
    here += 1;
    if (here === count) go();
    return all;
  };
}
const upgraded = createRegistry({ ...entities, news: grown });

describe.each(sampleDialects())('the log of definitions on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  /** Like the start of a node of this version. */
  const getStart = (registry: Registry) => recordDefinitions({ ...testServer.services, registry }, testServer.writer);
  /** Every node reads before another writes and, on a database with several writers, all transactions overlap. */
  const startedAtOnce = (registry: Registry, nodes: number): Promise<number[]> => {
    const { db } = testServer.services;
    const [looked, begun] = [createBarrier(nodes), createBarrier(db.dialect === 'mariadb' ? nodes : 1)];
    const rows: Db['rows'] = async (...asked) => {
      const found = await db.rows<never>(...asked);
      await looked();
      return found;
    };
    const inTransaction: Writer['inTransaction'] = (ctx, work) =>
      testServer.writer.inTransaction(ctx, async (...step) => {
        await begun();
        return work(...step);
      });
    const kit = { ...testServer.services, registry, db: { ...db, rows } };
    const node = () => recordDefinitions(kit, { ...testServer.writer, inTransaction });
    return Promise.all(Array.from({ length: nodes }, node));
  };
  const list = async (): Promise<readonly Row[]> =>
    (await root.get('/admin/crud_record/index', { limit: '100', order: 'id,desc' })).data.list;
  const count = async () => (await list()).length;
  const record = async (id: number): Promise<Row> =>
    (await root.get('/admin/crud_record/edit', { id: String(id) })).data.row;
  const newest = async (name: string): Promise<Row> => {
    const found = (await list()).find((row) => row['table_name'] === name);
    return record(Number(found?.['id']));
  };
  const head = async () =>
    (await testServer.services.db.rows<{ last: number }>('SELECT last FROM change_head'))[0]?.last;

  it('first start: records each definition once, complete', async () => {
    const rows = await list();
    expect(rows.map((row) => row['table_name']).sort()).toEqual(
      testServer.services.registry.all.map(({ name }) => name).sort(),
    );
    for (const { id } of rows) {
      const { table_name: name, table, fields, ...row } = await record(Number(id));
      const { entity } = parseEntity({ name, spec: { ...(table as object), fields } }) as { entity: AnyEntity };
      expect(entity.spec).toEqual(JSON.parse(JSON.stringify(testServer.services.registry.get(entity.name)?.spec)));
      expect(row).toMatchObject({
        status: 'success',
        source: 'code',
        field_count: Object.keys(entity.spec.fields).length,
      });
    }
  });

  it('list: leaves out the definitions, which are read with their record', async () => {
    const [first] = await list();
    expect(Object.keys(first ?? {})).toEqual(expect.arrayContaining(['table_name', 'field_count', 'status', 'source']));
    expect(Object.keys(first ?? {})).not.toEqual(expect.arrayContaining(['fields']));
    expect(first).not.toHaveProperty('table');
  });

  it('start without changes: records nothing', async () => {
    const before = await head();
    expect(await getStart(testServer.services.registry)).toBe(0);
    expect(await head()).toBe(before);
  });

  it('start with a change: several nodes record it once, and live lists receive it without the definition', async () => {
    const before = await count();
    const client = await connectLiveClient(`${testServer.url}/admin`, root.token, {});
    await client.subscribe('log', { k: 'list', e: 'crud_record', where: { all: [] }, sort: [] });
    const written = await startedAtOnce(upgraded, 4);
    expect(written.sort()).toEqual([0, 0, 0, 1]);
    expect(await count()).toBe(before + 1);
    expect((await newest('news'))['fields']).toHaveProperty('byline');
    await until(() => client.frames.length > 0);
    const [change] = client.frames.flatMap(({ c }) => c);
    expect(change).toMatchObject({ op: 'enter', row: { table_name: 'news' }, long: ['table', 'fields'] });
    expect(client.raw.join()).not.toContain('byline');
    const [logged] = await testServer.services.db.rows<{ img: string }>(
      "SELECT img FROM change_log WHERE ent = 'crud_record' ORDER BY seq DESC LIMIT 1",
    );
    expect(JSON.parse(logged?.img ?? '')).toMatchObject({ table_name: 'news', fields: { h: expect.any(String) } });
    client.close();
  });

  it('records when a definition is removed and when it is added again', async () => {
    const { news: _gone, ...others } = entities;
    const events = async () => (await list()).filter((row) => row['table_name'] === 'news').map((row) => row['status']);
    expect([await getStart(createRegistry(others)), await getStart(createRegistry(others))]).toEqual([1, 0]);
    expect(await newest('news')).toMatchObject({ status: 'delete', table: null, fields: null, field_count: 0 });
    expect([await getStart(upgraded), await getStart(upgraded)]).toEqual([1, 0]);
    expect(await events()).toEqual(['success', 'delete', 'success', 'success']);
  });

  it('refuses other writers and updates', async () => {
    const reader = await limitedAdmin(testServer, ['crud_record/index'], 'all');
    const id = Number((await list())[0]?.['id']);
    expect((await reader.get('/admin/crud.Log/index')).code).toBe(403);
    expect((await root.get('/admin/crud.Log/index')).code).toBe(1);
    for (const caller of [root, reader]) {
      expect((await caller.post('/admin/crud_record/add', { table_name: 'evil' })).status).toBe(404);
      expect((await caller.post('/admin/crud_record/edit', { id, table_name: 'evil' })).status).toBe(405);
      expect((await caller.post('/admin/crud_record/del', { ids: [id] })).code).toBe(403);
    }
    for (const sql of ["UPDATE `crud_record` SET status = 'error'", 'DELETE FROM `crud_record`'])
      await expect(testServer.services.db.transact((tx) => tx.run(sql))).rejects.toThrow(/append-only/);
    expect((await record(id))['table_name']).not.toBe('evil');
  });
});
