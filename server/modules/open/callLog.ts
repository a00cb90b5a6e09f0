/** The log of calls: written together once a second, so that a call does not wait for it. A crash may lose the last second. */
import { openCall } from '../../../common/entities/openCall';
import { truncate } from '../../../common/text/normalize';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { createMutex } from '../../platform/mutex';
import { systemContext } from '../../platform/systemContext';

const FLUSH_INTERVAL_MS = 1_000;
/** Rows of one transaction. */
const BATCH_SIZE = 500;
/** Entries that wait for the database; further ones are counted and dropped. */
const MAX_PENDING = 50_000;

export interface CallLogEntry {
  readonly app_id: number;
  readonly route_id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly fault: string;
  readonly ms: number;
  readonly upstream_ms: number;
  readonly bytes: number;
  readonly is_test: 0 | 1;
  readonly request_id: string;
  readonly ip: string;
}
export interface CallLog {
  readonly record: (entry: CallLogEntry) => void;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createCallLog(services: Services, writer: Writer): CallLog {
  let pending: CallLogEntry[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  const runExclusive = createMutex();
  const write = async (): Promise<void> => {
    const entries = pending;
    pending = [];
    for (let start = 0; start < entries.length; start += BATCH_SIZE) {
      const batch = entries.slice(start, start + BATCH_SIZE);
      try {
        await writer.inTransaction(systemContext(services, 'gateway'), (_txWriter, hook) =>
          hook.asSystem.createMany(
            openCall,
            batch.map((entry) => ({ ...entry })),
          ),
        );
      } catch (error) {
        services.log.warn({ err: error, calls: batch.length }, 'calls of interfaces could not be logged');
      }
    }
    if (dropped > 0) services.log.warn({ calls: dropped }, 'too many calls of interfaces to log all of them');
    dropped = 0;
  };
  const flush = (): Promise<void> => runExclusive(write);
  return {
    record: (entry) => {
      if (pending.length >= MAX_PENDING) dropped += 1;
      else pending.push({ ...entry, path: truncate(entry.path, 255), ip: entry.ip.slice(0, 45) });
      timer ??= setTimeout(() => {
        timer = undefined;
        void flush();
      }, FLUSH_INTERVAL_MS).unref();
    },
    flush,
    close: async () => {
      clearTimeout(timer);
      await flush();
    },
  };
}
