/**
 * An entity from its design to its removal, as its users see it: the menu within three seconds, requests, frames and the API document in the
 * same process, a dashboard card, undo, past states, a roll back that leaves the schema as it was, and source that type-checks.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DashboardAck } from '../../common/protocol/liveEvents';
import { typeErrors } from '../../common/testing/typeErrors';
import { introspectSchema, sortSchema } from '../db/schema/introspect';
import { limitedAdmin, superAdmin, type ApiResponse, type Caller } from '../testing/callers';
import { connectLiveClient, type LiveClient } from '../testing/live/liveClient';
import { waitUntil } from '../testing/live/presenceClient';
import { loadFactor } from '../testing/loadFactor';
import { startTestServer, testDialects, type TestServer } from '../testing/testServer';

const WITHIN_MS = 3_000;
const BULK = 20;
const CHANGED_SINCE = 3;
const STEP_MS = 60_000;

describe.each(testDialects())('the life of a designed entity on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let anna: Caller;
  let ben: Caller;
  let consoleClient: LiveClient;
  let designId: number;
  let emptySchema: string;
  const ids: number[] = [];

  const schema = async () => JSON.stringify(sortSchema(await introspectSchema(server.services.db, database)));
  const settle = async (response: ApiResponse) => {
    expect([response.code, response.msg]).toEqual([1, 'Job started.']);
    await server.jobs.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(response.data.job) })).data;
    expect([row.status, row.error]).toEqual(['success', '']);
  };
  const seesMenu = async (caller: Caller) =>
    JSON.stringify((await caller.get('/admin/Index/index')).data.menus).includes('"ticket"');
  const rows = async (query: Readonly<Record<string, string>> = {}) =>
    (await anna.get('/admin/ticket/index', { limit: '100', order: 'id,asc', ...query })).data.list as readonly {
      readonly id: number;
      readonly name: string;
      readonly note: string | null;
    }[];
  const now = () => Math.floor(server.services.clock.now() / 1000);

  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    anna = await limitedAdmin(server, ['news/index'], 'all');
    ben = await limitedAdmin(server, ['news/index'], 'all');
    emptySchema = await schema();
    designId = (await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'ticket' })).data.id;
    await admin.post('/admin/crud_design/edit', { id: designId, one_zh: '工单', many_zh: '工单' });
    const labels = { label_en: 'Note', label_zh: '备注' };
    await admin.post('/admin/crud_design_field/add', { design_id: designId, name: 'note', kind: 'text', ...labels });
    consoleClient = await connectLiveClient(`${server.url}/admin`, anna.token, {});
  });
  afterAll(async () => {
    consoleClient.close();
    await server.close();
  });

  it('is in the menu of an open console within three seconds, with requests, frames and the API document', async () => {
    const groups = await Promise.all(
      [anna, ben].map(async ({ id }) => {
        const { row } = (await admin.get('/admin/admin/edit', { id: String(id) })).data;
        return { group: row.group_arr[0] as number, actions: ['index', 'add', 'edit', 'del', 'restore'] };
      }),
    );
    expect(await seesMenu(anna)).toBe(false);
    const began = performance.now();
    const started = await admin.post('/admin/crud_design/apply', { id: designId, groups });
    await waitUntil(() => consoleClient.authz.length > 0, 'a notice', WITHIN_MS * loadFactor());
    while (!(await seesMenu(anna))) expect(performance.now() - began).toBeLessThan(WITHIN_MS * loadFactor());
    expect(performance.now() - began).toBeLessThan(WITHIN_MS * loadFactor());
    await settle(started);
    await consoleClient.subscribe('list', { k: 'list', e: 'ticket', where: { all: [] }, sort: [] });
    for (let index = 0; index < BULK; index += 1)
      ids.push((await ben.post('/admin/ticket/add', { name: `Ticket ${index}`, note: 'old' })).data.id);
    await waitUntil(() => consoleClient.raw.join().includes(`Ticket ${BULK - 1}`), 'frames', WITHIN_MS * loadFactor());
    expect((await rows()).map(({ id }) => id)).toEqual(ids);
    const { paths } = JSON.parse((await admin.get('/openapi.json')).text);
    expect(paths).toHaveProperty('/admin/ticket/add');
  });

  it('has cards on the dashboard, live and as of a moment', async () => {
    const metrics = { count: { e: 'ticket' } };
    const live = async () => {
      const response: DashboardAck = await consoleClient.socket.timeout(5_000).emitWithAck('dash', { w: metrics });
      return JSON.stringify(response);
    };
    const end = performance.now() + WITHIN_MS * loadFactor();
    while (!(await live()).includes(`,${BULK}]`)) expect(performance.now()).toBeLessThan(end);
    const moment = now();
    server.advanceClock(STEP_MS);
    const extra = (await ben.post('/admin/ticket/add', { name: 'Extra' })).data.id;
    const asOf = async (at: number) =>
      JSON.stringify((await anna.post('/admin/Dashboard/asOf', { asOf: at, metrics })).data.metrics);
    expect(await asOf(moment)).toContain(`,${BULK}]`);
    expect(await asOf(now())).toContain(`,${BULK + 1}]`);
    await admin.post('/admin/ticket/del', { ids: [extra] });
    await admin.post('/admin/ticket/purge', { ids: [extra] });
  });

  it('undoes a bulk edit except for the records that others changed since, and redoes it', async () => {
    const bulk = await anna.post('/admin/ticket/batchEdit', { ids, set: { note: 'new' } });
    expect(bulk.code).toBe(1);
    for (const id of ids.slice(0, CHANGED_SINCE)) await ben.post('/admin/ticket/edit', { id, note: 'newer' });
    const undone = await anna.post('/admin/history/undo', { cid: bulk.data.cid });
    expect(undone.data.undone).toBe(BULK - CHANGED_SINCE);
    expect(undone.data.left).toHaveLength(CHANGED_SINCE);
    const notes = async () => (await rows()).map(({ note }) => note);
    const expected = (note: string) => ids.map((_, index) => (index < CHANGED_SINCE ? 'newer' : note));
    expect(await notes()).toEqual(expected('old'));
    await anna.post('/admin/history/undo', { cid: undone.data.cid });
    expect(await notes()).toEqual(expected('new'));
  });

  it('records as of a moment have the values of that moment, and one field can be restored', async () => {
    server.advanceClock(STEP_MS);
    const [moment, snapshot] = [now(), await rows()];
    server.advanceClock(STEP_MS);
    const [id = 0] = ids;
    await ben.post('/admin/ticket/edit', { id, name: 'Renamed', note: 'replaced' });
    await ben.post('/admin/ticket/del', { ids: ids.slice(-1) });
    expect(await rows({ asOf: String(moment) })).toEqual(snapshot);
    const { list } = (await anna.get('/admin/ticket/history', { id: String(id) })).data;
    await anna.post('/admin/ticket/revert', { id, seq: list[0].seq, fields: ['note'] });
    expect((await rows())[0]).toMatchObject({ name: 'Renamed', note: 'newer' });
  });

  it('exports source that type-checks', async () => {
    const { files } = (await admin.get('/admin/crud_design/code', { id: String(designId) })).data;
    const [definition] = files as readonly { readonly path: string; readonly content: string }[];
    expect(definition?.content).toContain("defineEntity('ticket'");
    expect(typeErrors(new Map([[definition?.path ?? '', definition?.content ?? '']]))).toEqual([]);
  });

  it('leaves schema, menu and permissions as they were when it is rolled back', async () => {
    const { list } = (await admin.get('/admin/crud_record/index', { quick_search: 'ticket', order: 'id,desc' })).data;
    await settle(await admin.post('/admin/crud_record/rollback', { id: list[0].id, confirm: 'ticket' }));
    expect(await schema()).toBe(emptySchema);
    expect(await seesMenu(anna)).toBe(false);
    expect((await anna.get('/admin/ticket/index')).status).toBe(404);
    const groups = await server.services.db.rows<{ rules: string }>('SELECT rules FROM admin_group');
    expect(JSON.stringify(groups)).not.toContain('ticket/');
  });
});
