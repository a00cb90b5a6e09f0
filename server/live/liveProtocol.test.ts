/** The client of `server/docs/live-protocol.md` runs as it is printed there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { superAdmin, type Caller } from '../testing/callers';
import { startTestServer, type TestServer } from '../testing/testServer';

const DOCUMENT = 'server/docs/live-protocol.md';
const PROGRAM = join('.cache', `live-protocol-client-${process.pid}.mjs`);
const LINE_LIMIT = 48;

let testServer: TestServer;
let admin: Caller;
let client: ChildProcess | undefined;

beforeAll(async () => {
  testServer = await startTestServer();
  admin = await superAdmin(testServer);
});
afterAll(async () => {
  client?.kill();
  rmSync(PROGRAM, { force: true });
  await testServer.close();
});

/** Starts the printed client; returns its latest list. */
function startClient(code: string): () => readonly (readonly [number, string])[] | undefined {
  mkdirSync('.cache', { recursive: true });
  writeFileSync(PROGRAM, code);
  client = spawn(process.execPath, [PROGRAM, testServer.url, admin.token], { stdio: ['ignore', 'pipe', 'inherit'] });
  let latest: readonly (readonly [number, string])[] | undefined;
  if (client.stdout) createInterface(client.stdout).on('line', (line) => (latest = JSON.parse(line) as typeof latest));
  return () => latest;
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error('the printed client did not show the change');
    await sleep(20);
  }
}

it('live-protocol.md: its client shows a new, a changed and a deleted row without fetching again', async () => {
  const [, code = ''] = /```js\n([\s\S]+?)```/.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  expect(code.split('\n').length).toBeLessThanOrEqual(LINE_LIMIT);
  const list = startClient(code);
  await waitUntil(() => list() !== undefined);
  const titles = () => list()?.map(([, title]) => title) ?? [];
  const { data } = await admin.post('/admin/news/add', { title: 'First', content: '<p>Text</p>' });
  await waitUntil(() => titles().includes('First'));
  await admin.post('/admin/news/edit', { id: data.id, title: 'Second' });
  await waitUntil(() => titles().includes('Second'));
  expect(titles()).not.toContain('First');
  await admin.post('/admin/news/del', { ids: [data.id] });
  await waitUntil(() => !titles().includes('Second'));
});
