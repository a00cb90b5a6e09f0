/** A noun with an owner and a restricted column, and what tests of the live channel's edges do with it. */
import { defineEntity } from '../../common/entity/entity';
import { integer, onOff, text } from '../../common/entity/field';
import { EVERYTHING } from '../../common/entity/filter';
import type { TopicSpec } from '../../common/protocol/live';
import type { Client } from './liveClient';
import { sleep, type Act } from './liveRig';

const words = {
  $one: 'Thing',
  $many: 'Things',
  title: 'a',
  phone: 'b',
  owner_id: 'c',
  status: ['d', { disabled: 'e', enabled: 'f' }],
} as const;
export const thing = defineEntity('thing', {
  menu: 'news',
  icon: 'article',
  sensitivity: 'public',
  fields: {
    title: text({ required: true }),
    phone: text({ sensitivity: 'restricted' }),
    owner_id: integer(),
    status: onOff(),
  },
  title: 'title',
  owner: 'owner_id',
  list: { columns: ['id', 'title'] },
  form: ['title'],
  access: { staff: 'crud', member: { read: { owner_id: { actor: 'id' } } } },
  labels: { en: words, 'zh-cn': words },
});
const personWords = { $one: 'Person', $many: 'People', title: 'a' } as const;
/** People are only here so that changes of their rights can be told. */
const person = (name: string) =>
  defineEntity(name, {
    menu: 'auth',
    icon: 'person',
    sensitivity: 'public',
    fields: { title: text() },
    title: 'title',
    list: { columns: ['id'] },
    form: ['title'],
    access: {},
    labels: { en: personWords, 'zh-cn': personWords },
  });
export const people = [person('admin'), person('user')] as const;
export const all = { k: 'list', e: 'thing', where: EVERYTHING, sort: [] } as const satisfies TopicSpec;
export const made = (id: number, title = `title ${id}`): Act => ({
  ent: 'thing',
  op: 'c',
  id,
  set: { title, status: 1, phone: `PHONE-${id}`, owner_id: 1 },
});
export const titled = (id: number, title: string): Act => ({ ent: 'thing', op: 'u', id, set: { title } });

export const ops = (client: Client) => client.frames.flatMap((frame) => frame.c).map(({ op, id }) => `${op} ${id}`);
export const until = async (holds: () => boolean, ms = 5_000): Promise<void> => {
  for (const end = Date.now() + ms; !holds() && Date.now() < end;) await sleep(10);
  if (!holds()) throw new Error(`waited in vain: ${String(holds)}`);
};
/** A client's picture of the list, built from frames alone. */
export const picture = (client: Client, rows = new Map<number, unknown>()): Map<number, unknown> => {
  for (const change of client.frames.flatMap((frame) => frame.c)) {
    if (change.op === 'leave' || change.op === 'del') rows.delete(change.id);
    else rows.set(change.id, change.row?.['title'] ?? change.set?.['title'] ?? rows.get(change.id));
  }
  return rows;
};
