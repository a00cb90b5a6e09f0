/**
 * Presence between nodes that share nothing but the database: each writes where its tabs are when that changes, and reads the
 * others' while there are others. A node's own sign of life is the lease of all its rows.
 */
import type { Db, Log } from '../../context';
import type { AskNotice } from '../../../common/protocol/live';
import { marks } from '../../platform/sql';
import type { Tab } from './table';
import { createRounds } from '../rounds';

/** Between two looks at the others, and the shortest time between two writes. */
const POLL_MS = 250;
const WRITE_MS = 150;
const SWEEP_MS = 60_000;
const SLEPT_MS = 10_000;
/** Messages between nodes that are kept for the others to read. */
const KEPT = 50;

interface Message {
  readonly n: number;
  readonly to: string;
  readonly notice: AskNotice;
}
interface Other {
  rev: number;
  /** The last message taken from it; undefined: it was not seen before. */
  heard: number | undefined;
  tabs: readonly Tab[];
}
export interface NodesAround {
  readonly id: string;
  /** Everyone alive, this node included. */
  readonly alive: () => readonly string[];
}
export interface ShareOptions {
  readonly db: Db;
  readonly log: Log;
  readonly nodes: NodesAround;
  readonly ownTabs: () => readonly Tab[];
  /** Tabs of other nodes came, went or moved: where they were and are. */
  readonly onTabs: (tabs: readonly Tab[]) => void;
  /** Another node has something to say to one of our tabs. */
  readonly onMessage: (to: string, notice: AskNotice) => void;
}
export interface Share {
  /** Tabs of all other nodes. */
  readonly tabs: () => readonly Tab[];
  /** Our tabs moved. */
  readonly changed: () => void;
  readonly say: (to: string, notice: AskNotice) => void;
  readonly stop: () => Promise<void>;
}

interface State extends ShareOptions {
  readonly others: Map<string, Other>;
  readonly written: Map<string, string>;
  messages: readonly Message[];
  rev: number;
  /** Something of ours is not written yet. */
  dirty: boolean;
  wroteAt: number;
  sweptAt: number;
  /** When the others were last looked for. */
  roundAt: number;
}
interface Raw {
  readonly node: string;
  readonly rev: number;
  readonly said: string;
  readonly tab: string | null;
}

const hasOthers = ({ nodes }: State): boolean => nodes.alive().length > 1;

/** Only what differs from what was written is written; the head row tells the others that there is something to read. */
async function write(state: State): Promise<void> {
  const { db, nodes, written } = state;
  state.dirty = false;
  state.wroteAt = performance.now();
  const now = new Map(state.ownTabs().map((tab) => [tab.tag, JSON.stringify(tab)]));
  const put = [...now].filter(([tag, text]) => written.get(tag) !== text);
  const gone = [...written.keys()].filter((tag) => !now.has(tag));
  state.rev += 1;
  const values = [...put, [nodes.id, JSON.stringify(state.messages)] as const].flatMap(([id, text]) => [
    id,
    nodes.id,
    state.rev,
    text,
  ]);
  const rows = values.length / 4;
  await db.transact(async (tx) => {
    if (gone.length > 0) await tx.run(`DELETE FROM presence WHERE id IN (${marks(gone.length)})`, gone);
    const list = Array.from({ length: rows }, () => '(?, ?, ?, ?)').join(', ');
    await tx.run(`REPLACE INTO presence (id, node, rev, body) VALUES ${list}`, values);
  });
  for (const [tag, text] of put) written.set(tag, text);
  for (const tag of gone) written.delete(tag);
}

/** One query however many nodes there are; tabs only of those that wrote since the last look. */
function read({ db, nodes, others }: State): Promise<Raw[]> {
  const known = [...others].map(([node, { rev }]) => [node, rev] as const);
  const unchanged = known.map(() => ' AND NOT (h.node = ? AND h.rev = ?)').join('');
  return db.rows<Raw>(
    `SELECT h.node, h.rev, h.body AS said, t.body AS tab FROM presence h
     LEFT JOIN presence t ON t.node = h.node AND t.id <> h.id${unchanged}
     WHERE h.id = h.node AND h.node <> ?`,
    [...known.flat(), nodes.id],
  );
}

