/** Judges what a client wants to subscribe to: only well-formed topics over fields its actor may read become views. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { grantedRows, permissionClass, readableColumns, unlessDeleted, type Actor } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import { canonical, EVERYTHING, type Cond, type Filter } from '../../common/entity/filter';
import { OPERATORS } from '../../common/entity/kinds';
import { matcher, quickFilter } from '../../common/entity/match';
import { columnsOf, type Column, type StoredRow } from '../../common/entity/meta';
import { idFieldFor, storedFilter } from '../../common/entity/publicId';
import type { Registry } from '../../common/entity/registry';
import { LIMITS } from '../../common/limits';
import { inLanguage, isWorded } from '../../common/locales/readerTitles';
import { OWN_ROW, type TopicSpec } from '../../common/protocol/live';
import { hasProfile, profileColumns } from '../access/ownProfile';
import { showsList, sightOf } from '../access/walls';
import type { Services, Lang } from '../context';
import type { View } from './delta';
import { pinOf, type Pin } from './pins';

export type Realm = 'admin' | 'member';
/** A judged topic: whoever has an equal one shares its name, its room and its frames. */
export interface Blueprint extends View {
  readonly name: string;
  readonly realm: Realm;
  /** What its frames call the rows: mostly their entity. */
  readonly called: string;
  /** The one row of a `row` or `own` topic. */
  readonly id: number | undefined;
  /** Spares the topic changes of other rows. */
  readonly pin: Pin | undefined;
  /** Columns other staff may see and these readers may not. */
  readonly hidden: readonly string[];
}
export interface Refusal {
  readonly ok: false;
  readonly code: 400 | 404;
  readonly msg: string;
}

const name = z.string().min(1).max(64);
export const filterSchema: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    z.strictObject({ field: name, op: z.enum(OPERATORS), value: z.json() }),
    z.strictObject({ all: z.array(filterSchema) }),
    z.strictObject({ some: z.array(filterSchema) }),
  ]),
);
/** Deep nesting can exhaust the stack before it is long: that too is too long. */
const isShort = (value: unknown): boolean => {
  try {
    return JSON.stringify(value ?? null).length <= LIMITS.topicFilterBytes;
  } catch {
    return false;
  }
};
/** JSON no longer than a filter may be. */
export const short = z.unknown().refine(isShort, { message: 'too long', abort: true });
const specSchema = z.discriminatedUnion('k', [
  z.strictObject({
    k: z.literal('list'),
    e: name,
    where: short.pipe(filterSchema),
    sort: z.array(z.strictObject({ field: name, dir: z.enum(['asc', 'desc']) })).max(8),
    q: z.string().max(LIMITS.topicSearch).optional(),
  }),
  z.strictObject({ k: z.literal('row'), e: name, id: z.number().int().positive() }),
  z.strictObject({ k: z.literal('own'), e: name }),
]);

const refuse = (code: Refusal['code'], msg: string): Refusal => ({ ok: false, code, msg });

const conditionsOf = (filter: Filter): readonly Cond[] => {
  if ('field' in filter) return [filter];
  return ('all' in filter ? filter.all : filter.some).flatMap(conditionsOf);
};
const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';
const isPair = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && value.every((end) => end === null || isScalar(end));
const isOperand = ({ op, value }: Cond): boolean => {
  if (op === 'NULL' || op === 'NOT NULL') return true;
  if (op === 'IN' || op === 'NOT IN') return Array.isArray(value) && value.every(isScalar);
  if (op === 'FIND_IN_SET' && Array.isArray(value)) return value.every(isScalar);
  return op === 'RANGE' || op === 'NOT RANGE' ? isPair(value) : isScalar(value);
};
const isAskable = (cond: Cond, readable: ReadonlyMap<string, Column>): boolean =>
  readable.get(cond.field)?.operators.includes(cond.op) === true && isOperand(cond);

export const hash = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 20);

interface Reader {
  readonly realm: Realm;
  readonly actor: Actor;
  /** The user's language. While it is undefined, the server sends texts such as log titles as they are stored. */
  readonly lang?: Lang | undefined;
}
type ListSpec = Extract<TopicSpec, { k: 'list' }>;

const listFilter = (actor: Actor, entity: AnyEntity, spec: ListSpec, columns: readonly Column[]): Filter => ({
  all: [
    storedFilter(actor, entity, spec.where),
    quickFilter(entity, spec.q ?? '', columns),
    unlessDeleted(actor, entity, spec.where),
  ],
});
/** The first condition that names what its asker may not, or in a way it cannot be asked. */
export function refusedCondition(where: Filter, columns: readonly Column[]): Cond | undefined {
  const readable = new Map(columns.map((column) => [column.name, column]));
  return conditionsOf(where).find((cond) => !isAskable(cond, readable));
}
function listRefusal(spec: ListSpec, columns: readonly Column[]): Refusal | undefined {
  const readable = new Map(columns.map((column) => [column.name, column]));
  const asked = refusedCondition(spec.where, columns);
  if (asked !== undefined) return refuse(400, `filter: ${asked.field}`);
  const sorted = spec.sort.find((key) => readable.get(key.field)?.sortable !== true);
  return sorted === undefined ? undefined : refuse(400, `sort: ${sorted.field}`);
}

