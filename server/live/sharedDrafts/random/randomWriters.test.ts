/**
 * Random writers on one node and on two, who lose their connections and their rights in between, and save, while the record changes beside the draft:
 * no character is lost, doubled or foreign.
 * Several texts are written at the same time.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { mariadbUrl, sampleSize } from '../../../../config/jest/testEnvironment';
import { limitedAdmin, superAdmin, type ApiResponse, type Body, type Caller } from '../../../testing/callers';
import {
  agreedCharacters,
  connectWriter,
  createDraftRun,
  createDraftWriter,
  editAtRandom,
  remainingCharacters,
  type DraftRun,
  type DraftWriter,
} from '../../../testing/live/draftWriters';
import { waitUntil } from '../../../testing/live/presenceClient';
import { createRandom, testSeed } from '../../../testing/random';
import { createMariadbDatabase } from '../../../testing/database/mariadbDatabase';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const RUNS = sampleSize(4, 5_000);
const STEPS = sampleSize(60, 200);
const WRITERS = 4;
/** Texts that are written at the same time. */
const TEXTS = sampleSize(2, 12);
/** What changes of the record type; writers type lower ones. */
const FIRST_RECORD_CHARACTER = 0xac00;
const NEWS = ['news/index', 'news/edit'];
/** Attempts to write a record, and the milliseconds between them. */
const ATTEMPTS = 40;
const ATTEMPT_MS = 250;
/** Milliseconds for which servers and sessions are used; a session lasts longer. */
const SERVER_MS = 8 * 60_000;
/** Clients say from where they come, so that the limit of new connections of one network does not slow them down. */
const TRUSTED_PROXIES = '127.0.0.1';

interface Nodes {
  readonly servers: readonly TestServer[];
  readonly admin: Caller;
  readonly close: () => Promise<void>;
}
/** A writer's account, and the group that gives its rights. */
interface Account {
  readonly caller: Caller;
  readonly group: number;
}
async function createAccount(server: TestServer, admin: Caller): Promise<Account> {
  const caller = await limitedAdmin(server, NEWS, 'all');
  const { data } = await admin.get('/admin/admin/edit', { id: String(caller.id) });
  return { caller, group: data.row.group_arr[0] };
}

/** Posts again what met a closed connection or a server that was busy. */
async function post(caller: Caller, path: string, body: Body): Promise<ApiResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await caller.post(path, body).catch(() => undefined);
    if (response?.code === 1) return response;
    if (attempt === ATTEMPTS) throw new Error(`${path}: ${response?.text ?? 'no response'}`);
    await sleep(ATTEMPT_MS);
  }
}
const readText = async (admin: Caller, id: number): Promise<string> =>
  (await admin.get('/admin/news/edit', { id: String(id) })).data.row.content;
