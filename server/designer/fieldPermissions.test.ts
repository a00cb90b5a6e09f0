/** Who may read and write a designed field is enforced on each way to its value: lists, frames, writes, export, history, past states. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { introspectSchema } from '../db/schema/introspect';
import { limitedAdmin, superAdmin, type ApiResponse, type Caller } from '../testing/callers';
import { connectLiveClient, type LiveClient } from '../testing/live/liveClient';
import { waitUntil } from '../testing/live/presenceClient';
import { loadFactor } from '../testing/loadFactor';
import { startTestServer, testDialects, type TestServer } from '../testing/testServer';

const PHONE = '0571-88112233';
/** The last two would wait for five seconds each. */
const SQL_PAYLOADS = [
  ...[
    "' OR '1'='1",
    'id; DROP TABLE lead_case',
    '(SELECT password FROM admin)',
    'name`',
    'name" --',
    '1) UNION SELECT 1 --',
  ],
  ...['$.a', 'name->"$.x"', 'literal(1)', '__proto__', '\u0000', '%27', 'CAST(phone AS INT)'],
  ...["1' AND SLEEP(5) AND '1'='1", "1' AND randomblob(900000000) AND '1'='1"],
];
const VERBS = ['index', 'add', 'edit'];

describe.each(testDialects())('a designed field with permissions of its own on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  /** May read and write the phone. */
  let agent: Caller;
  /** May edit records, but neither read the phone nor write the level. */
  let clerk: Caller;
  let designId: number;
  let rowId: number;
  let clients: readonly LiveClient[] = [];

  const addField = async (name: string, more: object) => {
    const labels = { label_en: `Its ${name}`, label_zh: `${name}文` };
    const { msg } = await admin.post('/admin/crud_design_field/add', {
      design_id: designId,
      name,
      kind: 'text',
      ...labels,
      ...more,
    });
    expect(msg).toBe('Design field added');
  };
  const apply = async (groups: object[] = []) => {
    const { data, msg } = await admin.post('/admin/crud_design/apply', { id: designId, groups });
    expect(msg).toBe('Job started.');
    await server.jobs.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(data.job) })).data;
    expect([row.status, row.error]).toEqual(['success', '']);
  };
  const loadGroup = async (caller: Caller): Promise<number> =>
    (await admin.get('/admin/admin/edit', { id: String(caller.id) })).data.row.group_arr[0];
  const rowFor = async (caller: Caller) => (await caller.get('/admin/lead_case/edit', { id: String(rowId) })).data.row;

  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    [agent, clerk] = [
      await limitedAdmin(server, ['news/index'], 'all'),
      await limitedAdmin(server, ['news/index'], 'all'),
    ];
    designId = (await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'lead_case' })).data.id;
    await admin.post('/admin/crud_design/edit', { id: designId, one_zh: '线索', many_zh: '线索' });
    await addField('phone', { is_searched: 1, read_permission: 'see_phone', write_permission: 'write_phone' });
    await addField('level', { write_permission: 'write_level', default_value: 'low' });
    await apply([
      { group: await loadGroup(agent), actions: [...VERBS, 'see_phone', 'write_phone'] },
      { group: await loadGroup(clerk), actions: VERBS },
    ]);
    rowId = (await admin.post('/admin/lead_case/add', { name: 'First', phone: PHONE, level: 'high' })).data.id;
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await server.close();
  });

  it('is a permission in the menu rules, which the apply granted to the chosen groups', async () => {
    const { list } = (await admin.get('/admin/menu_rule/index', { quick_search: 'lead_case/', limit: '100' })).data;
    const rules = list.map(({ name }: { name: string }) => name);
    expect(rules).toEqual(
      expect.arrayContaining(['lead_case/see_phone', 'lead_case/write_phone', 'lead_case/write_level']),
    );
    expect(rules).not.toContain('lead_case/see_restricted');
  });

  it('shows the field in lists, records, filters and the search to its readers only', async () => {
    expect(await rowFor(agent)).toMatchObject({ name: 'First', phone: PHONE, level: 'high' });
    expect(await rowFor(clerk)).not.toHaveProperty('phone');
    const search = { 'search[0][field]': 'phone', 'search[0][operator]': '=', 'search[0][val]': PHONE };
    expect((await agent.get('/admin/lead_case/index', search)).data.total).toBe(1);
    expect((await clerk.get('/admin/lead_case/index', search)).status).toBe(400);
    expect((await agent.get('/admin/lead_case/index', { quick_search: PHONE })).data.total).toBe(1);
    expect((await clerk.get('/admin/lead_case/index', { quick_search: PHONE })).data.total).toBe(0);
    expect((await clerk.get('/admin/lead_case/index')).text).not.toContain(PHONE);
  });

  it('sends the field in frames to its readers only', async () => {
    clients = [
      await connectLiveClient(`${server.url}/admin`, agent.token, {}),
      await connectLiveClient(`${server.url}/admin`, clerk.token, {}),
    ];
    const spec = { k: 'list', e: 'lead_case', where: { all: [] }, sort: [] } as const;
    for (const client of clients) await client.subscribe('list', spec);
    await admin.post('/admin/lead_case/edit', { id: rowId, name: 'Second', phone: `${PHONE}-9` });
    const [ofAgent, ofClerk] = clients as readonly [LiveClient, LiveClient];
    const hasName = ({ raw }: LiveClient) => raw.some((text) => text.includes('Second'));
    await waitUntil(() => hasName(ofAgent) && hasName(ofClerk), 'both frames', 3_000 * loadFactor());
    expect(ofAgent.raw.join()).toContain(`${PHONE}-9`);
    expect(ofClerk.raw.join()).not.toContain(PHONE);
  });

  it('ignores the field in writes of those without its write permission', async () => {
    const getIgnored = (response: ApiResponse) => [response.code, response.data.ignored];
    const sent = { id: rowId, phone: '1', level: 'none' };
    expect(getIgnored(await clerk.post('/admin/lead_case/edit', { ...sent, name: 'Third' }))).toEqual([
      1,
      ['phone', 'level'],
    ]);
    expect(getIgnored(await agent.post('/admin/lead_case/edit', { ...sent, phone: '2' }))).toEqual([1, ['level']]);
    expect(await rowFor(admin)).toMatchObject({ name: 'Third', phone: '2', level: 'high' });
    const { data } = await clerk.post('/admin/lead_case/add', { name: 'Own', phone: '3', level: 'none' });
    const added = (await admin.get('/admin/lead_case/edit', { id: String(data.id) })).data.row;
    expect(added).toMatchObject({ name: 'Own', phone: null, level: 'low' });
    const before = await rowFor(admin);
    await clerk.post('/admin/lead_case/batchEdit', { ids: [rowId], set: { level: 'none', phone: '4' } });
    expect(await rowFor(admin)).toEqual(before);
    await clerk.post('/admin/lead_case/batchEdit', { ids: [rowId], set: { level: 'none', name: 'Fourth' } });
    expect(await rowFor(admin)).toMatchObject({ name: 'Fourth', phone: '2', level: 'high' });
  });

  // @case T7.20
  it('responds to each query about the field as to those about a name that does not exist', async () => {
    const queries = (name: string): Readonly<Record<string, string>>[] => [
      ...['=', 'LIKE', 'IN', 'NULL', '>'].map((operator) => ({
        'search[0][field]': name,
        'search[0][operator]': operator,
        'search[0][val]': '0',
      })),
      { order: `${name},asc` },
      { [name]: '0' },
    ];
    const ask = async (path: string, name: string) => {
      const responses = await Promise.all(queries(name).map((query) => clerk.get(path, query)));
      return responses.map(({ status, code, msg, data }) =>
        JSON.stringify([status, code, msg, data]).replaceAll(name, '?'),
      );
    };
    for (const path of ['/admin/lead_case/index', '/admin/lead_case/select', '/admin/lead_case/export'])
      expect(await ask(path, 'phone')).toEqual(await ask(path, 'nothing'));
    const client = clients[1];
    const subscribe = async (name: string) => {
      const spec = { k: 'list', e: 'lead_case', where: { all: [{ field: name, op: '=', value: '2' }] }, sort: [] };
      return JSON.stringify(await client?.ask({ t: 'probe', spec })).replaceAll(name, '?');
    };
    expect(await subscribe('phone')).toBe(await subscribe('nothing'));
  });

  // @case T7.19
  it('takes no SQL in names, operators, values and orders', async () => {
    const loadSchema = async () => JSON.stringify(await introspectSchema(server.services.db, database));
    const before = await loadSchema();
    const began = performance.now();
    for (const payload of SQL_PAYLOADS)
      for (const query of [
        { 'search[0][field]': payload, 'search[0][operator]': '=', 'search[0][val]': '1' },
        { 'search[0][field]': 'name', 'search[0][operator]': payload, 'search[0][val]': '1' },
        { 'search[0][field]': 'name', 'search[0][operator]': '=', 'search[0][val]': payload },
        { order: payload },
        { order: `id,${payload}` },
        { quick_search: payload },
        { [payload]: '1' },
      ])
        expect((await agent.get('/admin/lead_case/index', query)).status).toBeLessThan(500);
    expect(performance.now() - began).toBeLessThan(SQL_PAYLOADS.length * 1_000 * loadFactor());
    expect(await loadSchema()).toBe(before);
  });

  it('leaves the field out of exports, the history and past states for others', async () => {
    const now = String(Math.floor(server.services.clock.now() / 1000));
    const paths = (caller: Caller) =>
      Promise.all([
        caller.get('/admin/lead_case/export'),
        caller.get('/admin/lead_case/history', { id: String(rowId) }),
        caller.get('/admin/lead_case/index', { asOf: now }),
        caller.get('/admin/lead_case/edit', { id: String(rowId), asOf: now }),
      ]);
    for (const response of await paths(agent))
      expect([response.status, response.text]).toEqual([200, expect.stringMatching(/0571|phone/)]);
    for (const response of await paths(clerk)) {
      expect(response.status).toBe(200);
      expect(response.text).not.toMatch(/0571|phone/);
    }
    expect((await clerk.get('/admin/lead_case/export', { columns: 'phone' })).status).not.toBe(200);
    const revert = await clerk.get('/admin/lead_case/history', { id: String(rowId) });
    const oldest = revert.data.list.at(-1);
    await clerk.post('/admin/lead_case/revert', { id: rowId, seq: oldest.seq, fields: ['phone', 'level'] });
    expect(await rowFor(admin)).toMatchObject({ phone: '2', level: 'high' });
  });

  it('names the missing permission to those who ask why', async () => {
    const query = { admin_id: String(clerk.id), node: 'lead_case/index', field: 'phone' };
    expect((await admin.get('/admin/admin_group/explain', query)).data).toMatchObject({
      allowed: false,
      reason: { rule: 'field_masked', node: 'lead_case/see_phone' },
    });
  });

  it('opens the field to all readers at once when an apply removes its permission', async () => {
    const { list } = (await admin.get('/admin/crud_design_field/index', { quick_search: 'phone' })).data;
    await admin.post('/admin/crud_design_field/edit', { id: list[0].id, read_permission: '', write_permission: '' });
    await apply();
    expect(await rowFor(clerk)).toMatchObject({ phone: '2' });
    const { row } = (await admin.get('/admin/admin_group/edit', { id: String(await loadGroup(agent)) })).data;
    expect(row.rules).not.toContain('lead_case/see_phone');
  });
});
