/**
 * Row-level security of subscriptions: validates the spec, and limits the topic to the rows and fields that the actor may read. A topic has no
 * page: it sends the changes of all matching rows, and the client keeps the page that it shows (pagination).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  grantedRows,
  permissionClass,
  readableColumns,
  notDeletedFilter,
  type Actor,
} from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { canonicalFilter, MATCH_ALL, type Condition, type Filter } from '../../../common/entity/filter';
import { OPERATORS } from '../../../common/entity/fieldKinds';
import { compileFilter, quickSearchFilter } from '../../../common/query/compileFilter';
import { searchesTargets } from '../../../common/query/searchedTargets';
import { getColumns, type Column, type StoredRow } from '../../../common/entity/columns';
import { acceptsOperator } from '../../../common/entity/lists/listOptions';
import { getIdField, storedFilter } from '../../../common/entity/publicId';
import type { Registry } from '../../../common/entity/registry';
import { LIMITS } from '../../../common/limits';
import { localizeRow, hasLocalizedTitle } from '../../../common/locales/localizedTitles';
import { OWN_ROW_ENTITY, type TopicSpec } from '../../../common/protocol/liveEvents';
import { hasProfile, profileColumns } from '../../access/rbac/ownProfile';
import type { Realm } from '../../../common/realm';
import { coversList, findKioskScope } from '../../access/kiosk/kioskScope';
import type { Services } from '../../context';
import type { Lang } from '../../../common/lang';
import type { Projection } from './projectChange';
import { chooseIndexKey, type IndexKey } from './topicIndex';

/** A resolved topic: subscriptions with an equal one share its name, room and frames. */
export interface ResolvedTopic extends Projection {
  readonly name: string;
  readonly realm: Realm;
  /** The entity name in its frames. */
  readonly frameEntity: string;
  /** The id of the row of a `row` or `own` topic. */
  readonly id: number | undefined;
  /** An equality that all rows of the topic fulfil; changes of other rows are not tested against the topic. Undefined: every change is. */
  readonly indexKey: IndexKey | undefined;
  /** Columns that other admins may see and these subscribers may not. */
  readonly hiddenColumns: readonly string[];
}
export interface SpecRejection {
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
/** Deep nesting can exhaust the stack of `JSON.stringify`; it counts as too long. */
const isWithinSizeLimit = (value: unknown): boolean => {
  try {
    return JSON.stringify(value ?? null).length <= LIMITS.topicFilterChars;
  } catch {
    return false;
  }
};
/** Whether a value's JSON is within the length limit of filters. */
export const sizeLimitedJson = z.unknown().refine(isWithinSizeLimit, { message: 'too long', abort: true });
const specSchema = z.discriminatedUnion('k', [
  z.strictObject({
    k: z.literal('list'),
    e: name,
    where: sizeLimitedJson.pipe(filterSchema),
    sort: z.array(z.strictObject({ field: name, dir: z.enum(['asc', 'desc']) })).max(8),
    q: z.string().max(LIMITS.topicSearchChars).optional(),
  }),
  z.strictObject({ k: z.literal('row'), e: name, id: z.number().int().positive() }),
  z.strictObject({ k: z.literal('own'), e: name }),
]);

const reject = (code: SpecRejection['code'], msg: string): SpecRejection => ({ ok: false, code, msg });

const collectConditions = (filter: Filter): readonly Condition[] => {
  if ('field' in filter) return [filter];
  return ('all' in filter ? filter.all : filter.some).flatMap(collectConditions);
};
const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';
const isPair = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && value.every((end) => end === null || isScalar(end));
const isOperand = ({ op, value }: Condition): boolean => {
  if (op === 'NULL' || op === 'NOT NULL') return true;
  if (op === 'IN' || op === 'NOT IN') return Array.isArray(value) && value.every(isScalar);
  if (op === 'FIND_IN_SET' && Array.isArray(value)) return value.every(isScalar);
  return op === 'RANGE' || op === 'NOT RANGE' ? isPair(value) : isScalar(value);
};
const isAllowedCondition = (cond: Condition, readable: ReadonlyMap<string, Column>): boolean => {
  const column = readable.get(cond.field);
  return column !== undefined && acceptsOperator(column, cond.op) && isOperand(cond);
};

export const shortHash = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 20);

