/** Random entities, actors and changes for the invariants of the live channel. */
import type { Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Field, Json } from '../../../common/entity/field';
import {
  choice,
  choices,
  datetime,
  integer,
  money,
  onOff,
  password,
  richText,
  text,
} from '../../../common/entity/field';
import type { Filter } from '../../../common/entity/filter';
import type { StoredRow } from '../../../common/entity/columns';
import type { SortKey, TopicSpec } from '../../../common/protocol/liveEvents';
import type { RowChange, RowSimulator } from './liveHarness';
import { memberActor, createLiveStaffActor } from './liveHarness';
import type { Random } from '../random';

const labels = { $one: 'Thing', $many: 'Things' };
const FIELDS: readonly (readonly [string, () => Field])[] = [
  ['title', () => text({ required: true, search: true })],
  ['secret_note', () => text({ sensitivity: 'restricted', search: true })],
  ['internal_note', () => text({ sensitivity: 'internal' })],
  ['price', () => money()],
  ['amount', () => integer()],
  ['level', () => choice({ low: 1, middle: 2, high: 3 })],
  ['tags', () => choices({ red: 1, green: 2, blue: 3 })],
  ['at', () => datetime()],
  ['body', () => richText()],
  ['hidden_body', () => richText({ sensitivity: 'restricted' })],
  ['pass', () => password()],
];

/** Each entity has an owner, a member clause, and random fields with random sensitivities. */
export function randomEntity(random: Random, name: string): AnyEntity {
  const chosen = FIELDS.filter(([field]) => field === 'title' || random.chance(0.8)).map(
    ([field, make]) => [field, make()] as const,
  );
  const owners = [
    ['member_id', integer()],
    ['admin_id', integer()],
    ['status', onOff()],
  ] as const;
  const fields: Readonly<Record<string, Field>> = Object.fromEntries([...chosen, ...owners]);
  return {
    name,
    spec: {
      menu: 'news',
      icon: 'article',
      sensitivity: 'public',
      fields,
      title: 'title',
      owner: 'admin_id',
      list: { columns: ['id', 'title'] },
      form: ['title'],
      access: { staff: 'crud', member: { read: random.chance(0.5) ? { member_id: { actor: 'id' } } : { status: 1 } } },
      labels: { en: labels, 'zh-cn': labels },
    },
  };
}

/** Actors with all permissions, few permissions, more permissions and a limited scope, and two members. */
export function sampleActors(names: readonly string[]): ReadonlyMap<string, Actor> {
  const permissions = (...actions: readonly string[]) =>
    names.flatMap((name) => actions.map((action) => `${name}/${action}`));
  return new Map([
    ['admin:1', createLiveStaffActor(1, [], { isSuper: true })],
    ['admin:2', createLiveStaffActor(2, permissions('index'))],
    ['admin:3', createLiveStaffActor(3, permissions('index', 'see_restricted', 'see_money', 'restore'))],
    ['admin:4', createLiveStaffActor(4, permissions('index'), { scope: [1, 2] })],
    ['member:1', memberActor(1)],
    ['member:2', memberActor(2)],
  ]);
}

function randomValue(random: Random, name: string, id: number): Json {
  const uniqueText = `${name.toUpperCase()}-${id}-${random.below(1e6)}`;
  if (random.chance(0.1) && name !== 'title') return null;
  if (['title', 'secret_note', 'internal_note', 'pass', 'body', 'hidden_body'].includes(name)) return uniqueText;
  if (name === 'tags') return [1, 2, 3].filter(() => random.chance(0.5));
  if (name === 'status') return random.below(2);
  if (name === 'level') return 1 + random.below(3);
  return ['member_id', 'admin_id'].includes(name) ? 1 + random.below(3) : random.below(50);
}
function randomValues(random: Random, entity: AnyEntity, id: number, share: number): StoredRow {
  const names = Object.keys(entity.spec.fields).filter(() => random.chance(share));
  return Object.fromEntries(names.map((name) => [name, randomValue(random, name, id)]));
}

/** The highest id that any row ever had: ids are not reused, as in a database. */
const highestIds = new WeakMap<RowSimulator, Map<string, number>>();
function nextId(random: Random, simulator: RowSimulator, entity: AnyEntity): number {
  const highest = highestIds.get(simulator) ?? new Map<string, number>();
  highestIds.set(simulator, highest);
  const next = 1 + Math.max(0, ...simulator.rows(entity.name).keys(), highest.get(entity.name) ?? 0) + random.below(2);
  highest.set(entity.name, next);
  return next;
}

/** One possible change of the present rows. Rows that the same transaction already changed are left alone. */
export function randomChange(
  random: Random,
  entity: AnyEntity,
  simulator: RowSimulator,
  changedIds: ReadonlySet<number>,
): RowChange | undefined {
  const rows = [...simulator.rows(entity.name).values()].filter((row) => !changedIds.has(Number(row['id'])));
  if (rows.length < 5 || (rows.length < 60 && random.chance(0.3))) {
    const next = nextId(random, simulator, entity);
    return { ent: entity.name, op: 'c', id: next, set: randomValues(random, entity, next, 1) };
  }
  const row = random.pick(rows);
  const id = Number(row['id']);
  const deleted = (row['delete_time'] ?? null) !== null;
  if (deleted) return { ent: entity.name, op: random.chance(0.7) ? 'r' : 'x', id };
  if (random.chance(0.15)) return { ent: entity.name, op: random.chance(0.8) ? 'd' : 'x', id };
  return { ent: entity.name, op: 'u', id, set: randomValues(random, entity, id, 0.25) };
}

const FILTERS: readonly ((random: Random) => Filter)[] = [
  () => ({ all: [] }),
  () => ({ field: 'status', op: '=', value: 1 }),
  (random) => ({ field: 'title', op: 'LIKE', value: String(random.below(10)) }),
  (random) => ({
    some: [
      { field: 'status', op: '=', value: 0 },
      { field: 'member_id', op: 'IN', value: [random.below(4)] },
    ],
  }),
  (random) => ({ field: 'id', op: 'RANGE', value: [random.below(10), null] }),
  () => ({
    all: [
      { field: 'admin_id', op: 'NOT NULL', value: null },
      { field: 'status', op: '<>', value: 0 },
    ],
  }),
];
/** Filters over deletion: the recycle bin, and one with deleted and other rows. Only actors that may restore rows may use them. */
const DELETED_FILTERS: readonly Filter[] = [
  { field: 'delete_time', op: 'NOT NULL', value: null },
  {
    some: [
      { field: 'delete_time', op: 'NOT NULL', value: null },
      { field: 'status', op: '=', value: 1 },
    ],
  },
];
const SORTS: readonly (readonly SortKey[])[] = [
  [],
  [{ field: 'title', dir: 'asc' }],
  [
    { field: 'member_id', dir: 'desc' },
    { field: 'status', dir: 'asc' },
  ],
  [{ field: 'update_time', dir: 'desc' }],
];
/** A list or row topic over columns that the reader may read; the recycle bin only for actors that may see it. */
export function randomTopicSpec(random: Random, entity: AnyEntity, includesDeleted: boolean): TopicSpec {
  if (random.chance(0.15)) return { k: 'row', e: entity.name, id: 1 + random.below(10) };
  const search = random.chance(0.2) ? { q: String(random.below(10)) } : {};
  const where = includesDeleted && random.chance(0.4) ? random.pick(DELETED_FILTERS) : random.pick(FILTERS)(random);
  return { k: 'list', e: entity.name, where, sort: random.pick(SORTS), ...search };
}
