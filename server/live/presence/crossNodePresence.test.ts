/** Presence of two nodes that share only the database: tabs, handover requests, and removal when a node dies. */
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { defineEntity } from '../../../common/entity/entity';
import { text } from '../../../common/entity/field';
import { createRegistry } from '../../../common/entity/registry';
import type { HandoverNotice } from '../../../common/protocol/liveEvents';
import type { Db } from '../../context';
import { connectLiveClient } from '../../testing/live/liveClient';
import { isInField, listTabs, waitUntil, watchPresence, type PresenceClient } from '../../testing/live/presenceClient';
import { openLogDatabase, quietLog, createLiveStaffActor, TEST_KEY } from '../../testing/live/liveHarness';
import { sampleDialects } from '../../testing/sampleDialects';
import { createLiveChannel, type LiveChannel } from '../createLiveChannel';
import { createCrossNodePresence, type CrossNodePresence } from './crossNodePresence';
import type { Tab } from './leaseTable';

const labels = { $one: 'Thing', $many: 'Things', title: 'a' };
const thing = defineEntity('thing', {
  menu: 'news',
  icon: 'article',
  sensitivity: 'public',
  fields: { title: text({ required: true }) },
  title: 'title',
  list: { columns: ['id', 'title'] },
  form: ['title'],
  access: { staff: 'crud' },
  labels: { en: labels, 'zh-cn': labels },
});
const actors = new Map([
  ['admin:1', createLiveStaffActor(1, [], { isSuper: true, name: 'Ann' })],
  ['admin:2', createLiveStaffActor(2, ['thing/index', 'thing/edit'], { scope: 'all', name: 'Ben' })],
]);
const ROW = { id: 1, revision: 1, title: 'one', delete_time: null };

