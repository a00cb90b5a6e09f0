/** Who is connected to the other nodes: each node writes its own list when it changes, and reads the others while there are any. */
import type { Db, Log } from '../../context';
import { placeholders } from '../../platform/database/sql';
import { TIMING } from '../timing';

/** The principals connected to one node, each once. */
export interface ConnectedPeople {
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly members: readonly number[];
}
export interface CrossNodeOnlineOptions {
  readonly db: Db;
  readonly log: Log;
  readonly nodes: { readonly id: string; readonly alive: () => readonly string[] };
  readonly listLocal: () => ConnectedPeople;
}
export interface CrossNodeOnline {
  readonly listRemote: () => readonly ConnectedPeople[];
  readonly stop: () => Promise<void>;
}

interface State extends CrossNodeOnlineOptions {
  remote: readonly ConnectedPeople[];
  written: string | undefined;
  timer: NodeJS.Timeout | undefined;
  running: Promise<void> | undefined;
  isStopped: boolean;
}

async function writeLocal(state: State): Promise<void> {
  const { db, nodes, listLocal } = state;
  const text = JSON.stringify(listLocal());
  if (text === state.written) return;
  await db.transact((tx) => tx.run('REPLACE INTO node_people (id, body) VALUES (?, ?)', [nodes.id, text]));
  state.written = text;
}

async function readRemote(state: State): Promise<readonly ConnectedPeople[]> {
  const { db, nodes } = state;
  const ids = nodes.alive();
  const sql = `SELECT id, body FROM node_people WHERE id IN (${placeholders(ids.length)})`;
  const rows = await db.rows<{ id: string; body: string }>(sql, ids);
  // The row of a node that stalled too long was deleted by the others.
  if (!rows.some(({ id }) => id === nodes.id)) state.written = undefined;
  return rows.filter(({ id }) => id !== nodes.id).map(({ body }) => JSON.parse(body) as ConnectedPeople); // written by `writeLocal` alone
}

async function poll(state: State): Promise<void> {
  if (state.nodes.alive().length < 2) {
    state.remote = [];
    return;
  }
  await writeLocal(state);
  state.remote = await readRemote(state);
}

function schedulePoll(state: State): void {
  state.timer = setTimeout(() => {
    state.running = poll(state)
      .catch((error: unknown) => {
        state.written = undefined;
        state.log.warn({ err: error }, 'the list of connected principals could not be shared with the other nodes');
      })
      .finally(() => {
        if (!state.isStopped) schedulePoll(state);
      });
  }, TIMING.crossNodeOnlineMs);
  state.timer.unref();
}

export function createCrossNodeOnline(options: CrossNodeOnlineOptions): CrossNodeOnline {
  const state: State = {
    ...options,
    ...{ remote: [], written: undefined, timer: undefined, running: undefined, isStopped: false },
  };
  schedulePoll(state);
  return {
    listRemote: () => state.remote,
    stop: async () => {
      state.isStopped = true;
      clearTimeout(state.timer);
      await state.running;
      if (state.written === undefined) return;
      const { db, nodes, log } = state;
      // Also deletes rows of crashed nodes.
      const deleteSql = 'DELETE FROM node_people WHERE id = ? OR id NOT IN (SELECT id FROM node)';
      await db
        .transact((tx) => tx.run(deleteSql, [nodes.id]))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the list of connected principals of this node could not be deleted'),
        );
    },
  };
}
