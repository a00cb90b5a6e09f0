/** Random writers on one node and on two, with lost connections in between: no character is lost, doubled or foreign. */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mariadbUrl, sampleSize } from '../../../config/jest/testEnvironment';
import { superAdmin, type Caller } from '../../testing/callers';
import {
  agreedCharacters,
  connectWriter,
  createDraftStory,
  createDraftWriter,
  editAtRandom,
  remainingCharacters,
} from '../../testing/live/draftWriters';
import { waitUntil } from '../../testing/live/presenceClient';
import { createRandom, testSeed } from '../../testing/random';
import { createMariadbDatabase, startTestServer, type TestServer } from '../../testing/testServer';

const RUNS = sampleSize(3, 200);
const STEPS = sampleSize(60, 200);
const WRITERS = 4;

async function expectNothingLost(servers: readonly TestServer[], boss: Caller, seed: number): Promise<void> {
  const { data } = await boss.post('/admin/news/add', { title: 'Random', content: '<p>a</p><p>b</p><p>c</p>' });
  const random = createRandom(seed);
  const target = { e: 'news', id: data.id, f: 'content' };
  const pickNode = () => ({ url: random.pick(servers).url, token: boss.token });
  const story = createDraftStory({ random, target, pickNode }, 'abc');
  const writers = Array.from({ length: WRITERS }, createDraftWriter);
  for (const writer of writers) await connectWriter(story, writer);
  await editAtRandom(story, writers, STEPS);
  expect([seed, await agreedCharacters(story, writers)]).toEqual([seed, remainingCharacters(story)]);
}

describe('random writers of a shared draft', () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it('no acknowledged text is lost on one node with SQLite', async () => {
    const server = await startTestServer({ database: 'sqlite' });
    closers.push(() => server.close());
    const boss = await superAdmin(server);
    for (let run = 0; run < RUNS; run += 1) await expectNothingLost([server], boss, testSeed() + run);
  }, 1_200_000);

  (mariadbUrl() === null ? it.skip : it)(
    'lose nothing on two nodes',
    async () => {
      const database = await createMariadbDatabase();
      closers.push(() => database.drop());
      const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
      const first = await startTestServer({ env, settings: { captcha: 'never' } });
      closers.push(() => first.close());
      const second = await startTestServer({ env, isSecondNode: true });
      closers.push(() => second.close());
      await waitUntil(() => [first, second].every(({ live }) => live.nodes.alive().length === 2), 'both nodes', 8_000);
      const boss = await superAdmin(first);
      for (let run = 0; run < RUNS; run += 1) await expectNothingLost([first, second], boss, testSeed() + run);
    },
    1_200_000,
  );
});
