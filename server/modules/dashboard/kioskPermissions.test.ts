/** A kiosk display shows only what both its owner and the admin who arranged its cards may see, at every moment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getColumns } from '../../../common/entity/columns';
import { printQuery } from '../../../common/query/listQuery';
import { latestRowsQuery, type DashboardCard } from '../../../common/live/dashboardCards';
import { sendRequest, limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const latest = (e: string): DashboardCard => ({ id: `new_${e}`, kind: 'latest', e, count: 5, w: 6, h: 4 });
const SECRET = ['admin', 'admin_log', 'config', 'message', 'user'];
const NODES = ['board/index', 'board/add', 'board/edit', 'lead/index'];

describe.each(sampleDialects())('the permissions of a kiosk display on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let low: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    low = await limitedAdmin(testServer, NODES);
  });
  afterAll(() => testServer.close());

  const loadLayout = async (who: Caller, e: string): Promise<number> => {
    const created = await who.post('/admin/board/add', { title: `Hall ${e}`, cards: [latest(e)] });
    expect(created.code).toBe(1);
    return created.data.row.id;
  };
  const createKiosk = async (layout: number | null): Promise<string> => {
    const end = Math.floor(testServer.services.clock.now() / 1000) + 86_400;
    const created = await root.post('/admin/wall_screen/add', { name: 'Hall', board_id: layout, expire_time: end });
    return (await root.post('/admin/wall_screen/show', { id: created.data.row.id })).data.token;
  };
  const latestRow = (e: string): string => {
    const entity = testServer.services.registry.get(e);
    const params = new URLSearchParams();
    const columns = entity ? [...getColumns(entity).values()] : [];
    for (const [name, value] of Object.entries(printQuery(columns, latestRowsQuery(latest(e)))))
      for (const item of Array.isArray(value) ? value : [value]) params.append(name, String(item));
    return `/admin/${e}/index?${String(params)}`;
  };
  const read = async (token: string, e: string): Promise<number> =>
    (await sendRequest(testServer.url + latestRow(e), { headers: { batoken: token, server: 'true' } })).code;

  it('hides rows that only its owner may see after another admin put them on the board', async () => {
    const layout = await loadLayout(root, 'config');
    const token = await createKiosk(layout);
    expect(await read(token, 'config')).toBe(1);
    for (const e of SECRET) {
      expect((await low.post('/admin/board/edit', { id: layout, cards: [latest(e)] })).code).toBe(1);
      expect([e, await read(token, e)]).toEqual([e, 403]);
    }
    await low.post('/admin/board/edit', { id: layout, cards: [latest('lead')] });
    expect(await read(token, 'lead')).toBe(1);
    await root.post('/admin/board/edit', { id: layout, cards: [latest('config')] });
    expect(await read(token, 'config')).toBe(1);
  });

  it('a change of the title keeps the arranger of a board', async () => {
    const layout = await loadLayout(low, 'config');
    const token = await createKiosk(layout);
    expect(await read(token, 'config')).toBe(403);
    await root.post('/admin/board/edit', { id: layout, title: 'Renamed by the owner', arranged_by: root.id });
    expect(await read(token, 'config')).toBe(403);
  });

  it('a display without a board is limited by the arranger of its owner’s board', async () => {
    const token = await createKiosk(null);
    await loadLayout(low, 'config');
    expect(await read(token, 'config')).toBe(403);
  });

  it('follows the permissions of the arranger at once, on REST and on the socket', async () => {
    const arranger = await limitedAdmin(testServer, [...NODES, 'config/index']);
    const layout = await loadLayout(arranger, 'config');
    const token = await createKiosk(layout);
    expect(await read(token, 'config')).toBe(1);
    const client = await connectLiveClient(`${testServer.url}/admin`, token, {});
    const query = latestRowsQuery(latest('config'));
    const spec = { k: 'list', e: 'config', where: query.where, sort: query.sort } as const;
    const asked = await client.ask({ epoch: '', topics: [{ t: 'own', spec }] });
    expect(asked.ok && asked.r['own']?.ok).toBe(true);
    const ended: unknown[] = [];
    client.socket.on('reset', (frame) => ended.push(frame));
    const group = (await root.get('/admin/admin/edit', { id: String(arranger.id) })).data.row.group_arr[0];
    await root.post('/admin/admin_group/edit', { id: group, rules: NODES });
    expect(await read(token, 'config')).toBe(403);
    for (const end = Date.now() + 15_000; ended.length === 0 && Date.now() < end;) await sleep(20);
    expect(ended).toEqual([expect.objectContaining({ why: 'perm' })]);
    client.close();
    await root.post('/admin/admin/edit', { id: arranger.id, status: 0 });
    expect(await read(token, 'config')).toBe(403);
  });
});
