/** The interface of storage drivers: stored files on the local disk or in an object store (S3). */
import { existsSync } from 'node:fs';
import { mkdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Services, Tx } from '../../context';

export interface StorageDriver {
  /** The value of the column `storage`. */
  readonly storage: string;
  /** Whether the file of a row exists. */
  readonly exists: (url: string) => Promise<boolean>;
  /** Stores a file, which may be moved. */
  readonly put: (from: string, url: string, mimetype: string) => Promise<void>;
  /** Deletes the stored file of an upload whose row was not created. `attachmentHooks.afterPurge` deletes the files of purged attachments. */
  readonly remove: (url: string) => Promise<void>;
  /** Records, in the transaction of the row, that the file belongs to it. */
  readonly linkToAttachment?: (tx: Tx, url: string, id: number) => Promise<void>;
}
export interface StorageDrivers {
  /** The driver of new files. */
  readonly current: StorageDriver;
  /** The driver of a stored row; undefined when it is no longer configured. */
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
