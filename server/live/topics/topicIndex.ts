/** An index of topics by an equality of their filter: a change finds the topics it may affect without testing all. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Condition, Filter } from '../../../common/entity/filter';
import { findColumn, type StoredRow } from '../../../common/entity/columns';
import { reconstructRowBefore } from './projectChange';
import type { LoggedChange } from '../log/changeLog';

/** An equality that holds for every row of a topic. */
export interface IndexKey {
  readonly column: string;
  readonly value: Json;
}

const isScalar = (value: Json) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
function collectEqualities(filter: Filter): readonly Condition[] {
  if ('all' in filter) return filter.all.flatMap(collectEqualities);
  return 'field' in filter && filter.op === '=' && isScalar(filter.value) ? [filter] : [];
}

/** The most selective equality of a filter: that of a reference, else the first. */
export function chooseIndexKey(entity: AnyEntity, filter: Filter): IndexKey | undefined {
  const all = collectEqualities(filter);
  const [first] = all;
  const found =
    all.find(({ field }) => field === 'id') ??
    all.find(({ field }) => findColumn(entity, field)?.kind === 'ref') ??
    first;
  return found && { column: found.field, value: found.value };
}

interface Indexable {
  readonly entity: AnyEntity;
  readonly indexKey: IndexKey | undefined;
}
/** The topics of one entity. */
interface EntityTopics<T extends Indexable> {
  readonly unindexed: Set<T>;
  readonly indexed: Map<string, Map<Json, Set<T>>>;
}

/** The values of a column before and after a change; both when they differ. */
function columnValues(column: string, change: LoggedChange, images: readonly (StoredRow | null)[]): ReadonlySet<Json> {
  if (column === 'id') return new Set([change.rowId]);
  return new Set(images.map((image) => image?.[column] ?? null));
}

/** Topics by entity, then by equality. */
export interface TopicIndex<T extends Indexable> {
  readonly add: (topic: T) => void;
  readonly remove: (topic: T) => void;
  /** All topics that the change may affect; the others cannot be affected. */
  readonly candidatesFor: (change: LoggedChange) => Iterable<T>;
}

export function createTopicIndex<T extends Indexable>(): TopicIndex<T> {
  const byEntity = new Map<string, EntityTopics<T>>();
  const getEntityTopics = (topic: T): EntityTopics<T> => {
    const entityTopics = byEntity.get(topic.entity.name) ?? { unindexed: new Set<T>(), indexed: new Map() };
    byEntity.set(topic.entity.name, entityTopics);
    return entityTopics;
  };
  return {
    add: (topic) => {
      const entityTopics = getEntityTopics(topic);
      const { indexKey } = topic;
      if (indexKey === undefined) {
        entityTopics.unindexed.add(topic);
        return;
      }
      const byValue = entityTopics.indexed.get(indexKey.column) ?? new Map<Json, Set<T>>();
      entityTopics.indexed.set(indexKey.column, byValue);
      byValue.set(indexKey.value, (byValue.get(indexKey.value) ?? new Set()).add(topic));
    },
    remove: (topic) => {
      const entityTopics = getEntityTopics(topic);
      entityTopics.unindexed.delete(topic);
      const byValue = topic.indexKey && entityTopics.indexed.get(topic.indexKey.column);
      const sameValue = topic.indexKey && byValue?.get(topic.indexKey.value);
      sameValue?.delete(topic);
      if (topic.indexKey && sameValue?.size === 0) byValue?.delete(topic.indexKey.value);
    },
    *candidatesFor(change) {
      const entityTopics = byEntity.get(change.entityName);
      if (entityTopics === undefined) return;
      yield* entityTopics.unindexed;
      if (entityTopics.indexed.size === 0) return;
      const images = [reconstructRowBefore(change), change.image];
      for (const [column, byValue] of entityTopics.indexed)
        for (const value of columnValues(column, change, images)) yield* byValue.get(value) ?? [];
    },
  };
}
