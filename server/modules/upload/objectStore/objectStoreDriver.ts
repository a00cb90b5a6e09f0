/** Selects the storage driver by the current settings: the local disk, or the object store when it is configured. */
import { extname } from 'node:path';
import type { Services } from '../../../context';
import { createLocalDriver, type StorageDriver, type StorageDrivers } from '../storageDriver';
import { isInlineType } from '../storedFileServer';
import { createS3Store } from './s3Store';
import type { ObjectHeaders, ObjectStore } from './objectStore';

export const OBJECT_STORE = 's3';

/** The store of the settings; undefined while they are incomplete. */
export const findObjectStore = ({ settings, env }: Pick<Services, 'settings' | 'env'>): ObjectStore | undefined =>
  settings.upload.store && createS3Store(settings.upload.store, env.privateHosts);

/** The path of a file is the same in every storage: `/storage/…` is the key `storage/…`. */
export const toObjectKey = (url: string): string => url.replace(/^\/+/, '');

/** The same headers as this server would send. */
export const createObjectHeaders = (url: string, type: string): ObjectHeaders => ({
  type,
  disposition: isInlineType(extname(url)) ? 'inline' : 'attachment',
});

/** Registers every object before it is uploaded: after any failure it is found and deleted. */
export async function registerObject({ db, clock }: Services, key: string): Promise<void> {
  await db.transact(async (tx) => {
    const at = clock.now();
    const { changes } = await tx.run('UPDATE `stored_object` SET at = ? WHERE id = ?', [at, key]);
    if (changes > 0) return;
    const [known] = await tx.rows('SELECT id FROM `stored_object` WHERE id = ?', [key]);
    if (!known) await tx.run('INSERT INTO `stored_object` (id, attachment_id, at) VALUES (?, NULL, ?)', [key, at]);
  });
}

/** The object store as a storage driver; `putObject` can copy an existing object to another key. */
export function createObjectStoreDriver(
  services: Services,
  store: ObjectStore,
  putObject: (key: string, from: string, headers: ObjectHeaders) => Promise<void> = store.put,
): StorageDriver {
  return {
    storage: OBJECT_STORE,
    exists: async (url) => (await store.head(toObjectKey(url))) !== undefined,
    put: async (from, url, mimetype) => {
      const key = toObjectKey(url);
      await registerObject(services, key);
      await putObject(key, from, createObjectHeaders(url, mimetype));
    },
    // The registered object without a row is deleted by `deleteUnusedObjects`.
    remove: () => Promise.resolve(),
    linkToAttachment: async (tx, url, id) => {
      await tx.run('UPDATE `stored_object` SET attachment_id = ? WHERE id = ?', [id, toObjectKey(url)]);
    },
  };
}

export function resolveDrivers(services: Services): StorageDrivers {
  const localDriver = createLocalDriver(services);
  const store = findObjectStore(services);
  const objectStoreDriver = store && createObjectStoreDriver(services, store);
  return {
    current: services.settings.upload.mode === OBJECT_STORE && objectStoreDriver ? objectStoreDriver : localDriver,
    byName: (storage) =>
      storage === localDriver.storage ? localDriver : storage === OBJECT_STORE ? objectStoreDriver : undefined,
  };
}
