/**
 * Presence in a cluster of nodes that share only the database: each node writes the locations of its tabs when they change, and reads those
 * of the others while there are any. The heartbeat of a node is the lease of all its rows.
 */
import type { Db, Log } from '../../context';
import type { HandoverNotice } from '../../../common/protocol/liveEvents';
import { placeholders } from '../../platform/database/sql';
import type { Tab } from './leaseTable';
import { createCrossNodeShare, type ClusterNodes } from '../crossNodeShare';

/** The interval of polling the others, and the minimal interval between two writes. */
const POLL_MS = 250;
const WRITE_MS = 150;
/** The maximal number of stored messages to other nodes. */
const MAX_MESSAGES = 50;

interface Message {
  readonly n: number;
  readonly to: string;
  readonly notice: HandoverNotice;
}
interface RemoteNode {
  rev: number;
  /** The number of the last message received from it; undefined for a new node. */
  lastMessage: number | undefined;
  tabs: readonly Tab[];
}
export interface CrossNodePresenceOptions {
  readonly db: Db;
  readonly log: Log;
  readonly nodes: ClusterNodes;
  readonly listLocalTabs: () => readonly Tab[];
  /** Called with the old and new places of tabs of other nodes that changed. */
  readonly onTabs: (tabs: readonly Tab[]) => void;
  /** Called with a message of another node to a tab of this one. */
  readonly onMessage: (to: string, notice: HandoverNotice) => void;
}
export interface CrossNodePresence {
  /** Tabs of all other nodes. */
  readonly listRemoteTabs: () => readonly Tab[];
  /** Marks that tabs of this node changed. */
  readonly markChanged: () => void;
  readonly sendMessage: (to: string, notice: HandoverNotice) => void;
  readonly stop: () => Promise<void>;
}

interface State extends CrossNodePresenceOptions {
  readonly remoteNodes: Map<string, RemoteNode>;
  readonly written: Map<string, string>;
  messages: readonly Message[];
  rev: number;
  /** Whether changes of this node are not written yet. */
  mustWrite: boolean;
  wroteAt: number;
}
interface PresenceRow {
  readonly node: string;
  readonly rev: number;
  readonly messages: string;
  readonly tab: string | null;
}

/** A tab in the column `body` of the table `presence`. Its keys stay: nodes of an earlier version read them too. */
interface StoredTab extends Omit<Tab, 'tabId' | 'entity' | 'field'> {
  readonly tag: string;
  readonly e: string;
  readonly f: string | null;
}
const toStoredTab = ({ tabId, entity, field, ...rest }: Tab): StoredTab => ({
  ...rest,
  tag: tabId,
  e: entity,
  f: field,
});
const parseStoredTab = (text: string): Tab => {
  const { tag, e, f, ...rest } = JSON.parse(text) as StoredTab; // written by writeTabs only
  return { ...rest, tabId: tag, entity: e, field: f };
};

/** Writes only the differences to the last write; the revision in the head row tells the others to read. */
async function writeTabs(state: State): Promise<void> {
  const { db, nodes, written } = state;
  state.mustWrite = false;
  state.wroteAt = performance.now();
  const now = new Map(state.listLocalTabs().map((tab) => [tab.tabId, JSON.stringify(toStoredTab(tab))]));
  const upserts = [...now].filter(([tabId, text]) => written.get(tabId) !== text);
  const removed = [...written.keys()].filter((tabId) => !now.has(tabId));
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
  for (const [tabId, text] of upserts) written.set(tabId, text);
  for (const tabId of removed) written.delete(tabId);
}

/** One query for all nodes; returns tabs only of nodes that wrote since the last poll. */
function loadRemoteRows({ db, nodes, remoteNodes }: State): Promise<PresenceRow[]> {
  const known = [...remoteNodes].map(([node, { rev }]) => [node, rev] as const);
  const unchanged = known.map(() => ' AND NOT (h.node = ? AND h.rev = ?)').join('');
  return db.rows<PresenceRow>(
    `SELECT h.node, h.rev, h.body AS messages, t.body AS tab FROM presence h
     LEFT JOIN presence t ON t.node = h.node AND t.id <> h.id${unchanged}
     WHERE h.id = h.node AND h.node <> ?`,
    [...known.flat(), nodes.id],
  );
}

function deliverMessages(state: State, remoteNode: RemoteNode, messagesJson: string): void {
  const messages = JSON.parse(messagesJson) as readonly Message[];
  const last = messages.at(-1)?.n ?? 0;
  const lastSeen = remoteNode.lastMessage ?? last;
  remoteNode.lastMessage = last;
  for (const { n, to, notice } of messages) if (n > lastSeen) state.onMessage(to, notice);
}

async function loadUpdates(state: State): Promise<void> {
  const alive = new Set(state.nodes.alive());
  const rows = await loadRemoteRows(state);
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
    const tabs = texts.map(parseStoredTab);
    changedTabs.push(...remoteNode.tabs, ...tabs);
    state.remoteNodes.set(node, Object.assign(remoteNode, { rev, tabs }));
    deliverMessages(state, remoteNode, head.messages);
  }
  if (changedTabs.length > 0) state.onTabs(changedTabs);
}

function forgetRemoteNodes(state: State): void {
  const tabs = [...state.remoteNodes.values()].flatMap((remoteNode) => remoteNode.tabs);
  state.remoteNodes.clear();
  if (tabs.length > 0) state.onTabs(tabs);
}

export function createCrossNodePresence(options: CrossNodePresenceOptions): CrossNodePresence {
  const initial = { remoteNodes: new Map<string, RemoteNode>(), written: new Map<string, string>(), messages: [] };
  const state: State = { ...options, ...initial, wroteAt: -Infinity, rev: 0, mustWrite: true };
  const share = createCrossNodeShare({
    ...options,
    table: 'presence',
    nodeColumn: 'node',
    intervalMs: (hasOtherNodes) => (state.mustWrite && hasOtherNodes ? WRITE_MS : POLL_MS),
    exchange: async () => {
      if (state.mustWrite) await writeTabs(state);
      await loadUpdates(state);
    },
    onAlone: () => {
      forgetRemoteNodes(state);
      // A node that starts later needs everything.
      state.mustWrite = true;
    },
    onRowsUnknown: (cause) => {
      if (cause === 'stall') state.written.clear();
      state.mustWrite = true;
    },
    hasWritten: () => state.written.size > 0 || state.rev > 0,
  });
  let last = 0;
  const markChanged = () => {
    if (state.mustWrite) return;
    state.mustWrite = true;
    // Writes at once after a pause; a running poll is followed by another one.
    share.pollAfter(Math.max(0, state.wroteAt + WRITE_MS - performance.now()));
  };
  return {
    listRemoteTabs: () => [...state.remoteNodes.values()].flatMap((remoteNode) => remoteNode.tabs),
    markChanged,
    sendMessage: (to, notice) => {
      last += 1;
      state.messages = [...state.messages, { n: last, to, notice }].slice(-MAX_MESSAGES);
      markChanged();
    },
    stop: share.stop,
  };
}
