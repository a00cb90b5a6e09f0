/** The event stream ends when its reader loses the permission, and one principal has a limited number of streams. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVER_LIMITS } from '../../../../common/serverLimits';
import { limitedAdmin, superAdmin, type Caller } from '../../../testing/callers';
import {
  addTask,
  readEventStream,
  testTerminal,
  waitForValue,
  waitForTask,
  type StreamMessage,
} from '../../../testing/terminalHarness';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';
import { TASK_STATUS } from '../../../../common/terminal';

const REFUSED = ['You are not super administrator or not logged in', 'command-exec-error'];
const WATCHES = ['terminal/index', 'terminal_task/index'];

describe.each(sampleDialects())('an event stream on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let running = '';
  beforeAll(async () => {
    testServer = await startTestServer({ database, terminal: testTerminal });
    root = await superAdmin(testServer);
    running = await addTask(root, 'try.long');
    await waitForTask(root, running, ({ status }) => status === TASK_STATUS.executing);
  });
  afterAll(() => testServer.close());

  const read = (who: Caller, uuid = running) => {
    const received: StreamMessage[] = [];
    const ended = readEventStream(
      testServer,
      { command: 'try.long', uuid, batoken: who.token },
      {
        enough: (messages) => {
          received.splice(0, received.length, ...messages);
          return false;
        },
      },
    ).then(({ messages }) => messages);
    return { received, ended };
  };
  const loadGroup = async ({ id }: Caller): Promise<number> =>
    (await root.get('/admin/admin/edit', { id: String(id) })).data.row.group_arr[0];

  it.each([
    ['is disabled', (who: Caller) => root.post('/admin/admin/edit', { id: who.id, status: 0 })],
    ['is signed out', (who: Caller) => root.post('/admin/admin/revoke', { id: who.id })],
    [
      'loses the node',
      async (who: Caller) => root.post('/admin/admin_group/edit', { id: await loadGroup(who), rules: ['news/index'] }),
    ],
  ])('sends no more output once its reader %s', async (_, runAction) => {
    const clerk = await limitedAdmin(testServer, WATCHES, 'all');
    const { received, ended } = read(clerk);
    await waitForValue(() => (received.filter(({ kind }) => kind === 'output').length > 2 ? true : undefined));
    expect((await runAction(clerk)).code).toBe(1);
    const at = received.length;
    const all = await ended;
    expect(all.slice(-2).map(({ data }) => data)).toEqual(REFUSED);
    // Messages in transit at that moment may still arrive.
    expect(all.length - at).toBeLessThanOrEqual(5);
  });

  it('ends also while its task waits without output', async () => {
    const waiting = await addTask(root, 'try.ok');
    const clerk = await limitedAdmin(testServer, WATCHES, 'all');
    const { ended } = read(clerk, waiting);
    await sleep(300);
    await root.post('/admin/admin/edit', { id: clerk.id, status: 0 });
    expect((await ended).map(({ data }) => data)).toEqual(REFUSED);
  });

  it('is refused above the limit of a principal, and possible again after one ends', async () => {
    const clerk = await limitedAdmin(testServer, WATCHES, 'all');
    const stops = Array.from({ length: SERVER_LIMITS.streamsPerPrincipal }, () => new AbortController());
    const query = new URLSearchParams({ command: 'try.long', uuid: running, batoken: clerk.token });
    const open = async (stop: AbortController) => {
      const { body } = await fetch(`${testServer.url}/admin/Terminal/index?${String(query)}`, { signal: stop.signal });
      return new TextDecoder().decode((await body?.getReader().read())?.value);
    };
    const first = await Promise.all(stops.map(open));
    expect(first.every((text) => text.includes('command-link-success'))).toBe(true);
    expect(await open(new AbortController())).toContain('Too many event streams');
    stops[0]?.abort();
    const again = new AbortController();
    await waitForValue(async () => ((await open(again)).includes('command-link-success') ? true : undefined));
    for (const stop of [...stops, again]) stop.abort();
  });
});
