/** List operations over a real socket: enter, update, leave, delete and restore, and their recipients. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineEntity } from '../../common/entity/entity';
import { integer, money, onOff, password, richText, text } from '../../common/entity/field';
import { MATCH_ALL } from '../../common/entity/filter';
import {
  TEST_DIALECTS,
  memberActor,
  openLiveHarness,
  createLiveStaffActor,
  type LiveHarness,
} from '../testing/live/liveHarness';

const labels = { $one: 'Thing', $many: 'Things' };
const names = {
  title: 'a',
  price: 'b',
  owner_id: 'c',
  body: 'd',
  code: 'e',
  phone: 'f',
  status: ['g', { disabled: 'h', enabled: 'i' }],
} as const;
const thing = defineEntity('thing', {
  menu: 'news',
  icon: 'article',
  sensitivity: 'public',
  fields: {
    title: text({ required: true, search: true }),
    price: money(),
    owner_id: integer(),
    body: richText(),
    code: password(),
    phone: text({ sensitivity: 'restricted' }),
    status: onOff(),
  },
  title: 'title',
  list: { columns: ['id', 'title'] },
  form: ['title'],
  access: { staff: 'crud', member: { read: { owner_id: { actor: 'id' } } } },
  labels: { en: { ...labels, ...names }, 'zh-cn': { ...labels, ...names } },
});
const enabled = { k: 'list', e: 'thing', where: { field: 'status', op: '=', value: 1 }, sort: [] } as const;
const everything = { k: 'list', e: 'thing', where: MATCH_ALL, sort: [] } as const;

describe.each(TEST_DIALECTS)('the live channel on %s', (dialect) => {
  let harness: LiveHarness;
  beforeAll(async () => {
    harness = await openLiveHarness(dialect, [thing]);
    harness.actors.set('admin:1', createLiveStaffActor(1, [], { isSuper: true }));
    harness.actors.set('admin:2', createLiveStaffActor(2, ['thing/index']));
    harness.actors.set('member:5', memberActor(5));
  });
  afterAll(() => harness.close());

  it('sends enter, update, leave, delete and restore, and no value of a row that left', async () => {
    const client = await harness.connect('admin:1');
    const { topic } = await client.subscribe('a', enabled);
    const row = { title: 'first', price: 1234, status: 1, body: 'long text', code: 'CANARY', owner_id: 5 };
    await harness.write({ ent: 'thing', op: 'c', id: 1, set: row, actor: 'admin:9', mid: 'm1' });
    await harness.whenDelivered();
    await harness.write({ ent: 'thing', op: 'u', id: 1, set: { title: 'second', body: 'other' } });
    await harness.whenDelivered();
    await harness.write({ ent: 'thing', op: 'u', id: 1, set: { status: 0, title: 'hidden from the list' } });
    await harness.whenDelivered();
    await harness.write({ ent: 'thing', op: 'u', id: 1, set: { status: 1, title: 'back' } });
    await harness.whenDelivered();
    await harness.write({ ent: 'thing', op: 'd', id: 1 });
    await harness.whenDelivered();
    await harness.write({ ent: 'thing', op: 'r', id: 1 });
    await harness.whenDelivered();
    await harness.write({ ent: 'thing', op: 'x', id: 1 });
    await harness.whenDelivered();
    const changes = client.frames.flatMap((frame) => frame.c);
    expect(client.frames.every((frame) => frame.t === topic && frame.e === 'thing')).toBe(true);
    expect(changes.map((change) => change.op)).toEqual(['enter', 'u', 'leave', 'enter', 'del', 'enter', 'del']);
    expect(changes[0]).toMatchObject({
      id: 1,
      v: 1,
      row: { title: 'first', price: '12.34' },
      long: ['body'],
      mid: 'm1',
    });
    expect(changes[0]?.by).toEqual({ id: 'admin:9', name: 'admin:9' });
    expect(changes[1]?.set).toEqual({ revision: 2, title: 'second', update_time: expect.any(Number) });
    expect(changes[1]?.long).toEqual(['body']);
    // The system made this change and has no name.
    expect(Object.keys(changes[2] ?? {}).sort()).toEqual(['at', 'id', 'op', 'v']);
    expect(client.raw.join()).not.toMatch(/CANARY|hidden from the list|long text/);
  });

  it('sends members only their own rows, without names and with encrypted cursors', async () => {
    const client = await harness.connect('member:5');
    await client.subscribe('a', everything);
    await harness.write(
      { ent: 'thing', op: 'c', id: 10, set: { title: 'mine', owner_id: 5, phone: 'PHONE' }, actor: 'admin:1' },
      { ent: 'thing', op: 'c', id: 11, set: { title: 'FOREIGN', owner_id: 6 } },
    );
    await harness.whenDelivered();
    await harness.write({ ent: 'thing', op: 'u', id: 10, set: { owner_id: 6, title: 'FOREIGN now' } });
    await harness.whenDelivered();
    await harness.write({ ent: 'thing', op: 'd', id: 11 });
    await harness.whenDelivered();
    expect(client.frames.flatMap((frame) => frame.c).map(({ op, id }) => [op, id])).toEqual([
      ['enter', 10],
      ['leave', 10],
    ]);
    expect(client.frames[0]?.c[0]?.by).toBeUndefined();
    expect(client.frames[0]?.s).toMatch(/^[\w-]{48}$/);
    expect(client.raw.join()).not.toMatch(/FOREIGN/);
  });

  it('gives the same error for filters and sorts over unreadable fields as for unknown ones', async () => {
    const client = await harness.connect('admin:2');
    const response = await client.ask({
      epoch: '',
      topics: [
        { t: 'a', spec: { ...everything, where: { field: 'phone', op: 'LIKE', value: '1' } } },
        { t: 'b', spec: { ...everything, sort: [{ field: 'price', dir: 'asc' }] } },
        { t: 'c', spec: { ...everything, where: { field: 'nothing', op: '=', value: 1 } } },
        { t: 'd', spec: { ...everything, e: 'nowhere' } },
        { t: 'e', spec: { ...everything, more: 1 } },
        { t: 'f', spec: { ...everything, where: { field: 'title', op: '>', value: 'a' } } },
        { t: 'g', spec: { ...everything, where: { field: 'delete_time', op: 'NOT NULL', value: null } } },
        { t: 'h', spec: { ...everything, sort: [{ field: 'delete_time', dir: 'desc' }] } },
        { t: 'i', spec: everything },
      ],
    });
    const codes = response.ok ? Object.values(response.r).map((result) => (result.ok ? 200 : result.code)) : [];
    expect(codes).toEqual([400, 400, 400, 404, 400, 400, 400, 400, 200]);
  });
});
