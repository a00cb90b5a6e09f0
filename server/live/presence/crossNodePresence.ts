/**
 * Presence between nodes that share nothing but the database: each writes where its tabs are when that changes, and reads the
 * others' while there are others. A node's own sign of life is the lease of all its rows.
 */
import type { Db, Log } from '../../context';
import type { HandoverNotice } from '../../../common/protocol/liveEvents';
import { placeholders } from '../../platform/database/sql';
import type { Tab } from './leaseTable';
import { createPollLoop } from '../pollLoop';

/** Between two looks at the others, and the shortest time between two writes. */
const POLL_MS = 250;
const WRITE_MS = 150;
const SWEEP_MS = 60_000;
const STALL_MS = 10_000;
/** Messages between nodes that are kept for the others to read. */
const MAX_MESSAGES = 50;

interface Message {
  readonly n: number;
  readonly to: string;
  readonly notice: HandoverNotice;
}
interface RemoteNode {
  rev: number;
  /** The last message taken from it; undefined: it was not seen before. */
  lastMessage: number | undefined;
  tabs: readonly Tab[];
}
export interface ClusterNodes {
  readonly id: string;
  /** Everyone alive, this node included. */
  readonly alive: () => readonly string[];
}
export interface CrossNodePresenceOptions {
  readonly db: Db;
  readonly log: Log;
  readonly nodes: ClusterNodes;
  readonly listLocalTabs: () => readonly Tab[];
  /** Tabs of other nodes came, went or moved: where they were and are. */
  readonly onTabs: (tabs: readonly Tab[]) => void;
  /** Another node has something to say to one of our tabs. */
  readonly onMessage: (to: string, notice: HandoverNotice) => void;
}
export interface CrossNodePresence {
  /** Tabs of all other nodes. */
  readonly listRemoteTabs: () => readonly Tab[];
  /** Our tabs moved. */
  readonly markChanged: () => void;
  readonly sendMessage: (to: string, notice: HandoverNotice) => void;
  readonly stop: () => Promise<void>;
}

interface State extends CrossNodePresenceOptions {
  readonly remoteNodes: Map<string, RemoteNode>;
  readonly written: Map<string, string>;
  messages: readonly Message[];
  rev: number;
  /** Something of ours is not written yet. */
  mustWrite: boolean;
  wroteAt: number;
  sweptAt: number;
  /** When the others were last looked for. */
  polledAt: number;
}
interface PresenceRow {
  readonly node: string;
  readonly rev: number;
  readonly said: string;
  readonly tab: string | null;
}

const hasOtherNodes = ({ nodes }: State): boolean => nodes.alive().length > 1;

/** Only what differs from what was written is written; the head row tells the others that there is something to read. */
async function writeTabs(state: State): Promise<void> {
  const { db, nodes, written } = state;
  state.mustWrite = false;
  state.wroteAt = performance.now();
  const now = new Map(state.listLocalTabs().map((tab) => [tab.tag, JSON.stringify(tab)]));
  const upserts = [...now].filter(([tag, text]) => written.get(tag) !== text);
  const removed = [...written.keys()].filter((tag) => !now.has(tag));
  state.rev += 1;
  const values = [...upserts, [nodes.id, JSON.stringify(state.messages)] as const].flatMap(([id, text]) => [
    id,
    nodes.id,
    state.rev,
    text,
  ]);
  const rows = values.length / 4;
  await db.transact(async (tx) => {
    if (removed.length > 0) await tx.run(`DELETE FROM presence WHERE id IN (${placeholders(removed.length)})`, removed);
    const list = Array.from({ length: rows }, () => '(?, ?, ?, ?)').join(', ');
    await tx.run(`REPLACE INTO presence (id, node, rev, body) VALUES ${list}`, values);
  });
  for (const [tag, text] of upserts) written.set(tag, text);
  for (const tag of removed) written.delete(tag);
}

/** One query however many nodes there are; tabs only of those that wrote since the last look. */
function readRemoteRows({ db, nodes, remoteNodes }: State): Promise<PresenceRow[]> {
  const known = [...remoteNodes].map(([node, { rev }]) => [node, rev] as const);
  const unchanged = known.map(() => ' AND NOT (h.node = ? AND h.rev = ?)').join('');
  return db.rows<PresenceRow>(
    `SELECT h.node, h.rev, h.body AS said, t.body AS tab FROM presence h
     LEFT JOIN presence t ON t.node = h.node AND t.id <> h.id${unchanged}
     WHERE h.id = h.node AND h.node <> ?`,
    [...known.flat(), nodes.id],
  );
}

