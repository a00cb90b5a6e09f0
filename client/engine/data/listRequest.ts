/** The request of a list: the parameters of its query, and the live topic of the same rows. */
import type { AnyEntity } from '../../../common/entity/entity';
import { filterPrecision } from '../../../common/query/compileFilter';
import type { Column } from '../../../common/entity/columns';
import { MATCH_ALL } from '../../../common/entity/filter';
import { printQuery, type ListQuery } from '../../../common/query/listQuery';
import { LIMITS } from '../../../common/limits';
import type { TopicSpec } from '../../../common/protocol/liveEvents';
import type { QueryValue } from '../../shared/api/transport';
import { asRecord } from '../../../common/json';

/** The live topic of the same rows. `from`: a partial search covers rows from this id only. */
export const listTopic = (entity: AnyEntity, query: ListQuery, from?: number): TopicSpec => ({
  k: 'list',
  e: entity.name,
  where: from === undefined ? query.where : { all: [query.where, { field: 'id', op: '>=', value: from }] },
  sort: query.sort,
  ...(query.q === undefined ? {} : { q: query.q }),
});

/** The live topic of all rows, for a list whose own query cannot be followed live. */
export const allRowsTopic = (entity: AnyEntity): TopicSpec => ({
  k: 'list',
  e: entity.name,
  where: MATCH_ALL,
  sort: [{ field: 'id', dir: 'desc' }],
});

/** Whether the server can evaluate the query on the live channel; it refuses queries that are too long. */
export const isLiveQuery = (entity: AnyEntity, { where, q = '' }: ListQuery): boolean =>
  filterPrecision(entity, where) !== 'opaque' &&
  q.length <= LIMITS.topicSearchChars &&
  JSON.stringify(where).length <= LIMITS.topicFilterChars;

/** An open end is sent as an empty text, because the transport drops nulls. */
const toParam = (value: unknown): QueryValue =>
  Array.isArray(value) ? value.map((item: unknown) => toParam(item)) : ((value ?? '') as QueryValue); // parsed JSON
const parseItem = (text: string): QueryValue =>
  Object.fromEntries(Object.entries(asRecord(JSON.parse(text)) ?? {}).map(([key, value]) => [key, toParam(value)]));

/** Conditions as `search[0][field]`; alternatives, which are nested deeper, make the whole search one JSON text. */
const toSearchParam = (items: readonly string[]): QueryValue =>
  items.some((item) => asRecord(JSON.parse(item))?.['any'] !== undefined) ? `[${items.join(',')}]` : items.map(parseItem);

/** The query as parameters of the transport, which spells nested values as `search[0][field]`. */
export function queryParams(columns: readonly Column[], query: ListQuery): Readonly<Record<string, QueryValue>> {
  const { 'search[]': search, 'initValue[]': initial, ...plain } = printQuery(columns, query);
  return {
    ...plain,
    ...(Array.isArray(search) ? { search: toSearchParam(search) } : {}),
    ...(Array.isArray(initial) ? { initValue: initial.join(',') } : {}),
  };
}
