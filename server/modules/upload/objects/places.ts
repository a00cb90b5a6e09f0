/** Places for files as the settings stand now: the disk, and the object store once one is set up. */
import { extname } from 'node:path';
import type { Services } from '../../../context';
import { localPlace, type Place, type Places } from '../place';
import { isShown } from '../serve';
import { openS3 } from './s3';
import type { ObjectForm, ObjectStore } from './store';

export const REMOTE = 's3';

/** The store of the settings; undefined while none is set up completely. */
export const storeOf = ({ settings, env }: Pick<Services, 'settings' | 'env'>): ObjectStore | undefined =>
  settings.upload.store && openS3(settings.upload.store, env.privateHosts);

/** Files keep the path they are known by, wherever they lie: `/storage/…` here is `storage/…` there. */
export const keyOfUrl = (url: string): string => url.replace(/^\/+/, '');

/** A browser that fetches it from the store is told what this house would have told it. */
export const formOf = (url: string, type: string): ObjectForm => ({
  type,
  disposition: isShown(extname(url)) ? 'inline' : 'attachment',
});

/** Every object is on the register before it is in the store: whatever goes wrong then, it is found and removed. */
export async function register({ db, clock }: Services, key: string): Promise<void> {
  await db.transact(async (tx) => {
    const at = clock.now();
    const { changes } = await tx.run('UPDATE `stored_object` SET at = ? WHERE id = ?', [at, key]);
    if (changes > 0) return;
    const [known] = await tx.rows('SELECT id FROM `stored_object` WHERE id = ?', [key]);
    if (!known) await tx.run('INSERT INTO `stored_object` (id, attachment_id, at) VALUES (?, NULL, ?)', [key, at]);
  });
}

/** The object store as a place; `arrive` puts what is there already under another key. */
export function remotePlace(
  services: Services,
  store: ObjectStore,
  arrive: (key: string, from: string, form: ObjectForm) => Promise<void> = store.put,
): Place {
  return {
    storage: REMOTE,
    has: async (url) => (await store.head(keyOfUrl(url))) !== undefined,
    put: async (from, url, mimetype) => {
      const key = keyOfUrl(url);
      await register(services, key);
      await arrive(key, from, formOf(url, mimetype));
    },
    // Stands on the register without a row: the sweeper takes it.
    drop: () => Promise.resolve(),
    settle: async (tx, url, id) => {
      await tx.run('UPDATE `stored_object` SET attachment_id = ? WHERE id = ?', [id, keyOfUrl(url)]);
    },
  };
}

export function placesOf(services: Services): Places {
  const local = localPlace(services);
  const store = storeOf(services);
  const remote = store && remotePlace(services, store);
  return {
    current: services.settings.upload.mode === REMOTE && remote ? remote : local,
    of: (storage) => (storage === local.storage ? local : storage === REMOTE ? remote : undefined),
  };
}
