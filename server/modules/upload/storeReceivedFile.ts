/** Keeps what was received where the settings say, and says in words when the store there does not take it. */
import { fault } from '../../../common/protocol/faults';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { storeFile, type AttachmentRow, type ReceivedFile } from './storeFile';
import { ObjectStoreError } from './objectStore/objectStore';
import type { StorageDrivers } from './storageDriver';

export interface StorageDeps {
  readonly writer: Writer;
  /** Where files lie as the settings stand. */
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
    ctx.services.log.warn({ trouble: error.trouble }, 'the object store did not do what was asked');
    throw fault('upload.store');
  }
}