function deliverMessages(state: State, remoteNode: RemoteNode, said: string): void {
  const messages = JSON.parse(said) as readonly Message[];
  const last = messages.at(-1)?.n ?? 0;
  const lastSeen = remoteNode.lastMessage ?? last;
  remoteNode.lastMessage = last;
  for (const { n, to, notice } of messages) if (n > lastSeen) state.onMessage(to, notice);
}

async function readUpdates(state: State): Promise<void> {
  const alive = new Set(state.nodes.alive());
  const rows = await readRemoteRows(state);
  const changedTabs: Tab[] = [];
  for (const [node, remoteNode] of state.remoteNodes) {
    if (alive.has(node) && rows.some((row) => row.node === node)) continue;
    state.remoteNodes.delete(node);
    changedTabs.push(...remoteNode.tabs);
  }
  for (const node of new Set(rows.map((row) => row.node))) {
    const [head, ...more] = rows.filter((row) => row.node === node);
    if (head === undefined || !alive.has(node)) continue;
    const remoteNode = state.remoteNodes.get(node) ?? { rev: -1, lastMessage: undefined, tabs: [] };
    const rev = Number(head.rev);
    if (remoteNode.rev === rev) continue;
    const texts = [head, ...more].flatMap(({ tab }) => (tab === null ? [] : [tab]));
    const tabs = texts.map((text) => JSON.parse(text) as Tab);
    changedTabs.push(...remoteNode.tabs, ...tabs);
    state.remoteNodes.set(node, Object.assign(remoteNode, { rev, tabs }));
    deliverMessages(state, remoteNode, head.said);
  }
  if (changedTabs.length > 0) state.onTabs(changedTabs);
}

/** What dead nodes left behind; the table of nodes forgets them first. */
async function deleteRowsOfDeadNodes(state: State): Promise<void> {
  state.sweptAt = performance.now();
  await state.db.transact((tx) =>
    tx.run('DELETE FROM presence WHERE node <> ? AND node NOT IN (SELECT id FROM node)', [state.nodes.id]),
  );
}

function forgetRemoteNodes(state: State): void {
  const tabs = [...state.remoteNodes.values()].flatMap((remoteNode) => remoteNode.tabs);
  state.remoteNodes.clear();
  if (tabs.length > 0) state.onTabs(tabs);
}

/** Whoever slept so long may have been taken for dead, and what it wrote swept away. */
function detectStall(state: State): void {
  const now = performance.now();
  if (now - state.polledAt > STALL_MS) {
    state.written.clear();
    state.mustWrite = true;
  }
  state.polledAt = now;
}

async function poll(state: State): Promise<void> {
  detectStall(state);
  if (!hasOtherNodes(state)) {
    forgetRemoteNodes(state);
    // Whoever comes later has to be told everything.
    state.mustWrite = true;
    return;
  }
  if (state.mustWrite) await writeTabs(state);
  await readUpdates(state);
  if (performance.now() - state.sweptAt > SWEEP_MS) await deleteRowsOfDeadNodes(state);
}

export function createCrossNodePresence(options: CrossNodePresenceOptions): CrossNodePresence {
  const times = {
    wroteAt: -Infinity,
    sweptAt: performance.now(),
    polledAt: performance.now(),
  };
  const initial = { remoteNodes: new Map<string, RemoteNode>(), written: new Map<string, string>(), messages: [] };
  const state: State = { ...options, ...initial, ...times, rev: 0, mustWrite: true };
  const pollLoop = createPollLoop({
    poll: () => poll(state),
    onError: (error) => {
      state.mustWrite = true;
      state.log.warn({ err: error }, 'presence could not be shared with the other nodes');
    },
    intervalMs: () => (state.mustWrite && hasOtherNodes(state) ? WRITE_MS : POLL_MS),
  });
  let last = 0;
  const markChanged = () => {
    if (state.mustWrite) return;
    state.mustWrite = true;
    // Told at once when nothing was for a while; a round under way comes back for it.
    if (hasOtherNodes(state)) pollLoop.pollAfter(Math.max(0, state.wroteAt + WRITE_MS - performance.now()));
  };
  return {
    listRemoteTabs: () => [...state.remoteNodes.values()].flatMap((remoteNode) => remoteNode.tabs),
    markChanged,
    sendMessage: (to, notice) => {
      last += 1;
      state.messages = [...state.messages, { n: last, to, notice }].slice(-MAX_MESSAGES);
      markChanged();
    },
    stop: async () => {
      await pollLoop.stop();
      if (state.written.size === 0 && state.rev === 0) return;
      await state.db
        .transact((tx) => tx.run('DELETE FROM presence WHERE node = ?', [state.nodes.id]))
        .catch((error: unknown) => state.log.warn({ err: error }, 'presence of this node could not be taken back'));
    },
  };
}
