/** Which processes live on this database: each leaves a sign of life, so that two that share no memory know of each other. */
import { randomUUID } from 'node:crypto';
import type { Clock, Db, Log } from '../context';
import { PACE } from './pace';

export interface Nodes {
  /** This process's name for as long as it lives. */
  readonly id: string;
  /** Everyone alive at the last look, the oldest first; always holds this one. */
  readonly alive: () => readonly string[];
  /** Whether this node does what only one should do: it is the oldest alive. */
  readonly isFirst: () => boolean;
  /** Says that this node lives and sees who else does; when others do, gives them time to see it too. */
  readonly enter: () => Promise<void>;
  /** Looks now. */
  readonly look: () => Promise<void>;
  /** Says goodbye; the others know at their next look. */
  readonly leave: () => Promise<void>;
}
export interface NodesOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** False: no other process can be on this database, and nothing is written. */
  readonly shared: boolean;
  /** Somebody came or went; told with everyone now alive. */
  readonly onChange?: (alive: readonly string[]) => void;
}

interface State extends NodesOptions {
  readonly id: string;
  readonly startedAt: number;
  alive: readonly string[];
  beatAt: number;
  timer: NodeJS.Timeout | undefined;
  looking: Promise<void> | undefined;
  left: boolean;
}

async function beat(state: State): Promise<void> {
  const { db, clock, id, startedAt } = state;
  const now = clock.now();
  await db.transact(async (tx) => {
    // Whoever was thought dead and swept away enters itself again.
    const known = await tx.run('UPDATE node SET seen_at = ? WHERE id = ?', [now, id]);
    if (known.changes === 0) {
      await tx.run('INSERT INTO node (id, started_at, seen_at) VALUES (?, ?, ?)', [id, startedAt, now]);
    }
    await tx.run('DELETE FROM node WHERE seen_at < ?', [now - PACE.nodeForgotten]);
  });
  state.beatAt = now;
}

async function lookOnce(state: State): Promise<void> {
  const now = state.clock.now();
  if (now - state.beatAt >= PACE.nodeBeat) await beat(state);
  const rows = await state.db.rows<{ id: string }>(
    'SELECT id FROM node WHERE seen_at >= ? OR id = ? ORDER BY started_at, id',
    [now - PACE.nodeLease, state.id],
  );
  const alive = rows.map((row) => row.id);
  const changed = alive.join() !== state.alive.join();
  state.alive = alive.includes(state.id) ? alive : [...alive, state.id];
  if (changed) state.onChange?.(state.alive);
}

/** One look at a time: who looks meanwhile shares it. */
function look(state: State): Promise<void> {
  if (!state.shared || state.left) return Promise.resolve();
  state.looking ??= lookOnce(state).finally(() => {
    state.looking = undefined;
  });
  return state.looking;
}

/** A failed look changes nothing: whoever was alive is taken to be, and the next look is soon. */
function keepLooking(state: State): void {
  state.timer = setTimeout(() => {
    look(state)
      .catch((error: unknown) => state.log.warn({ err: error }, 'the other nodes could not be seen'))
      .finally(() => {
        if (!state.left) keepLooking(state);
      });
  }, PACE.nodeLook);
  state.timer.unref();
}

export function createNodes(options: NodesOptions): Nodes {
  const id = randomUUID();
  const state: State = {
    ...options,
    id,
    startedAt: options.clock.now(),
    alive: [id],
    beatAt: 0,
    timer: undefined,
    looking: undefined,
    left: false,
  };
  return {
    id,
    alive: () => state.alive,
    isFirst: () => state.alive[0] === id,
    enter: async () => {
      if (!state.shared) return;
      await look(state);
      keepLooking(state);
      if (state.alive.length > 1) await new Promise((done) => setTimeout(done, PACE.nodeSeen));
    },
    look: () => look(state),
    leave: async () => {
      if (state.left) return;
      state.left = true;
      clearTimeout(state.timer);
      if (!state.shared) return;
      await state.looking?.catch(() => undefined);
      await state.db
        .transact((tx) => tx.run('DELETE FROM node WHERE id = ?', [id]))
        .catch((error: unknown) => state.log.warn({ err: error }, 'could not say goodbye to the other nodes'));
    },
  };
}
