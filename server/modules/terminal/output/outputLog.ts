/**
 * Stores task output in the database, so that every node and every later reader gets the same bytes. The output of an attempt is one UTF-8
 * text in chunks with byte offsets. Output beyond the limit loses its middle, never its beginning or end.
 */
import { createHash } from 'node:crypto';
import { SERVER_LIMITS } from '../../../../common/serverLimits';
import type { Db, Tx } from '../../../context';

export interface OutputChunk {
  /** Byte offset of the chunk; greater than the requested one when the middle was dropped. */
  readonly off: number;
  readonly bytes: number;
  readonly data: string;
}
export interface OutputRecorder {
  /** Accepts output; it is stored soon, in order. */
  readonly append: (text: string) => void;
  /** Bytes accepted so far. */
  readonly bytes: () => number;
  /** Bytes not yet stored. */
  readonly unstoredBytes: () => number;
  /** Stores the rest; returns the total size and the digest. Rejects when it cannot be stored. */
  readonly finish: () => Promise<{ readonly bytes: number; readonly hash: string }>;
}
export interface OutputLog {
  readonly record: (uuid: string, attempt: number, onStored: () => void) => OutputRecorder;
  /** The next chunk at or after a byte offset; undefined when there is none yet. */
  readonly read: (uuid: string, attempt: number, from: number) => Promise<OutputChunk | undefined>;
  /** Deletes the output of tasks. */
  readonly remove: (tx: Tx, uuids: readonly string[]) => Promise<void>;
}

/** Minimum milliseconds between two writes; the first output after a pause is stored at once. */
const FLUSH_INTERVAL_MS = 40;
/** Bytes of a running task in memory: live readers need no query. */
const RECENT_BYTES = 1024 * 1024;

interface RecentOutput {
  readonly chunks: OutputChunk[];
  bytes: number;
}
interface OutputRow {
  readonly off: number;
  readonly bytes: number;
  readonly data: string;
}

const recordingKey = (uuid: string, attempt: number): string => `${uuid}.${attempt}`;

/** Splits a text into chunks of at most this many bytes, at character boundaries. */
function* splitIntoChunks(text: string, off: number): Iterable<OutputChunk> {
  let offset = off;
  // A UTF-16 unit has at most three UTF-8 bytes, half a surrogate pair two.
  const maxChars = Math.floor(SERVER_LIMITS.taskOutputChunkBytes / 3);
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + maxChars);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    const data = text.slice(from, to);
    const bytes = Buffer.byteLength(data);
    yield { off: offset, bytes, data };
    offset += bytes;
    from = to;
  }
}

/** The part of a chunk from a byte offset on. */
function sliceChunk(chunk: OutputChunk, from: number): OutputChunk {
  if (from <= chunk.off) return chunk;
  const bytes = Buffer.from(chunk.data);
  let skip = from - chunk.off;
  // Moves back to the first byte of a character.
  while (skip > 0 && ((bytes[skip] ?? 0) & 0xc0) === 0x80) skip -= 1;
  const data = bytes.subarray(skip).toString('utf8');
  return { off: chunk.off + skip, bytes: bytes.length - skip, data };
}

async function storeChunks(
  db: Db,
  { uuid, attempt, storedBytes, isCommitUncertain }: Recording,
  chunks: readonly OutputChunk[],
): Promise<void> {
  await db.transact(async (tx) => {
    // A commit without a response may have succeeded.
    if (isCommitUncertain)
      await tx.run('DELETE FROM `terminal_output` WHERE uuid = ? AND attempt = ? AND off >= ?', [
        uuid,
        attempt,
        storedBytes,
      ]);
    for (const { off, bytes, data } of chunks)
      await tx.run('INSERT INTO `terminal_output` (uuid, attempt, off, bytes, data) VALUES (?, ?, ?, ?, ?)', [
        ...[uuid, attempt, off, bytes, data],
      ]);
    const end = chunks.reduce((most, { off, bytes }) => Math.max(most, off + bytes), 0);
    const dropTo = end - (SERVER_LIMITS.taskOutputBytes - SERVER_LIMITS.taskOutputHeadBytes);
    if (end > SERVER_LIMITS.taskOutputBytes)
      await tx.run('DELETE FROM `terminal_output` WHERE uuid = ? AND attempt = ? AND off >= ? AND off < ?', [
        ...[uuid, attempt, SERVER_LIMITS.taskOutputHeadBytes, dropTo],
      ]);
  });
}

interface Recording {
  readonly uuid: string;
  readonly attempt: number;
  readonly recent: RecentOutput;
  readonly hash: ReturnType<typeof createHash>;
  readonly onStored: () => void;
  pending: string;
  /** Bytes stored. */
  storedBytes: number;
  /** The last attempt to store failed: its chunks are pending again. */
  isCommitUncertain: boolean;
  /** Bytes accepted in total; bytes not yet stored. */
  receivedBytes: number;
  unstoredBytes: number;
  storing: Promise<void> | undefined;
  timer: NodeJS.Timeout | undefined;
  storedAt: number;
  ended: boolean;
}

