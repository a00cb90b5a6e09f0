/** Removes from the store what nobody has any more: objects of purged attachments, and what was sent and never called back for. */
import { LIMITS } from '../../../../common/limits';
import type { Services } from '../../../context';
import { getObjectStore } from './objectStoreDriver';
import { FORM_PREFIX } from './sharedUploadForm';
import { INCOMING } from './uploadTickets';

const BATCH = 200;
/** Time for whoever is just keeping a file. */
const GRACE_MS = 3_600_000;

/** Answers how many objects went. Without a reachable store everything waits. */
export async function sweepObjects(services: Services): Promise<number> {
  const store = getObjectStore(services);
  if (!store) return 0;
  const before = services.clock.now() - GRACE_MS;
  const orphaned = await services.db.rows<{ readonly id: string }>(
    `SELECT o.id FROM \`stored_object\` o LEFT JOIN \`attachment\` a ON a.id = o.attachment_id WHERE a.id IS NULL AND o.at < ? LIMIT ${BATCH}`,
    [before],
  );
  const expired = await services.db.rows<{ readonly id: string; readonly object_key: string }>(
    `SELECT id, object_key FROM \`upload_ticket\` WHERE expires_at < ? AND object_key LIKE '${INCOMING}%' LIMIT ${BATCH}`,
    [before],
  );
  let removed = 0;
  try {
    for (const { id } of orphaned) {
      await store.remove(id);
      // Unless somebody began to keep the same file anew.
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
    services.log.warn({ err: error }, 'the object store is away: what nobody has any more is removed later');
  }
  return removed;
}
