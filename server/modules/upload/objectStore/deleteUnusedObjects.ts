/**
 * Garbage collection of the object store: deletes uploaded files to which nothing refers, which are the objects of purged attachments and
 * uploads without a callback. Hooks of attachments delete local files.
 */
import { LIMITS } from '../../../../common/limits';
import type { Services } from '../../../context';
import { findObjectStore } from './objectStoreDriver';
import { FORM_PREFIX } from './sharedUploadForm';
import { INCOMING_PREFIX } from './uploadTickets';

const BATCH = 200;
/** Milliseconds that protect uploads in progress. */
const GRACE_MS = 3_600_000;

/** Returns the number of deleted objects. Without a reachable store nothing is deleted. */
export async function deleteUnusedObjects(services: Services): Promise<number> {
  const store = findObjectStore(services);
  if (!store) return 0;
  const before = services.clock.now() - GRACE_MS;
  const orphaned = await services.db.rows<{ readonly id: string }>(
    `SELECT o.id FROM \`stored_object\` o LEFT JOIN \`attachment\` a ON a.id = o.attachment_id WHERE a.id IS NULL AND o.at < ? LIMIT ${BATCH}`,
    [before],
  );
  const expired = await services.db.rows<{ readonly id: string; readonly object_key: string }>(
    `SELECT id, object_key FROM \`upload_ticket\` WHERE expires_at < ? AND object_key LIKE '${INCOMING_PREFIX}%' LIMIT ${BATCH}`,
    [before],
  );
  let removed = 0;
  try {
    for (const { id } of orphaned) {
      await store.remove(id);
      // Keeps the entry when another upload registered the same object again.
      await services.db.transact((tx) => tx.run('DELETE FROM `stored_object` WHERE id = ? AND at < ?', [id, before]));
      removed += 1;
    }
    for (const { id, object_key: key } of expired) {
      await store.remove(key);
      await services.db.transact((tx) => tx.run('DELETE FROM `upload_ticket` WHERE id = ?', [id]));
      removed += 1;
    }
    for await (const { key, modified } of store.list(FORM_PREFIX)) {
      if (!(modified < before - LIMITS.uploadFormSeconds * 1000)) continue;
      await store.remove(key);
      removed += 1;
    }
  } catch (error) {
    services.log.warn({ err: error }, 'the object store is unavailable; unused objects are deleted later');
  }
  return removed;
}
