/** Guests and members read an item of the navigation only while its group is shown: in lists, single rows, search and live topics. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, member, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { pollUntil } from '../../testing/live/listFixtures';
import { addPublishedRow } from '../../testing/site/addPublishedRow';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const GROUP = 1;

describe.each(testDialects())('items of a hidden navigation group on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let readers: readonly Caller[];
  let live: LiveClient;
  let group: number;
  let item: number;

  const addGroup = (title: string, row: Readonly<Record<string, unknown>> = {}) =>
    addPublishedRow(root, 'navigation', { title, type: GROUP, ...row });
  const addItem = (title: string, pid: number | null) =>
    addPublishedRow(root, 'navigation', { title, url: '/products', pid });
  const send = async (verb: 'edit' | 'del' | 'restore', body: Readonly<Record<string, unknown>>) =>
    expect(await root.post(`/admin/navigation/${verb}`, body)).toMatchObject({ code: 1 });
  const setStatus = (id: number, status: 0 | 1) => send('edit', { id, status });

  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    const reader = await member(testServer);
    readers = [guest(testServer), reader];
    group = await addGroup('Company');
    item = await addItem('Quokka news', group);
    live = await connectLiveClient(`${testServer.url}/member`, reader.token, {});
    const spec = { k: 'list', e: 'navigation', where: { all: [] }, sort: [] };
    const ack = await live.ask({ epoch: '', topics: [{ t: 'all', spec }] });
    expect(ack.ok).toBe(true);
  });
  afterAll(async () => {
    live.close();
    await testServer.close();
  });

  /** Whether guests and members read the item; its list, its row and its search must agree. */
  const isReadable = async (id = item): Promise<boolean> => {
    const found = new Set<boolean>();
    for (const reader of readers) {
      const lists = [
        await reader.get('/api/navigation/index', { limit: '100' }),
        await reader.get('/api/navigation/index', { limit: '100', quick_search: 'Quokka' }),
      ];
      for (const { data } of lists) found.add((data.list as { id: number }[]).some((row) => row.id === id));
      found.add((await reader.get('/api/navigation/edit', { id: String(id) })).status === 200);
    }
    expect([...found]).toHaveLength(1);
    return found.has(true);
  };
  const liveChanges = (id: number) =>
    live.frames.flatMap(({ c }) => c.flatMap((change) => (change.id === id ? [change.op] : [])));

  it('are hidden and shown with the group, also live, and keep their own status', async () => {
    expect(await isReadable()).toBe(true);
    await setStatus(group, 0);
    expect(await isReadable()).toBe(false);
    await setStatus(group, 1);
    expect(await isReadable()).toBe(true);
    await pollUntil(() => liveChanges(item).length >= 2);
    expect(liveChanges(item)).toEqual(['leave', 'enter']);
    await setStatus(item, 0);
    for (const status of [0, 1] as const) await setStatus(group, status);
    expect(await isReadable()).toBe(false);
    await setStatus(item, 1);
    expect(await isReadable()).toBe(true);
  });

  it('follow a move to another group, or out of all groups', async () => {
    const hidden = await addGroup('Hidden', { status: 0 });
    for (const [pid, expected] of [
      [hidden, false],
      [group, true],
      [hidden, false],
      [null, true],
      [group, true],
    ] as const) {
      await send('edit', { id: item, pid });
      expect([pid, await isReadable()]).toEqual([pid, expected]);
    }
    expect(await isReadable(await addItem('Quokka added', hidden))).toBe(false);
    expect(await isReadable(await addItem('Quokka free', null))).toBe(true);
  });

  it('get the state of the group when they are restored, alone or with it', async () => {
    const other = await addGroup('Restored');
    const below = await addItem('Quokka restored', other);
    await send('del', { ids: [below] });
    await setStatus(other, 0);
    await send('restore', { ids: [below] });
    expect(await isReadable(below)).toBe(false);
    await setStatus(other, 1);
    expect(await isReadable(below)).toBe(true);
    await send('del', { ids: [other, below] });
    await send('restore', { ids: [below, other] });
    expect(await isReadable(below)).toBe(true);
  });

  it('are hidden at a third level too, which older versions stored', async () => {
    const top = await addGroup('Top');
    const second = await addItem('Quokka second', top);
    const third = await addItem('Quokka third', null);
    const { db } = testServer.services;
    await db.transact((tx) => tx.run('UPDATE `navigation` SET pid = ? WHERE id = ?', [second, third]));
    await setStatus(top, 0);
    expect([await isReadable(second), await isReadable(third)]).toEqual([false, false]);
    await setStatus(top, 1);
    expect([await isReadable(second), await isReadable(third)]).toEqual([true, true]);
  });

  it('a request cannot set parent_shown to show a hidden item', async () => {
    await setStatus(group, 0);
    const answer = await root.post('/admin/navigation/edit', { id: item, parent_shown: 1 });
    expect([answer.code, await isReadable()]).toEqual([expect.any(Number), false]);
    await setStatus(group, 1);
  });
});
