/** Two enterprises side by side: staff of one get no data of the other by any route. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../common/entity/field';
import { seedContext } from '../db/seeds/base';
import { member, superAdmin, type Caller } from '../testing/callers';
import { connectLiveClient } from '../testing/live/liveClient';
import { testDialects, startTestServer, type TestServer } from '../testing/testServer';

const SECRET = 'Hidden-Garden';

describe.each(testDialects())('two enterprises on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let ownMember: Caller;
  const id: Record<string, number> = {};
  const add = async (name: string, values: Readonly<Record<string, Json>>): Promise<number> => {
    const entity = testServer.services.registry.get(name);
    if (entity === undefined) throw new Error(`no ${name}`);
    return (await testServer.writer.create(seedContext(testServer.services), entity, values)).id;
  };
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    ownMember = await member(testServer);
    const otherMember = await member(testServer);
    for (const [companyName, person] of [
      ['Ours', ownMember],
      [SECRET, otherMember],
    ] as const) {
      const ownerKey = companyName === SECRET ? 'their' : 'our';
      id[ownerKey] = await add('enterprise', {
        name: companyName,
        contacts: companyName,
        contact_number: '13800138000',
      });
      const staffDraft = { uid: person.id, company_id: id[ownerKey], nickname: companyName, department: companyName };
      id[`${ownerKey} staff`] = await add('enterprise_staff', staffDraft);
      id[`${ownerKey} app`] = await add('app', { title: companyName, name: companyName, company_id: id[ownerKey] });
      const entryDraft = { app_id: id[`${ownerKey} app`] ?? 0, title: companyName, is_group: 1, publish_status: 1 };
      id[`${ownerKey} entry`] = await add('app_business', entryDraft);
    }
  });
  afterAll(() => testServer.close());

  const tenantEntities = [
    ['enterprise', 'their', 'name'],
    ['enterprise_staff', 'their staff', 'nickname'],
    ['app_business', 'their entry', 'title'],
  ] as const;

  it.each(tenantEntities)(
    '%s: the other’s rows are neither listed, counted, found, filtered, sorted nor named',
    async (entityName, theirs, title) => {
      const foreignId = String(id[theirs]);
      const queries = [
        {},
        { limit: '200', order: 'id,desc' },
        { quick_search: SECRET },
        { 'search[0][field]': 'id', 'search[0][operator]': '=', 'search[0][val]': foreignId },
        { 'search[0][field]': title, 'search[0][operator]': 'LIKE', 'search[0][val]': 'Hidden' },
        { 'search[0][field]': 'id', 'search[0][operator]': 'NOT IN', 'search[0][val]': '0' },
        { initKey: 'id', initValue: foreignId },
        { select: 'true', initValue: foreignId },
      ];
      for (const query of queries) {
        const response = await ownMember.get(`/api/${entityName}/index`, query);
        expect([query, response.code]).toEqual([query, 1]);
        expect([query, response.text.includes(SECRET)]).toEqual([query, false]);
        expect(response.data.total).toBe(response.data.list.length);
        expect(response.data.total).toBeLessThanOrEqual(1);
      }
      const [absent, foreign] = await Promise.all(
        ['999999', foreignId].map((foreign) => ownMember.get(`/api/${entityName}/edit`, { id: foreign })),
      );
      const comparable = ({ status, text }: { readonly status: number; readonly text: string }) => [
        status,
        text.replace(/"time":\d+/, '').replace(/"requestId":"[^"]*"/, ''),
      ];
      expect(comparable(foreign as typeof absent & object)).toEqual(comparable(absent as typeof foreign & object));
    },
  );

  it('outsiders cannot write rows and receive no frames of them', async () => {
    for (const [entityName, theirs] of tenantEntities)
      for (const action of ['edit', 'add', 'del', 'batchEdit', 'sortable']) {
        const response = await ownMember.post(`/api/${entityName}/${action}`, {
          id: id[theirs],
          ids: [id[theirs]],
          status: 0,
        });
        expect([entityName, action, response.code === 1, response.status < 500]).toEqual([
          entityName,
          action,
          false,
          true,
        ]);
      }
    const socket = await connectLiveClient(`${testServer.url}/member`, ownMember.token, {});
    const spec = {
      k: 'list',
      e: 'enterprise_staff',
      where: { all: [] },
      sort: [{ field: 'id', dir: 'desc' }],
    } as const;
    await socket.subscribe('staff', spec);
    const update = (rowKey: string, nickname: string) =>
      root.post('/admin/enterprise_staff/edit', { id: id[rowKey], nickname });
    await update('their staff', `${SECRET} again`);
    await update('our staff', 'Ours again');
    const hasReceived = () => socket.raw.some((packet) => packet.includes('Ours again'));
    for (let tries = 0; !hasReceived() && tries < 200; tries += 1) await sleep(25);
    expect(hasReceived()).toBe(true);
    expect(socket.raw.some((packet) => packet.includes(SECRET))).toBe(false);
    socket.close();
  });

  it('records of an app stay with the enterprise of the app', async () => {
    const foreign = { app_id: id['our app'], title: 'Bridge', company_id: id['their'] };
    expect((await root.post('/admin/app_business/add', foreign)).data.fields).toHaveProperty('company_id');
    const moved = { id: id['our entry'], company_id: id['their'] };
    expect((await root.post('/admin/app_business/edit', moved)).data.fields).toHaveProperty('company_id');
    await root.post('/admin/recycle_rule/add', { name: 'Entries', data_table: 'app_business' });
    const removeResponse = await root.post('/admin/app_business/del', { ids: [id['their entry']] });
    await root.post('/admin/app/edit', { id: id['their app'], company_id: id['our'] });
    expect((await ownMember.get('/api/app_business/index')).text).not.toContain(SECRET);
    expect((await root.post('/admin/history/undo', { cid: removeResponse.data.cid })).data).toMatchObject({
      undone: 1,
      left: [],
    });
    const { row } = (await root.get('/admin/app_business/edit', { id: String(id['their entry']) })).data;
    expect(row.company_id).toBe(id['our']);
    // And back again: staff of the former owner do not see rows that are restored later.
    await root.post('/admin/app_business/del', { ids: [id['their entry']] });
    await root.post('/admin/app/edit', { id: id['their app'], company_id: id['their'] });
    const [logRow] = (await root.get('/admin/recycle_log/index', { limit: '1', order: 'id,desc' })).data.list;
    expect((await root.post('/admin/recycle_log/restore', { ids: [logRow.id] })).data).toMatchObject({
      ids: [logRow.id],
    });
    for (const query of [{}, { id: String(id['their entry']) }]) {
      const response = await ownMember.get(`/api/app_business/${'id' in query ? 'edit' : 'index'}`, query);
      expect([query, response.text.includes(SECRET)]).toEqual([query, false]);
    }
    const foreignRow = await root.get('/admin/app_business/edit', { id: String(id['their entry']) });
    expect(foreignRow.data.row).toMatchObject({ company_id: id['their'], publish_status: 1 });
  });
});
