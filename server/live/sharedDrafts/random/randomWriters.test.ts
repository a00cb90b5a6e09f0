/**
 * Random writers on one node and on two, who lose their connections and their rights in between: no character is lost, doubled or foreign.
 * Several texts are written at the same time.
 */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mariadbUrl, sampleSize } from '../../../../config/jest/testEnvironment';
import { limitedAdmin, superAdmin, type Caller } from '../../../testing/callers';
import {
  agreedCharacters,
  connectWriter,
  createDraftStory,
  createDraftWriter,
  editAtRandom,
  remainingCharacters,
  type DraftWriter,
} from '../../../testing/live/draftWriters';
import { waitUntil } from '../../../testing/live/presenceClient';
import { createRandom, testSeed } from '../../../testing/random';
import { createMariadbDatabase, startTestServer, type TestServer } from '../../../testing/testServer';

const RUNS = sampleSize(4, 5_000);
const STEPS = sampleSize(60, 200);
const WRITERS = 4;
/** Texts that are written at the same time. */
const TEXTS = sampleSize(2, 12);
const NEWS = ['news/index', 'news/edit'];
/** Clients say from where they come, so that the limit of new connections of one network does not slow them down. */
const TRUSTED_PROXIES = '127.0.0.1';

interface Nodes {
  readonly servers: readonly TestServer[];
  readonly boss: Caller;
}
/** A writer's account, and the group that gives its rights. */
interface Account {
  readonly caller: Caller;
  readonly group: number;
}
async function createAccount(server: TestServer, boss: Caller): Promise<Account> {
  const caller = await limitedAdmin(server, NEWS, 'all');
  const { data } = await boss.get('/admin/admin/edit', { id: String(caller.id) });
  return { caller, group: data.row.group_arr[0] };
}

async function expectNothingLost({ servers, boss }: Nodes, accounts: readonly Account[], seed: number): Promise<void> {
  const { data } = await boss.post('/admin/news/add', { title: 'Random', content: '<p>a</p><p>b</p><p>c</p>' });
  const random = createRandom(seed);
  const accountOf = new Map(accounts.map((account) => [createDraftWriter(), account]));
  const writers = [...accountOf.keys()];
  const pickNode = (writer: DraftWriter) => {
    const token = accountOf.get(writer)?.caller.token ?? boss.token;
    return { url: random.pick(servers).url, token, from: `10.${seed % 256}.${random.below(256)}.1` };
  };
  const setRight = async (writer: DraftWriter, mayWrite: boolean) => {
    const rules = mayWrite ? NEWS : ['news/index'];
    await boss.post('/admin/admin_group/edit', { id: accountOf.get(writer)?.group, rules });
  };
  const target = { e: 'news', id: data.id, f: 'content' };
  const story = createDraftStory({ random, target, text: 'abc', pickNode, setRight });
  for (const writer of writers) await connectWriter(story, writer);
  await editAtRandom(story, writers, STEPS);
  expect([seed, await agreedCharacters(story, writers)]).toEqual([seed, remainingCharacters(story)]);
  expect([seed, story.trespasses]).toEqual([seed, []]);
  for (const writer of writers) if (!writer.mayWrite) await setRight(writer, true);
}

async function runAll(nodes: Nodes): Promise<void> {
  const [first] = nodes.servers;
  if (first === undefined) throw new Error('no node');
  const seed = testSeed();
  let next = 0;
  const write = async () => {
    const accounts: Account[] = [];
    while (accounts.length < WRITERS) accounts.push(await createAccount(first, nodes.boss));
    while (next < RUNS) await expectNothingLost(nodes, accounts, seed + next++);
  };
  await Promise.all(Array.from({ length: TEXTS }, write));
}

describe('random writers of a shared draft', () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it(`lose nothing in ${RUNS} texts on one node with SQLite`, async () => {
    const server = await startTestServer({
      database: 'sqlite',
      env: { TRUSTED_PROXIES },
      settings: { captcha: 'never' },
    });
    closers.push(() => server.close());
    await runAll({ servers: [server], boss: await superAdmin(server) });
  }, 7_200_000);

  (mariadbUrl() === null ? it.skip : it)(
    `lose nothing in ${RUNS} texts on two nodes`,
    async () => {
      const database = await createMariadbDatabase();
      closers.push(() => database.drop());
      const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url'), TRUSTED_PROXIES };
      const first = await startTestServer({ env, settings: { captcha: 'never' } });
      closers.push(() => first.close());
      const second = await startTestServer({ env, isSecondNode: true });
      closers.push(() => second.close());
      await waitUntil(() => [first, second].every(({ live }) => live.nodes.alive().length === 2), 'both nodes', 8_000);
      await runAll({ servers: [first, second], boss: await superAdmin(first) });
    },
    7_200_000,
  );
});
