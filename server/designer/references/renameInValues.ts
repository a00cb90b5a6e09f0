/** Renames fields inside stored values: measures, filters, dashboard cards, view queries, lists of names. Pure functions. */
import type { Json } from '../../../common/entity/field';
import { isObject } from '../../../common/json';

/** The present name of a field; a name that was not renamed stays. */
export type RenameField = (name: string) => string;

const renameText = (value: unknown, rename: RenameField): Json => (typeof value === 'string' ? rename(value) : null);

/** Renames the fields of a filter: a condition, or `all` and `some` with parts. */
function renameInFilter(filter: unknown, rename: RenameField): unknown {
  if (!isObject(filter)) return filter;
  if (typeof filter['field'] === 'string') return { ...filter, field: rename(filter['field']) };
  return Object.fromEntries(
    Object.entries(filter).map(([key, parts]) => [
      key,
      Array.isArray(parts) ? parts.map((part: unknown) => renameInFilter(part, rename)) : parts,
    ]),
  );
}

const MEASURE_FIELDS: ReadonlySet<string> = new Set(['add', 'by', 'at', 'also']);
/** Renames the fields of a measure or a dashboard card of an entity; those of other entities stay. */
export function renameInMeasure(measure: unknown, entity: string, rename: RenameField): unknown {
  if (!isObject(measure) || measure['e'] !== entity) return measure;
  return Object.fromEntries(
    Object.entries(measure).map(([key, value]) => {
      if (key === 'when') return [key, renameInFilter(value, rename)];
      return [key, MEASURE_FIELDS.has(key) ? renameText(value, rename) : value];
    }),
  );
}

/** Renames the fields of the cards of a dashboard. */
export const renameInCards = (cards: unknown, entity: string, rename: RenameField): unknown =>
  Array.isArray(cards) ? cards.map((card: unknown) => renameInMeasure(card, entity, rename)) : cards;

/** Renames the references by which a design shows rows of an entity as children (`children` of its other options). */
export function renameInChildren(options: unknown, entity: string, rename: RenameField): unknown {
  if (!isObject(options) || !Array.isArray(options['children'])) return options;
  const children = options['children'].map((child: unknown) =>
    isObject(child) && child['entity'] === entity ? { ...child, by: renameText(child['by'], rename) } : child,
  );
  return { ...options, children };
}

/** Renames the texts of a list; null and other values stay. */
export const renameInList = (list: unknown, rename: RenameField): unknown =>
  Array.isArray(list) ? list.map((name: unknown) => (typeof name === 'string' ? rename(name) : name)) : list;

/** Parameters of a list's address that name no field; see `client/engine/list/listState.ts`. */
const OTHER_PARAMS: ReadonlySet<string> = new Set(['page', 'limit', 'q', 'all', 'record', 'deleted', 'view', 'job']);
const FIELD_PARAM = /^(f\.|any[0-4]\.)?(.+)$/;

function renameParam([key, value]: readonly [string, string], rename: RenameField): readonly [string, string] {
  if (OTHER_PARAMS.has(key)) return [key, value];
  if (key === 'cols') return [key, value.split(',').map(rename).join(',')];
  if (key === 'sort') {
    const renameKey = (part: string) => (part.startsWith('-') ? `-${rename(part.slice(1))}` : rename(part));
    return [key, value.split(',').map(renameKey).join(',')];
  }
  const [, prefix = '', field = ''] = FIELD_PARAM.exec(key) ?? [];
  const name = rename(field);
  // A field name that is also a parameter has the prefix `f.`, which every field name may have.
  return name === field ? [key, value] : [`${prefix === '' ? 'f.' : prefix}${name}`, value];
}

/** Renames the columns, filters and sort keys in the query of a saved view. */
export function renameInViewQuery(query: string, rename: RenameField): string {
  const params = [...new URLSearchParams(query)];
  return new URLSearchParams(params.map((param) => [...renameParam(param, rename)])).toString();
}
