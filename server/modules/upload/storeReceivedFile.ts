/** Stores a received file with the configured driver, and maps a failure of the store to a fault. */
import { fault } from '../../../common/protocol/faults';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { storeFile, type AttachmentRow, type ReceivedFile } from './storeFile';
import { ObjectStoreError } from './objectStore/objectStore';
import type { StorageDrivers } from './storageDriver';

export interface StorageDeps {
  readonly writer: Writer;
  /** The storage drivers of the current settings. */
  readonly resolveDrivers: (services: Services) => StorageDrivers;
}

export async function storeReceivedFile(
  ctx: RequestContext,
  { writer, resolveDrivers }: StorageDeps,
  file: ReceivedFile,
  topic: string,
): Promise<AttachmentRow> {
  try {
    return await storeFile(ctx, writer, { file, topic, drivers: resolveDrivers(ctx.services) });
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    ctx.services.log.warn({ reason: error.reason }, 'a request to the object store failed');
    throw fault('upload.store');
  }
}
