/**
 * What tasks print, kept in the database so that every node and every latecomer reads the same bytes: an attempt's output is
 * one UTF-8 text, each piece known by the byte it begins at. Too much of it loses its middle, never its beginning or end.
 */
import { createHash } from 'node:crypto';
import { LIMITS } from '../../../common/limits';
import type { Db, Tx } from '../../context';

export interface Piece {
  /** The byte it begins at; beyond where the reader stands when the middle was dropped. */
  readonly off: number;
  readonly bytes: number;
  readonly data: string;
}
export interface Recorder {
  /** Takes what was printed; stored soon, in order. */
  readonly add: (text: string) => void;
  /** Bytes taken so far. */
  readonly bytes: () => number;
  /** Bytes not yet stored. */
  readonly waiting: () => number;
  /** Stores the rest; answers how much it was in all and its mark. Rejects when it cannot be stored. */
  readonly end: () => Promise<{ readonly bytes: number; readonly hash: string }>;
}
export interface Transcripts {
  readonly record: (uuid: string, attempt: number, onStored: () => void) => Recorder;
  /** The next piece at or after a byte; undefined when there is none yet. */
  readonly read: (uuid: string, attempt: number, from: number) => Promise<Piece | undefined>;
  /** Forgets the output of tasks. */
  readonly forget: (tx: Tx, uuids: readonly string[]) => Promise<void>;
}

/** At most so many writes a second; the first after a silence is stored at once. */
const EVERY_MS = 40;
/** Bytes of a running task in memory: whoever watches it live costs no query. */
const RECENT = 1024 * 1024;

interface Recent {
  readonly pieces: Piece[];
  bytes: number;
}
interface Row {
  readonly off: number;
  readonly bytes: number;
  readonly data: string;
}

const keyOf = (uuid: string, attempt: number): string => `${uuid}.${attempt}`;

/** Cuts a text into pieces of at most so many bytes, never within a character. */
function* cut(text: string, off: number): Iterable<Piece> {
  let at = off;
  // A character of UTF-16 is at most three bytes of UTF-8, half a surrogate pair two.
  const most = Math.floor(LIMITS.taskPiece / 3);
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + most);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    const data = text.slice(from, to);
    const bytes = Buffer.byteLength(data);
    yield { off: at, bytes, data };
    at += bytes;
    from = to;
  }
}

/** The part of a piece from a byte on. */
function tailOf(piece: Piece, from: number): Piece {
  if (from <= piece.off) return piece;
  const bytes = Buffer.from(piece.data);
  let skip = from - piece.off;
  // In the middle of a character nobody can begin: its first byte is a little earlier.
  while (skip > 0 && ((bytes[skip] ?? 0) & 0xc0) === 0x80) skip -= 1;
  const data = bytes.subarray(skip).toString('utf8');
  return { off: piece.off + skip, bytes: bytes.length - skip, data };
}

async function store(
  db: Db,
  { uuid, attempt, off: begin, unsure }: Recording,
  pieces: readonly Piece[],
): Promise<void> {
  await db.transact(async (tx) => {
    // A commit whose answer was lost may have been one.
    if (unsure)
      await tx.run('DELETE FROM `terminal_output` WHERE uuid = ? AND attempt = ? AND off >= ?', [uuid, attempt, begin]);
    for (const { off, bytes, data } of pieces)
      await tx.run('INSERT INTO `terminal_output` (uuid, attempt, off, bytes, data) VALUES (?, ?, ?, ?, ?)', [
        ...[uuid, attempt, off, bytes, data],
      ]);
    const end = pieces.reduce((most, { off, bytes }) => Math.max(most, off + bytes), 0);
    const dropTo = end - (LIMITS.taskOutput - LIMITS.taskOutputHead);
    if (end > LIMITS.taskOutput)
      await tx.run('DELETE FROM `terminal_output` WHERE uuid = ? AND attempt = ? AND off >= ? AND off < ?', [
        ...[uuid, attempt, LIMITS.taskOutputHead, dropTo],
      ]);
  });
}

interface Recording {
  readonly uuid: string;
  readonly attempt: number;
  readonly recent: Recent;
  readonly hash: ReturnType<typeof createHash>;
  readonly onStored: () => void;
  pending: string;
  /** Bytes stored. */
  off: number;
  /** The last try to store failed: what it carried is pending again. */
  unsure: boolean;
  /** Bytes taken in all; bytes not yet stored. */
  taken: number;
  waiting: number;
  storing: Promise<void> | undefined;
  timer: NodeJS.Timeout | undefined;
  storedAt: number;
  ended: boolean;
}

