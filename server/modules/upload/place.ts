/** Where stored files lie. The house's own disk is one place; an object store is another. */
import { existsSync } from 'node:fs';
import { mkdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Services, Tx } from '../../context';

export interface Place {
  /** As the column `storage` calls it. */
  readonly storage: string;
  /** Whether the file of a row is still there. */
  readonly has: (url: string) => Promise<boolean>;
  /** Puts a file there, which may be moved away. */
  readonly put: (from: string, url: string, mimetype: string) => Promise<void>;
  /** Takes back what was put for a row that did not come to be. */
  readonly drop: (url: string) => Promise<void>;
  /** Notes, with the row, that the file is now its. */
  readonly settle?: (tx: Tx, url: string, id: number) => Promise<void>;
}
export interface Places {
  /** Where new files go. */
  readonly current: Place;
  /** The place of a stored row; undefined when the house no longer reaches it. */
  readonly of: (storage: string) => Place | undefined;
}

/** Files below the data folder. */
export function localPlace({ env }: Pick<Services, 'env'>): Place {
  const fileOf = (url: string) => join(env.dataDir, url);
  return {
    storage: 'local',
    has: (url) => Promise.resolve(existsSync(fileOf(url))),
    put: async (from, url) => {
      await mkdir(dirname(fileOf(url)), { recursive: true });
      await rename(from, fileOf(url));
    },
    drop: (url) => unlink(fileOf(url)).catch(() => undefined),
  };
}
