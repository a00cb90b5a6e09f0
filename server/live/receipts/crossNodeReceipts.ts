/**
 * Devices and read marks across nodes that share only the database: each node writes which devices of members are connected
 * to it when that changes, and reads from the others only the members that its viewers watch. A single node does neither.
 */
import type { Db, Log } from '../../context';
import { placeholders as places } from '../../platform/database/sql';
import type { MemberDevices } from './memberDevices';
import { loadNewerReadMarks, type ReadMark, type ReadMarksQuery } from './readMarks';
import { createCrossNodeShare, type ClusterNodes } from '../crossNodeShare';

/** The interval of polling the others, and the delay of a write. */
const POLL_MS = 250;
const WRITE_MS = 100;
/** The maximal rows of one statement. */
const MAX_ROWS = 500;

export interface CrossNodeUpdate {
  /** The sessions of each watched member on other nodes. */
  readonly sessionsByMember: ReadonlyMap<number, ReadonlySet<string>>;
  readonly readMarks: readonly ReadMark[];
}
export interface CrossNodeReceiptsOptions {
  readonly db: Db;
  readonly log: Log;
  readonly nodes: ClusterNodes;
  readonly localDevices: Pick<MemberDevices, 'getSessions' | 'members'>;
  readonly listWatched: () => readonly ReadMarksQuery[];
  readonly onUpdate: (found: CrossNodeUpdate) => void;
}
export interface CrossNodeReceipts {
  /** Reads the sessions of a member on other nodes. */
  readonly loadRemoteSessions: (member: number) => Promise<ReadonlySet<string>>;
  /** Marks that the devices of a member on this node changed. */
  readonly markChanged: (member: number) => void;
  readonly stop: () => Promise<void>;
}

interface State extends CrossNodeReceiptsOptions {
  /** By member: the sessions that this node has written. */
  readonly written: Map<number, ReadonlySet<string>>;
  /** Members whose devices must be written. */
  readonly changedMembers: Set<number>;
  /** Whether the written rows are unknown: all members are compared. */
  mustWriteAll: boolean;
}

const NO_SESSIONS: ReadonlySet<string> = new Set();
const otherNodes = ({ nodes }: State): readonly string[] => nodes.alive().filter((id) => id !== nodes.id);
function splitIntoChunks<T>(list: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(list.length / MAX_ROWS);
  return Array.from({ length: count }, (_, index) => list.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS));
}

interface Row {
  readonly member: number;
  readonly session: string;
}
/** The differences to the written rows. */
function diffSessions({ localDevices, written }: State, members: Iterable<number>) {
  const [added, removed]: [Row[], Row[]] = [[], []];
  for (const member of members) {
    const [now, before] = [localDevices.getSessions(member), written.get(member) ?? NO_SESSIONS];
    for (const session of now) if (!before.has(session)) added.push({ member, session });
    for (const session of before) if (!now.has(session)) removed.push({ member, session });
  }
  return { added, removed };
}

async function writeDevices(state: State): Promise<void> {
  const { db, nodes, localDevices, written, changedMembers } = state;
  const members = state.mustWriteAll
    ? new Set([...localDevices.members(), ...written.keys()])
    : new Set(changedMembers);
  state.mustWriteAll = false;
  changedMembers.clear();
  const { added, removed } = diffSessions(state, members);
  const getId = ({ session }: Row) => `${nodes.id}:${session}`;
  const now = new Map([...members].map((member) => [member, localDevices.getSessions(member)]));
  if (added.length + removed.length > 0)
    await db.transact(async (tx) => {
      for (const rows of splitIntoChunks(removed))
        await tx.run(`DELETE FROM member_device WHERE id IN (${places(rows.length)})`, rows.map(getId));
      for (const rows of splitIntoChunks(added)) {
        const list = rows.map(() => '(?, ?, ?, ?)').join(', ');
        const values = rows.flatMap((row) => [getId(row), nodes.id, row.member, row.session]);
        await tx.run(`REPLACE INTO member_device (id, node, user_id, session_id) VALUES ${list}`, values);
      }
    });
  for (const [member, sessions] of now)
    if (sessions.size > 0) written.set(member, sessions);
    else written.delete(member);
}

type Sessions = ReadonlyMap<number, ReadonlySet<string>>;
async function loadSessionsOfMembers(state: State, members: readonly number[]): Promise<Sessions> {
  const found = new Map(members.map((member) => [member, new Set<string>()]));
  const others = otherNodes(state);
  if (others.length === 0 || members.length === 0) return found;
  const rows = await state.db.rows<{ user_id: number; session_id: string }>(
    `SELECT user_id, session_id FROM member_device
     WHERE user_id IN (${places(members.length)}) AND node IN (${places(others.length)})`,
    [...members, ...others],
  );
  for (const { user_id, session_id } of rows) found.get(Number(user_id))?.add(session_id);
  return found;
}

async function loadUpdates(state: State): Promise<void> {
  const members = state.listWatched();
  if (members.length === 0) return;
  const sessionsByMember = await loadSessionsOfMembers(
    state,
    members.map(({ member }) => member),
  );
  const readMarks = otherNodes(state).length === 0 ? [] : await loadNewerReadMarks(state.db, members);
  state.onUpdate({ sessionsByMember, readMarks });
}

export function createCrossNodeReceipts(options: CrossNodeReceiptsOptions): CrossNodeReceipts {
  const state: State = { ...options, written: new Map(), changedMembers: new Set(), mustWriteAll: true };
  const share = createCrossNodeShare({
    ...options,
    table: 'member_device',
    nodeColumn: 'node',
    intervalMs: () => POLL_MS,
    exchange: async () => {
      if (state.mustWriteAll || state.changedMembers.size > 0) await writeDevices(state);
      await loadUpdates(state);
    },
    onAlone: () => {
      // A node that starts later needs everything.
      state.mustWriteAll = true;
      state.changedMembers.clear();
      return loadUpdates(state);
    },
    onRowsUnknown: (cause) => {
      if (cause === 'stall') state.written.clear();
      state.mustWriteAll = true;
    },
    hasWritten: () => state.written.size > 0,
  });
  return {
    loadRemoteSessions: async (member) => (await loadSessionsOfMembers(state, [member])).get(member) ?? new Set(),
    markChanged: (member) => {
      const isFirst = !state.mustWriteAll && state.changedMembers.size === 0;
      state.changedMembers.add(member);
      // A running poll is followed by another one.
      if (isFirst) share.pollAfter(WRITE_MS);
    },
    stop: share.stop,
  };
}
