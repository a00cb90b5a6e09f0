/**
 * The people in shared drafts in a cluster of nodes that share only the database: each node writes who has its drafts open, with their
 * selections, and reads the people of the other nodes in these drafts.
 */
import type { DraftPerson } from '../../../../common/protocol/sharedDraft';
import type { Db, Log } from '../../../context';
import { placeholders } from '../../../platform/database/sql';
import { createCrossNodeShare, type ClusterNodes, type CrossNodeShare } from '../../crossNodeShare';
import type { LiveNamespace } from '../../sockets/connection';
import { draftRoom, getPerson, type OpenDraft } from '../openDraft';

/** Milliseconds between two exchanges. */
const EXCHANGE_MS = 100;

export interface CrossNodePeopleOptions {
  readonly db: Db;
  readonly log: Log;
  readonly nodes: ClusterNodes;
  readonly namespace: LiveNamespace;
  /** The drafts that are open on this node, by key. */
  readonly drafts: ReadonlyMap<string, OpenDraft>;
}
interface State extends CrossNodePeopleOptions {
  /** What this node wrote, by draft. */
  readonly written: Map<string, string>;
  /** The people of each row of another node as they were read last. */
  readonly read: Map<string, { readonly rev: number; readonly draft: string; readonly people: readonly DraftPerson[] }>;
  rev: number;
}

const listPeople = ({ participants }: OpenDraft): readonly DraftPerson[] => [...participants.values()].map(getPerson);
const rowId = ({ nodes }: State, draft: string): string => `${draft}@${nodes.id}`;

/** Writes the drafts whose people changed. */
async function writePeople(state: State): Promise<void> {
  const { db, nodes, drafts, written } = state;
  const now = new Map([...drafts].map(([key, draft]) => [key, JSON.stringify(listPeople(draft))]));
  const changed = [...now].filter(([key, body]) => written.get(key) !== body);
  const closed = [...written.keys()].filter((key) => !now.has(key));
  if (changed.length === 0 && closed.length === 0) return;
  state.rev += 1;
  const values = changed.flatMap(([key, body]) => [rowId(state, key), nodes.id, key, state.rev, body]);
  const rows = changed.map(() => '(?, ?, ?, ?, ?)').join(', ');
  const ids = closed.map((key) => rowId(state, key));
  await db.transact(async (tx) => {
    if (ids.length > 0) await tx.run(`DELETE FROM shared_draft_people WHERE id IN (${placeholders(ids.length)})`, ids);
    if (changed.length > 0)
      await tx.run(`REPLACE INTO shared_draft_people (id, node, draft, rev, body) VALUES ${rows}`, values);
  });
  for (const [key, body] of changed) written.set(key, body);
  for (const key of closed) written.delete(key);
}

interface PeopleRow {
  readonly id: string;
  readonly draft: string;
  readonly rev: number;
  /** Null in a row that did not change. */
  readonly body: string | null;
}
/** The rows of the other nodes that are alive, for the drafts that are open here. */
async function readPeople(state: State): Promise<void> {
  const { db, nodes, drafts, read } = state;
  const keys = [...drafts.keys()];
  const others = nodes.alive().filter((id) => id !== nodes.id);
  const known = [...read].map(([id, { rev }]) => [id, rev] as const);
  const isKnown = known.map(() => '(id = ? AND rev = ?)').join(' OR ');
  const body = known.length === 0 ? 'body' : `CASE WHEN ${isKnown} THEN NULL ELSE body END AS body`;
  const sql = `SELECT id, draft, rev, ${body} FROM shared_draft_people WHERE node IN (${placeholders(others.length)}) AND draft IN (${placeholders(keys.length)})`;
  const isNeeded = keys.length > 0 && others.length > 0;
  const rows = isNeeded ? await db.rows<PeopleRow>(sql, [...known.flat(), ...others, ...keys]) : [];
  const found = new Set(rows.map(({ id }) => id));
  for (const id of read.keys()) if (!found.has(id)) read.delete(id);
  for (const { id, draft, rev, body: text } of rows)
    // written by `writePeople`
    if (text !== null) read.set(id, { rev: Number(rev), draft, people: JSON.parse(text) as readonly DraftPerson[] });
}

/** Shows the people of other nodes in a draft to those who have it open here. */
function showRemotePeople(draft: OpenDraft, namespace: LiveNamespace, people: readonly DraftPerson[]): void {
  const before = new Map(draft.remotePeople.map((person) => [person.c, JSON.stringify(person)]));
  const local = new Set([...draft.participants.values()].map(({ c }) => c));
  draft.remotePeople = people.filter(({ c }) => !local.has(c));
  const room = namespace.to(draftRoom(draft.target));
  for (const person of draft.remotePeople) {
    if (before.get(person.c) !== JSON.stringify(person)) room.emit('draft_people', { ...draft.target, set: person });
    before.delete(person.c);
  }
  for (const c of before.keys()) if (!local.has(c)) room.emit('draft_people', { ...draft.target, gone: c });
}
function showAll({ drafts, read, namespace }: State): void {
  for (const [key, draft] of drafts) {
    const rows = [...read.values()].filter((row) => row.draft === key);
    const people = rows.flatMap((row) => row.people);
    if (people.length > 0 || draft.remotePeople.length > 0) showRemotePeople(draft, namespace, people);
  }
}

export function createCrossNodePeople(options: CrossNodePeopleOptions): Pick<CrossNodeShare, 'stop'> {
  const state: State = { ...options, written: new Map(), read: new Map(), rev: 0 };
  const share = createCrossNodeShare({
    ...options,
    table: 'shared_draft_people',
    nodeColumn: 'node',
    intervalMs: () => EXCHANGE_MS,
    exchange: async () => {
      if (state.drafts.size === 0 && state.written.size === 0) return;
      await writePeople(state);
      await readPeople(state);
      showAll(state);
    },
    onAlone: () => {
      state.read.clear();
      // a node that starts later needs everything
      state.written.clear();
      showAll(state);
    },
    onRowsUnknown: () => state.written.clear(),
    hasWritten: () => state.rev > 0,
  });
  return { stop: share.stop };
}
