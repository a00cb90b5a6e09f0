/**
 * Servers that are killed while random writers write: the next server has every edit that the killed one acknowledged, and no writer loses
 * a character. With MariaDB two nodes share each draft.
 */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encodeStateAsUpdate, type Doc } from 'yjs';
import { sampleSize } from '../../../../config/jest/testEnvironment';
import { createDraftClient, getTexts } from '../../../testing/live/draftClient';
import {
  agreedCharacters,
  connectWriter,
  createDraftRun,
  createDraftWriter,
  disconnectWriter,
  editAtRandom,
  listCharacters,
  remainingCharacters,
  type DraftRun,
} from '../../../testing/live/draftWriters';
import { connectLiveClient } from '../../../testing/live/liveClient';
import { waitUntil } from '../../../testing/live/presenceClient';
import { startDraftNodes, type DraftNode, type DraftNodes } from '../../../testing/processes/draftNodes';
import { createRandom, testSeed } from '../../../testing/random';
import { sampleDialects } from '../../../testing/sampleDialects';

const KILLS = sampleSize(1, 100);
const WRITERS = 3;
const STEPS = 40;
/** A few of them are as many bytes as let the server compact a draft. */
const PART = 'words '.repeat(8_000);

describe.each(sampleDialects())('killed servers of shared drafts on %s', (database) => {
  let nodes: DraftNodes;
  beforeAll(async () => {
    nodes = await startDraftNodes(database);
  }, 120_000);
  afterAll(() => nodes.close());

  /** What a new reader sees: at least what was acknowledged, and nothing that nobody typed. */
  async function expectStored(draftRun: DraftRun, seed: number): Promise<void> {
    const { typed, deleted, storedTyped, storedDeleted } = listCharacters(draftRun);
    const reader = createDraftWriter();
    await connectWriter(draftRun, reader);
    const seen = new Set(getTexts(reader.doc).join(''));
    const lost = [...storedTyped].filter((character) => !seen.has(character) && !deleted.has(character));
    const foreign = [...seen].filter((character) => !typed.has(character) || storedDeleted.has(character));
    expect([seed, lost, foreign]).toEqual([seed, [], []]);
    disconnectWriter(reader);
  }

  async function killWhileWriting(seed: number): Promise<void> {
    const random = createRandom(seed);
    const pickNode = () => {
      const { url, admin } = random.pick(nodes.running);
      return { url, token: admin.token };
    };
    const [first] = nodes.running;
    const { data } = await (first as DraftNode).admin.post('/admin/news/add', {
      title: 'Killed',
      content: '<p>a</p><p>b</p>',
    });
    const draftRun = createDraftRun({ random, target: { e: 'news', id: data.id, f: 'content' }, text: 'ab', pickNode });
    const writers = Array.from({ length: WRITERS }, createDraftWriter);
    for (const writer of writers) await connectWriter(draftRun, writer);
    await editAtRandom(draftRun, writers, STEPS);
    await nodes.kill(random.pick(nodes.running));
    if (nodes.running.length === 0) await nodes.start();
    await expectStored(draftRun, seed);
    await editAtRandom(draftRun, writers, STEPS);
    expect([seed, await agreedCharacters(draftRun, writers)]).toEqual([seed, remainingCharacters(draftRun)]);
    if (database === 'mariadb') await nodes.start();
  }

  it('a server that is killed while it compacts a draft loses no acknowledged text', async () => {
    const [running] = nodes.running as [DraftNode];
    const content = '<p>a</p><p>b</p>';
    const { data } = await running.admin.post('/admin/news/add', { title: 'Killed in compaction', content });
    const target = { e: 'news', id: data.id, f: 'content' };
    if (database === 'sqlite') await nodes.kill(running);
    const failing = await nodes.start({ FAILPOINTS: 'draft.in_compaction:kill' });
    const open = async ({ url, admin }: DraftNode, doc?: Doc) => {
      const client = createDraftClient(await connectLiveClient(`${url}/admin`, admin.token, {}), target, doc);
      const joined = await client.join();
      if (!joined.ok) throw new Error('not joined');
      return { ...client, missing: encodeStateAsUpdate(client.doc, new Uint8Array(joined.sv ?? [0])) };
    };
    const writer = await open(failing);
    const ended = once(failing.child, 'exit');
    const noResponse = ended.then(() => undefined);
    let stored = 0;
    for (let isRunning = true; isRunning;) {
      const ack = await Promise.race([writer.type(0, PART).catch(() => undefined), noResponse]);
      isRunning = ack?.ok === true;
      if (isRunning) stored += 1;
    }
    await ended;
    await nodes.kill(failing);
    writer.socket.disconnect();
    const next = database === 'sqlite' ? await nodes.start() : running;
    const reader = await open(next);
    const kept = (reader.texts()[0]?.length ?? 0) / PART.length;
    expect(Math.floor(kept)).toBeGreaterThanOrEqual(Math.max(1, stored));
    expect(reader.texts()[0] === `a${PART.repeat(kept)}`).toBe(true);
    const again = await open(next, writer.doc);
    expect(await again.send(again.missing)).toEqual({ ok: true });
    await waitUntil(() => reader.texts()[0] === again.texts()[0], 'the same text', 5_000);
    expect(reader.texts()[0]?.length).toBe(writer.texts()[0]?.length);
    for (const { socket } of [reader, again]) socket.disconnect();
  }, 120_000);

  it(`no acknowledged text is lost in ${KILLS} kills`, async () => {
    for (let run = 0; run < KILLS; run += 1) await killWhileWriting(testSeed() + run);
  }, 1_800_000);
});