interface Subscriber {
  readonly realm: Realm;
  readonly actor: Actor;
  /** The user's language. While it is undefined, the server sends texts such as log titles as they are stored. */
  readonly lang?: Lang | undefined;
}
type ListSpec = Extract<TopicSpec, { k: 'list' }>;

const listFilter = (actor: Actor, entity: AnyEntity, spec: ListSpec, columns: readonly Column[]): Filter => ({
  all: [
    storedFilter(actor, entity, spec.where),
    quickSearchFilter(entity, spec.q ?? '', columns),
    notDeletedFilter(actor, entity, spec.where),
  ],
});
/** The first condition with a field that the subscriber may not use, or with an operator that the field does not have. */
export function findForbiddenCondition(where: Filter, columns: readonly Column[]): Condition | undefined {
  const readable = new Map(columns.map((column) => [column.name, column]));
  return collectConditions(where).find((cond) => !isAllowedCondition(cond, readable));
}
function checkListSpec(spec: ListSpec, columns: readonly Column[]): SpecRejection | undefined {
  const readable = new Map(columns.map((column) => [column.name, column]));
  const requested = findForbiddenCondition(spec.where, columns);
  if (requested !== undefined) return reject(400, `filter: ${requested.field}`);
  const sorted = spec.sort.find((key) => readable.get(key.field)?.sortable !== true);
  return sorted === undefined ? undefined : reject(400, `sort: ${sorted.field}`);
}

const findHiddenColumns = (entity: AnyEntity, readable: readonly Column[]): readonly string[] => {
  const readableNames = new Set(readable.map((column) => column.name));
  return [...getColumns(entity).values()]
    .filter(({ name: columnName, sensitivity }) => !readableNames.has(columnName) && sensitivity !== 'secret')
    .map((column) => column.name);
};

/** The actor's own row, with the same columns for all actors. */
function resolveOwnRow(entity: AnyEntity, { realm, actor }: Subscriber): ResolvedTopic | SpecRejection {
  if (!hasProfile(actor, entity)) return reject(404, entity.name);
  const columns = profileColumns(entity);
  const ownRow: Filter = { field: 'id', op: '=', value: actor.id };
  return {
    entity,
    realm,
    frameEntity: OWN_ROW_ENTITY,
    projectionKey: shortHash([OWN_ROW_ENTITY, columns.map((column) => column.name)]),
    name: shortHash([realm, OWN_ROW_ENTITY, entity.name, actor.id]),
    matches: compileFilter(entity, { all: [ownRow, notDeletedFilter(actor, entity, MATCH_ALL)] }),
    columns: columns.filter((column) => !column.long),
    longColumns: columns.filter((column) => column.long),
    showsAuthor: true,
    id: actor.id,
    indexKey: { column: 'id', value: actor.id },
    // Empty, so that it reveals nothing about the actor's other permissions on the entity.
    hiddenColumns: [],
  };
}

/** The translation of texts that depend on the language; undefined without such texts. Each language has its own projections and frames. */
function localizationFor(registry: Registry, entity: AnyEntity, { lang }: Subscriber, columns: readonly Column[]) {
  if (lang === undefined || !hasLocalizedTitle(entity, columns)) return undefined;
  return { lang, localize: (row: StoredRow) => localizeRow(registry, entity, row, lang) };
}

