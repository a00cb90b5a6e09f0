/** Requests of older clients and of other callers at the same addresses: permissions, repetitions, limits and malformed values. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serializeEntity } from '../../common/definition/parseEntity';
import { getColumns } from '../../common/entity/columns';
import type { AnyEntity } from '../../common/entity/entity';
import { latestRowsQuery, type DashboardCard } from '../../common/live/dashboardCards';
import { printQuery } from '../../common/query/listQuery';
import { seedContext } from '../db/seeds/base';
import { createReader } from '../engine/read/reader';
import { limitedAdmin, sendRequest, superAdmin, type Caller } from '../testing/callers';
import { createCompatClient, type CompatClient } from '../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../testing/testServer';
import { COMPAT_CONTROLLERS } from './controllers';
import { createRowSource } from './rowSource';
import { fromCompatQuery } from './fromCompatQuery';

const MEMBER = '/admin/user.user/';
const latest = (e: string): DashboardCard => ({ id: `new_${e}`, kind: 'latest', e, count: 5, w: 6, h: 4 });

describe.each(testDialects())('requests at the addresses of older clients on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let client: CompatClient;
  beforeAll(async () => {
    testServer = await startTestServer({ database, seed: 'demo' });
    root = await superAdmin(testServer);
    client = createCompatClient(testServer, 'second');
    await client.signIn();
  });
  afterAll(() => testServer.close());

  const getEntity = (name: string): AnyEntity => {
    const entity = testServer.services.registry.get(name);
    if (entity === undefined) throw new Error(`no entity ${name}`);
    return entity;
  };
  const endTime = () => Math.floor(testServer.services.clock.now() / 1000) + 86_400;
  const getClient = ({ token }: Pick<Caller, 'token'>): CompatClient => {
    const other = createCompatClient(testServer, 'second');
    other.useToken('admin', token);
    return other;
  };
  const findRule = async (name: string): Promise<number> => {
    const [rule] = await testServer.services.db.rows<{ id: number }>(
      'SELECT id FROM `menu_rule` WHERE name = ? AND delete_time IS NULL',
      [name],
    );
    return Number(rule?.id);
  };

  it('compares deeply nested values in linear time', async () => {
    let nested: unknown = '\\"';
    for (let depth = 0; depth < 29; depth += 1) nested = [nested];
    const begin = performance.now();
    const { status } = await client.post(`${MEMBER}edit`, { id: 80, motto: nested });
    expect([status, performance.now() - begin < 3000]).toEqual([200, true]);
  });

  it('compares the form with the permissions of the method that read it', async () => {
    const rule = await findRule('user/index');
    const limited = getClient(await limitedAdmin(testServer, ['user/index', 'user/edit'], 'all'));
    expect((await root.post('/admin/menu_rule/edit', { id: rule, method: 'GET' })).code).toBe(1);
    const { row } = (await limited.get(`${MEMBER}edit?id=80`)).data;
    const { code, data } = await limited.post(`${MEMBER}edit`, { ...row, motto: 'By GET' });
    expect([code, data.ignored ?? []]).toEqual([1, []]);
    await root.post('/admin/menu_rule/edit', { id: rule, method: 'ANY' });
  });

  it('refuses the form of a row that the caller may not read', async () => {
    const blind = getClient(await limitedAdmin(testServer, ['user/edit'], 'all'));
    const refused = await blind.post(`${MEMBER}edit`, { id: 80, motto: 'Unseen' });
    expect(refused.code).toBe(403);
    expect((await client.post(`${MEMBER}edit`, { id: 999_999, motto: 'Gone' })).status).toBe(404);
  });

  it('responds to a repetition with the stored response', async () => {
    const body = { id: 80, motto: 'Once', _mid: `repeated-${database}` };
    const first = await client.post(`${MEMBER}edit`, body);
    const second = await client.post(`${MEMBER}edit`, body);
    expect([first.code, second.code]).toEqual([1, 1]);
    const repeat = () =>
      client.send('POST', `${MEMBER}edit`, {
        body: JSON.stringify({ id: 80, motto: 'Twice' }),
        headers: { 'content-type': 'application/json', 'idempotency-key': `header-${database}` },
      });
    expect([(await repeat()).code, (await repeat()).code]).toEqual([1, 1]);
  });

  it('other callers must send base values with a revision, as for the REST route', async () => {
    const { row } = (await root.get('/admin/user/edit', { id: '80' })).data;
    const edit = { id: 80, motto: 'Newer', revision: row.revision };
    const plain = await root.post('/admin/user/edit', edit);
    const dotted = await root.post(`${MEMBER}edit`, edit);
    expect([dotted.code, dotted.msg]).toEqual([plain.code, plain.msg]);
    expect((await root.post(`${MEMBER}edit`, { ...edit, _base: { motto: row.motto } })).code).toBe(1);
    expect((await client.post(`${MEMBER}edit`, edit)).code).toBe(1);
  });

  it('refuses too many joined conditions without a read, and stops after the deadline', async () => {
    const { services } = testServer;
    const context = seedContext(services);
    const list = () => Promise.reject(new Error('a list was read'));
    const reader = { ...createReader(services), list };
    const source = createRowSource({ ctx: context, reader, request: { headers: {}, socket: {} } as never });
    const target = {
      ctx: context,
      reader,
      entity: getEntity('user'),
      source,
      controller: COMPAT_CONTROLLERS['user'] ?? {},
    };
    const getQuery = (count: number) => ({
      'search[]': Array.from({ length: count }, () => JSON.stringify({ field: 'group.name', operator: '=', val: 'x' })),
    });
    expect(await fromCompatQuery(getQuery(21), target)).toEqual(getQuery(21));
    await expect(fromCompatQuery(getQuery(1), target)).rejects.toThrow('a list was read');
    const lateCall = { ...target, ctx: { ...context, deadline: { hasPassed: true } } };
    await expect(fromCompatQuery(getQuery(1), lateCall)).rejects.toMatchObject({ code: 'server.deadline' });
    const items = getQuery(21)['search[]'];
    const query = items.map((item) => `search[]=${encodeURIComponent(item)}`).join('&');
    expect((await client.get(`${MEMBER}index?${query}`)).status).toBe(400);
  });

  it('sorts by several columns', async () => {
    const { code, data } = await client.get(`${MEMBER}index?limit=100&order=gender,asc;createtime,desc`);
    expect(code).toBe(1);
    const rows = data.list as readonly { readonly gender: number; readonly create_time: number }[];
    const sorted = [...rows].sort((a, b) => a.gender - b.gender || b.create_time - a.create_time);
    const keys = (list: typeof rows) => list.map((row) => [row.gender, row.create_time]);
    expect(keys(rows)).toEqual(keys(sorted));
  });

  it('takes names of object members for plain values', async () => {
    const [rule] = await testServer.services.db.rows<{ id: number; component: string }>(
      'SELECT id, component FROM `menu_rule` WHERE name = ?',
      ['admin_group'],
    );
    const setComponent = (component: string) =>
      testServer.services.db.transact((tx) =>
        tx.run('UPDATE `menu_rule` SET component = ? WHERE id = ?', [component, rule?.id ?? 0]),
      );
    await setComponent('constructor');
    const { code, data } = await client.get(`/admin/auth.rule/edit?id=${rule?.id ?? 0}`);
    await setComponent(rule?.component ?? '');
    expect([code, data.row.component]).toEqual([1, 'constructor']);
    expect((await client.get(`${MEMBER}index?order=constructor,asc`)).status).toBe(400);
    const item = { group: 'basics', name: 'extra_type', title: 'Extra', type: 'constructor' };
    expect((await client.post('/admin/routine.Config/add', item)).code).not.toBe(1);
  });

  it('refuses a value that is neither on nor off in a switch', async () => {
    const refused = await client.post('/admin/routine.Config/edit', { registration: 'maybe' });
    expect([refused.code, Object.keys(refused.data.fields)]).toEqual([0, ['registration']]);
  });

  it('sends our form to programs with an API token', async () => {
    const token = { name: 'Program', scopes: ['user/index', 'user/edit'], expire_time: endTime() };
    const created = await root.post('/admin/api_token/add', token);
    const shown = (await root.post('/admin/api_token/show', { id: created.data.row.id })).data;
    const program = getClient(shown);
    const { row } = (await program.get(`${MEMBER}edit?id=80`)).data;
    expect(row).toMatchObject({ status: 1, revision: expect.any(Number) });
    expect(row).not.toHaveProperty('createtime');
    const edited = await program.post(`${MEMBER}edit`, { id: 80, motto: 'Program' });
    expect([edited.code, edited.data.row.status]).toEqual([1, 1]);
  });

  it('a kiosk display gets no columns of joined rows', async () => {
    const cards = [latest('user'), latest('user_money_log')];
    const board = (await root.post('/admin/board/add', { title: 'Hall', cards })).data.row.id;
    const kiosk = await root.post('/admin/wall_screen/add', { name: 'Hall', board_id: board, expire_time: endTime() });
    const { token } = (await root.post('/admin/wall_screen/show', { id: kiosk.data.row.id })).data;
    const params = new URLSearchParams();
    const columns = [...getColumns(getEntity('user_money_log')).values()];
    for (const [name, value] of Object.entries(printQuery(columns, latestRowsQuery(latest('user_money_log')))))
      for (const item of [value].flat()) params.append(name, String(item));
    const path = `${testServer.url}/admin/user.moneyLog/index?${String(params)}`;
    const { code, data } = await sendRequest(path, { headers: { batoken: token, server: 'true' } });
    expect([code, data.list.length > 0]).toEqual([1, true]);
    for (const { user } of data.list) expect(user.username).not.toMatch(/^member\d/);
  });

  it('shows a record of the designer as it was then', async () => {
    const { spec } = serializeEntity(getEntity('news_category'));
    const { fields, ...table } = spec;
    const record = { table_name: 'older_table', table, fields, status: 'error', source: 'designer' };
    const { id } = await testServer.writer.create(seedContext(testServer.services), getEntity('crud_record'), record);
    const { row } = (await client.get(`/admin/crud.Log/edit?id=${id}`)).data;
    expect(row.table.name).toBe('older_table');
    expect(row.fields.map(({ name }: { name: string }) => name)).toContain('name');
  });
});
