/** Moves a shared draft between memory and database: opens it, stores its updates in batches, and takes over those of other nodes and of saves. */
import { applyUpdate, encodeStateAsUpdate, mergeUpdates } from 'yjs';
import { LIMITS } from '../../../common/limits';
import type { SharedDraftTarget } from '../../../common/protocol/sharedDraft';
import type { Clock, Db, Log, Tx } from '../../context';
import { rowLockClause } from '../../platform/database/sql';
import { createMutex } from '../../platform/mutex';
import type { LiveNamespace } from '../sockets/connection';
import { createDraftState, documentOf, hasContent, openDraftState, replaceText } from './draftContent';
import { announceState, relayUpdate, writerNames, type OpenDraft } from './openDraft';
import { hasSuggestionFormats } from './keepPlainText';
import { parseRichText } from './parseRichText';
import { listSuggestions } from './suggestions';
import {
  appendUpdate,
  deleteSharedDraft,
  draftKey,
  hashText,
  insertDraft,
  lockText,
  readDraft,
  replaceSnapshot,
  setBase,
  type StoredSharedDraft,
} from './sharedDraftStore';

/** Updates after the snapshot at which the next write replaces it. */
const COMPACT_AFTER = 200;

export interface DraftStorage {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly namespace: LiveNamespace;
}

/** Creates the draft from the text of the record unless it exists; undefined when the record is missing or deleted. */
export const loadOrCreate = ({ db, clock }: DraftStorage, target: SharedDraftTarget): Promise<OpenDraft | undefined> =>
  db.transact(async (tx) => {
    const text = await lockText(tx, db.dialect, target);
    if (text === undefined) return undefined;
    const key = draftKey(target);
    const stored = await readDraft(tx, key, 0, rowLockClause(db.dialect));
    const base = hashText(text.html);
    const created = () => ({ state: createDraftState(parseRichText(text.html)), base, now: clock.now() });
    const toDraft = (found: StoredSharedDraft) => toOpenDraft(target, clock.now(), found);
    const draft = toDraft(stored ?? (await insertDraft(tx, target, created())));
    if (draft.base === base) return draft;
    const newText = await storeNewText(tx, draft, text.html, clock.now());
    if (newText === 'broken') return toDraft(await insertDraft(tx, target, created()));
    if (newText) applyNewText(draft, newText);
    return draft;
  });

const sizeOf = (updates: readonly Uint8Array[]) => updates.reduce((sum, { byteLength }) => sum + byteLength, 0);

function toOpenDraft(
  target: SharedDraftTarget,
  storedAt: number,
  { epoch, base, last, updates, writers }: StoredSharedDraft,
): OpenDraft {
  const [first = new Uint8Array(), ...rest] = updates;
  const doc = openDraftState(first);
  for (const update of rest) applyUpdate(doc, update);
  return {
    ...{ target, key: draftKey(target), doc, epoch, base, last, bytes: sizeOf(updates) },
    hasSuggestions: hasSuggestionFormats(doc),
    writers: new Map(writers.map((writer) => [writer.p, writer])),
    ...{ participants: new Map(), joining: 0, pending: [], storedAt, waiting: [], outgoing: [] },
    ...{ relayTimer: undefined, storeTimer: undefined, isEnded: false, runExclusive: createMutex() },
  };
}

interface NewText {
  readonly base: string;
  /** The update that makes the draft show it; undefined when the draft shows it already. */
  readonly update: Uint8Array | undefined;
  /** The number of suggestions that the new text has no place for. */
  readonly lost: number;
}
/**
 * The stored text changed without a save of this draft. A draft without unsaved changes takes the new text over; one with changes keeps
 * them (undefined), and its writers decide about the conflict in their forms. The document changes after the commit, see `applyNewText`.
 */
async function storeNewText(
  tx: Tx,
  { key, doc, last, writers }: OpenDraft,
  html: string | null,
  now: number,
): Promise<NewText | 'broken' | undefined> {
  const content = parseRichText(html);
  const base = hashText(html);
  const isShown = tryShown(doc, content);
  if (isShown === undefined) {
    await deleteSharedDraft(tx, key);
    return 'broken';
  }
  if (isShown) {
    await setBase(tx, key, base, []);
    return { base, update: undefined, lost: 0 };
  }
  if (writers.size > 0) return undefined;
  const copy = openDraftState(encodeStateAsUpdate(doc));
  const { update, lost } = replaceText(copy, content);
  copy.destroy();
  await appendUpdate(tx, key, { n: last + 1, update, base, writers: [], now });
  return { base, update, lost };
}
/** Whether the draft shows the content; undefined for one that cannot be shown at all. */
function tryShown(doc: OpenDraft['doc'], content: Parameters<typeof hasContent>[1]): boolean | undefined {
  try {
    return hasContent(doc, content);
  } catch {
    return undefined;
  }
}
/** The writers whose changes may not be stored yet. */
const unstoredWriters = ({ writers, storedAt, pending }: OpenDraft): OpenDraft['writers'] =>
  pending.length === 0 ? new Map() : new Map([...writers].filter(([, { at }]) => at >= storedAt));

