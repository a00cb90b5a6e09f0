/** A cache of rows that tabs are at, updated by the change log; it decides who may see a row. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import type { LogEntry } from '../log/tailer';

export type LoadRow = (entity: AnyEntity, id: number) => Promise<StoredRow | undefined>;

export interface LiveRowCache {
  /** Loads the row unless it is cached; null when it does not exist. */
  readonly load: (entity: AnyEntity, id: number) => Promise<StoredRow | null>;
  /** Undefined when it is not loaded yet. */
  readonly get: (entityName: string, id: number) => StoredRow | null | undefined;
  /** Applies changes; returns the entities of the changed cached rows. */
  readonly applyBatch: (batch: readonly LogEntry[]) => ReadonlySet<string>;
  /** Removes all rows whose key is not in the set. */
  readonly retain: (keys: ReadonlySet<string>) => void;
  readonly clear: () => void;
}

export const rowCacheKey = (entityName: string, id: number): string => `${entityName}/${id}`;
const MAX_REREADS = 5;

interface PendingRead {
  readonly row: Promise<StoredRow | null>;
  /** Whether the row changed during the load. */
  isStale: boolean;
}

export function createLiveRowCache(loadRow: LoadRow): LiveRowCache {
  const rows = new Map<string, StoredRow | null>();
  const pendingReads = new Map<string, PendingRead>();

  const read = async (entity: AnyEntity, id: number, key: string): Promise<StoredRow | null> => {
    for (let attempt = 0; ; attempt += 1) {
      const row = (await loadRow(entity, id)) ?? null;
      const pending = pendingReads.get(key);
      if (pending?.isStale === true && attempt < MAX_REREADS) {
        pending.isStale = false;
        continue;
      }
      rows.set(key, row);
      return row;
    }
  };
  return {
    load: (entity, id) => {
      const key = rowCacheKey(entity.name, id);
      const cached = rows.get(key);
      if (cached !== undefined) return Promise.resolve(cached);
      const pending = pendingReads.get(key);
      if (pending !== undefined) return pending.row;
      const row = Promise.resolve()
        .then(() => read(entity, id, key))
        .finally(() => pendingReads.delete(key));
      pendingReads.set(key, { row, isStale: false });
      return row;
    },
    get: (entityName, id) => rows.get(rowCacheKey(entityName, id)),
    applyBatch: (batch) => {
      const changedEntities = new Set<string>();
      for (const { change } of batch) {
        const key = rowCacheKey(change.entityName, change.rowId);
        const pending = pendingReads.get(key);
        if (pending !== undefined) pending.isStale = true;
        if (!rows.has(key)) continue;
        rows.set(key, change.image);
        changedEntities.add(change.entityName);
      }
      return changedEntities;
    },
    retain: (keys) => {
      for (const key of rows.keys()) if (!keys.has(key)) rows.delete(key);
    },
    clear: () => rows.clear(),
  };
}
