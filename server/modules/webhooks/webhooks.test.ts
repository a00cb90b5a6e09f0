/** Webhooks: signed events about changes, at least once, with the visibility of their owner, and never to a private address. */
import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { webhook } from '../../../common/entities/webhook';
import { EXAMPLE_EVENT } from '../apiDocs/webhookChapter';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { startUpstreamServer, type UpstreamServer } from '../../testing/fakes/upstreamServer';
import { waitForValue } from '../../testing/terminalHarness';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { systemContext } from '../../platform/systemContext';

interface DeliveryRow {
  readonly id: number;
  readonly webhook_id: number;
  readonly status: number;
}
interface SentEvent {
  readonly event: string;
  readonly revision: number;
  readonly changed: readonly string[];
  readonly row: Readonly<Record<string, unknown>>;
}
const DAY = 86_400_000;

describe.each(sampleDialects())('webhooks on %s', (database) => {
  let receiver: UpstreamServer;
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    receiver = await startUpstreamServer();
    testServer = await startTestServer({ database, env: { PRIVATE_HOSTS: receiver.host } });
    root = await superAdmin(testServer);
  });
  beforeEach(async () => {
    await testServer.webhooks.run();
    const { data } = await root.get('/admin/webhook/index', { limit: '100' });
    const ids = data.list.map(({ id }: Pick<DeliveryRow, 'id'>) => id);
    if (ids.length > 0) await root.post('/admin/webhook/del', { ids });
    receiver.received.length = 0;
    receiver.respond = undefined;
  });
  afterAll(async () => {
    await testServer.close();
    await receiver.close();
  });

  const addWebhook = async (values: object = {}, who = root): Promise<number> => {
    const response = await who.post('/admin/webhook/add', {
      title: 'Office',
      url: `${receiver.url}/hook`,
      events: ['news_category.*'],
      ...values,
    });
    expect([response.code, response.data?.fields]).toEqual([1, undefined]);
    return Number(response.data.row.id);
  };
  const loadSecret = async (id: number, who = root) =>
    String((await who.post('/admin/webhook/show', { id })).data.token);
  const addCategory = async (name: string) =>
    Number((await root.post('/admin/news_category/add', { name })).data.row.id);
  const deliveries = async (id: number): Promise<readonly DeliveryRow[]> =>
    (await root.get('/admin/webhook_delivery/index', { limit: '100', order: 'id,asc' })).data.list.filter(
      (row: DeliveryRow) => row.webhook_id === id,
    );
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as SentEvent);

  it('sends a signed event of each change, by itself', async () => {
    const added = await addWebhook();
    const secret = await loadSecret(added);
    const id = await addCategory('Harbour');
    await root.post('/admin/news_category/edit', { id, name: 'Port' });
    await root.post('/admin/news_category/del', { ids: [id] });
    await root.post('/admin/news_category/restore', { ids: [id] });
    await waitForValue(() => (receiver.received.length === 4 ? true : undefined));
    const sent = bodies().sort((one, other) => one.revision - other.revision);
    expect(sent.map(({ event }) => event)).toEqual(
      ['created', 'updated', 'deleted', 'restored'].map((action) => `news_category.${action}`),
    );
    expect(sent[1]).toMatchObject({
      entity: 'news_category',
      id,
      changed: expect.arrayContaining(['name']),
      row: { id, name: 'Port' },
    });
    // The page for programs shows an update of a category, which takes longer than a second.
    const withoutTime = (names: readonly string[] = []) => names.filter((name) => name !== 'update_time');
    expect(Object.keys(sent[1] ?? {})).toEqual(Object.keys(EXAMPLE_EVENT));
    expect(Object.keys(sent[1]?.row ?? {})).toEqual(Object.keys(EXAMPLE_EVENT.row));
    expect([sent[1]?.event, withoutTime(sent[1]?.changed)]).toEqual([
      EXAMPLE_EVENT.event,
      withoutTime(EXAMPLE_EVENT.changed),
    ]);
    for (const { headers, body, method } of receiver.received) {
      const expected = createHmac('sha256', secret)
        .update(`${String(headers['x-webhook-time'])}.${body}`)
        .digest('hex');
      expect([method, headers['content-type'], headers['x-webhook-signature']]).toEqual([
        'POST',
        'application/json',
        expected,
      ]);
    }
    await waitForValue(async () => ((await deliveries(added)).every(({ status }) => status === 1) ? true : undefined));
    expect((await deliveries(added))[0]).toMatchObject({
      event: 'news_category.created',
      http_status: 200,
      attempts: 1,
    });
  });

  it('sends chosen events only, and nothing from before it was added or enabled', async () => {
    const id = await addCategory('Earlier');
    const added = await addWebhook({ events: ['news_category.updated'] });
    await addCategory('Created only');
    await root.post('/admin/news_category/edit', { id, name: 'Chosen' });
    await testServer.webhooks.run();
    expect(bodies().map(({ row }) => row['name'])).toEqual(['Chosen']);
    await root.post('/admin/webhook/edit', { id: added, status: 0 });
    await root.post('/admin/news_category/edit', { id, name: 'Meanwhile' });
    await testServer.webhooks.run();
    await root.post('/admin/webhook/edit', { id: added, status: 1 });
    await root.post('/admin/news_category/edit', { id, name: 'Again' });
    await testServer.webhooks.run();
    expect(bodies().map(({ row }) => row['name'])).toEqual(['Chosen', 'Again']);
  });

  it.each([
    ['nothing.created'],
    ['news'],
    ['news.viewed'],
    ['webhook.updated'],
    ['webhook_delivery.*'],
    ['notice.created'],
  ])('refuses the event %s', async (event) => {
    const values = { title: 'x', url: receiver.url, events: [event] };
    expect((await root.post('/admin/webhook/add', values)).data.fields).toHaveProperty('events');
  });

  it('holds what its owner may see: no restricted column, no event about an entity without permission', async () => {
    const nodes = ['webhook/index', 'webhook/add', 'webhook/see_restricted', 'enterprise/index'];
    const clerk = await limitedAdmin(testServer, nodes, 'all');
    await addWebhook({ events: ['enterprise.*', 'news_category.*'] }, clerk);
    await addCategory('Hidden');
    const values = { name: 'Harbour Works', title: 'Harbour Works', contact_number: '13900000001' };
    const { data } = await root.post('/admin/enterprise/add', values);
    await testServer.webhooks.run();
    expect(bodies().map(({ event }) => event)).toEqual(['enterprise.created']);
    const full = Object.keys(data.row);
    const { data: seen } = await clerk.get('/admin/enterprise/edit', { id: String(data.row.id) });
    expect(Object.keys(bodies()[0]?.row ?? {}).filter((name) => !Object.keys(seen.row).includes(name))).toEqual([]);
    expect(full.length).toBeGreaterThan(Object.keys(seen.row).length);
    await root.post('/admin/admin/edit', { id: clerk.id, status: 0 });
    await root.post('/admin/enterprise/edit', { id: data.row.id, title: 'Later' });
    await testServer.webhooks.run();
    expect(receiver.received).toHaveLength(1);
  });

  it('belongs to the admin who last changed it, so that nobody redirects what only another may see', async () => {
    const added = await addWebhook({ events: ['news_category.*'] });
    const clerk = await limitedAdmin(testServer, ['webhook/index', 'webhook/edit'], 'all');
    expect((await clerk.post('/admin/webhook/edit', { id: added, title: 'Mine' })).data.row.admin_id).toBe(clerk.id);
    await addCategory('Unseen');
    await testServer.webhooks.run();
    expect(receiver.received).toEqual([]);
    expect((await root.post('/admin/webhook/show', { id: added })).code).toBe(404);
  });

  it('its secret is shown once, and stored and sent nowhere', async () => {
    const added = await addWebhook();
    const secret = await loadSecret(added);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await root.post('/admin/webhook/show', { id: added })).code).toBe(404);
    for (const table of ['webhook', 'webhook_delivery', 'change_log', 'admin_log'])
      expect(JSON.stringify(await testServer.services.db.rows(`SELECT * FROM \`${table}\``))).not.toContain(secret);
    await root.post('/admin/webhook/rotate_secret', { id: added });
    expect(await loadSecret(added)).not.toBe(secret);
  });

  it('after a rotation, deliveries are signed with both secrets for a day; a reset ends the old one at once', async () => {
    const added = await addWebhook();
    const oldSecret = await loadSecret(added);
    const sentSignatures = async (name: string) => {
      receiver.received.length = 0;
      await addCategory(name);
      await testServer.webhooks.run();
      const [received] = receiver.received;
      const signatures = String(received?.headers['x-webhook-signature']).split(' ');
      const text = `${String(received?.headers['x-webhook-time'])}.${received?.body ?? ''}`;
      const verifies = (secret: string) => signatures.includes(createHmac('sha256', secret).update(text).digest('hex'));
      return { verifies, count: signatures.length };
    };
    expect((await sentSignatures('Signed One')).count).toBe(1);
    const rotated = await root.post('/admin/webhook/rotate_secret', { id: added });
    const secondsLeft = rotated.data.row.old_until - Math.floor(testServer.services.clock.now() / 1000);
    expect(secondsLeft).toBeGreaterThan(86_390);
    const secret = await loadSecret(added);
    const during = await sentSignatures('Signed Two');
    expect([during.count, during.verifies(secret), during.verifies(oldSecret)]).toEqual([2, true, true]);
    // The clock cannot move a day: the session of the caller would end.
    const past = Math.floor(testServer.services.clock.now() / 1000) - 1;
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE `webhook` SET old_until = ? WHERE id = ?', [past, added]),
    );
    const after = await sentSignatures('Signed Three');
    expect([after.count, after.verifies(secret), after.verifies(oldSecret)]).toEqual([1, true, false]);
    await root.post('/admin/webhook/rotate_secret', { id: added });
    await root.post('/admin/webhook/reset_secret', { id: added });
    const newest = await loadSecret(added);
    const reset = await sentSignatures('Signed Four');
    expect([reset.count, reset.verifies(newest), reset.verifies(secret)]).toEqual([1, true, false]);
  });

  it('a failed delivery is sent again with growing delays, until the last attempt failed; a person can send it again', async () => {
    const added = await addWebhook();
    receiver.respond = (_call, response) => void response.writeHead(500).end('<b>broken</b>');
    await addCategory('Unlucky');
    await testServer.webhooks.run();
    const first = (await deliveries(added))[0] as DeliveryRow;
    expect(first).toMatchObject({
      status: 0,
      attempts: 1,
      http_status: 500,
      error: 'answer',
      excerpt: '<b>broken</b>',
    });
    await testServer.webhooks.run();
    expect(receiver.received).toHaveLength(1);
    const waits: number[] = [];
    let skippedMs = 0;
    for (let attempt = 2; attempt <= 7; attempt += 1) {
      const [{ next_time: next }] = (await testServer.services.db.rows<{ next_time: number }>(
        'SELECT next_time FROM `webhook_delivery` WHERE id = ?',
        [first.id],
      )) as [{ next_time: number }];
      const wait = Number(next) * 1000 - testServer.services.clock.now();
      waits.push(Math.round(wait / 1000));
      testServer.advanceClock(wait + 1_000);
      skippedMs += wait + 1_000;
      await testServer.webhooks.run();
      expect(receiver.received).toHaveLength(attempt);
    }
    // The session of the caller has not ended.
    testServer.advanceClock(-skippedMs);
    expect(waits.map((wait, index) => wait > (waits[index - 1] ?? 0))).toEqual(waits.map(() => true));
    expect((await deliveries(added))[0]).toMatchObject({ status: 2, attempts: 7, next_time: null });
    const ids = new Set(receiver.received.map(({ headers }) => headers['x-webhook-id']));
    expect(ids.size).toBe(1);
    receiver.respond = undefined;
    await root.post('/admin/webhook_delivery/redeliver', { id: first.id });
    await testServer.webhooks.run();
    expect((await deliveries(added))[0]).toMatchObject({ status: 1, attempts: 1, error: null });
    expect((await root.get('/admin/webhook/edit', { id: String(added) })).data.row.failing_since).toBeNull();
  });

  it('survives a crash: a claimed delivery is sent again, a collected change is not collected twice', async () => {
    const added = await addWebhook();
    await addCategory('Interrupted');
    await testServer.webhooks.run();
    const [row] = (await deliveries(added)) as [DeliveryRow];
    // As a node leaves it that died between sending and recording.
    const now = Math.floor(testServer.services.clock.now() / 1000);
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE `webhook_delivery` SET status = 0, next_time = ? WHERE id = ?', [now + 60, row.id]),
    );
    await testServer.webhooks.run();
    expect(receiver.received).toHaveLength(1);
    testServer.advanceClock(61_000);
    await testServer.webhooks.run();
    expect(receiver.received.map(({ headers }) => headers['x-webhook-id'])).toEqual([String(row.id), String(row.id)]);
    expect(await deliveries(added)).toHaveLength(1);
  });

  it('a webhook is disabled after three days of failures, with a notice to its owner', async () => {
    const added = await addWebhook();
    receiver.respond = (_call, response) => void response.writeHead(404).end();
    await addCategory('One');
    await testServer.webhooks.run();
    testServer.advanceClock(3 * DAY + 60_000);
    await testServer.webhooks.run();
    testServer.advanceClock(-(3 * DAY + 60_000));
    const { row } = (await root.get('/admin/webhook/edit', { id: String(added) })).data;
    expect(row.status).toBe(0);
    const { data } = await root.get('/admin/notice/index', { limit: '5' });
    expect(data.list[0]).toMatchObject({ title: 'webhook_disabled' });
  });

  it('a test reaches the receiver at once', async () => {
    const id = await addWebhook();
    expect((await root.post('/admin/webhook/test', { id })).code).toBe(1);
    await waitForValue(() => (receiver.received.length === 1 ? true : undefined));
    expect(receiver.received[0]?.headers['x-webhook-event']).toBe('webhook.test');
  });

  it.each([
    'http://127.0.0.1:1/x',
    'http://localhost/x',
    'http://[::1]/x',
    'http://[::ffff:127.0.0.1]/x',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.7/x',
    'http://2130706433/x',
  ])('calls no private address: %s', async (url) => {
    const values = { title: 'Private', url, events: ['news.*'] };
    const refused = await root.post('/admin/webhook/add', values);
    expect(refused.data.fields).toEqual({ url: expect.stringContaining('address of a private network') });
    const added = await addWebhook();
    // A row of an older version, or a name that leads there later.
    await testServer.services.db.transact((tx) => tx.run('UPDATE `webhook` SET url = ? WHERE id = ?', [url, added]));
    await root.post('/admin/webhook/test', { id: added });
    await testServer.webhooks.run();
    expect((await deliveries(added))[0]).toMatchObject({ status: 0, error: 'address', http_status: null });
  });

  it('follows no redirect, and reads no more of a huge response than it stores', async () => {
    const added = await addWebhook();
    receiver.respond = (_call, response) =>
      void response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end();
    await root.post('/admin/webhook/test', { id: added });
    await testServer.webhooks.run();
    expect((await deliveries(added))[0]).toMatchObject({ error: 'redirect', http_status: 302 });
    let written = 0;
    receiver.respond = (_call, response) => {
      response.writeHead(200);
      const chunk = 'x\u0000y'.repeat(20_000);
      const write = (): void => {
        if (response.destroyed || written > 50_000_000) return;
        written += chunk.length;
        if (response.write(chunk)) setImmediate(write);
        else response.once('drain', write);
      };
      write();
    };
    await root.post('/admin/webhook/test', { id: added });
    await testServer.webhooks.run();
    const [, huge] = (await deliveries(added)) as [DeliveryRow, DeliveryRow];
    expect(huge).toMatchObject({ status: 1, http_status: 200 });
    const { row } = (await root.get('/admin/webhook_delivery/edit', { id: String(huge.id) })).data;
    expect([row.excerpt.length <= 500, row.excerpt.includes('\u0000')]).toEqual([true, false]);
    expect(written).toBeLessThan(50_000_000);
  });

  it('waits ten seconds for a slow receiver, while other webhooks are served', async () => {
    const slow = await addWebhook({ title: 'Slow', url: `${receiver.url}/slow` });
    const quick = await addWebhook({ title: 'Quick', url: `${receiver.url}/quick` });
    receiver.respond = ({ url }, response) => {
      if (url === '/quick') response.writeHead(204).end();
    };
    await addCategory('Slow');
    const startedAt = performance.now();
    await testServer.webhooks.run();
    expect(performance.now() - startedAt).toBeGreaterThan(9_000);
    expect((await deliveries(slow))[0]).toMatchObject({ status: 0, error: 'timeout' });
    expect((await deliveries(quick))[0]).toMatchObject({ status: 1, http_status: 204 });
  }, 30_000);

  it('no API token makes one, and a system write changes no owner', async () => {
    const added = await addWebhook();
    await testServer.writer.update(systemContext(testServer.services, 'test'), webhook, {
      id: added,
      failing_since: 5,
    });
    expect((await root.get('/admin/webhook/edit', { id: String(added) })).data.row.admin_id).toBe(root.id);
  });

  it('a receiver written from /docs/api alone accepts the event once and refuses a forged one', async () => {
    const page = await fetch(`${testServer.url}/docs/api?lang=en`, {
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    });
    const html = await page.text();
    const text = /<pre id="webhook-receiver">([^<]*)<\/pre>/.exec(html)?.[1] ?? '';
    const program = text.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)));
    const folder = mkdtempSync(join(tmpdir(), 'atrium-receiver-'));
    const file = join(folder, 'receiver.mjs');
    writeFileSync(file, program);
    await promisify(execFile)(process.execPath, ['--check', file]);
    const added = await addWebhook();
    const secret = await loadSecret(added);
    const { port } = new URL(receiver.url);
    // The receiver of the test gives its port to the program.
    await receiver.close();
    const child = spawn(process.execPath, [file], { env: { PATH: process.env['PATH'], SECRET: secret, PORT: port } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const url = `http://127.0.0.1:${port}`;
    await waitForValue(() =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => undefined,
      ),
    );
    expect((await fetch(url, { method: 'POST', body: '{}', headers: { 'x-webhook-time': '1' } })).status).toBe(401);
    await root.post('/admin/webhook/test', { id: added });
    await testServer.webhooks.run();
    const [row] = (await deliveries(added)) as [DeliveryRow];
    expect(row).toMatchObject({ status: 1, http_status: 204 });
    await root.post('/admin/webhook_delivery/redeliver', { id: row.id });
    await testServer.webhooks.run();
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).event),
    ).toEqual(['webhook.test']);
    child.kill();
    receiver = await startUpstreamServer();
    rmSync(folder, { recursive: true });
  });
});
