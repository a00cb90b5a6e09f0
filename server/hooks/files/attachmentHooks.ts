/**
 * Hooks of attachments. A restored attachment needs its file. A purged attachment deletes the uploaded file, its thumbnail and its image
 * variants from disk when no other row refers to its URL (unused files).
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { attachment } from '../../../common/entities/attachment';
import { fault } from '../../../common/protocol/faults';
import { defineHooks } from '../../engine/write/context/entityHooks';
import { removeThumbnail } from './thumbnailPath';
import { removeVariants } from './variantPath';

export const attachmentHooks = defineHooks(attachment, {
  afterWrite: ({ services }, after, before) => {
    const isRestoredRow = before !== undefined && 'delete_time' in before && before.delete_time !== null;
    if (isRestoredRow && after.storage === 'local' && !existsSync(join(services.env.dataDir, after.url)))
      throw fault('upload.lost');
  },
  afterPurge: async ({ services }, row) => {
    await services.db.transact((tx) => tx.run('DELETE FROM `attachment_holder` WHERE attachment_id = ?', [row.id]));
    const others = await services.db.rows('SELECT id FROM `attachment` WHERE url = ? LIMIT 1', [row.url]);
    if (row.storage !== 'local' || others.length > 0 || !row.url.startsWith('/storage/')) return;
    await rm(join(services.env.dataDir, row.url), { force: true });
    await removeThumbnail(services.env.dataDir, row.url);
    await removeVariants(services.env.dataDir, row.url);
  },
});