const hiddenOf = (entity: AnyEntity, readable: readonly Column[]): readonly string[] => {
  const seen = new Set(readable.map((column) => column.name));
  return [...columnsOf(entity).values()]
    .filter(({ name: one, sensitivity }) => !seen.has(one) && sensitivity !== 'secret')
    .map((column) => column.name);
};

/** One's own row: the same columns for everybody, and nobody else's row for anybody. */
function ownBlueprint(entity: AnyEntity, { realm, actor }: Reader): Blueprint | Refusal {
  if (!hasProfile(actor, entity)) return refuse(404, entity.name);
  const columns = profileColumns(entity);
  const own: Filter = { field: 'id', op: '=', value: actor.id };
  return {
    entity,
    realm,
    called: OWN_ROW,
    klass: hash([OWN_ROW, columns.map((column) => column.name)]),
    name: hash([realm, OWN_ROW, entity.name, actor.id]),
    inside: matcher(entity, { all: [own, unlessDeleted(actor, entity, EVERYTHING)] }),
    columns: columns.filter((column) => !column.long),
    longs: columns.filter((column) => column.long),
    named: true,
    id: actor.id,
    pin: { column: 'id', value: actor.id },
    // It says nothing about what of the entity is known otherwise.
    hidden: [],
  };
}

/** Readers of another language share neither projections nor frames where texts depend on the language. */
function wordedFor(registry: Registry, entity: AnyEntity, { lang }: Reader, columns: readonly Column[]) {
  if (lang === undefined || !isWorded(entity, columns)) return undefined;
  return { lang, worded: (row: StoredRow) => inLanguage(registry, entity, row, lang) };
}

function blueprint(
  registry: Registry,
  entity: AnyEntity,
  reader: Reader,
  spec: Exclude<TopicSpec, { k: 'own' }>,
): Blueprint | Refusal {
  const rows = grantedRows(reader.actor, entity, 'read');
  const rights = permissionClass(reader.actor, entity);
  if (rows === undefined || rights === undefined) return refuse(404, entity.name);
  const columns = readableColumns(reader.actor, entity);
  const texts = wordedFor(registry, entity, reader, columns);
  const klass = texts === undefined ? rights : [rights, texts.lang];
  const refused = spec.k === 'list' ? listRefusal(spec, columns) : undefined;
  if (refused !== undefined) return refused;
  const living = unlessDeleted(reader.actor, entity, EVERYTHING);
  const idField = idFieldFor(reader.actor, entity);
  const listed = spec.k === 'list' ? listFilter(reader.actor, entity, spec, columns) : living;
  const one = spec.k === 'row' ? spec.id : undefined;
  // a row its readers know by another field is found by a filter, like the rows of a list
  const isByFilter = one !== undefined && idField !== 'id';
  const asked = isByFilter ? { all: [listed, { field: idField, op: '=', value: one } as const] } : listed;
  const id = isByFilter ? undefined : one;
  return {
    ...(idField === 'id' ? {} : { idField }),
    ...(texts === undefined ? {} : { worded: texts.worded }),
    entity,
    realm: reader.realm,
    called: entity.name,
    klass: hash(klass),
    name: hash([reader.realm, entity.name, id ?? null, canonical(asked), klass]),
    inside: matcher(entity, { all: [rows, asked] }),
    columns: columns.filter((column) => !column.long),
    longs: columns.filter((column) => column.long),
    named: reader.realm === 'admin',
    id,
    pin: id === undefined ? pinOf(entity, { all: [rows, asked] }) : { column: 'id', value: id },
    hidden: reader.realm === 'admin' ? hiddenOf(entity, columns) : [],
  };
}

/** A screen on a wall follows only the lists its cards show. */
function isShown(actor: Actor, spec: TopicSpec): boolean {
  const sight = sightOf(actor);
  return sight === undefined || (spec.k === 'list' && spec.q === undefined && showsList(sight, spec.e, spec));
}

/** Whether a question names a text that is found by something else, so that no image of a row can answer it. */
const isElsewhere = (entity: AnyEntity, { where, q }: ListSpec, sought: NonNullable<Services['searchBy']>): boolean =>
  (q !== undefined && sought(entity, q) !== undefined) ||
  conditionsOf(where).some(({ field, value }) => typeof value === 'string' && sought(entity, value, field));

/** Judges one spec as it came over the wire. Unknown and unreadable are answered alike. */
export function judgeSpec(
  registry: Registry,
  reader: Reader,
  raw: unknown,
  sought?: Services['searchBy'],
): Blueprint | Refusal {
  const read = specSchema.safeParse(raw);
  if (!read.success) return refuse(400, read.error.issues[0]?.path.join('.') ?? 'spec');
  const entity = registry.get(read.data.e);
  if (entity === undefined || !isShown(reader.actor, read.data as TopicSpec)) return refuse(404, read.data.e);
  const spec = read.data as TopicSpec;
  if (spec.k === 'list' && sought && isElsewhere(entity, spec, sought)) return refuse(400, 'filter');
  return spec.k === 'own' ? ownBlueprint(entity, reader) : blueprint(registry, entity, reader, spec);
}
