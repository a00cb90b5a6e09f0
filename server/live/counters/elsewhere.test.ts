/** Who is online counts people of all nodes, each once. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../config/jest/tools';
import type { DashAnswer, Online } from '../../../common/protocol/live';
import { limitedAdmin, signIn, superAdmin, type Caller } from '../../testing/actors';
import { connectClient, type Client } from '../../testing/liveClient';
import { freshMariadb, startWorld, type World } from '../../testing/world';

const onMariadb = mariadbUrl() === null ? describe.skip : describe;

onMariadb('who is online on two nodes', () => {
  let database: Awaited<ReturnType<typeof freshMariadb>>;
  let one: World;
  let other: World;
  let ended = false;
  const open: Client[] = [];
  beforeAll(async () => {
    database = await freshMariadb();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    one = await startWorld({ env });
    other = await startWorld({ env, beside: true });
  });
  afterAll(async () => {
    for (const client of open) client.close();
    await one.end();
    if (!ended) await other.end();
    await database.drop();
  });
  const connect = async ({ url }: World, space: 'admin' | 'member', { token }: Caller): Promise<Client> => {
    const client = await connectClient(`${url}/${space}`, token, {});
    open.push(client);
    return client;
  };
  const until = async (holds: () => boolean): Promise<void> => {
    for (const end = Date.now() + 20_000; !holds();) {
      if (Date.now() > end) throw new Error('it never came');
      await new Promise((done) => setTimeout(done, 20));
    }
  };

  it('sees the people of the other node, counts nobody twice, and forgets who left', async () => {
    const root = await superAdmin(one);
    const colleague = await limitedAdmin(other, ['news/index']);
    const draft = { username: 'ada_winter', nickname: 'Ada', password: 'Colleague-7' };
    await root.post('/admin/user/add', draft);
    const member = await signIn(other, 'member', { tab: 'login', ...draft });
    const watching = await connect(one, 'admin', root);
    let online: Online | undefined;
    watching.socket.on('dash', ({ on }) => {
      online = on ?? online;
    });
    const answer: DashAnswer = await watching.socket.timeout(5_000).emitWithAck('dash', { w: {}, online: true });
    online = answer.ok ? answer.frame.on : undefined;
    expect(online).toMatchObject({ staff: 1, members: 0 });
    const far = await connect(other, 'admin', colleague);
    await connect(other, 'member', member);
    await connect(one, 'member', member);
    await connect(other, 'admin', root);
    await until(() => online?.staff === 2 && online.members === 1);
    expect(online?.people?.map(({ id }) => id).sort()).toEqual([root.id, colleague.id].sort());
    far.close();
    await until(() => online?.staff === 1);
    await other.end();
    ended = true;
    await until(() => online?.members === 1 && online.staff === 1);
  });
});
