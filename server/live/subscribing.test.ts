/** What a client asks and takes back in one breath counts in the order it was said; who is ahead of a node is asked to come again. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newsCategory } from '../../common/entities/newsCategory';
import { EVERYTHING } from '../../common/entity/filter';
import { openRig, staff, type Rig } from '../testing/liveRig';

const LIST = { k: 'list', e: 'news_category', where: EVERYTHING, sort: [] } as const;
let rig: Rig;
/** While set, this node cannot read on. */
let held: Promise<void> | undefined;
beforeAll(async () => {
  rig = await openRig('sqlite', [newsCategory], (db) => ({
    ...db,
    rows: async (sql, values) => {
      if (sql.includes('FROM change_log')) await held;
      return db.rows(sql, values);
    },
  }));
  rig.actors.set('admin:1', staff(1, [], { super: true }));
});
afterAll(() => rig.close());

it('does not follow a topic that was given up before it was joined', async () => {
  const client = await rig.connect('admin:1');
  const answer = client.ask({ epoch: '', topics: [{ t: 'a', spec: LIST }] });
  client.socket.emit('unsub', { t: ['a'] });
  expect(await answer).toMatchObject({ ok: true });
  // Its answer comes after everything said before.
  await client.ask({ epoch: '', topics: [] });
  expect(rig.live().stats()?.topics).toBe(0);
});

it('resets nobody who knows more of the log than a node that is late', async () => {
  const client = await rig.connect('admin:1');
  let release = () => {};
  held = new Promise((done) => (release = done));
  const since = String(await rig.writeElsewhere({ ent: 'news_category', op: 'c', id: 1, set: { name: 'Elsewhere' } }));
  const wish = { epoch: '', topics: [{ t: 'b', spec: LIST, since }] };
  expect(await client.ask(wish)).toMatchObject({ ok: false, code: 503 });
  release();
  held = undefined;
  expect(await client.ask(wish)).toMatchObject({ ok: true });
  expect(client.resets).toEqual([]);
});

it('begins a second subscription of a hidden tab where it is, not where the first one stands', async () => {
  const client = await rig.connect('admin:1');
  const row = { ent: 'news_category', id: 7 } as const;
  const living = { k: 'list', e: 'news_category', where: { field: 'name', op: '=', value: 'Here' }, sort: [] } as const;
  await client.sub('first', living);
  client.socket.emit('vis', { hidden: true });
  // Its answer comes after everything said before.
  await client.ask({ epoch: '', topics: [] });
  expect(rig.live().stats()?.paused).toBe(1);
  const entered = await rig.write({ ...row, op: 'c', set: { name: 'Here' } });
  await rig.settled();
  const { from } = await client.sub('second', living, String(entered));
  await rig.write({ ...row, op: 'u', set: { name: 'Elsewhere' } });
  client.socket.emit('vis', { hidden: false });
  await client.ask({ epoch: '', topics: [] });
  await rig.settled();
  const told = client.frames.map(({ c }) => c.map(({ op, id }) => `${op} ${id}`).join());
  expect(told.slice(0, from)).toEqual(['enter 7']);
  expect(told.slice(from)).toEqual(['leave 7']);
});
