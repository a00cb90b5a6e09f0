/**
 * Shared drafts: the time from a key to the document of another writer, processor time of the server per key against a bare Hocuspocus
 * server, and opening a long text with many steps.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, XmlElement, XmlText } from 'yjs';
import { DRAFT_FRAGMENT, type SharedDraftTarget } from '../../common/protocol/sharedDraft';
import { appendUpdate, draftKey, hashText, insertDraft } from '../live/sharedDrafts/draftRepository';
import { limitedAdmin, superAdmin, type Caller } from '../testing/callers';
import { createRandom } from '../testing/random';
import { createDraftClient } from '../testing/live/draftClient';
import { connectLiveClient, type LiveClient } from '../testing/live/liveClient';
import { startTestServer, type TestServer } from '../testing/testServer';
import type { DraftLoadMessage, DraftLoadCommand, DraftLoadResponse } from './draftLoadGenerator';
import { median, percentile, type Result } from './measure';

const WRITERS = 20;
const READERS = 200;
/** Each principal may open 20 connections. */
const ADMINS = 14;
const TYPE_MS = 5_000;
const EVERY_MS = 200;
const TURNS = 3;

interface DraftLoadGenerator {
  readonly run: (message: DraftLoadMessage) => Promise<DraftLoadResponse>;
  readonly end: () => void;
}
function startDraftLoadGenerator(): DraftLoadGenerator {
  const child: ChildProcess = fork(fileURLToPath(new URL('./draftLoadGenerator.mjs', import.meta.url)));
  return {
    run: (message) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error('the writers ended'));
        child.once('exit', onExit);
        child.once('message', (response: DraftLoadResponse) => {
          child.off('exit', onExit);
          resolve(response);
        });
        child.send(message);
      }),
    end: () => void child.kill(),
  };
}

interface Measured {
  readonly cpu: number;
  readonly p50: number;
  readonly p95: number;
  readonly missing: number;
}
/** Processor time of this process per key in microseconds, the median of some turns. */
async function measureTyping(order: DraftLoadCommand): Promise<Measured> {
  const loadGenerator = startDraftLoadGenerator();
  try {
    await loadGenerator.run(order);
    await loadGenerator.run({ typeForMs: 2_000, everyMs: EVERY_MS });
    const turns: Measured[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const before = process.cpuUsage();
      const { keys, latencies, missing } = await loadGenerator.run({ typeForMs: TYPE_MS, everyMs: EVERY_MS });
      const { user, system } = process.cpuUsage(before);
      turns.push({
        cpu: (user + system) / keys,
        p50: percentile(latencies, 50),
        p95: percentile(latencies, 95),
        missing,
      });
    }
    const of = (key: keyof Measured) => median(turns.map((turn) => turn[key]));
    return { cpu: of('cpu'), p50: of('p50'), p95: of('p95'), missing: of('missing') };
  } finally {
    loadGenerator.end();
  }
}

async function addTarget(root: Caller, content: string): Promise<SharedDraftTarget> {
  const { data } = await root.post('/admin/news/add', { title: 'Bench', content });
  return { e: 'news', id: data.id, f: 'content' };
}
async function measureProduct(server: TestServer): Promise<Measured> {
  const target = await addTarget(await superAdmin(server), '<p>One</p>');
  const tokens: string[] = [];
  for (let index = 0; index < ADMINS; index += 1)
    tokens.push((await limitedAdmin(server, ['news/index', 'news/edit'], 'all')).token);
  const port = Number(new URL(server.url).port);
  return measureTyping({ server: 'product', port, target, tokens, writers: WRITERS, readers: READERS });
}

interface Hocuspocus {
  readonly Server: new (options: object) => {
    readonly listen: (port: number) => Promise<unknown>;
    readonly destroy: () => Promise<unknown>;
    readonly address: { readonly port: number };
  };
}
/** The server of Hocuspocus 3.4.4 from `HOCUSPOCUS_SERVER`, the path of its module; undefined without it. */
async function loadHocuspocus(): Promise<Hocuspocus | undefined> {
  const path = process.env['HOCUSPOCUS_SERVER'];
  return path === undefined ? undefined : ((await import(path)) as Hocuspocus);
}
async function measureHocuspocus({ Server }: Hocuspocus): Promise<Measured> {
  const server = new Server({ address: '127.0.0.1', quiet: true, stopOnSignals: false });
  await server.listen(0);
  const target = { e: '', id: 0, f: '' };
  const { port } = server.address;
  try {
    const crowd = { target, tokens: [], writers: WRITERS, readers: READERS };
    return await measureTyping({ server: 'hocuspocus', port, ...crowd });
  } finally {
    await server.destroy();
  }
}

const LONG_CHARS = 200_000;
const LONG_STEPS = 50_000;
const PARAGRAPHS = 400;
const OPENINGS = 20;
const CONNECT_ATTEMPTS = 20;
const CONNECT_MS = 250;
/** Milliseconds from the text on the screen to the first key. */
const CARET_MS = 500;
/** Updates behind the snapshot after a killed process: one fewer than the number at which the server makes a new snapshot. */
const UPDATES = 198;
const STEPS_PER_UPDATE = 25;
interface LongDraft {
  readonly state: Uint8Array;
  /** The state before the last updates, and these. */
  readonly snapshot: Uint8Array;
  readonly updates: readonly Uint8Array[];
}
/** A text of 200 KB that 50 000 steps at random places made. */
function createLongDraft(): LongDraft {
  const doc = new Doc();
  const random = createRandom(27);
  const fragment = doc.getXmlFragment(DRAFT_FRAGMENT);
  const texts = Array.from({ length: PARAGRAPHS }, () => new XmlText());
  fragment.insert(
    0,
    texts.map((text) => {
      const paragraph = new XmlElement('paragraph');
      paragraph.insert(0, [text]);
      return paragraph;
    }),
  );
  const word = 'word'.padEnd(LONG_CHARS / LONG_STEPS, ' ');
  const type = (steps: number) => {
    for (let step = 0; step < steps; step += 1) {
      const text = random.pick(texts);
      text.insert(random.below(text.length + 1), word);
    }
  };
  type(LONG_STEPS - UPDATES * STEPS_PER_UPDATE);
  const snapshot = encodeStateAsUpdate(doc);
  const updates = Array.from({ length: UPDATES }, () => {
    const before = encodeStateVector(doc);
    type(STEPS_PER_UPDATE);
    return encodeStateAsUpdate(doc, before);
  });
  return { state: encodeStateAsUpdate(doc), snapshot, updates };
}

