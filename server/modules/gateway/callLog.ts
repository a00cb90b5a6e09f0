/** The access log of gateway calls: written together once a second, so that a call does not wait for it. A crash may lose the last second. */
import { openCall } from '../../../common/entities/openCall';
import { truncate } from '../../../common/text/normalize';
import { randomUUID } from 'node:crypto';
import type { StoredRow } from '../../../common/entity/columns';
import { encodeRow, insertRows } from '../../engine/schema/model';
import { toLoggedRow } from '../../engine/write/stages/recordChange';
import type { Services, SqlValue, Tx } from '../../context';
import { CHANGE_OPS, appendChanges, type ChangeToLog } from '../../live/log/changeLog';
import { createMutex } from '../../platform/mutex';

const FLUSH_INTERVAL_MS = 1_000;
/** Rows of one transaction. */
const BATCH_SIZE = 500;
const ROWS_PER_STATEMENT = 100;
/** Entries that wait for the database; further ones are counted and dropped. */
const MAX_PENDING = 50_000;

export interface CallLogEntry {
  readonly app_id: number;
  /** Null when no interface was found. */
  readonly route_id: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The code of the fault; null for a response of the upstream. */
  readonly fault: string | null;
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

export function createCallLog(services: Services): CallLog {
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
        await writeBatch(services, batch);
      } catch (error) {
        services.log.warn({ err: error, calls: batch.length }, 'gateway calls were not logged');
      }
    }
    if (dropped > 0) services.log.warn({ calls: dropped }, 'the gateway call log is full; calls were not recorded');
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

/**
 * Written by the server only, very often, and without history: hence separate statements, but with change log entries in the same
 * transaction.
 */
async function writeBatch({ db, clock, live }: Services, entries: readonly CallLogEntry[]): Promise<void> {
  const at = clock.now();
  const fixed = { create_time: Math.floor(at / 1000), revision: 1 };
  await db.transact(async (tx) => {
    const rows: StoredRow[] = [];
    for (let start = 0; start < entries.length; start += ROWS_PER_STATEMENT) {
      const newRows = entries
        .slice(start, start + ROWS_PER_STATEMENT)
        .map((entry): StoredRow => ({ ...entry, ...fixed }));
      const ids = await insertNewRows(tx, newRows);
      rows.push(...newRows.map((newRow, index) => ({ ...newRow, id: ids[index] ?? 0 })));
    }
    await appendChanges(tx, db.dialect, { changes: rows.map((row) => toLogChange(row, at)), history: [] });
  });
  live.wakeTailer();
}

async function insertNewRows(tx: Tx, newRows: readonly StoredRow[]): Promise<readonly number[]> {
  const encoded = newRows.map((newRow) => encodeRow(openCall, newRow));
  const columns = Object.keys(encoded[0] ?? {});
  const values = encoded.map((row) => columns.map((column): SqlValue => row[column] ?? null));
  return insertRows(tx, openCall, columns, values);
}

const toLogChange = (row: StoredRow, at: number): ChangeToLog => ({
  entityName: openCall.name,
  rowId: Number(row['id']),
  revision: 1,
  op: CHANGE_OPS.created,
  image: toLoggedRow(openCall, row),
  previousValues: null,
  actor: 'system',
  actorName: 'system',
  idempotencyKey: null,
  cid: randomUUID(),
  at,
});
