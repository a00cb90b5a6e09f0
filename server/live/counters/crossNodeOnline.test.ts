/** Online principals: those of all nodes, each counted once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import type { DashboardAck, OnlineUsers } from '../../../common/protocol/liveEvents';
import { limitedAdmin, signIn, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { startTestServer, type TestServer } from '../../testing/testServer';

const onMariadb = mariadbUrl() === null ? describe.skip : describe;

onMariadb('online principals on two nodes', () => {
  let database: Awaited<ReturnType<typeof createMariadbDatabase>>;
  let firstNode: TestServer;
  let secondNode: TestServer;
  let ended = false;
  const open: LiveClient[] = [];
  beforeAll(async () => {
    database = await createMariadbDatabase();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    firstNode = await startTestServer({ env });
    secondNode = await startTestServer({ env, isSecondNode: true });
  });
  afterAll(async () => {
    for (const client of open) client.close();
    await firstNode.close();
    if (!ended) await secondNode.close();
    await database.drop();
  });
  const connect = async ({ url }: TestServer, space: 'admin' | 'member', { token }: Caller): Promise<LiveClient> => {
    const client = await connectLiveClient(`${url}/${space}`, token, {});
    open.push(client);
    return client;
  };
  const until = async (holds: () => boolean): Promise<void> => {
    for (const end = Date.now() + 20_000; !holds();) {
      if (Date.now() > end) throw new Error('the expected frame did not arrive');
      await sleep(20);
    }
  };

  it('include those of the other node, count each once, and drop those who left', async () => {
    const root = await superAdmin(firstNode);
    const colleague = await limitedAdmin(secondNode, ['news/index']);
    const draft = { username: 'ada_winter', nickname: 'Ada', password: 'Colleague-7' };
    await root.post('/admin/user/add', draft);
    const member = await signIn(secondNode, 'member', { tab: 'login', ...draft });
    const watching = await connect(firstNode, 'admin', root);
    let online: OnlineUsers | undefined;
    watching.socket.on('dash', ({ on }) => {
      online = on ?? online;
    });
    const response: DashboardAck = await watching.socket.timeout(5_000).emitWithAck('dash', { w: {}, online: true });
    online = response.ok ? response.frame.on : undefined;
    expect(online).toMatchObject({ staff: 1, members: 0 });
    const far = await connect(secondNode, 'admin', colleague);
    await connect(secondNode, 'member', member);
    await connect(firstNode, 'member', member);
    await connect(secondNode, 'admin', root);
    await until(() => online?.staff === 2 && online.members === 1);
    expect(online?.people?.map(({ id }) => id).sort()).toEqual([root.id, colleague.id].sort());
    far.close();
    await until(() => online?.staff === 1);
    await secondNode.close();
    ended = true;
    await until(() => online?.members === 1 && online.staff === 1);
  });
});
