/** Made-up entities, actors and acts for the laws of the live channel. */
import type { Actor } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { Field, Json } from '../../common/entity/field';
import { choice, choices, datetime, integer, money, onOff, password, richText, text } from '../../common/entity/field';
import type { Filter } from '../../common/entity/filter';
import type { StoredRow } from '../../common/entity/meta';
import type { SortKey, TopicSpec } from '../../common/protocol/live';
import type { Act, World } from './liveRig';
import { member, staff } from './liveRig';
import type { Random } from './random';

const words = { $one: 'Thing', $many: 'Things' };
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

/** Each entity has an owner for staff, a member clause, and a random choice of fields with random sensitivities. */
export function madeEntity(random: Random, name: string): AnyEntity {
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
      ...{ menu: 'news', icon: 'article', sensitivity: 'public', fields, title: 'title', owner: 'admin_id' },
      list: { columns: ['id', 'title'] },
      form: ['title'],
      access: { staff: 'crud', member: { read: random.chance(0.5) ? { member_id: { actor: 'id' } } : { status: 1 } } },
      labels: { en: words, 'zh-cn': words },
    },
  };
}

/** Everybody who looks on: all rights, few rights, more rights, a limited scope, and two members. */
export function madeActors(names: readonly string[]): ReadonlyMap<string, Actor> {
  const nodes = (...actions: readonly string[]) =>
    names.flatMap((name) => actions.map((action) => `${name}/${action}`));
  return new Map([
    ['admin:1', staff(1, [], { super: true })],
    ['admin:2', staff(2, nodes('index'))],
    ['admin:3', staff(3, nodes('index', 'see_restricted', 'see_money', 'restore'))],
    ['admin:4', staff(4, nodes('index'), { scope: [1, 2] })],
    ['member:1', member(1)],
    ['member:2', member(2)],
  ]);
}

function madeValue(random: Random, name: string, id: number): Json {
  const mark = `${name.toUpperCase()}-${id}-${random.below(1e6)}`;
  if (random.chance(0.1) && name !== 'title') return null;
  if (['title', 'secret_note', 'internal_note', 'pass', 'body', 'hidden_body'].includes(name)) return mark;
  if (name === 'tags') return [1, 2, 3].filter(() => random.chance(0.5));
  if (name === 'status') return random.below(2);
  if (name === 'level') return 1 + random.below(3);
  return ['member_id', 'admin_id'].includes(name) ? 1 + random.below(3) : random.below(50);
}
function madeSet(random: Random, entity: AnyEntity, id: number, share: number): StoredRow {
  const names = Object.keys(entity.spec.fields).filter(() => random.chance(share));
  return Object.fromEntries(names.map((name) => [name, madeValue(random, name, id)]));
}

/** The highest id a row ever had: like a database, a world gives none of them twice. */
const given = new WeakMap<World, Map<string, number>>();
function nextId(random: Random, world: World, entity: AnyEntity): number {
  const highest = given.get(world) ?? new Map<string, number>();
  given.set(world, highest);
  const next = 1 + Math.max(0, ...world.rows(entity.name).keys(), highest.get(entity.name) ?? 0) + random.below(2);
  highest.set(entity.name, next);
  return next;
}

/** One possible act on the rows as they are. Rows touched already in the same transaction are left alone. */
export function madeAct(
  random: Random,
  entity: AnyEntity,
  world: World,
  touched: ReadonlySet<number>,
): Act | undefined {
  const rows = [...world.rows(entity.name).values()].filter((row) => !touched.has(Number(row['id'])));
  if (rows.length < 5 || (rows.length < 60 && random.chance(0.3))) {
    const next = nextId(random, world, entity);
    return { ent: entity.name, op: 'c', id: next, set: madeSet(random, entity, next, 1) };
  }
  const row = random.pick(rows);
  const id = Number(row['id']);
  const deleted = (row['delete_time'] ?? null) !== null;
  if (deleted) return { ent: entity.name, op: random.chance(0.7) ? 'r' : 'x', id };
  if (random.chance(0.15)) return { ent: entity.name, op: random.chance(0.8) ? 'd' : 'x', id };
  return { ent: entity.name, op: 'u', id, set: madeSet(random, entity, id, 0.25) };
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
/** Questions about deletion: the recycle bin itself, and one that mixes both worlds. Only who can bring rows back may ask them. */
const BINS: readonly Filter[] = [
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
/** A list or row topic over columns the reader may read: the recycle bin only for who sees it. */
export function madeSpec(random: Random, entity: AnyEntity, bin: boolean): TopicSpec {
  if (random.chance(0.15)) return { k: 'row', e: entity.name, id: 1 + random.below(10) };
  const search = random.chance(0.2) ? { q: String(random.below(10)) } : {};
  const where = bin && random.chance(0.4) ? random.pick(BINS) : random.pick(FILTERS)(random);
  return { k: 'list', e: entity.name, where, sort: random.pick(SORTS), ...search };
}