function applyNewText(draft: OpenDraft, newText: NewText): void {
  draft.base = newText.base;
  draft.writers = unstoredWriters(draft);
  if (newText.update === undefined) return;
  applyUpdate(draft.doc, newText.update);
  draft.last += 1;
}

/** Applies what other nodes and saves stored since; false when the draft is no longer the stored one. */
async function takeOver(storage: DraftStorage, draft: OpenDraft, tx: Tx, lock: string): Promise<boolean> {
  const stored = await readDraft(tx, draft.key, draft.last, lock);
  if (stored?.epoch !== draft.epoch) return false;
  for (const update of stored.updates) {
    applyUpdate(draft.doc, update);
    relayUpdate(draft, storage.namespace, update);
  }
  draft.last = stored.last;
  if (stored.updates.length > 0) draft.hasSuggestions ||= hasSuggestionFormats(draft.doc);
  draft.bytes += sizeOf(stored.updates);
  if (stored.base === draft.base && stored.updates.length === 0) return true;
  draft.writers = mergeWriters(stored.base === draft.base ? draft.writers : unstoredWriters(draft), stored.writers);
  draft.base = stored.base;
  announceState(draft, storage.namespace, { base: draft.base, writers: writerNames(draft) });
  return true;
}
function mergeWriters(known: OpenDraft['writers'], stored: StoredSharedDraft['writers']): OpenDraft['writers'] {
  const merged = new Map(known);
  for (const writer of stored) if ((merged.get(writer.p)?.at ?? 0) < writer.at) merged.set(writer.p, writer);
  return merged;
}

/** Reads what other nodes and saves stored. */
export const refreshDraft = (storage: DraftStorage, draft: OpenDraft): Promise<boolean> =>
  // one transaction, so that the draft and its updates are those of one moment
  storage.db.transact((tx) => takeOver(storage, draft, tx, ''));

/** Stores the pending updates as one; false when the draft is no longer the stored one. Throws when the database fails; nothing is lost then. */
export async function storePending(storage: DraftStorage, draft: OpenDraft): Promise<boolean> {
  if (draft.pending.length === 0) return true;
  const [updates, waiting] = [[...draft.pending], [...draft.waiting]];
  const collectedAt = storage.clock.now();
  const last = await storeUpdate(storage, draft, mergeUpdates(updates));
  if (last === undefined) return false;
  draft.last = last;
  draft.storedAt = collectedAt;
  // further ones came meanwhile
  draft.pending = draft.pending.slice(updates.length);
  draft.waiting = draft.waiting.slice(waiting.length);
  for (const done of waiting) done();
  return true;
}
const storeUpdate = (storage: DraftStorage, draft: OpenDraft, update: Uint8Array): Promise<number | undefined> =>
  storage.db.transact(async (tx) => {
    if (!(await takeOver(storage, draft, tx, rowLockClause(storage.db.dialect)))) return undefined;
    const n = draft.last + 1;
    const writers = [...draft.writers.values()];
    await appendUpdate(tx, draft.key, { n, update, base: draft.base, writers, now: storage.clock.now() });
    if (n % COMPACT_AFTER === 0) await compact(tx, draft, n);
    return n;
  });

/** Replaces the snapshot by the whole document, which drops deleted parts. */
async function compact(tx: Tx, draft: OpenDraft, n: number): Promise<void> {
  const state = encodeStateAsUpdate(draft.doc);
  await replaceSnapshot(tx, draft.key, n, state);
  draft.bytes = state.byteLength;
}

/** A draft with a long past starts over once everything in it is saved. */
const isHalfFull = ({ bytes, doc }: OpenDraft): boolean =>
  bytes > LIMITS.sharedDraftBytes / 2 && encodeStateAsUpdate(doc).byteLength > LIMITS.sharedDraftBytes / 2;

/** Deletes the draft, or replaces it by one without a past when it has suggestions. */
async function startOver(tx: Tx, { key, target, doc, base }: OpenDraft, now: number): Promise<void> {
  await deleteSharedDraft(tx, key);
  const document = documentOf(doc);
  if (listSuggestions(document).size > 0)
    await insertDraft(tx, target, { state: createDraftState(document), base, now });
}

/** Follows a change of the stored text: a save of this draft, or another write. False when the draft cannot go on. */
export async function followText(storage: DraftStorage, draft: OpenDraft): Promise<boolean> {
  const { db, clock, namespace } = storage;
  const outcome = await db.transact(async (tx) => {
    const text = await lockText(tx, db.dialect, draft.target);
    if (text === undefined || !(await takeOver(storage, draft, tx, rowLockClause(db.dialect)))) return 'over';
    if (draft.pending.length > 0) return undefined;
    if (isHalfFull(draft) && draft.writers.size === 0) {
      await startOver(tx, draft, clock.now());
      return 'over';
    }
    return draft.base === hashText(text.html) ? undefined : storeNewText(tx, draft, text.html, clock.now());
  });
  if (outcome === 'over' || outcome === 'broken') return false;
  if (outcome === undefined) return true;
  applyNewText(draft, outcome);
  if (outcome.update) relayUpdate(draft, namespace, outcome.update);
  const lost = outcome.lost > 0 ? { lost: outcome.lost } : {};
  announceState(draft, namespace, { base: draft.base, writers: writerNames(draft), ...lost });
  return true;
}
