/** Records at a source whether it could be read, so that open screens show it live. */
import { marketSource } from '../../../common/entities/marketSource';
import { toStoredFailure } from '../../../common/locales/storedFaults/sourceFaults';
import { Fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import type { Services } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { systemContext } from '../../platform/systemContext';
import type { MarketSource } from './marketSources';

const MAX_FAILURE = 300;

/** The value of the column `failure` for a fault: screens show it in the reader's language. */
export function toFailure({ code, params }: Fault): string {
  const { message } = params;
  return truncate(toStoredFailure(code, typeof message === 'string' ? message : undefined), MAX_FAILURE);
}

export async function saveOutcome(
  services: Services,
  writer: Writer,
  { id }: MarketSource,
  failure: string,
): Promise<void> {
  const checkedAt = Math.floor(services.clock.now() / 1000);
  await writer.update(systemContext(services, 'market'), marketSource, { id, checked_time: checkedAt, failure });
}

/** Runs a read of a source. Records that the source does not answer, or that it does again. Errors: those of the read. */
export async function recordRead<T>(
  services: Services,
  writer: Writer,
  source: MarketSource,
  read: () => Promise<T>,
): Promise<T> {
  const save = async (failure: string): Promise<void> => {
    if (failure !== source.failure) await saveOutcome(services, writer, source, failure);
  };
  try {
    const result = await read();
    await save('');
    return result;
  } catch (error) {
    if (error instanceof Fault && error.code === 'market.unreachable') await save(toFailure(error));
    throw error;
  }
}
