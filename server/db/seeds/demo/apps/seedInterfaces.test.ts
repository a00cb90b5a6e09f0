/** The interfaces of the demo apps serve calls that are signed with the key of the app. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRequest, superAdmin, type Caller } from '../../../../testing/callers';
import { callGateway } from '../../../../testing/gatewayCaller';
import { startTestServer, testDialects, type TestServer } from '../../../../testing/testServer';

interface OnlineRow {
  readonly id: number;
  readonly app_id: number;
  readonly url: string;
}

describe.each(testDialects())('the interfaces of the demo on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, seed: 'demo' });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());
  const online = (where: string) =>
    testServer.services.db.rows<OnlineRow>(
      `SELECT r.id, r.app_id, r.url FROM \`app_plugin_version_api\` r JOIN \`app\` a ON a.id = r.app_id
       JOIN \`enterprise\` e ON e.id = a.company_id AND e.status = 1 WHERE r.route_status = 1 AND ${where} ORDER BY r.id`,
    );

  it('a signed test call gets the example of the definition', async () => {
    const [route] = await online("r.item = 'third'");
    const appId = Number(route?.app_id);
    const shown = await root.post('/admin/app/show', { id: appId });
    const { row } = (await root.get(`/admin/app/edit?id=${appId}`)).data;
    const credentials = { appId, key: String(row.key), secret: String(shown.data.token) };
    const call = { method: 'POST', path: String(route?.url), isTest: true };
    const response = await callGateway(testServer.url, credentials, { ...call, body: '{"number":"R-1042"}' });
    expect([response.status, JSON.parse(response.text)]).toEqual([
      200,
      { code: 1, msg: 'ok', data: { received: true } },
    ]);
    expect((await callGateway(testServer.url, credentials, { ...call, body: '{}' })).status).toBe(422);
    expect((await callGateway(testServer.url, { ...credentials, secret: 'x' }, call)).status).toBe(401);
  });

  it('an interface with simple authentication needs only the key', async () => {
    const [route] = await online("r.url LIKE '%/progress'");
    const { row } = (await root.get(`/admin/app/edit?id=${Number(route?.app_id)}`)).data;
    const headers = { 'x-open-key': String(row.key), 'x-open-test': '1' };
    const address = `${testServer.url}/open/${Number(route?.app_id)}${String(route?.url)}?number=R-1042`;
    expect((await sendRequest(address, { headers })).data).toMatchObject({ percent: 60 });
  });

  it('an app that is packed runs at its address, and no other app does', async () => {
    const rows = await testServer.services.db.rows<{ id: number; container_id: string | null; running_status: number }>(
      'SELECT a.id, a.container_id, a.running_status FROM `app` a JOIN `enterprise` e ON e.id = a.company_id AND e.status = 1',
    );
    for (const { id, container_id: container, running_status: status } of rows) {
      const { status: http } = await sendRequest(`${testServer.url}/apps/${Number(id)}/`);
      expect([Number(status), http]).toEqual(container === null ? [0, 404] : [2, 200]);
    }
    expect(rows.filter(({ container_id: container }) => container !== null).length).toBeGreaterThan(8);
  });

  it('the try-out gets a response from every interface that staff may call', async () => {
    const rows = await online("r.item IN ('admin', 'third')");
    expect(rows.length).toBeGreaterThan(16);
    for (const { id, url } of rows) {
      const isList = url.endsWith('/index');
      const { data } = await root.post('/admin/app_plugin_version_api/call', {
        id: Number(id),
        isTest: true,
        ...(isList ? { method: 'GET', query: 'page=1' } : { method: 'POST', body: '{"number":"R-1042"}' }),
      });
      expect([url, data.answer.status]).toEqual([url, 200]);
    }
  });
});