async function flushPending(db: Db, recording: Recording): Promise<void> {
  const text = recording.pending;
  recording.pending = '';
  const chunks = [...splitIntoChunks(text, recording.storedBytes)];
  try {
    // Stored before readers get it: whatever a reader saw is also stored.
    await storeChunks(db, recording, chunks);
    recording.isCommitUncertain = false;
  } catch (error) {
    recording.pending = text + recording.pending;
    recording.isCommitUncertain = true;
    throw error;
  } finally {
    recording.storedAt = Date.now();
  }
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
  recording.storedBytes += bytes;
  recording.unstoredBytes -= bytes;
  recording.recent.chunks.push(...chunks);
  recording.recent.bytes += bytes;
  while (recording.recent.bytes > RECENT_BYTES)
    recording.recent.bytes -= recording.recent.chunks.shift()?.bytes ?? RECENT_BYTES;
  recording.onStored();
}

/** Collects output during a write: a command with continuous output causes no more writes than one with pauses. */
function scheduleFlush(db: Db, recording: Recording): void {
  if (recording.pending === '' || recording.ended || recording.storing !== undefined || recording.timer !== undefined)
    return;
  const wait = Math.max(0, recording.storedAt + FLUSH_INTERVAL_MS - Date.now());
  const begin = () => {
    recording.timer = undefined;
    recording.storing = flushPending(db, recording).finally(() => {
      recording.storing = undefined;
      scheduleFlush(db, recording);
    });
    // The next write retries; `finish` rejects when the failure persists.
    recording.storing.catch(() => undefined);
  };
  if (wait === 0) begin();
  else recording.timer = setTimeout(begin, wait);
}

async function finishRecording(db: Db, recording: Recording): Promise<void> {
  recording.ended = true;
  clearTimeout(recording.timer);
  await recording.storing?.catch(() => undefined);
  if (recording.pending !== '') await flushPending(db, recording);
}

/** Creates the output log. */
export function createOutputLog(db: Db): OutputLog {
  const activeRecordings = new Map<string, RecentOutput>();
  return {
    record: (uuid, attempt, onStored) => {
      const recent: RecentOutput = { chunks: [], bytes: 0 };
      activeRecordings.set(recordingKey(uuid, attempt), recent);
      const recording: Recording = {
        uuid,
        attempt,
        recent,
        onStored,
        hash: createHash('sha256'),
        pending: '',
        storedBytes: 0,
        isCommitUncertain: false,
        receivedBytes: 0,
        unstoredBytes: 0,
        storing: undefined,
        timer: undefined,
        storedAt: 0,
        ended: false,
      };
      return {
        append: (text) => {
          if (text === '') return;
          recording.hash.update(text);
          recording.pending += text;
          const bytes = Buffer.byteLength(text);
          recording.receivedBytes += bytes;
          recording.unstoredBytes += bytes;
          scheduleFlush(db, recording);
        },
        bytes: () => recording.receivedBytes,
        unstoredBytes: () => recording.unstoredBytes,
        finish: async () => {
          try {
            await finishRecording(db, recording);
          } finally {
            activeRecordings.delete(recordingKey(uuid, attempt));
          }
          return { bytes: recording.storedBytes, hash: recording.hash.digest('hex') };
        },
      };
    },
    read: async (uuid, attempt, from) => {
      const recent = activeRecordings.get(recordingKey(uuid, attempt));
      const recentChunk = recent?.chunks.find(({ off, bytes }) => from >= off && from < off + bytes);
      if (recentChunk !== undefined) return sliceChunk(recentChunk, from);
      const [row] = await db.rows<OutputRow>(
        'SELECT off, bytes, data FROM `terminal_output` WHERE uuid = ? AND attempt = ? AND off > ? ORDER BY off LIMIT 1',
        [uuid, attempt, from - SERVER_LIMITS.taskOutputChunkBytes],
      );
      return findChunk(db, { uuid, attempt, from }, row);
    },
    remove: async (tx, uuids) => {
      for (const uuid of uuids) await tx.run('DELETE FROM `terminal_output` WHERE uuid = ?', [uuid]);
    },
  };
}

interface ReadPosition {
  readonly uuid: string;
  readonly attempt: number;
  readonly from: number;
}
/** A chunk has at most `SERVER_LIMITS.taskOutputChunkBytes` bytes, so the wanted one is the first in this window that extends beyond the offset. */
async function findChunk(
  db: Db,
  { uuid, attempt, from }: ReadPosition,
  firstRow: OutputRow | undefined,
): Promise<OutputChunk | undefined> {
  if (firstRow === undefined) return undefined;
  const extendsBeyond = (row: OutputRow): boolean => Number(row.off) + Number(row.bytes) > from;
  const matchingRow = extendsBeyond(firstRow)
    ? firstRow
    : (
        await db.rows<OutputRow>(
          'SELECT off, bytes, data FROM `terminal_output` WHERE uuid = ? AND attempt = ? AND off > ? AND off + bytes > ? ORDER BY off LIMIT 1',
          [uuid, attempt, from - SERVER_LIMITS.taskOutputChunkBytes, from],
        )
      )[0];
  if (matchingRow === undefined) return undefined;
  return sliceChunk({ off: Number(matchingRow.off), bytes: Number(matchingRow.bytes), data: matchingRow.data }, from);
}
