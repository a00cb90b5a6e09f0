/** Which processes live on this database: each leaves a sign of life, so that two that share no memory know of each other. */
import { randomUUID } from 'node:crypto';
import type { Clock, Db, Log } from '../context';
import { TIMING } from './timing';

export interface NodeRegistry {
  /** This process's name for as long as it lives. */
  readonly id: string;
  /** Everyone alive at the last look, the oldest first; always holds this one. */
  readonly alive: () => readonly string[];
  /** Whether this node does what only one should do: it is the oldest alive. */
  readonly isLeader: () => boolean;
  /** Says that this node lives and sees who else does; when others do, gives them time to see it too. */
  readonly register: () => Promise<void>;
  /** Looks now. */
  readonly refresh: () => Promise<void>;
  /** Says goodbye; the others know at their next look. */
  readonly unregister: () => Promise<void>;
}
export interface NodeRegistryOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** False: no other process can be on this database, and nothing is written. */
  readonly isDatabaseShared: boolean;
  /** Somebody came or went; told with everyone now alive. */
  readonly onChange?: (alive: readonly string[]) => void;
}

interface State extends NodeRegistryOptions {
  readonly id: string;
  readonly startedAt: number;
  alive: readonly string[];
  heartbeatAt: number;
  timer: NodeJS.Timeout | undefined;
  refreshing: Promise<void> | undefined;
  hasLeft: boolean;
}

async function sendHeartbeat(state: State): Promise<void> {
  const { db, clock, id, startedAt } = state;
  const now = clock.now();
  await db.transact(async (tx) => {
    // Whoever was thought dead and swept away enters itself again.
    const known = await tx.run('UPDATE node SET seen_at = ? WHERE id = ?', [now, id]);
    if (known.changes === 0) {
      await tx.run('INSERT INTO node (id, started_at, seen_at) VALUES (?, ?, ?)', [id, startedAt, now]);
    }
    await tx.run('DELETE FROM node WHERE seen_at < ?', [now - TIMING.nodeDeleteAfterMs]);
  });
  state.heartbeatAt = now;
}

async function refreshOnce(state: State): Promise<void> {
  const now = state.clock.now();
  if (now - state.heartbeatAt >= TIMING.nodeHeartbeatMs) await sendHeartbeat(state);
  const rows = await state.db.rows<{ id: string }>(
    'SELECT id FROM node WHERE seen_at >= ? OR id = ? ORDER BY started_at, id',
    [now - TIMING.nodeLeaseMs, state.id],
  );
  const alive = rows.map((row) => row.id);
  const changed = alive.join() !== state.alive.join();
  state.alive = alive.includes(state.id) ? alive : [...alive, state.id];
  if (changed) state.onChange?.(state.alive);
}

/** One look at a time: who looks meanwhile shares it. */
function refresh(state: State): Promise<void> {
  if (!state.isDatabaseShared || state.hasLeft) return Promise.resolve();
  state.refreshing ??= refreshOnce(state).finally(() => {
    state.refreshing = undefined;
  });
  return state.refreshing;
}

/** A failed look changes nothing: whoever was alive is taken to be, and the next look is soon. */
function scheduleRefresh(state: State): void {
  state.timer = setTimeout(() => {
    refresh(state)
      .catch((error: unknown) => state.log.warn({ err: error }, 'the other nodes could not be seen'))
      .finally(() => {
        if (!state.hasLeft) scheduleRefresh(state);
      });
  }, TIMING.nodeRefreshMs);
  state.timer.unref();
}

export function createNodeRegistry(options: NodeRegistryOptions): NodeRegistry {
  const id = randomUUID();
  const state: State = {
    ...options,
    id,
    startedAt: options.clock.now(),
    alive: [id],
    heartbeatAt: 0,
    timer: undefined,
    refreshing: undefined,
    hasLeft: false,
  };
  return {
    id,
    alive: () => state.alive,
    isLeader: () => state.alive[0] === id,
    register: async () => {
      if (!state.isDatabaseShared) return;
      await refresh(state);
      scheduleRefresh(state);
      if (state.alive.length > 1) await new Promise((done) => setTimeout(done, TIMING.nodeStartupWaitMs));
    },
    refresh: () => refresh(state),
    unregister: async () => {
      if (state.hasLeft) return;
      state.hasLeft = true;
      clearTimeout(state.timer);
      if (!state.isDatabaseShared) return;
      await state.refreshing?.catch(() => undefined);
      await state.db
        .transact((tx) => tx.run('DELETE FROM node WHERE id = ?', [id]))
        .catch((error: unknown) => state.log.warn({ err: error }, 'could not say goodbye to the other nodes'));
    },
  };
}
