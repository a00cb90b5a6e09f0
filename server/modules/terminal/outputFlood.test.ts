/** A command with endless output at the real limits: ended at 64 MB, 16 MB of it stored, with bounded memory and a responsive server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { TASK_STATUS } from '../../../common/terminal';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { addTask, taskOutputText, waitForTaskEnd } from '../../testing/terminalHarness';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';
import { findTaskProcesses } from './tasks/processes';

const MB = 1024 * 1024;
/** Numbered lines, so that any part of them can be verified. */
const table = { 'try.endless': { file: 'seq', args: ['1', '9999999999'], cwd: 'data' } } as const;
const whenProving = sampleSize(0, 1) === 1 ? describe : describe.skip;

/** Checks that the numbers of a text are consecutive; returns their count. */
function inOrder(text: string): number {
  const numbers = text.split('\r\n').map(Number);
  for (let index = 1; index < numbers.length; index += 1)
    if (numbers[index] !== (numbers[index - 1] ?? Number.NaN) + 1)
      throw new Error(`${numbers[index - 1]} then ${numbers[index]}`);
  return numbers.length;
}

/** Follows the task without keeping its output, which would distort the memory measurement. */
async function watch(testServer: TestServer, { token }: Caller, uuid: string) {
  const { socket, close } = await connectLiveClient(`${testServer.url}/admin`, token, { skipFrames: true });
  const received = { at: 0, backwards: 0 };
  const ended = new Promise<void>((done) => {
    socket.on('out', ({ off, data, end }) => {
      if (off < received.at) received.backwards += 1;
      received.at = off + Buffer.byteLength(data);
      if (end === true) done();
    });
  });
  const response = await socket.timeout(5_000).emitWithAck('tail', { t: 'a', uuid, a: 1, from: 0 });
  expect(response).toEqual({ ok: true });
  return { heard: received, ended, close };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Memory in use after garbage collection. */
function bufferedBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The peak memory and the longest response time during an operation. */
async function measureLoad(root: Caller, work: Promise<unknown>) {
  const state = { over: false };
  const isOver = () => {
    state.over = true;
  };
  void work.then(isOver, isOver);
  const before = bufferedBytes();
  const found = { grown: 0, longest: 0 };
  for (let turn = 1; !state.over; turn += 1) {
    const asked = performance.now();
    await root.get('/admin/terminal_task/index', { limit: '1' });
    found.longest = Math.max(found.longest, performance.now() - asked);
    if (turn % 10 === 0) found.grown = Math.max(found.grown, bufferedBytes() - before);
    await sleep(50);
  }
  return found;
}

whenProving.each(testDialects())('a command that floods, on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, terminal: { table, pollIntervalMs: 100 } });
  });
  afterAll(() => testServer.close());

  // @case T1.05
  it('is ended at sixty-four megabytes, of which its beginning and its end are kept', async () => {
    const root = await superAdmin(testServer);
    const uuid = await addTask(root, 'try.endless', { blockOnFailure: false });
    const watched = await watch(testServer, root, uuid);
    const ended = waitForTaskEnd(root, uuid, 240_000);
    const { grown, longest } = await measureLoad(root, ended);
    const task = await ended;
    process.stderr.write(
      `flood on ${database}: ${(task.out_bytes / MB).toFixed(2)} MB, at most ${(grown / MB).toFixed(0)} MB held, longest answer ${longest.toFixed(0)} ms\n`,
    );
    expect(task).toMatchObject({ status: TASK_STATUS.failed, reason: 'flood', exit_code: null });
    expect(findTaskProcesses(`${uuid}.1`)).toEqual([]);
    expect(task.out_bytes).toBeGreaterThan(SERVER_LIMITS.maxTaskOutputBytes);
    expect(task.out_bytes).toBeLessThan(SERVER_LIMITS.maxTaskOutputBytes + 4 * MB);

    const stored = await taskOutputText(root, uuid);
    const [head = '', missing = '', tail = '', ...more] = stored.split(/\n\[… (\d+) …\]\n/);
    expect([head.slice(0, 9), more]).toEqual(['1\r\n2\r\n3\r\n', []]);
    expect(Buffer.byteLength(head) + Number(missing) + Buffer.byteLength(tail)).toBe(task.out_bytes);
    expect(Buffer.byteLength(head)).toBeGreaterThanOrEqual(SERVER_LIMITS.taskOutputHeadBytes);
    expect(Buffer.byteLength(head) + Buffer.byteLength(tail)).toBeLessThan(
      SERVER_LIMITS.taskOutputBytes + 4 * SERVER_LIMITS.taskOutputChunkBytes,
    );
    // The cut may split a number.
    inOrder(head.slice(0, head.lastIndexOf('\r\n')));
    inOrder(tail.slice(tail.indexOf('\n') + 1, tail.lastIndexOf('\r\n')));

    await watched.ended;
    watched.close();
    expect(watched.heard).toEqual({ at: task.out_bytes, backwards: 0 });
    expect(grown).toBeLessThan(32 * MB);
    expect(longest).toBeLessThan(5_000);
  }, 300_000);
});
