/** Who is connected to the other nodes: each writes down its own when they change, and reads the others' while there are others. */
import type { Db, Log } from '../../context';
import { marks } from '../../platform/sql';
import { PACE } from '../pace';

/** Whoever is connected to one node, each once. */
export interface Connected {
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly members: readonly number[];
}
export interface ElsewhereOptions {
  readonly db: Db;
  readonly log: Log;
  readonly nodes: { readonly id: string; readonly alive: () => readonly string[] };
  readonly own: () => Connected;
}
export interface Elsewhere {
  readonly all: () => readonly Connected[];
  readonly stop: () => Promise<void>;
}

interface State extends ElsewhereOptions {
  others: readonly Connected[];
  written: string | undefined;
  timer: NodeJS.Timeout | undefined;
  running: Promise<void> | undefined;
  stopped: boolean;
}

async function write(state: State): Promise<void> {
  const { db, nodes, own } = state;
  const text = JSON.stringify(own());
  if (text === state.written) return;
  await db.transact((tx) => tx.run('REPLACE INTO node_people (id, body) VALUES (?, ?)', [nodes.id, text]));
  state.written = text;
}

async function read(state: State): Promise<readonly Connected[]> {
  const { db, nodes } = state;
  const ids = nodes.alive();
  const sql = `SELECT id, body FROM node_people WHERE id IN (${marks(ids.length)})`;
  const rows = await db.rows<{ id: string; body: string }>(sql, ids);
  // Whoever slept too long was forgotten by the others.
  if (!rows.some(({ id }) => id === nodes.id)) state.written = undefined;
  return rows.filter(({ id }) => id !== nodes.id).map(({ body }) => JSON.parse(body) as Connected); // written by `write` alone
}

async function round(state: State): Promise<void> {
  if (state.nodes.alive().length < 2) {
    state.others = [];
    return;
  }
  await write(state);
  state.others = await read(state);
}

function keepGoing(state: State): void {
  state.timer = setTimeout(() => {
    state.running = round(state)
      .catch((error: unknown) => {
        state.written = undefined;
        state.log.warn({ err: error }, 'who is connected could not be shared with the other nodes');
      })
      .finally(() => {
        if (!state.stopped) keepGoing(state);
      });
  }, PACE.peopleShared);
  state.timer.unref();
}

export function createElsewhere(options: ElsewhereOptions): Elsewhere {
  const state: State = {
    ...options,
    ...{ others: [], written: undefined, timer: undefined, running: undefined, stopped: false },
  };
  keepGoing(state);
  return {
    all: () => state.others,
    stop: async () => {
      state.stopped = true;
      clearTimeout(state.timer);
      await state.running;
      if (state.written === undefined) return;
      const { db, nodes, log } = state;
      // With it goes what nodes left that ended without a word.
      const gone = 'DELETE FROM node_people WHERE id = ? OR id NOT IN (SELECT id FROM node)';
      await db
        .transact((tx) => tx.run(gone, [nodes.id]))
        .catch((error: unknown) => log.warn({ err: error }, 'people of this node could not be taken back'));
    },
  };
}