interface Opening {
  /** Milliseconds from the request to join to the text in the document of the client. */
  readonly opened: number;
  /** Milliseconds from the first key to the document of another who has the text open. */
  readonly firstKey: number;
}
/** A server that was busy with the draft before refuses connections for a moment. */
async function connectReader(server: TestServer, token: string): Promise<LiveClient> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await connectLiveClient(`${server.url}/admin`, token, { skipFrames: true });
    } catch (error) {
      if (attempt === CONNECT_ATTEMPTS) throw error;
      await sleep(CONNECT_MS);
    }
}
/** Opens a draft that is not in memory, waits as long as somebody needs to place the caret, and types. */
async function measureOpening(server: TestServer, token: string, target: SharedDraftTarget): Promise<Opening> {
  const connect = async () => createDraftClient(await connectReader(server, token), target);
  const [client, other] = [await connect(), await connect()];
  const began = performance.now();
  const joined = await client.join();
  const opened = performance.now() - began;
  if (!joined.ok || client.texts().join('').length !== LONG_CHARS) throw new Error('the long text is not there');
  await other.join();
  await sleep(CARET_MS);
  const arrived = new Promise<number>((resolve) => other.doc.once('update', () => resolve(performance.now())));
  const typedAt = performance.now();
  await client.type(0, 'x');
  const firstKey = (await arrived) - typedAt;
  for (const { socket } of [client, other]) socket.disconnect();
  return { opened, firstKey };
}
async function storeDraft(server: TestServer, root: Caller, { snapshot, updates }: Omit<LongDraft, 'state'>) {
  const content = '<p>Long</p>';
  const target = await addTarget(root, content);
  const [base, now] = [hashText(content), Date.now()];
  await server.services.db.transact(async (tx) => {
    await insertDraft(tx, target, { state: snapshot, base, now });
    const key = draftKey(target);
    for (const [index, update] of updates.entries())
      await appendUpdate(tx, key, { n: index + 2, update, base, writers: [], suggesters: [], now });
  });
  return target;
}
async function measureOpenings(server: TestServer, draft: Omit<LongDraft, 'state'>): Promise<readonly Opening[]> {
  // each account has a few sessions, so one is used for all turns
  const root = await superAdmin(server);
  const openings: Opening[] = [];
  for (let turn = 0; turn < OPENINGS; turn += 1)
    openings.push(await measureOpening(server, root.token, await storeDraft(server, root, draft)));
  return openings;
}
async function benchOpening(server: TestServer): Promise<readonly Result[]> {
  const { state, snapshot, updates } = createLongDraft();
  const doc = new Doc();
  const began = performance.now();
  applyUpdate(doc, state);
  const inClient = performance.now() - began;
  const compacted = await measureOpenings(server, { snapshot: state, updates: [] });
  const killed = await measureOpenings(server, { snapshot, updates });
  const size = `${Math.round(state.byteLength / 1024)} KB, ${inClient.toFixed(0)} ms in the client`;
  const openingResult = (name: string, openings: readonly Opening[]): Result => {
    const times = openings.map(({ opened }) => opened);
    return { name, value: median(times), target: { operator: '<=', bound: 300 }, note: `without drawing; ${size}` };
  };
  const keys = compacted.map(({ firstKey }) => firstKey);
  return [
    openingResult('Shared drafts: opening 200 KB with 50 000 steps, ms', compacted),
    openingResult('Shared drafts: the same after a killed process, ms', killed),
    {
      name: 'Shared drafts: p95 of the first key after it, ms',
      value: percentile(keys, 95),
      target: { operator: '<=', bound: 100 },
      note: `p50 ${percentile(keys, 50).toFixed(0)} ms; typed ${CARET_MS} ms after the text stands`,
    },
  ];
}

const describe = ({ cpu, p50, p95, missing }: Measured): string =>
  `${cpu.toFixed(0)} µs a key, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${missing} missing`;

export async function benchSharedDrafts(): Promise<readonly Result[]> {
  const server = await startTestServer({ database: 'sqlite' });
  try {
    const opening = await benchOpening(server);
    const ours = await measureProduct(server);
    const latency: Result = {
      name: `Shared drafts: p95 to another’s document, ${WRITERS} + ${READERS}, ms`,
      value: ours.p95,
      target: { operator: '<=', bound: 100 },
      note: describe(ours),
    };
    const hocuspocus = await loadHocuspocus();
    if (hocuspocus === undefined) return [...opening, latency];
    const bare = await measureHocuspocus(hocuspocus);
    return [
      ...[...opening, latency],
      {
        name: 'Shared drafts: CPU per key, against Hocuspocus',
        value: ours.cpu / bare.cpu,
        target: { operator: '<=', bound: 1.5 },
        note: `${describe(ours)}; Hocuspocus ${describe(bare)}`,
      },
    ];
  } finally {
    await server.close();
  }
}
