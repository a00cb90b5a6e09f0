/** Facts about every column of an entity, declared or standard. */
import type { AnyEntity, Base } from './entity';
import { datetime, integer, type Field, type Json, type Sensitivity } from './field';
import { FIELD_KINDS, type FieldKind, type FieldKindSpec, type Operator } from './fieldKinds';

/** Decoded column values of one row: money in cents, lists parsed, instants in unix seconds. Filters and change images work on these. */
export type StoredRow = Readonly<Record<string, Json>>;

export interface Column extends FieldKindSpec {
  /** The operators that lists offer, of those that the kind has. */
  readonly filterOperators: readonly Operator[];
  readonly name: string;
  readonly kind: FieldKind;
  readonly options: Field['options'];
  readonly sensitivity: Sensitivity;
  /** Written by the engine or by entity hooks: a value of the caller is ignored. */
  readonly readonly: boolean;
  /** A normalized copy is stored as `<name>_n`: trimmed, NFKC, lower case. Sorting, LIKE and unique use that column. */
  readonly hasSearchColumn: boolean;
  /** Too long for change frames: logged and sent as a hash, fetched on demand. */
  readonly long: boolean;
  /** The stored column whose value readers get under this name, if it has another name. */
  readonly storedAs?: string;
}

/** Bound of a sort weight, far from the largest safe integer: a position between two rows is found by adding. */
const MAX_WEIGHT = 1_000_000_000;

const LOG_COLUMNS: Readonly<Record<string, Field>> = {
  id: integer({ readonly: true }),
  create_time: datetime({ readonly: true }),
  revision: integer({ readonly: true, sensitivity: 'internal' }),
};
const RECORD_COLUMNS: Readonly<Record<string, Field>> = {
  ...LOG_COLUMNS,
  weigh: integer({ default: 0, min: -MAX_WEIGHT, max: MAX_WEIGHT }),
  update_time: datetime({ readonly: true }),
  delete_time: datetime({ readonly: true, sensitivity: 'internal' }),
};
/** Standard columns of every entity of a base. */
export const standardColumns = (base: Base | undefined) => (base === 'log' ? LOG_COLUMNS : RECORD_COLUMNS);

const MAX_SHORT_TEXT = 1024;
const isLong = ({ kind, options }: Field) =>
  kind === 'rich_text' || options.long === true || (kind === 'text' && (options.max ?? 255) > MAX_SHORT_TEXT);
/** Returns a long value as text, for comparison and hashing. */
export const longValueText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const NULL_OPERATORS = ['NULL', 'NOT NULL'] as const;
const isText = (value: unknown) => typeof value === 'string';
/** Applies the options of a field that change the facts of its kind. */
function kindSpecFor(field: Field, isLongValue: boolean, hasSearchColumn: boolean): FieldKindSpec {
  const kindSpec = FIELD_KINDS[field.kind];
  const { by, values } = field.options;
  if (field.kind === 'text') {
    if (isLongValue) return { store: 'text', operators: NULL_OPERATORS, sortable: false };
    return hasSearchColumn
      ? kindSpec
      : { ...kindSpec, operators: kindSpec.operators.filter((op) => op !== 'LIKE' && op !== 'NOT LIKE') };
  }
  if (field.kind === 'choice' && Object.values(values ?? {}).some(isText)) return { ...kindSpec, store: 'string' };
  if (by === 'id' && (field.kind === 'image' || field.kind === 'file'))
    return { store: 'integer', operators: FIELD_KINDS.ref.operators, sortable: false };
  return kindSpec;
}

/** A field with a read permission of its own counts as restricted wherever the readers of a value are not known. */
function getSensitivity({ kind, options }: Field, otherwise: Sensitivity): Sensitivity {
  if (options.sensitivity === 'secret' || kind === 'password') return 'secret';
  if (options.readPermission !== undefined) return 'restricted';
  return options.sensitivity ?? (kind === 'money' ? 'money' : otherwise);
}

function createColumn(entity: AnyEntity, name: string, field: Field, isStandard: boolean): Column {
  const { options } = field;
  const isListed = entity.spec.list.columns.includes(name) || entity.spec.title === name;
  const isLongValue = isLong(field);
  const hasSearchColumn =
    field.kind === 'text' && !isLongValue && (options.search === true || options.unique === true || isListed);
  const kindSpec = kindSpecFor(field, isLongValue, hasSearchColumn);
  return {
    ...kindSpec,
    sortable: kindSpec.sortable && options.sortable !== false,
    filterOperators: kindSpec.operators.filter((op) => options.operators?.includes(op) ?? true),
    name,
    kind: field.kind,
    options,
    sensitivity: getSensitivity(field, isStandard ? 'public' : entity.spec.sensitivity),
    readonly: options.readonly === true,
    hasSearchColumn,
    long: isLongValue,
  };
}

const columnsCache = new WeakMap<AnyEntity, ReadonlyMap<string, Column>>();
/** Every column of the entity by name, standard ones first. Computed once per entity. */
export function getColumns(entity: AnyEntity): ReadonlyMap<string, Column> {
  const cached = columnsCache.get(entity);
  if (cached) return cached;
  const standardEntries = Object.entries(standardColumns(entity.spec.base));
  const columns = new Map([
    ...standardEntries.map(([name, field]) => [name, createColumn(entity, name, field, true)] as const),
    ...Object.entries(entity.spec.fields).map(
      ([name, field]) => [name, createColumn(entity, name, field, false)] as const,
    ),
  ]);
  columnsCache.set(entity, columns);
  return columns;
}

/** Caches a value that is computed from a definition, once per entity. */
export function memoizePerEntity<T>(compute: (entity: AnyEntity) => T): (entity: AnyEntity) => T {
  const cache = new WeakMap<AnyEntity, { readonly of: T }>();
  return (entity) => {
    const cached = cache.get(entity) ?? { of: compute(entity) };
    cache.set(entity, cached);
    return cached.of;
  };
}

/** One column, or undefined when the entity has none of that name. */
export const findColumn = (entity: AnyEntity, name: string): Column | undefined => getColumns(entity).get(name);
/** Whether deleted rows of the entity go to the recycle bin. */
export const hasSoftDelete = (entity: AnyEntity): boolean => entity.spec.base !== 'log';
