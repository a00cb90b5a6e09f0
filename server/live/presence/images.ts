/** The rows somebody is at, as the change log last told them: whether a reader may see a row is judged on these. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/meta';
import type { Entry } from '../tailer';

export type RowOf = (entity: AnyEntity, id: number) => Promise<StoredRow | undefined>;

export interface Images {
  /** Reads the row unless it is known; null when there is none. */
  readonly load: (entity: AnyEntity, id: number) => Promise<StoredRow | null>;
  /** Undefined: not read yet. */
  readonly get: (e: string, id: number) => StoredRow | null | undefined;
  /** Takes over what changed; the entities of rows that are held. */
  readonly note: (batch: readonly Entry[]) => ReadonlySet<string>;
  /** Forgets every row not named as `entity/id`. */
  readonly keep: (keys: ReadonlySet<string>) => void;
  readonly clear: () => void;
}

export const imageKey = (e: string, id: number): string => `${e}/${id}`;
const TRIES = 5;

interface Loading {
  readonly row: Promise<StoredRow | null>;
  /** The row changed while it was being read. */
  stale: boolean;
}

export function createImages(rowOf: RowOf): Images {
  const held = new Map<string, StoredRow | null>();
  const loading = new Map<string, Loading>();

  const read = async (entity: AnyEntity, id: number, key: string): Promise<StoredRow | null> => {
    for (let tries = 0; ; tries += 1) {
      const row = (await rowOf(entity, id)) ?? null;
      const mine = loading.get(key);
      if (mine?.stale === true && tries < TRIES) {
        mine.stale = false;
        continue;
      }
      held.set(key, row);
      return row;
    }
  };
  return {
    load: (entity, id) => {
      const key = imageKey(entity.name, id);
      const known = held.get(key);
      if (known !== undefined) return Promise.resolve(known);
      const running = loading.get(key);
      if (running !== undefined) return running.row;
      const row = Promise.resolve()
        .then(() => read(entity, id, key))
        .finally(() => loading.delete(key));
      loading.set(key, { row, stale: false });
      return row;
    },
    get: (e, id) => held.get(imageKey(e, id)),
    note: (batch) => {
      const touched = new Set<string>();
      for (const { change } of batch) {
        const key = imageKey(change.ent, change.eid);
        const running = loading.get(key);
        if (running !== undefined) running.stale = true;
        if (!held.has(key)) continue;
        held.set(key, change.img);
        touched.add(change.ent);
      }
      return touched;
    },
    keep: (keys) => {
      for (const key of held.keys()) if (!keys.has(key)) held.delete(key);
    },
    clear: () => held.clear(),
  };
}