interface Node {
  readonly server: Server;
  readonly live: LiveChannel;
  readonly url: string;
}
async function openNode(db: Db): Promise<Node> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const services = { log: quietLog, clock: { now: () => Date.now() }, db, registry: createRegistry({ thing }) };
  const live = createLiveChannel(
    { ...services, env: { publicUrl: null, appKeys: [TEST_KEY] } },
    {
      authenticate: (_realm, token) => {
        const actor = actors.get(token);
        const proof = { principal: token, sessionId: '1', expiresAt: Date.now() + 3_600_000 };
        return Promise.resolve(actor === undefined ? 'unknown' : { actor, ...proof });
      },
      loadActor: (principal) => Promise.resolve(actors.get(principal)),
      loadRowScopes: () => Promise.resolve((id) => actors.get(`admin:${id}`)?.scope),
      loadRow: (_entity, id) => Promise.resolve(id === ROW.id ? ROW : undefined),
      isDatabaseShared: true,
    },
  );
  await live.attach(server);
  return { server, live, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin` };
}
async function closeNode({ server, live }: Node): Promise<void> {
  await live.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}

describe.each(sampleDialects())('presence of two nodes on one %s', (dialect) => {
  let db: Db;
  let drop: () => Promise<void>;
  let nodes: Node[] = [];
  const open: PresenceClient[] = [];
  const enter = async (node: Node | undefined, principal: string) => {
    const watcher = watchPresence(await connectLiveClient(node?.url ?? '', principal, {}));
    open.push(watcher);
    await watcher.focus({ e: 'thing', id: 1 });
    return watcher;
  };
  beforeAll(async () => {
    ({ db, drop } = await openLogDatabase(dialect));
    nodes = [await openNode(db), await openNode(db)];
    await waitUntil(() => nodes.every(({ live }) => live.nodes.alive().length === 2), 'both nodes', 8_000);
  });
  afterEach(async () => {
    for (const { client } of open.splice(0)) client.close();
    await waitUntil(() => nodes.every(({ live }) => live.stats()?.sockets === 0), 'all sockets gone');
  });
  afterAll(async () => {
    for (const node of nodes) await closeNode(node);
    await drop();
  });

  it('shows tabs of the other node within a poll, with their field, until they leave', async () => {
    const ben = await enter(nodes[1], 'admin:2');
    const ann = await enter(nodes[0], 'admin:1');
    await waitUntil(() => isInField(ben, 'admin:1', 1, null), 'Ann over there');
    await waitUntil(() => isInField(ann, 'admin:2', 1, null), 'Ben over here');
    await ann.focus({ e: 'thing', id: 1, f: 'title' });
    expect(await waitUntil(() => isInField(ben, 'admin:1', 1, 'title'), 'the claim')).toBeLessThan(1_500);
    ann.client.close();
    await waitUntil(() => listTabs(ben, 'admin:1').length === 0, 'Ann gone');
  });

  it('merges tabs of one person on both nodes', async () => {
    const ben = await enter(nodes[1], 'admin:2');
    await enter(nodes[0], 'admin:1');
    await enter(nodes[1], 'admin:1');
    await waitUntil(() => listTabs(ben, 'admin:1').length === 2, 'two tabs');
    expect(
      ben
        .people()
        .map(({ p }) => p)
        .sort(),
    ).toEqual(['admin:1', 'admin:2']);
  });

  it('delivers a handover request and its response between nodes, each once', async () => {
    const ann = await enter(nodes[0], 'admin:1');
    const ben = await enter(nodes[1], 'admin:2');
    await ann.focus({ e: 'thing', id: 1, f: 'title' });
    await waitUntil(() => isInField(ben, 'admin:1', 1, 'title'), 'the claim');
    const to = listTabs(ben, 'admin:1')[0]?.s ?? '';
    expect(await ben.sendHandover({ k: 'ask', to })).toEqual({ ok: true });
    await waitUntil(() => ann.handoverNotices.length > 0, 'the question');
    expect(await ann.sendHandover({ k: 'answer', to: ben.you(), f: 'title', go: true })).toEqual({ ok: true });
    await waitUntil(() => ben.handoverNotices.length > 0, 'the response');
    expect([ann.handoverNotices.length, ben.handoverNotices.length]).toEqual([1, 1]);
  });

  it('writes nothing to the change log', async () => {
    expect(await db.rows('SELECT seq FROM change_log')).toEqual([]);
  });
});

describe.each(sampleDialects())('the presence table on %s', (dialect) => {
  let db: Db;
  let drop: () => Promise<void>;
  let alive = ['a', 'b'];
  const nodesPresence: CrossNodePresence[] = [];
  const tab = (tabId: string, f: string | null): Tab => ({
    tabId,
    principal: 'admin:1',
    name: 'Ann',
    entity: 'thing',
    id: 1,
    since: 1,
    field: f,
    fieldSince: 1,
    idle: false,
  });
  const share = (id: string, localTabs: Tab[], heard: HandoverNotice[] = []) => {
    const messages = createCrossNodePresence({
      db,
      log: quietLog,
      listLocalTabs: () => localTabs,
      onTabs: () => undefined,
      nodes: { id, alive: () => alive },
      onMessage: (_to, notice) => void heard.push(notice),
    });
    nodesPresence.push(messages);
    return messages;
  };
  beforeAll(async () => {
    ({ db, drop } = await openLogDatabase(dialect));
  });
  afterEach(async () => {
    for (const messages of nodesPresence.splice(0)) await messages.stop();
    alive = ['a', 'b'];
  });
  afterAll(() => drop());

  it('shows rows only while their node lives', async () => {
    const localTabs = [tab('t1', null)];
    const dying = share('a', localTabs);
    const other = share('b', []);
    await waitUntil(() => other.listRemoteTabs().length === 1, 'the tab');
    localTabs[0] = tab('t1', 'title');
    dying.markChanged();
    await waitUntil(() => other.listRemoteTabs()[0]?.field === 'title', 'the move');
    // A killed process deletes nothing: its heartbeat ends.
    alive = ['b', 'c'];
    await waitUntil(() => other.listRemoteTabs().length === 0, 'forgotten');
    expect((await db.rows("SELECT id FROM presence WHERE node = 'a'")).length).toBeGreaterThan(0);
  });

  it('a single node writes nothing', async () => {
    alive = ['a'];
    const before = await db.rows('SELECT id FROM presence');
    const alone = share('a', [tab('t9', null)]);
    alone.markChanged();
    await sleep(400);
    expect(await db.rows('SELECT id FROM presence')).toEqual(before);
  });
});
