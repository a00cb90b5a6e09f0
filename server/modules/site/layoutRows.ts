/**
 * Rows that surround every page, navigation, banners and the names of written pages, kept between renderings. They are read again after a change of their entity. A
 * rendering that began before the change may still use the old ones: the cache of pages does not keep it.
 */
import type { WireRow } from '../../../common/entity/projectRow';
import { createSiteCache } from './siteCache';
import type { SiteReader } from './siteReader';

export interface LayoutRows {
  /** All published rows of an entity, at most as many as a reader reads by default. */
  readonly read: (reader: SiteReader, entity: LayoutEntity) => Promise<readonly WireRow[]>;
  readonly drop: (entities?: ReadonlySet<string>) => void;
}
export type LayoutEntity = 'navigation' | 'banner' | 'page';

const CACHE_LIMITS = { maxPages: 3, maxBytes: Number.POSITIVE_INFINITY } as const;

export function createLayoutRows(): LayoutRows {
  const cache = createSiteCache<{
    readonly rows: readonly WireRow[];
    readonly dependencies: ReadonlySet<string>;
    readonly bytes: number;
  }>(CACHE_LIMITS);
  return {
    read: async (reader, entity) => {
      reader.dependOn(entity);
      // A preview reads its unsaved row in place of the stored one.
      if (reader.overlaidEntities.has(entity)) return reader.rows(entity);
      const load = async () => ({ rows: await reader.rows(entity), dependencies: new Set([entity]), bytes: 0 });
      return (await cache.get(entity, load)).rows;
    },
    drop: cache.drop,
  };
}
