/** Where stored files lie. The house's own disk is one place; an object store is another. */
import { existsSync } from 'node:fs';
import { mkdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Services, Tx } from '../../context';

export interface StorageDriver {
  /** As the column `storage` calls it. */
  readonly storage: string;
  /** Whether the file of a row is still there. */
  readonly exists: (url: string) => Promise<boolean>;
  /** Puts a file there, which may be moved away. */
  readonly put: (from: string, url: string, mimetype: string) => Promise<void>;
  /** Takes back what was put for a row that did not come to be. */
  readonly remove: (url: string) => Promise<void>;
  /** Notes, with the row, that the file is now its. */
  readonly linkToAttachment?: (tx: Tx, url: string, id: number) => Promise<void>;
}
export interface StorageDrivers {
  /** Where new files go. */
  readonly current: StorageDriver;
  /** The place of a stored row; undefined when the house no longer reaches it. */
  readonly byName: (storage: string) => StorageDriver | undefined;
}

/** Files below the data folder. */
export function createLocalDriver({ env }: Pick<Services, 'env'>): StorageDriver {
  const filePath = (url: string) => join(env.dataDir, url);
  return {
    storage: 'local',
    exists: (url) => Promise.resolve(existsSync(filePath(url))),
    put: async (from, url) => {
      await mkdir(dirname(filePath(url)), { recursive: true });
      await rename(from, filePath(url));
    },
    remove: (url) => unlink(filePath(url)).catch(() => undefined),
  };
}
