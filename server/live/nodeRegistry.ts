/** Registry of the cluster's nodes that share this database: each writes a heartbeat row. The oldest one alive is the leader (leader election). */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Clock, Db, Log } from '../context';
import { TIMING } from './timing';

export interface NodeRegistry {
  /** The id of this process. */
  readonly id: string;
  /** The ids of the nodes that were alive at the last refresh, the oldest first; always contains this one. */
  readonly alive: () => readonly string[];
  /** Whether this node is the oldest one alive and does the work that only one node should do. */
  readonly isLeader: () => boolean;
  /** Registers this node and reads the others; if there are any, waits until they have found it. */
  readonly register: () => Promise<void>;
  /** Reads the nodes now. */
  readonly refresh: () => Promise<void>;
  /** Deletes the row of this node; the others notice at their next refresh. */
  readonly unregister: () => Promise<void>;
}
export interface NodeRegistryOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** False when no other process can use this database: nothing is written. */
  readonly isDatabaseShared: boolean;
  /** Called with the ids of all living nodes when they changed. */
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
    // A node whose row was deleted as dead inserts it again.
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

/** One refresh at a time; simultaneous callers share it. */
function refresh(state: State): Promise<void> {
  if (!state.isDatabaseShared || state.hasLeft) return Promise.resolve();
  state.refreshing ??= refreshOnce(state).finally(() => {
    state.refreshing = undefined;
  });
  return state.refreshing;
}

/** A failed refresh changes nothing; the next one follows soon. */
function scheduleRefresh(state: State): void {
  state.timer = setTimeout(() => {
    refresh(state)
      .catch((error: unknown) => state.log.warn({ err: error }, 'reading the other nodes failed; they are read again'))
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
      if (state.alive.length > 1) await sleep(TIMING.nodeStartupWaitMs);
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
        .catch((error: unknown) => state.log.warn({ err: error }, 'the row of this node was not deleted; it expires'));
    },
  };
}
