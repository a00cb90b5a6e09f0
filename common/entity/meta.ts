/** What the engine knows of every column of an entity, declared or standard, in one lookup. */
import type { AnyEntity, Base } from './entity';
import { datetime, integer, type Field, type Json, type Sensitivity } from './field';
import { KINDS, type Kind, type KindFacts } from './kinds';

/** Decoded column values of one row: money in cents, lists parsed, instants in unix seconds. Filters and change images work on these. */
export type StoredRow = Readonly<Record<string, Json>>;

export interface Column extends KindFacts {
  readonly name: string;
  readonly kind: Kind;
  readonly options: Field['options'];
  readonly sensitivity: Sensitivity;
  /** Kept by the engine or by a behaviour: a caller's value is ignored. */
  readonly readonly: boolean;
  /** A text stored beside it as `<name>_n`: trimmed, NFKC, lower case; sort, LIKE and unique use that column. */
  readonly shadow: boolean;
  /** Too long for change frames: logged and sent as a hash, fetched on demand. */
  readonly long: boolean;
  /** The stored column a reader gets under this name, where it is another. */
  readonly from?: string;
}

/** Far from where numbers end: places between two rows are found by counting on. */
const HEAVIEST = 1_000_000_000;

const LOG_COLUMNS: Readonly<Record<string, Field>> = {
  id: integer({ readonly: true }),
  create_time: datetime({ readonly: true }),
  revision: integer({ readonly: true, sensitivity: 'internal' }),
};
const RECORD_COLUMNS: Readonly<Record<string, Field>> = {
  ...LOG_COLUMNS,
  weigh: integer({ default: 0, min: -HEAVIEST, max: HEAVIEST }),
  update_time: datetime({ readonly: true }),
  delete_time: datetime({ readonly: true, sensitivity: 'internal' }),
};
/** The columns every entity of a base carries. */
export const standardColumns = (base: Base | undefined) => (base === 'log' ? LOG_COLUMNS : RECORD_COLUMNS);

const LONGEST_SHORT_TEXT = 1024;
const isLong = ({ kind, options }: Field) =>
  kind === 'rich_text' || options.long === true || (kind === 'text' && (options.max ?? 255) > LONGEST_SHORT_TEXT);
/** A long value as the text it is compared and named by. */
export const longText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const EMPTINESS = ['NULL', 'NOT NULL'] as const;
const isText = (value: unknown) => typeof value === 'string';
/** Where a field's options change what its kind says of it. */
function adjusted(field: Field, long: boolean, shadow: boolean): KindFacts {
  const facts = KINDS[field.kind];
  const { by, values } = field.options;
  if (field.kind === 'text') {
    if (long) return { store: 'text', operators: EMPTINESS, sortable: false };
    return shadow ? facts : { ...facts, operators: facts.operators.filter((op) => op !== 'LIKE' && op !== 'NOT LIKE') };
  }
  if (field.kind === 'choice' && Object.values(values ?? {}).some(isText)) return { ...facts, store: 'string' };
  if (by === 'id' && (field.kind === 'image' || field.kind === 'file'))
    return { store: 'integer', operators: KINDS.ref.operators, sortable: false };
  return facts;
}

function columnOf(entity: AnyEntity, name: string, field: Field, standard: boolean): Column {
  const { options } = field;
  const secret = field.kind === 'password';
  const listed = entity.spec.list.columns.includes(name) || entity.spec.title === name;
  const long = isLong(field);
  const shadow = field.kind === 'text' && !long && (options.search === true || options.unique === true || listed);
  return {
    ...adjusted(field, long, shadow),
    name,
    kind: field.kind,
    options,
    sensitivity:
      options.sensitivity ??
      (secret ? 'secret' : field.kind === 'money' ? 'money' : standard ? 'public' : entity.spec.sensitivity),
    readonly: options.readonly === true,
    shadow,
    long,
  };
}

const known = new WeakMap<AnyEntity, ReadonlyMap<string, Column>>();
/** Every column of the entity by name, standard ones first. Computed once per entity. */
export function columnsOf(entity: AnyEntity): ReadonlyMap<string, Column> {
  const hit = known.get(entity);
  if (hit) return hit;
  const standard = Object.entries(standardColumns(entity.spec.base));
  const columns = new Map([
    ...standard.map(([name, field]) => [name, columnOf(entity, name, field, true)] as const),
    ...Object.entries(entity.spec.fields).map(([name, field]) => [name, columnOf(entity, name, field, false)] as const),
  ]);
  known.set(entity, columns);
  return columns;
}

/** What follows from a definition alone: computed once per entity. */
export function perEntity<T>(make: (entity: AnyEntity) => T): (entity: AnyEntity) => T {
  const made = new WeakMap<AnyEntity, { readonly of: T }>();
  return (entity) => {
    const hit = made.get(entity) ?? { of: make(entity) };
    made.set(entity, hit);
    return hit.of;
  };
}

/** One column, or undefined when the entity has none of that name. */
export const columnNamed = (entity: AnyEntity, name: string): Column | undefined => columnsOf(entity).get(name);
/** Whether rows of the entity are moved to the recycle state instead of vanishing. */
export const softDeletes = (entity: AnyEntity): boolean => entity.spec.base !== 'log';