async function storePending(db: Db, one: Recording): Promise<void> {
  const text = one.pending;
  one.pending = '';
  const pieces = [...cut(text, one.off)];
  try {
    // Stored first, told then: what anybody saw, everybody will find.
    await store(db, one, pieces);
    one.unsure = false;
  } catch (error) {
    one.pending = text + one.pending;
    one.unsure = true;
    throw error;
  } finally {
    one.storedAt = Date.now();
  }
  const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
  one.off += bytes;
  one.waiting -= bytes;
  one.recent.pieces.push(...pieces);
  one.recent.bytes += bytes;
  while (one.recent.bytes > RECENT) one.recent.bytes -= one.recent.pieces.shift()?.bytes ?? RECENT;
  one.onStored();
}

/** What comes meanwhile is gathered: a command that never pauses costs no more writes than one that prints now and then. */
function soon(db: Db, one: Recording): void {
  if (one.pending === '' || one.ended || one.storing !== undefined || one.timer !== undefined) return;
  const wait = Math.max(0, one.storedAt + EVERY_MS - Date.now());
  const begin = () => {
    one.timer = undefined;
    one.storing = storePending(db, one).finally(() => {
      one.storing = undefined;
      soon(db, one);
    });
    // Tried again with what came meanwhile; told when it is still so at the end of the recording.
    one.storing.catch(() => undefined);
  };
  if (wait === 0) begin();
  else one.timer = setTimeout(begin, wait);
}

async function finish(db: Db, one: Recording): Promise<void> {
  one.ended = true;
  clearTimeout(one.timer);
  await one.storing?.catch(() => undefined);
  if (one.pending !== '') await storePending(db, one);
}

/** Makes the keeper of outputs. */
export function createTranscripts(db: Db): Transcripts {
  const running = new Map<string, Recent>();
  return {
    record: (uuid, attempt, onStored) => {
      const recent: Recent = { pieces: [], bytes: 0 };
      running.set(keyOf(uuid, attempt), recent);
      const one: Recording = {
        ...{ uuid, attempt, recent, onStored, hash: createHash('sha256') },
        ...{
          pending: '',
          off: 0,
          unsure: false,
          taken: 0,
          waiting: 0,
          storing: undefined,
          timer: undefined,
          storedAt: 0,
          ended: false,
        },
      };
      return {
        add: (text) => {
          if (text === '') return;
          one.hash.update(text);
          one.pending += text;
          const bytes = Buffer.byteLength(text);
          one.taken += bytes;
          one.waiting += bytes;
          soon(db, one);
        },
        bytes: () => one.taken,
        waiting: () => one.waiting,
        end: async () => {
          try {
            await finish(db, one);
          } finally {
            running.delete(keyOf(uuid, attempt));
          }
          return { bytes: one.off, hash: one.hash.digest('hex') };
        },
      };
    },
    read: async (uuid, attempt, from) => {
      const recent = running.get(keyOf(uuid, attempt));
      const held = recent?.pieces.find(({ off, bytes }) => from >= off && from < off + bytes);
      if (held !== undefined) return tailOf(held, from);
      const [row] = await db.rows<Row>(
        'SELECT off, bytes, data FROM `terminal_output` WHERE uuid = ? AND attempt = ? AND off > ? ORDER BY off LIMIT 1',
        [uuid, attempt, from - LIMITS.taskPiece],
      );
      return nextPiece(db, { uuid, attempt, from }, row);
    },
    forget: async (tx, uuids) => {
      for (const uuid of uuids) await tx.run('DELETE FROM `terminal_output` WHERE uuid = ?', [uuid]);
    },
  };
}

interface Where {
  readonly uuid: string;
  readonly attempt: number;
  readonly from: number;
}
/** Pieces are no longer than `taskPiece`, so the wanted one is the first of this window that reaches beyond the byte. */
async function nextPiece(db: Db, { uuid, attempt, from }: Where, first: Row | undefined): Promise<Piece | undefined> {
  if (first === undefined) return undefined;
  const reaches = (row: Row): boolean => Number(row.off) + Number(row.bytes) > from;
  const found = reaches(first)
    ? first
    : (
        await db.rows<Row>(
          'SELECT off, bytes, data FROM `terminal_output` WHERE uuid = ? AND attempt = ? AND off > ? AND off + bytes > ? ORDER BY off LIMIT 1',
          [uuid, attempt, from - LIMITS.taskPiece, from],
        )
      )[0];
  if (found === undefined) return undefined;
  return tailOf({ off: Number(found.off), bytes: Number(found.bytes), data: found.data }, from);
}
