/**
 * Servers that are killed while random writers write: what a server said is stored is there for the next one, and no writer loses a
 * character. With MariaDB two nodes share each draft.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { superAdmin, type Caller } from '../../testing/callers';
import { textsOf } from '../../testing/live/draftClient';
import {
  agreedCharacters,
  connectWriter,
  createDraftStory,
  createDraftWriter,
  disconnectWriter,
  editAtRandom,
  remainingCharacters,
  type DraftStory,
} from '../../testing/live/draftWriters';
import { bundleProgram } from '../../testing/processes/bundleProgram';
import { createRandom, testSeed } from '../../testing/random';
import { sampleDialects } from '../../testing/sampleDialects';
import { createMariadbDatabase, startTestServer } from '../../testing/testServer';

const KILLS = sampleSize(1, 100);
const WRITERS = 3;
const STEPS = 40;

interface Node {
  readonly child: ChildProcess;
  readonly url: string;
  readonly boss: Caller;
}

describe.each(sampleDialects())('killed servers of shared drafts on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-drafts-'));
  const nodes: Node[] = [];
  let program: string;
  let env: Record<string, string>;
  let drop: () => Promise<void> = () => Promise.resolve();

  async function startNode(): Promise<Node> {
    const child = spawn(process.execPath, [program, JSON.stringify(env)], {
      env: { ...process.env, NODE_OPTIONS: '', TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [address] = (await once(child.stdout, 'data')) as [Buffer];
    const url = address.toString().trim();
    return { child, url, boss: await superAdmin({ url }) };
  }
  async function killNode(node: Node): Promise<void> {
    const ended = once(node.child, 'exit');
    node.child.kill('SIGKILL');
    await ended;
    nodes.splice(nodes.indexOf(node), 1);
  }

  beforeAll(async () => {
    program = await bundleProgram('server/testing/processes/draftServer.ts');
    const created = database === 'mariadb' ? await createMariadbDatabase() : undefined;
    drop = created?.drop ?? drop;
    const url = created?.url ?? `sqlite:${join(folder, 'atrium.sqlite')}`;
    env = { DATABASE_URL: url, APP_KEYS: randomBytes(48).toString('base64url') };
    await (await startTestServer({ env, settings: { captcha: 'never' } })).close();
    nodes.push(await startNode());
    if (database === 'mariadb') nodes.push(await startNode());
  }, 60_000);
  afterAll(async () => {
    for (const node of [...nodes]) await killNode(node);
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What a new reader sees: at least what was acknowledged, and nothing that nobody typed. */
  async function expectStored(story: DraftStory, seed: number): Promise<void> {
    const { typed, deleted, stored } = story;
    const reader = createDraftWriter();
    await connectWriter(story, reader);
    const seen = new Set(textsOf(reader.doc).join(''));
    const lost = [...stored.typed].filter((character) => !seen.has(character) && !deleted.has(character));
    const foreign = [...seen].filter((character) => !typed.has(character) || stored.deleted.has(character));
    expect([seed, lost, foreign]).toEqual([seed, [], []]);
    disconnectWriter(reader);
  }

  async function killWhileWriting(seed: number): Promise<void> {
    const random = createRandom(seed);
    const pickNode = () => {
      const { url, boss } = random.pick(nodes);
      return { url, token: boss.token };
    };
    const [first] = nodes;
    const { data } = await (first as Node).boss.post('/admin/news/add', {
      title: 'Killed',
      content: '<p>a</p><p>b</p>',
    });
    const story = createDraftStory({ random, target: { e: 'news', id: data.id, f: 'content' }, pickNode }, 'ab');
    const writers = Array.from({ length: WRITERS }, createDraftWriter);
    for (const writer of writers) await connectWriter(story, writer);
    await editAtRandom(story, writers, STEPS);
    await killNode(random.pick(nodes));
    if (nodes.length === 0) nodes.push(await startNode());
    await expectStored(story, seed);
    await editAtRandom(story, writers, STEPS);
    expect([seed, await agreedCharacters(story, writers)]).toEqual([seed, remainingCharacters(story)]);
    if (database === 'mariadb') nodes.push(await startNode());
  }

  it(`loses nothing in ${KILLS} kills`, async () => {
    for (let run = 0; run < KILLS; run += 1) await killWhileWriting(testSeed() + run);
  }, 1_800_000);
});
