/** The terminal end to end: task states, what each role sees, and permissions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TASK_STATUS } from '../../../common/terminal';
import type { TopicSpec } from '../../../common/protocol/liveEvents';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import {
  addTask,
  readEventStream,
  listTasks,
  taskOutputText,
  testTerminal,
  waitForValue,
  waitForTaskEnd,
  waitForTask,
  followTask,
} from '../../testing/terminalHarness';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { createEscapeStripper } from './output/escapeStripper';

const { waiting, connecting, executing, success, failed } = TASK_STATUS;
const QUEUE: TopicSpec = {
  k: 'list',
  e: 'terminal_task',
  where: { all: [] },
  sort: [{ field: 'position', dir: 'asc' }],
};

describe.each(sampleDialects())('the terminal on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, terminal: testTerminal });
    root = await superAdmin(testServer);
    await root.post('/admin/ajax/changeTerminalConfig', { data: { cleanup: 0 } });
  });
  afterAll(() => testServer.close());
  const tag = () => readFileSync(join(testServer.env.dataDir, 'marks'), 'utf8').split('\n').length - 1;
  const empty = async () => {
    for (const { uuid } of await listTasks(root)) {
      await root.post('/admin/terminal/cancel', { uuid });
      await waitForTask(root, uuid, ({ status }) => status !== connecting && status !== executing);
      await root.post('/admin/terminal/del', { uuid });
    }
  };

  it('runs a command to success, reports each state once and in order, and notifies its starter', async () => {
    const client = await connectLiveClient(`${testServer.url}/admin`, root.token, {});
    await client.subscribe('q', QUEUE);
    const uuid = await addTask(root, 'try.ok');
    const endedTask = await waitForTaskEnd(root, uuid);
    expect(endedTask).toMatchObject({
      status: success,
      exit_code: 0,
      reason: null,
      by_name: 'Administrator',
      out_bytes: 6,
    });
    expect(await taskOutputText(root, uuid)).toBe('fine\r\n');
    const states = () =>
      client.frames.flatMap(({ c }) =>
        c.flatMap(({ row, set }) => (row ?? set)?.['status'] ?? []).filter((status) => typeof status === 'number'),
      );
    await waitForValue(() => (states().includes(success) ? true : undefined));
    expect(states().filter((status, index, all) => status !== all[index - 1])).toEqual(
      [...new Set(states())].sort((one, other) => Number(one) - Number(other)),
    );
    client.close();
    const notices = (await root.get('/admin/notice/index', { limit: '50' })).data.list;
    expect(notices.filter(({ link }: { link: string }) => link === `/admin/terminal?task=${uuid}`)).toMatchObject([
      { kind: 'task_ended', title: 'task_done', params: { title: 'try.ok' } },
    ]);
    const log = (await root.get('/admin/admin_log/index', { limit: '50' })).data.list;
    expect(log.some(({ title }: { title: string }) => title === 'Terminal task · Start')).toBe(true);
  });

  it('queue: stops at a blocking failure, continues after another; retry, skip, delete, clear', async () => {
    await empty();
    const soft = await addTask(root, 'try.fail', { blockOnFailure: false });
    const after = await addTask(root, 'try.ok');
    expect(await waitForTaskEnd(root, soft)).toMatchObject({ status: failed, exit_code: 3 });
    expect(await waitForTaskEnd(root, after)).toMatchObject({ status: success });
    const hard = await addTask(root, 'try.fail');
    await waitForTaskEnd(root, hard);
    const stuck = await root.post('/admin/terminal/add', { command: 'try.ok', again: true });
    expect(stuck.data).toMatchObject({ joined: false, stuck: true });
    expect((await listTasks(root)).find(({ uuid }) => uuid === stuck.data.uuid)?.status).toBe(waiting);
    await root.post('/admin/terminal/retry', { uuid: hard });
    expect(await waitForTask(root, hard, ({ attempt, status }) => attempt === 2 && status === failed)).toBeDefined();
    expect((await root.post('/admin/terminal/block', { uuid: hard, blocks: false })).code).toBe(1);
    expect(await waitForTaskEnd(root, stuck.data.uuid)).toMatchObject({ status: success });
    expect((await root.post('/admin/terminal/clear')).data).toEqual({ count: 2 });
    expect((await listTasks(root)).map(({ uuid }) => uuid)).toEqual([soft, hard]);
    const long = await addTask(root, 'try.long');
    await waitForTask(root, long, ({ status }) => status === executing);
    expect((await root.post('/admin/terminal/del', { uuid: long })).code).toBe(423);
    const retried = await root.post('/admin/terminal/retry', { uuid: long });
    expect([retried.code, retried.msg]).toEqual([0, expect.stringMatching(/“Executing” to “Waiting”/)]);
    expect((await root.post('/admin/terminal/cancel', { uuid: long })).code).toBe(1);
    expect(await waitForTaskEnd(root, long)).toMatchObject({ status: failed, reason: 'cancelled' });
    expect((await root.post('/admin/terminal/del', { uuid: long })).code).toBe(1);
    expect((await root.post('/admin/terminal/retry', { uuid: long })).code).toBe(404);
  });

  it('queue: waiting tasks can be moved, and successful ones are removed on enqueue when cleanup is on', async () => {
    await empty();
    const long = await addTask(root, 'try.long');
    const [a, b, c] = [await addTask(root, 'try.ok'), await addTask(root, 'try.mark'), await addTask(root, 'try.ok')];
    await waitForTask(root, long, ({ status }) => status === executing);
    expect((await root.post('/admin/terminal/sortable', { uuid: c, target: a })).code).toBe(1);
    expect((await root.post('/admin/terminal/sortable', { uuid: long, target: a })).code).toBe(404);
    expect((await listTasks(root)).map(({ uuid }) => uuid)).toEqual([long, c, a, b]);
    await root.post('/admin/terminal/block', { uuid: long, blocks: false });
    await root.post('/admin/terminal/cancel', { uuid: long });
    for (const uuid of [a, b, c]) expect(await waitForTaskEnd(root, uuid)).toMatchObject({ status: success });
    await root.post('/admin/ajax/changeTerminalConfig', { data: { cleanup: 1 } });
    const next = await addTask(root, 'try.ok');
    expect((await listTasks(root)).map(({ uuid }) => uuid)).toEqual([long, next]);
    await root.post('/admin/ajax/changeTerminalConfig', { data: { cleanup: 0 } });
  });

  it('enqueue: two simultaneous requests start one task, and a later one joins it', async () => {
    await empty();
    const other = await superAdmin(testServer);
    const responses = await Promise.all(
      [root, other, root, other].map((caller) => caller.post('/admin/terminal/add', { command: 'try.mark' })),
    );
    expect(responses.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    const numbers = new Set(responses.map(({ data }) => data.uuid));
    for (const uuid of numbers) await waitForTaskEnd(root, String(uuid));
    expect(responses.filter(({ data }) => data.joined === false)).toHaveLength(numbers.size);
    expect(numbers.size).toBe(1);
  });

  it('output: later and reconnecting readers get the same bytes', async () => {
    await empty();
    const reader = await limitedAdmin(testServer, ['terminal/index']);
    const uuid = await addTask(root, 'try.ticks');
    const first = await followTask(testServer, root, uuid);
    await waitForValue(() => (first.text().length > 60 ? true : undefined));
    const late = await followTask(testServer, reader, uuid);
    const half = Buffer.byteLength(first.text());
    first.close();
    const again = await followTask(testServer, root, uuid, half);
    await Promise.all([late.ended, again.ended]);
    const whole = await taskOutputText(reader, uuid);
    expect(whole.trimEnd().split('\r\n').at(-1)?.endsWith(' 好 \u001b[32mgreen\u001b[0m')).toBe(true);
    expect(late.text()).toBe(whole);
    expect(first.text().slice(0, Buffer.from(whole).subarray(0, half).toString().length) + again.text()).toBe(whole);
    for (const { frames } of [late, again])
      for (const [index, { off, data }] of frames.entries())
        if (index > 0)
          expect(off).toBe((frames[index - 1]?.off ?? 0) + Buffer.byteLength(frames[index - 1]?.data ?? ''));
        else expect(data.length).toBeGreaterThan(0);
    late.close();
    again.close();
  });

  it('event stream: compatible format, and continues after a disconnect', async () => {
    await empty();
    const stream = (uuid: string, more = {}) =>
      readEventStream(testServer, { command: 'try.ticks', uuid, extend: 'mine:1', batoken: root.token }, more);
    const cut = await stream('stream-1', {
      enough: (received: readonly { id: unknown }[]) => received.some(({ id }) => id),
    });
    const last = cut.messages.at(-1)?.id ?? '';
    const laterEvents = await stream('stream-1', { headers: { 'last-event-id': last }, path: '/admin/ajax/terminal' });
    expect(laterEvents.headers.get('content-type')).toContain('text/event-stream');
    const all = [...cut.messages, ...laterEvents.messages];
    expect(all[0]).toMatchObject({
      data: 'command-link-success',
      uuid: 'stream-1',
      extend: 'mine:1',
      key: 'try.ticks',
    });
    expect(all.slice(-3).map(({ data }) => data)).toEqual([
      'exitcode: 0\n',
      'command-exec-success',
      'command-exec-completed',
    ]);
    const printed = all.filter(({ kind, id }) => kind === 'output' && id !== undefined).map(({ data }) => data);
    expect(printed.join('')).toBe(createEscapeStripper()(await taskOutputText(root, 'stream-1')));
    const whole = await stream('stream-1');
    expect(
      whole.messages
        .filter(({ id }) => id)
        .map(({ data }) => data)
        .join(''),
    ).toBe(printed.join(''));
    expect((await listTasks(root)).filter(({ uuid }) => uuid === 'stream-1')).toHaveLength(1);
  });

  // @case T7.23
  it('ticket: opens the stream once, for its task, within a minute', async () => {
    await empty();
    const ticket = async () =>
      (await root.post('/admin/terminal/ticket', { uuid: 'ticket-1', command: 'try.ok' })).data.ticket as string;
    const open = (batoken: string, uuid = 'ticket-1') =>
      readEventStream(testServer, { command: 'try.ok', uuid, batoken });
    const once = await ticket();
    expect((await open(once)).messages.map(({ data }) => data)).toContain('command-exec-success');
    const refused = ['Error:Please login first', 'command-exec-error'];
    expect((await open(once)).messages.map(({ data }) => data)).toEqual(refused);
    expect((await open(await ticket(), 'ticket-2')).messages.map(({ data }) => data)).toEqual(refused);
    const old = await ticket();
    testServer.advanceClock(61_000);
    expect((await open(old)).messages.map(({ data }) => data)).toEqual(refused);
  });

  // @case T4.02
  it('a task id runs once, for simultaneous and later requests', async () => {
    await empty();
    const before = await addTask(root, 'try.mark')
      .then((uuid) => waitForTaskEnd(root, uuid))
      .then(tag);
    const ask = () => readEventStream(testServer, { command: 'try.mark', uuid: 'only-once', batoken: root.token });
    const received = await Promise.all(Array.from({ length: 10 }, ask));
    received.push(await ask());
    expect(received.every(({ messages }) => messages.at(-1)?.data === 'command-exec-completed')).toBe(true);
    expect(tag() - before).toBe(1);
    await root.post('/admin/terminal/del', { uuid: 'only-once' });
    expect((await ask()).messages.at(-1)?.data).toBe('command-exec-error');
    expect(tag() - before).toBe(1);
  });

  // @case T4.01
  it('printed text is never taken for a status: the exit code decides', async () => {
    await empty();
    const { messages } = await readEventStream(testServer, {
      command: 'try.spoof',
      uuid: 'spoof',
      batoken: root.token,
    });
    expect(await waitForTaskEnd(root, 'spoof')).toMatchObject({ status: failed, exit_code: 3 });
    const controls = messages.filter(({ kind }) => kind === 'control').map(({ data }) => data);
    expect(controls).toEqual(['command-link-success', 'command-exec-error', 'command-exec-completed']);
    for (const word of controls)
      expect(messages.some(({ kind, data }) => kind === 'output' && data === word)).toBe(false);
    expect(await taskOutputText(root, 'spoof')).toContain('command-exec-success\r\n');
  });

  it('event stream: a failed task does not block the next one, and older clients get text without escape sequences', async () => {
    await empty();
    const run = (command: string, uuid: string) => readEventStream(testServer, { command, uuid, batoken: root.token });
    expect((await run('try.fail', 'compat-1')).messages.at(-2)?.data).toBe('command-exec-error');
    const { messages } = await run('try.ticks', 'compat-2');
    expect(messages.at(-2)?.data).toBe('command-exec-success');
    const output = messages.filter(({ kind }) => kind === 'output').map(({ data }) => data);
    expect(output.join('')).toContain('green');
    expect(output.join('')).not.toContain('\u001b');
    const hard = await addTask(root, 'try.fail');
    await waitForTaskEnd(root, hard);
    const stuck = run('try.ok', 'compat-3');
    await waitForValue(async () => (await listTasks(root)).find(({ uuid }) => uuid === 'compat-3'));
    await root.post('/admin/terminal/block', { uuid: hard, blocks: false });
    expect((await stuck).messages[0]?.data).toContain('will never start because they are blocked');
  });

  it('permissions: the permission key allows watching, super admins start, others are refused', async () => {
    await empty();
    const reader = await limitedAdmin(testServer, ['terminal/index']);
    const stranger = await limitedAdmin(testServer, ['news/index']);
    const uuid = await addTask(root, 'try.ok');
    await waitForTaskEnd(root, uuid);
    for (const path of ['add', 'retry', 'cancel', 'del', 'clear', 'block', 'sortable'])
      expect((await reader.post(`/admin/terminal/${path}`, { uuid, command: 'try.ok' })).code).toBe(403);
    expect((await reader.post('/admin/ajax/changeTerminalConfig', { data: { manager: 'npm' } })).code).toBe(403);
    expect((await listTasks(reader)).map((task) => task.uuid)).toEqual([uuid]);
    expect(await taskOutputText(reader, uuid)).toBe('fine\r\n');
    expect(
      (await readEventStream(testServer, { command: '', uuid, batoken: reader.token })).messages.at(-1)?.data,
    ).toBe('command-exec-completed');
    const stream = await readEventStream(testServer, { command: 'try.ok', uuid: 'fresh', batoken: reader.token });
    expect(stream.messages.map(({ data }) => data)).toEqual([
      'You are not super administrator or not logged in',
      'command-exec-error',
    ]);
    expect((await stranger.get('/admin/terminal_task/index')).code).toBe(403);
    expect((await stranger.get('/admin/terminal/output', { uuid })).code).toBe(403);
    await expect(followTask(testServer, stranger, uuid)).rejects.toThrow('refused: 403');
    const denied = await readEventStream(testServer, { command: 'try.ok', uuid, batoken: stranger.token });
    expect(denied.messages.at(-1)?.data).toBe('command-exec-error');
    expect((await listTasks(root)).map((task) => task.uuid)).toEqual([uuid]);
  });
});
