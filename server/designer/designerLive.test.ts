/** A designed entity reaches every node and every open console within seconds, with no restart; its exported source takes its place. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entities } from '../../common/entities/index';
import { createRegistry } from '../../common/entity/registry';
import { mariadbUrl } from '../../config/jest/testEnvironment';
import { introspectSchema, sortSchema } from '../db/schema/introspect';
import { limitedAdmin, superAdmin, type Caller } from '../testing/callers';
import { changeInput, complaint, type TestChange } from '../testing/designed/designedComplaint';
import { connectLiveClient, type LiveClient } from '../testing/live/liveClient';
import { waitUntil } from '../testing/live/presenceClient';
import { loadFactor } from '../testing/loadFactor';
import { createMariadbDatabase } from '../testing/database/mariadbDatabase';
import { startTestServer, testDialects, type TestServer } from '../testing/testServer';
import { DESIGNER_JOBS } from './designerJobs';

const WITHIN_MS = 3_000;
const CREATION: TestChange = { from: null, to: complaint };

async function apply(server: TestServer, admin: Caller, change = CREATION): Promise<void> {
  const input = JSON.parse(JSON.stringify(changeInput(change)));
  await server.jobs.enqueue({ kind: DESIGNER_JOBS.apply, subject: 'complaint', input, adminId: admin.id });
  await server.jobs.settled();
}

const onMariadb = mariadbUrl() === null ? describe.skip : describe;
onMariadb('an entity designed on another node', () => {
  let database: Awaited<ReturnType<typeof createMariadbDatabase>>;
  let first: TestServer;
  let second: TestServer;
  let admin: Caller;
  let clerk: Caller;
  let client: LiveClient;
  const onSecond = (caller: Caller, path: string) =>
    fetch(second.url + path, { headers: { batoken: caller.token, server: 'true' } });
  const definitionsOn = async (caller: Caller) => {
    const response = (await (await onSecond(caller, '/admin/Index/index')).json()) as {
      readonly data: { readonly definitions: readonly { readonly name: string }[] };
    };
    return response.data.definitions.map(({ name }) => name);
  };
  beforeAll(async () => {
    database = await createMariadbDatabase();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    first = await startTestServer({ env, settings: { captcha: 'never' } });
    second = await startTestServer({ env, isSecondNode: true });
    const hasBoth = ({ live }: TestServer) => live.nodes.alive().length === 2;
    await waitUntil(() => hasBoth(first) && hasBoth(second), 'both nodes', 8_000);
    admin = await superAdmin(first);
    clerk = await limitedAdmin(first, ['news/index', 'complaint/index']);
    client = await connectLiveClient(`${second.url}/admin`, clerk.token, {});
  });
  afterAll(async () => {
    client.close();
    await second.close();
    await first.close();
    await database.drop();
  });

  it('a designed entity is announced to open consoles, which then read its definition, within three seconds', async () => {
    const began = performance.now();
    await apply(first, admin);
    await waitUntil(() => client.authz.length > 0, 'a notice', WITHIN_MS * loadFactor());
    expect(await definitionsOn(clerk)).toEqual(['complaint']);
    expect(performance.now() - began).toBeLessThan(WITHIN_MS * loadFactor());
    expect((await onSecond(clerk, '/admin/complaint/index')).status).toBe(200);
  });

  it('sends changes of its rows, and ends the topic when it is deleted', async () => {
    await client.subscribe('list', { k: 'list', e: 'complaint', where: { all: [] }, sort: [] });
    await admin.post('/admin/complaint/add', { subject: 'Too loud' });
    await waitUntil(() => client.raw.some((text) => text.includes('Too loud')), 'a frame', WITHIN_MS * loadFactor());
    await apply(first, admin, { from: complaint, to: null });
    await waitUntil(() => client.resets.length > 0, 'a reset', WITHIN_MS * loadFactor());
    expect(await definitionsOn(clerk)).toEqual([]);
    expect((await onSecond(clerk, '/admin/complaint/index')).status).toBe(404);
  });
});

describe.each(testDialects())('a menu that changes together with a role group on %s', (database) => {
  it('is announced to super admins too, whose permissions stay the same', async () => {
    const server = await startTestServer({ database });
    const admin = await superAdmin(server);
    await limitedAdmin(server, ['news/index']);
    const [group] = await server.services.db.rows<{ id: number }>('SELECT MAX(id) AS id FROM admin_group');
    const client = await connectLiveClient(`${server.url}/admin`, admin.token, {});
    try {
      await apply(server, admin, { ...CREATION, grants: [{ group: Number(group?.id), nodes: ['complaint/index'] }] });
      // The definition, then its menu rules.
      await waitUntil(() => client.authz.length > 1, 'both notices', WITHIN_MS * loadFactor());
      expect(new Set(client.authz.map(({ why }) => why))).toEqual(new Set(['menu']));
    } finally {
      client.close();
      await server.close();
    }
  });
});

describe.each(testDialects())('a definition that became source code on %s', (database) => {
  it('has the same schema, the same API and the same responses as the designed one', async () => {
    const observe = async (server: TestServer, admin: Caller) => {
      await admin.post('/admin/complaint/add', { subject: 'Too loud', severity: 2 });
      const { row } = (await admin.get('/admin/complaint/edit', { id: '1' })).data;
      const schema = await introspectSchema(server.services.db, database);
      const { paths, components } = JSON.parse((await admin.get('/openapi.json')).text);
      return JSON.stringify({
        row: { ...row, create_time: 0, update_time: 0 },
        schema: sortSchema(schema).find(({ name }) => name === 'complaint'),
        paths: Object.entries(paths)
          .filter(([path]) => path.startsWith('/admin/complaint/'))
          .sort(),
        component: components.schemas.complaint,
      });
    };
    const designed = await startTestServer({ database });
    const coded = await startTestServer({ database, registry: createRegistry({ ...entities, complaint }) });
    try {
      const admin = await superAdmin(designed);
      await apply(designed, admin);
      expect(await observe(designed, admin)).toBe(await observe(coded, await superAdmin(coded)));
    } finally {
      await designed.close();
      await coded.close();
    }
  });
});
