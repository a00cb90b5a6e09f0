/**
 * Devices and marks between nodes that share nothing but the database: each node writes which devices of members are connected
 * to it when that changes, and reads of the others only what somebody on it looks at. Alone it does neither.
 */
import type { Db, Log } from '../../context';
import { marks as places } from '../../platform/sql';
import type { NodesAround } from '../presence/share';
import type { Devices } from './devices';
import { readNewer, type EntryMark, type Since } from './marks';
import { createRounds } from '../rounds';

/** Between two looks at the others, and how soon they are told. */
const POLL_MS = 250;
const WRITE_MS = 100;
const SWEEP_MS = 60_000;
const SLEPT_MS = 10_000;
/** Rows of one statement. */
const MOST_ROWS = 500;

export interface Found {
  /** The sessions of each looked-at member on other nodes. */
  readonly devices: ReadonlyMap<number, ReadonlySet<string>>;
  readonly marks: readonly EntryMark[];
}
export interface AfarOptions {
  readonly db: Db;
  readonly log: Log;
  readonly nodes: NodesAround;
  readonly own: Pick<Devices, 'of' | 'members'>;
  readonly watched: () => readonly Since[];
  readonly onFound: (found: Found) => void;
}
export interface Afar {
  /** The sessions of a member on other nodes, as of now. */
  readonly of: (member: number) => Promise<ReadonlySet<string>>;
  /** A device of a member came to this node or left it. */
  readonly changed: (member: number) => void;
  readonly stop: () => Promise<void>;
}

interface State extends AfarOptions {
  /** By member: the sessions the others can read of us. */
  readonly written: Map<number, ReadonlySet<string>>;
  /** Whose devices are not written as they are now. */
  readonly touched: Set<number>;
  /** Nobody knows what is written: everybody is looked at. */
  all: boolean;
  sweptAt: number;
  roundAt: number;
}

const NONE: ReadonlySet<string> = new Set();
const othersOf = ({ nodes }: State): readonly string[] => nodes.alive().filter((id) => id !== nodes.id);
function inParts<T>(list: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(list.length / MOST_ROWS);
  return Array.from({ length: count }, (_, at) => list.slice(at * MOST_ROWS, (at + 1) * MOST_ROWS));
}

interface Row {
  readonly member: number;
  readonly session: string;
}
/** What differs from what was written. */
function differences({ own, written }: State, members: Iterable<number>) {
  const [put, gone]: [Row[], Row[]] = [[], []];
  for (const member of members) {
    const [now, before] = [own.of(member), written.get(member) ?? NONE];
    for (const session of now) if (!before.has(session)) put.push({ member, session });
    for (const session of before) if (!now.has(session)) gone.push({ member, session });
  }
  return { put, gone };
}

async function write(state: State): Promise<void> {
  const { db, nodes, own, written, touched } = state;
  const members = state.all ? new Set([...own.members(), ...written.keys()]) : new Set(touched);
  state.all = false;
  touched.clear();
  const { put, gone } = differences(state, members);
  const idOf = ({ session }: Row) => `${nodes.id}:${session}`;
  const now = new Map([...members].map((member) => [member, own.of(member)]));
  if (put.length + gone.length > 0)
    await db.transact(async (tx) => {
      for (const rows of inParts(gone))
        await tx.run(`DELETE FROM member_device WHERE id IN (${places(rows.length)})`, rows.map(idOf));
      for (const rows of inParts(put)) {
        const list = rows.map(() => '(?, ?, ?, ?)').join(', ');
        const values = rows.flatMap((row) => [idOf(row), nodes.id, row.member, row.session]);
        await tx.run(`REPLACE INTO member_device (id, node, user_id, session_id) VALUES ${list}`, values);
      }
    });
  for (const [member, sessions] of now)
    if (sessions.size > 0) written.set(member, sessions);
    else written.delete(member);
}

type Sessions = ReadonlyMap<number, ReadonlySet<string>>;
async function devicesAfar(state: State, members: readonly number[]): Promise<Sessions> {
  const found = new Map(members.map((member) => [member, new Set<string>()]));
  const others = othersOf(state);
  if (others.length === 0 || members.length === 0) return found;
  const rows = await state.db.rows<{ user_id: number; session_id: string }>(
    `SELECT user_id, session_id FROM member_device
     WHERE user_id IN (${places(members.length)}) AND node IN (${places(others.length)})`,
    [...members, ...others],
  );
  for (const { user_id, session_id } of rows) found.get(Number(user_id))?.add(session_id);
  return found;
}

async function look(state: State): Promise<void> {
  const watched = state.watched();
  if (watched.length === 0) return;
  const devices = await devicesAfar(
    state,
    watched.map(({ member }) => member),
  );
  const marks = othersOf(state).length === 0 ? [] : await readNewer(state.db, watched);
  state.onFound({ devices, marks });
}

/** What dead nodes left behind; the table of nodes forgets them first. */
async function sweep(state: State): Promise<void> {
  state.sweptAt = performance.now();
  await state.db.transact((tx) =>
    tx.run('DELETE FROM member_device WHERE node <> ? AND node NOT IN (SELECT id FROM node)', [state.nodes.id]),
  );
}

async function round(state: State): Promise<void> {
  const now = performance.now();
  // Whoever slept so long may have been taken for dead, and what it wrote swept away.
  if (now - state.roundAt > SLEPT_MS) {
    state.written.clear();
    state.all = true;
  }
  state.roundAt = now;
  if (othersOf(state).length > 0) {
    if (state.all || state.touched.size > 0) await write(state);
    if (now - state.sweptAt > SWEEP_MS) await sweep(state);
  } else {
    // Whoever comes later has to be told everything.
    state.all = true;
    state.touched.clear();
  }
  await look(state);
}

export function createAfar(options: AfarOptions): Afar {
  const times = { sweptAt: performance.now(), roundAt: performance.now() };
  const state: State = {
    ...{ ...options, ...times, written: new Map(), touched: new Set(), all: true },
  };
  const rounds = createRounds({
    work: () => round(state),
    onFault: (error) => {
      state.all = true;
      state.log.warn({ err: error }, 'devices of members could not be shared with the other nodes');
    },
    pause: () => POLL_MS,
  });
  return {
    of: async (member) => (await devicesAfar(state, [member])).get(member) ?? new Set(),
    changed: (member) => {
      const first = !state.all && state.touched.size === 0;
      state.touched.add(member);
      // A round under way comes back for it.
      if (first && othersOf(state).length > 0) rounds.next(WRITE_MS);
    },
    stop: async () => {
      await rounds.stop();
      if (state.written.size === 0) return;
      await state.db
        .transact((tx) => tx.run('DELETE FROM member_device WHERE node = ?', [state.nodes.id]))
        .catch((error: unknown) => state.log.warn({ err: error }, 'devices of this node could not be taken back'));
    },
  };
}
