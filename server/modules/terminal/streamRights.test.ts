/** The event stream of the terminal ends with the rights of its reader, and one principal holds only so many. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/actors';
import { add, listen, tryTerminal, until, untilTask, type Message } from '../../testing/terminalRig';
import { databases, startWorld, type World } from '../../testing/world';
import { TASK_STATUS } from '../../../common/terminal';

const REFUSED = ['You are not super administrator or not logged in', 'command-exec-error'];
const WATCHES = ['terminal/index', 'terminal_task/index'];

describe.each(databases())('an event stream on %s', (database) => {
  let world: World;
  let root: Caller;
  let running = '';
  beforeAll(async () => {
    world = await startWorld({ database, terminal: tryTerminal });
    root = await superAdmin(world);
    running = await add(root, 'try.long');
    await untilTask(root, running, ({ status }) => status === TASK_STATUS.executing);
  });
  afterAll(() => world.end());

  const read = (who: Caller, uuid = running) => {
    const heard: Message[] = [];
    const ended = listen(
      world,
      { command: 'try.long', uuid, batoken: who.token },
      {
        enough: (messages) => {
          heard.splice(0, heard.length, ...messages);
          return false;
        },
      },
    ).then(({ messages }) => messages);
    return { heard, ended };
  };
  const groupOf = async ({ id }: Caller): Promise<number> =>
    (await root.get('/admin/admin/edit', { id: String(id) })).data.row.group_arr[0];

  it.each([
    ['is disabled', (who: Caller) => root.post('/admin/admin/edit', { id: who.id, status: 0 })],
    ['is signed out', (who: Caller) => root.post('/admin/admin/revoke', { id: who.id })],
    [
      'loses the node',
      async (who: Caller) => root.post('/admin/admin_group/edit', { id: await groupOf(who), rules: ['news/index'] }),
    ],
  ])('tells no more output once its reader %s', async (_, act) => {
    const clerk = await limitedAdmin(world, WATCHES, 'all');
    const { heard, ended } = read(clerk);
    await until(() => (heard.filter(({ kind }) => kind === 'output').length > 2 ? true : undefined));
    expect((await act(clerk)).code).toBe(1);
    const at = heard.length;
    const all = await ended;
    expect(all.slice(-2).map(({ data }) => data)).toEqual(REFUSED);
    // What was on its way when the right went may still have been told, nothing later.
    expect(all.length - at).toBeLessThanOrEqual(5);
  });

  it('ends while its task waits and tells nothing', async () => {
    const waiting = await add(root, 'try.ok');
    const clerk = await limitedAdmin(world, WATCHES, 'all');
    const { ended } = read(clerk, waiting);
    await new Promise((done) => setTimeout(done, 300));
    await root.post('/admin/admin/edit', { id: clerk.id, status: 0 });
    expect((await ended).map(({ data }) => data)).toEqual(REFUSED);
  });

  it('is refused to a principal that holds as many as it may, and open again once one ends', async () => {
    const clerk = await limitedAdmin(world, WATCHES, 'all');
    const stops = Array.from({ length: LIMITS.streamsPerPrincipal }, () => new AbortController());
    const query = new URLSearchParams({ command: 'try.long', uuid: running, batoken: clerk.token });
    const open = async (stop: AbortController) => {
      const { body } = await fetch(`${world.url}/admin/Terminal/index?${String(query)}`, { signal: stop.signal });
      return new TextDecoder().decode((await body?.getReader().read())?.value);
    };
    const first = await Promise.all(stops.map(open));
    expect(first.every((text) => text.includes('command-link-success'))).toBe(true);
    expect(await open(new AbortController())).toContain('Too many event streams');
    stops[0]?.abort();
    const again = new AbortController();
    await until(async () => ((await open(again)).includes('command-link-success') ? true : undefined));
    for (const stop of [...stops, again]) stop.abort();
  });
});