function resolveEntityTopic(
  registry: Registry,
  entity: AnyEntity,
  subscriber: Subscriber,
  spec: Exclude<TopicSpec, { k: 'own' }>,
): ResolvedTopic | SpecRejection {
  const rows = grantedRows(subscriber.actor, entity, 'read');
  const permissionKey = permissionClass(subscriber.actor, entity);
  if (rows === undefined || permissionKey === undefined) return reject(404, entity.name);
  const columns = readableColumns(subscriber.actor, entity);
  const localization = localizationFor(registry, entity, subscriber, columns);
  const projectionKey = localization === undefined ? permissionKey : [permissionKey, localization.lang];
  const rejection = spec.k === 'list' ? checkListSpec(spec, columns) : undefined;
  if (rejection !== undefined) return rejection;
  const notDeleted = notDeletedFilter(subscriber.actor, entity, MATCH_ALL);
  const idField = getIdField(subscriber.actor, entity);
  const listCondition = spec.k === 'list' ? listFilter(subscriber.actor, entity, spec, columns) : notDeleted;
  const rowId = spec.k === 'row' ? spec.id : undefined;
  // A row whose public id is not `id` is found by a filter, like the rows of a list.
  const isFoundByFilter = rowId !== undefined && idField !== 'id';
  const requested = isFoundByFilter
    ? { all: [listCondition, { field: idField, op: '=', value: rowId } as const] }
    : listCondition;
  const id = isFoundByFilter ? undefined : rowId;
  return {
    ...(idField === 'id' ? {} : { idField }),
    ...(localization === undefined ? {} : { localize: localization.localize }),
    entity,
    realm: subscriber.realm,
    frameEntity: entity.name,
    projectionKey: shortHash(projectionKey),
    name: shortHash([subscriber.realm, entity.name, id ?? null, canonicalFilter(requested), projectionKey]),
    matches: compileFilter(entity, { all: [rows, requested] }),
    columns: columns.filter((column) => !column.long),
    longColumns: columns.filter((column) => column.long),
    showsAuthor: subscriber.realm === 'admin',
    id,
    indexKey: id === undefined ? chooseIndexKey(entity, { all: [rows, requested] }) : { column: 'id', value: id },
    hiddenColumns: subscriber.realm === 'admin' ? findHiddenColumns(entity, columns) : [],
  };
}

/** A kiosk display may subscribe only to the lists of its cards. */
function isAllowedForKiosk(actor: Actor, spec: TopicSpec): boolean {
  const kioskScope = findKioskScope(actor);
  return (
    kioskScope === undefined || (spec.k === 'list' && spec.q === undefined && coversList(kioskScope, spec.e, spec))
  );
}

/** Whether a condition searches an encrypted column: the row images of the change log cannot be tested for it. */
const needsBlindIndex = (
  entity: AnyEntity,
  { where, q }: ListSpec,
  searchBy: NonNullable<Services['searchBy']>,
): boolean =>
  (q !== undefined && searchBy(entity, q) !== undefined) ||
  collectConditions(where).some(({ field, value }) => typeof value === 'string' && searchBy(entity, value, field));

/** Resolves one unparsed spec. An unknown entity and one without permission give the same response. */
export function resolveSpec(
  registry: Registry,
  subscriber: Subscriber,
  raw: unknown,
  searchBy?: Services['searchBy'],
): ResolvedTopic | SpecRejection {
  const parsed = specSchema.safeParse(raw);
  if (!parsed.success) return reject(400, parsed.error.issues[0]?.path.join('.') ?? 'spec');
  const entity = registry.get(parsed.data.e);
  if (entity === undefined || !isAllowedForKiosk(subscriber.actor, parsed.data as TopicSpec))
    return reject(404, parsed.data.e);
  const spec = parsed.data as TopicSpec;
  if (spec.k === 'list' && searchBy && needsBlindIndex(entity, spec, searchBy)) return reject(400, 'filter');
  // An entry does not hold the name of its member.
  if (spec.k === 'list' && searchesTargets(entity, spec.q)) return reject(400, 'filter');
  return spec.k === 'own' ? resolveOwnRow(entity, subscriber) : resolveEntityTopic(registry, entity, subscriber, spec);
}