/** Types a character at the end of a paragraph of the record, without its draft; false when the save is refused. */
async function changeByApi(admin: Caller, id: number, paragraph: number, character: string): Promise<boolean> {
  const { revision, content } = (await admin.get('/admin/news/edit', { id: String(id) })).data.row;
  const parts = String(content).split('</p>');
  const changed = parts.map((part, index) => (index === paragraph ? `${part}${character}` : part)).join('</p>');
  const response = await admin.post('/admin/news/edit', { id, revision, content: changed, _base: { content } });
  return response.code === 1;
}
/** Characters of acknowledged changes of the record that are neither in the draft nor in the record, though nobody deleted them. */
function listLost({ edits }: Pick<DraftRun, 'edits'>, written: readonly string[], text: string): readonly string[] {
  const deleted = new Set(edits.filter(({ isDeletion }) => isDeletion).map(({ character }) => character));
  return written.filter((character) => !deleted.has(character) && !text.includes(character));
}
async function expectNothingLost({ servers, admin }: Nodes, accounts: readonly Account[], seed: number): Promise<void> {
  const { data } = await post(admin, '/admin/news/add', { title: 'Random', content: '<p>a</p><p>b</p><p>c</p>' });
  const random = createRandom(seed);
  const accountOf = new Map(accounts.map((account) => [createDraftWriter(), account]));
  const writers = [...accountOf.keys()];
  const pickNode = (writer: DraftWriter) => {
    const token = accountOf.get(writer)?.caller.token ?? admin.token;
    return { url: random.pick(servers).url, token, from: `10.${seed % 256}.${random.below(256)}.1` };
  };
  const setRight = async (writer: DraftWriter, mayWrite: boolean) => {
    const rules = mayWrite ? NEWS : ['news/index'];
    await post(admin, '/admin/admin_group/edit', { id: accountOf.get(writer)?.group, rules });
  };
  const { id } = data;
  const target = { e: 'news', id, f: 'content' };
  const save = async (writer: DraftWriter, html: string, base: string) => {
    const caller = accountOf.get(writer)?.caller ?? admin;
    const response = await caller.post('/admin/news/edit', { id, content: html, _draft: { content: base } });
    return response.code === 1 ? { html: String(response.data.row.content) } : undefined;
  };
  const written: string[] = [];
  const changeRecord = async () => {
    const character = String.fromCodePoint(FIRST_RECORD_CHARACTER + written.length);
    if (await changeByApi(admin, id, random.below(3), character)) written.push(character);
  };
  const run = createDraftRun({ random, target, text: 'abc', pickNode, setRight, save, changeRecord });
  for (const writer of writers) await connectWriter(run, writer);
  await editAtRandom(run, writers, STEPS);
  const agreed = await agreedCharacters(run, writers);
  // the server puts a space between texts of one deleted paragraph
  const typed = Array.from(agreed).filter((character) => character !== ' ' && !written.includes(character));
  expect([seed, typed.join('')]).toEqual([seed, remainingCharacters(run)]);
  expect([seed, listLost(run, written, `${agreed}${await readText(admin, id)}`)]).toEqual([seed, []]);
  expect([seed, run.wronglyStored, run.unsaved]).toEqual([seed, [], []]);
  for (const writer of writers) if (!writer.mayWrite) await setRight(writer, true);
}

/** Writes texts one after the other until all are written or the servers are to be replaced; returns how many there are then. */
async function writeTexts(nodes: Nodes, first: number, seed: number): Promise<number> {
  const [server] = nodes.servers;
  if (server === undefined) throw new Error('no node');
  const until = performance.now() + SERVER_MS;
  let next = first;
  const write = async () => {
    const accounts: Account[] = [];
    while (accounts.length < WRITERS) accounts.push(await createAccount(server, nodes.admin));
    while (next < RUNS && performance.now() < until) await expectNothingLost(nodes, accounts, seed + next++);
  };
  await Promise.all(Array.from({ length: TEXTS }, write));
  return next;
}
async function runAll(start: () => Promise<Nodes>): Promise<void> {
  const seed = testSeed();
  for (let next = 0; next < RUNS;) {
    const nodes = await start();
    next = await writeTexts(nodes, next, seed).finally(nodes.close);
  }
}

async function startOneNode(): Promise<Nodes> {
  const server = await startTestServer({
    database: 'sqlite',
    env: { TRUSTED_PROXIES },
    settings: { captcha: 'never' },
  });
  return { servers: [server], admin: await superAdmin(server), close: server.close };
}
async function startTwoNodes(): Promise<Nodes> {
  const database = await createMariadbDatabase();
  const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url'), TRUSTED_PROXIES };
  const first = await startTestServer({ env, settings: { captcha: 'never' } });
  const second = await startTestServer({ env, isSecondNode: true });
  const servers = [first, second];
  await waitUntil(() => servers.every(({ live }) => live.nodes.alive().length === 2), 'both nodes', 30_000);
  const close = async () => {
    await second.close();
    await first.close();
    await database.drop();
  };
  return { servers, admin: await superAdmin(first), close };
}

describe('random writers of a shared draft', () => {
  it(`lose nothing in ${RUNS} texts on one node with SQLite`, () => runAll(startOneNode), 14_400_000);

  (mariadbUrl() === null ? it.skip : it)(
    `lose nothing in ${RUNS} texts on two nodes`,
    () => runAll(startTwoNodes),
    14_400_000,
  );
});
