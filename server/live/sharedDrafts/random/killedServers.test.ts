/**
 * Servers that are killed while random writers write: the next server has every edit that the killed one acknowledged, and no writer loses
 * a character. With MariaDB two nodes share each draft.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../../config/jest/testEnvironment';
import { getTexts } from '../../../testing/live/draftClient';
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
import { startDraftNodes, type DraftNode, type DraftNodes } from '../../../testing/processes/draftNodes';
import { createRandom, testSeed } from '../../../testing/random';
import { sampleDialects } from '../../../testing/sampleDialects';

const KILLS = sampleSize(1, 100);
const WRITERS = 3;
const STEPS = 40;

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
      const { url, boss } = random.pick(nodes.running);
      return { url, token: boss.token };
    };
    const [first] = nodes.running;
    const { data } = await (first as DraftNode).boss.post('/admin/news/add', {
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

  it(`no acknowledged text is lost in ${KILLS} kills`, async () => {
    for (let run = 0; run < KILLS; run += 1) await killWhileWriting(testSeed() + run);
  }, 1_800_000);
});
