/** Shares the online users between nodes through the database: each node writes its own list on changes, and reads those of the others. */
import type { Db, Log } from '../../context';
import { placeholders } from '../../platform/database/sql';
import { createCrossNodeShare, type ClusterNodes } from '../crossNodeShare';
import { TIMING } from '../timing';

/** The principals connected to one node, each once. */
export interface ConnectedPeople {
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly members: readonly number[];
}
export interface CrossNodeOnlineOptions {
  readonly db: Db;
  readonly log: Log;
  readonly nodes: ClusterNodes;
  readonly listLocal: () => ConnectedPeople;
}
export interface CrossNodeOnline {
  readonly listRemote: () => readonly ConnectedPeople[];
  readonly stop: () => Promise<void>;
}

interface State extends CrossNodeOnlineOptions {
  remote: readonly ConnectedPeople[];
  written: string | undefined;
}

async function writeLocal(state: State): Promise<void> {
  const { db, nodes, listLocal } = state;
  const text = JSON.stringify(listLocal());
  if (text === state.written) return;
  await db.transact((tx) => tx.run('REPLACE INTO node_people (id, body) VALUES (?, ?)', [nodes.id, text]));
  state.written = text;
}

async function loadRemotePeople(state: State): Promise<readonly ConnectedPeople[]> {
  const { db, nodes } = state;
  const ids = nodes.alive();
  const sql = `SELECT id, body FROM node_people WHERE id IN (${placeholders(ids.length)})`;
  const rows = await db.rows<{ id: string; body: string }>(sql, ids);
  // The row of a node that stalled too long was deleted by the others.
  if (!rows.some(({ id }) => id === nodes.id)) state.written = undefined;
  return rows.filter(({ id }) => id !== nodes.id).map(({ body }) => JSON.parse(body) as ConnectedPeople); // written by `writeLocal` alone
}

export function createCrossNodeOnline(options: CrossNodeOnlineOptions): CrossNodeOnline {
  const state: State = { ...options, remote: [], written: undefined };
  const share = createCrossNodeShare({
    ...options,
    table: 'node_people',
    nodeColumn: 'id',
    intervalMs: () => TIMING.crossNodeOnlineMs,
    exchange: async () => {
      await writeLocal(state);
      state.remote = await loadRemotePeople(state);
    },
    onAlone: () => {
      state.remote = [];
    },
    onRowsUnknown: () => {
      state.written = undefined;
    },
    hasWritten: () => state.written !== undefined,
  });
  return { listRemote: () => state.remote, stop: share.stop };
}
