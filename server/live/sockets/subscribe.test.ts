/** Subscriptions: events of one client run in order, and a cursor ahead of the node waits. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newsCategory } from '../../../common/entities/newsCategory';
import { MATCH_ALL } from '../../../common/entity/filter';
import { openLiveHarness, createLiveStaffActor, type LiveHarness } from '../../testing/live/liveHarness';

const LIST = { k: 'list', e: 'news_category', where: MATCH_ALL, sort: [] } as const;
let harness: LiveHarness;
/** While set, this node cannot read the log. */
let pendingQuery: Promise<void> | undefined;
beforeAll(async () => {
  harness = await openLiveHarness('sqlite', [newsCategory], (db) => ({
    ...db,
    rows: async (sql, values) => {
      if (sql.includes('FROM change_log')) await pendingQuery;
      return db.rows(sql, values);
    },
  }));
  harness.actors.set('admin:1', createLiveStaffActor(1, [], { isSuper: true }));
});
afterAll(() => harness.close());

it('an unsub during a pending sub ends the subscription', async () => {
  const client = await harness.connect('admin:1');
  const response = client.ask({ epoch: '', topics: [{ t: 'a', spec: LIST }] });
  client.socket.emit('unsub', { t: ['a'] });
  expect(await response).toMatchObject({ ok: true });
  // Its acknowledgement comes after all earlier events.
  await client.ask({ epoch: '', topics: [] });
  expect(harness.live().stats()?.topics).toBe(0);
});

it('a cursor ahead of a late node is not reset', async () => {
  const client = await harness.connect('admin:1');
  let release = () => {};
  pendingQuery = new Promise((done) => (release = done));
  const since = String(
    await harness.writeOnOtherNode({ ent: 'news_category', op: 'c', id: 1, set: { name: 'Elsewhere' } }),
  );
  const topicRequest = { epoch: '', topics: [{ t: 'b', spec: LIST, since }] };
  expect(await client.ask(topicRequest)).toMatchObject({ ok: false, code: 503 });
  release();
  pendingQuery = undefined;
  expect(await client.ask(topicRequest)).toMatchObject({ ok: true });
  expect(client.resets).toEqual([]);
});

it('a second subscription of a hidden page begins at its own position', async () => {
  const client = await harness.connect('admin:1');
  const row = { ent: 'news_category', id: 7 } as const;
  const living = { k: 'list', e: 'news_category', where: { field: 'name', op: '=', value: 'Here' }, sort: [] } as const;
  await client.subscribe('first', living);
  client.socket.emit('vis', { hidden: true });
  // Its acknowledgement comes after all earlier events.
  await client.ask({ epoch: '', topics: [] });
  expect(harness.live().stats()?.paused).toBe(1);
  const entered = await harness.write({ ...row, op: 'c', set: { name: 'Here' } });
  await harness.whenDelivered();
  const { from } = await client.subscribe('second', living, String(entered));
  await harness.write({ ...row, op: 'u', set: { name: 'Elsewhere' } });
  client.socket.emit('vis', { hidden: false });
  await client.ask({ epoch: '', topics: [] });
  await harness.whenDelivered();
  const received = client.frames.map(({ c }) => c.map(({ op, id }) => `${op} ${id}`).join());
  expect(received.slice(0, from)).toEqual(['enter 7']);
  expect(received.slice(from)).toEqual(['leave 7']);
});
