/**
 * Rows that surround every page, navigation, banners and the names of written pages, cached between renderings and read again after a change of their
 * entity. Each rendering reads in a snapshot of its own: one that began before the change reads its own rows and leaves the cache alone.
 */
import type { WireRow } from '../../../common/entity/projectRow';
import type { SiteReader } from './siteReader';

/** The layout rows of one rendering. */
export interface LayoutRows {
  /** All published rows of an entity, at most as many as a reader reads by default. */
  readonly read: (reader: SiteReader, entity: LayoutEntity) => Promise<readonly WireRow[]>;
}
export interface LayoutRowsCache {
  /** Call it before the snapshot of the rendering opens. */
  readonly begin: () => LayoutRows;
  /** Drops the rows of these entities after a change; all rows without an argument. */
  readonly invalidate: (entities?: ReadonlySet<string>) => void;
}
const LAYOUT_ENTITIES = ['navigation', 'banner', 'page'] as const;
export type LayoutEntity = (typeof LAYOUT_ENTITIES)[number];

/** The rows of an entity since its last change, loaded by the first rendering that needs them. A change replaces the slot. */
interface Slot {
  rows?: Promise<readonly WireRow[]>;
}

export function createLayoutRowsCache(): LayoutRowsCache {
  const slots: Record<LayoutEntity, Slot> = { navigation: {}, banner: {}, page: {} };
  const load = async (slot: Slot, reader: SiteReader, entity: LayoutEntity): Promise<readonly WireRow[]> => {
    try {
      return await (slot.rows = reader.rows(entity));
    } catch (error) {
      delete slot.rows;
      throw error;
    }
  };
  return {
    begin: () => {
      const slotsAtBegin = { ...slots };
      return {
        read: async (reader, entity) => {
          reader.dependOn(entity);
          const slot = slots[entity];
          // A preview reads its unsaved row in place of the stored one.
          if (slot !== slotsAtBegin[entity] || reader.overlaidEntities.has(entity)) return reader.rows(entity);
          return slot.rows ?? load(slot, reader, entity);
        },
      };
    },
    invalidate: (entities) => {
      for (const entity of LAYOUT_ENTITIES) if (entities?.has(entity) !== false) slots[entity] = {};
    },
  };
}