function hear(state: State, other: Other, said: string): void {
  const messages = JSON.parse(said) as readonly Message[];
  const last = messages.at(-1)?.n ?? 0;
  const heard = other.heard ?? last;
  other.heard = last;
  for (const { n, to, notice } of messages) if (n > heard) state.onMessage(to, notice);
}

async function look(state: State): Promise<void> {
  const alive = new Set(state.nodes.alive());
  const rows = await read(state);
  const moved: Tab[] = [];
  for (const [node, other] of state.others) {
    if (alive.has(node) && rows.some((row) => row.node === node)) continue;
    state.others.delete(node);
    moved.push(...other.tabs);
  }
  for (const node of new Set(rows.map((row) => row.node))) {
    const [head, ...more] = rows.filter((row) => row.node === node);
    if (head === undefined || !alive.has(node)) continue;
    const other = state.others.get(node) ?? { rev: -1, heard: undefined, tabs: [] };
    const rev = Number(head.rev);
    if (other.rev === rev) continue;
    const texts = [head, ...more].flatMap(({ tab }) => (tab === null ? [] : [tab]));
    const tabs = texts.map((text) => JSON.parse(text) as Tab);
    moved.push(...other.tabs, ...tabs);
    state.others.set(node, Object.assign(other, { rev, tabs }));
    hear(state, other, head.said);
  }
  if (moved.length > 0) state.onTabs(moved);
}

/** What dead nodes left behind; the table of nodes forgets them first. */
async function sweep(state: State): Promise<void> {
  state.sweptAt = performance.now();
  await state.db.transact((tx) =>
    tx.run('DELETE FROM presence WHERE node <> ? AND node NOT IN (SELECT id FROM node)', [state.nodes.id]),
  );
}

function forgetOthers(state: State): void {
  const tabs = [...state.others.values()].flatMap((other) => other.tabs);
  state.others.clear();
  if (tabs.length > 0) state.onTabs(tabs);
}

/** Whoever slept so long may have been taken for dead, and what it wrote swept away. */
function awake(state: State): void {
  const now = performance.now();
  if (now - state.roundAt > SLEPT_MS) {
    state.written.clear();
    state.dirty = true;
  }
  state.roundAt = now;
}

async function round(state: State): Promise<void> {
  awake(state);
  if (!hasOthers(state)) {
    forgetOthers(state);
    // Whoever comes later has to be told everything.
    state.dirty = true;
    return;
  }
  if (state.dirty) await write(state);
  await look(state);
  if (performance.now() - state.sweptAt > SWEEP_MS) await sweep(state);
}

export function createShare(options: ShareOptions): Share {
  const times = {
    wroteAt: -Infinity,
    sweptAt: performance.now(),
    roundAt: performance.now(),
  };
  const own = { others: new Map<string, Other>(), written: new Map<string, string>(), messages: [] };
  const state: State = { ...options, ...own, ...times, rev: 0, dirty: true };
  const rounds = createRounds({
    work: () => round(state),
    onFault: (error) => {
      state.dirty = true;
      state.log.warn({ err: error }, 'presence could not be shared with the other nodes');
    },
    pause: () => (state.dirty && hasOthers(state) ? WRITE_MS : POLL_MS),
  });
  let last = 0;
  const changed = () => {
    if (state.dirty) return;
    state.dirty = true;
    // Told at once when nothing was for a while; a round under way comes back for it.
    if (hasOthers(state)) rounds.next(Math.max(0, state.wroteAt + WRITE_MS - performance.now()));
  };
  return {
    tabs: () => [...state.others.values()].flatMap((other) => other.tabs),
    changed,
    say: (to, notice) => {
      last += 1;
      state.messages = [...state.messages, { n: last, to, notice }].slice(-KEPT);
      changed();
    },
    stop: async () => {
      await rounds.stop();
      if (state.written.size === 0 && state.rev === 0) return;
      await state.db
        .transact((tx) => tx.run('DELETE FROM presence WHERE node = ?', [state.nodes.id]))
        .catch((error: unknown) => state.log.warn({ err: error }, 'presence of this node could not be taken back'));
    },
  };
}
