/** An entity with an owner and a restricted column, and helpers of live-channel tests that use it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { defineEntity } from '../../../common/entity/entity';
import { integer, onOff, text } from '../../../common/entity/field';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { TopicSpec } from '../../../common/protocol/liveEvents';
import type { LiveClient } from './liveClient';
import { type RowChange } from './liveHarness';

const labels = {
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
  labels: { en: labels, 'zh-cn': labels },
});
const personLabels = { $one: 'Person', $many: 'People', title: 'a' } as const;
/** Entities of people, so that changes of their permissions can be logged. */
const actorEntity = (name: string) =>
  defineEntity(name, {
    menu: 'auth',
    icon: 'person',
    sensitivity: 'public',
    fields: { title: text() },
    title: 'title',
    list: { columns: ['id'] },
    form: ['title'],
    access: {},
    labels: { en: personLabels, 'zh-cn': personLabels },
  });
export const actorEntities = [actorEntity('admin'), actorEntity('user')] as const;
export const allThings = { k: 'list', e: 'thing', where: MATCH_ALL, sort: [] } as const satisfies TopicSpec;
export const createThing = (id: number, title = `title ${id}`): RowChange => ({
  ent: 'thing',
  op: 'c',
  id,
  set: { title, status: 1, phone: `PHONE-${id}`, owner_id: 1 },
});
export const renameThing = (id: number, title: string): RowChange => ({ ent: 'thing', op: 'u', id, set: { title } });

export const frameOps = (client: LiveClient) =>
  client.frames.flatMap((frame) => frame.c).map(({ op, id }) => `${op} ${id}`);
export const pollUntil = async (condition: () => boolean, ms = 5_000): Promise<void> => {
  for (const end = Date.now() + ms; !condition() && Date.now() < end;) await sleep(10);
  if (!condition()) throw new Error(`the condition was not met in time: ${String(condition)}`);
};
/** A client's view of the list, built from frames alone. */
export const foldFrames = (client: LiveClient, rows = new Map<number, unknown>()): Map<number, unknown> => {
  for (const change of client.frames.flatMap((frame) => frame.c)) {
    if (change.op === 'leave' || change.op === 'del') rows.delete(change.id);
    else rows.set(change.id, change.row?.['title'] ?? change.set?.['title'] ?? rows.get(change.id));
  }
  return rows;
};
