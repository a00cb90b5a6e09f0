/** Scheduled cleanup of old uploaded files: an hourly task deletes unfinished uploads, and variants whose image is gone. */
import type { Services } from '../../context';
import { removeStaleTempFiles } from './removeStaleTempFiles';
import { removeStalePartials } from './resumable/partialUpload';
import { removeOrphanedVariants } from './variants/removeOrphanedVariants';

/** Returns the number of deleted files and folders. */
export const removeStaleUploads = async ({ env, clock }: Services): Promise<number> =>
  (await removeStalePartials(env.dataDir, clock.now())) +
  (await removeStaleTempFiles(env.dataDir, clock.now())) +
  (await removeOrphanedVariants(env.dataDir));
