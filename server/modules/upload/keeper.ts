/** Keeps what was received where the settings say, and says in words when the store there does not take it. */
import { fault } from '../../../common/protocol/faults';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { keep, type FileRow, type Received } from './keep';
import { StoreFailure } from './objects/store';
import type { Places } from './place';

export interface Keeper {
  readonly writer: Writer;
  /** Where files lie as the settings stand. */
  readonly placesOf: (services: Services) => Places;
}

export async function keepReceived(
  ctx: RequestContext,
  { writer, placesOf }: Keeper,
  file: Received,
  topic: string,
): Promise<FileRow> {
  try {
    return await keep(ctx, writer, { file, topic, places: placesOf(ctx.services) });
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    ctx.services.log.warn({ trouble: error.trouble }, 'the object store did not do what was asked');
    throw fault('upload.store');
  }
}
