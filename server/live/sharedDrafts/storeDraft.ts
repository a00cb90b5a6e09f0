/** Moves a shared draft between memory and database: opens it, stores its updates in batches, and takes over those of other nodes and of saves. */
import { applyUpdate, encodeStateAsUpdate, mergeUpdates } from 'yjs';
import { INSERTION } from '../../../common/text/richText/draftSuggestion';
import { LIMITS } from '../../../common/limits';
import type { SharedDraftTarget } from '../../../common/protocol/sharedDraft';
import type { Clock, Db, Log, Tx } from '../../context';
import { rowLockClause } from '../../platform/database/sql';
import { createMutex } from '../../platform/mutex';
import type { LiveNamespace } from '../sockets/connection';
import { applyDraftUpdate } from './applyDraftUpdate';
import {
  createDraftState,
  createStoredDocument,
  getDocument,
  hasContent,
  openDraftState,
  replaceText,
} from './draftContent';
import { announceState, relayUpdate, writerNames, type OpenDraft } from './openDraft';
import { hasSuggestionFormats } from './keepPlainText';
import { parseRichText } from './parseRichText';
import { nextSuggesters, getOpenSuggesters, refreshSuggesters, suggestersOfNewText } from './followSuggesters';
import { hasUnsentNotices, NO_SUGGESTERS } from './suggesters';
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
  setSuggesters,
  type StoredSharedDraft,
} from './sharedDraftStore';

/** Updates after the snapshot at which the next write replaces it. */
const COMPACT_AFTER = 200;
/** Bytes of a draft from which it becomes one snapshot when its last participant leaves. */
const COMPACT_BYTES = 65_536;

export interface DraftStorage {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly namespace: LiveNamespace;
  /** An author's suggestions became pending or were all decided: their notices have to be written. */
  readonly onSuggestersChanged: (target: SharedDraftTarget) => void;
}

/** Creates the draft from the text of the record unless it exists; undefined when the record is missing or deleted. */
export async function loadOrCreate(storage: DraftStorage, target: SharedDraftTarget): Promise<OpenDraft | undefined> {
  const loaded = await storage.db.transact((tx) => loadInTransaction(storage, target, tx));
  if (loaded?.hasUnsentNotices === true) storage.onSuggestersChanged(target);
  return loaded?.draft;
}
interface LoadedDraft {
  readonly draft: OpenDraft;
  /** Notices about its suggesters still have to be written. */
  readonly hasUnsentNotices: boolean;
}
async function loadInTransaction(
  { db, clock }: DraftStorage,
  target: SharedDraftTarget,
  tx: Tx,
): Promise<LoadedDraft | undefined> {
  const text = await lockText(tx, db.dialect, target);
  if (text === undefined) return undefined;
  const key = draftKey(target);
  const found = await readDraft(tx, key, 0, rowLockClause(db.dialect));
  const base = hashText(text.html);
  const created = () => ({ state: createDraftState(parseRichText(text.html)), base, now: clock.now() });
  const stored = found ?? (await insertDraft(tx, target, created()));
  const draft = toOpenDraft(target, clock.now(), stored);
  const hasUnsentNotices = await storeSuggesters(tx, draft, stored);
  if (draft.base === base) return { draft, hasUnsentNotices };
  const newText = await storeNewText(tx, draft, stored, { html: text.html, now: clock.now() });
  if (newText === 'broken')
    return {
      draft: toOpenDraft(target, clock.now(), await insertDraft(tx, target, created())),
      hasUnsentNotices: false,
    };
  if (newText) applyNewText(draft, newText);
  return { draft, hasUnsentNotices: hasUnsentNotices || newText?.hasUnsentNotices === true };
}
/** Updates the stored list of authors with pending suggestions; returns whether notices have to be written. */
async function storeSuggesters(tx: Tx, draft: OpenDraft, stored: StoredSharedDraft): Promise<boolean> {
  const suggesters = nextSuggesters(draft, stored);
  if (JSON.stringify(suggesters) !== JSON.stringify(stored.suggesters)) await setSuggesters(tx, draft.key, suggesters);
  return hasUnsentNotices(suggesters);
}

const getSize = (updates: readonly Uint8Array[]) => updates.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Whether an update can have a format of suggested text: Yjs writes the name of a format in full. */
const mentionsInsertion = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes(INSERTION);

function toOpenDraft(
  target: SharedDraftTarget,
  storedAt: number,
  { epoch, base, last, updates, writers, suggesters }: StoredSharedDraft,
): OpenDraft {
  const document = createStoredDocument(updates);
  const hasSuggestions = updates.some(mentionsInsertion) && hasSuggestionFormats(document.open());
  return {
    get doc() {
      return document.open();
    },
    ...{ target, key: draftKey(target), stored: document, epoch, base, last, bytes: getSize(updates), hasSuggestions },
    suggesters: hasSuggestions || suggesters.length > 0 ? getOpenSuggesters(document.open()) : NO_SUGGESTERS,
    deciders: new Map(),
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
  /** Notices about its suggesters still have to be written. */
  readonly hasUnsentNotices: boolean;
}
/**
 * The stored text changed without a save of this draft. A draft without unsaved changes takes the new text over; one with changes keeps
 * them (undefined), and its writers decide about the conflict in their forms. The document changes after the commit, see `applyNewText`.
 */
async function storeNewText(
  tx: Tx,
  { key, doc, last, writers }: OpenDraft,
  stored: Pick<StoredSharedDraft, 'suggesters'>,
  { html, now }: { readonly html: string | null; readonly now: number },
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
    return { base, update: undefined, lost: 0, hasUnsentNotices: false };
  }
  if (writers.size > 0) return undefined;
  const copy = openDraftState(encodeStateAsUpdate(doc));
  const { update, lost } = replaceText(copy, content);
  const suggesters = suggestersOfNewText(stored.suggesters, copy);
  copy.destroy();
  await appendUpdate(tx, key, { n: last + 1, update, base, writers: [], suggesters, now });
  return { base, update, lost, hasUnsentNotices: hasUnsentNotices(suggesters) };
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
  refreshSuggesters(draft, { suggesters: [] });
  draft.last += 1;
}

/** Applies what other nodes and saves stored since; undefined when the draft is no longer the stored one. */
async function takeOver(
  storage: DraftStorage,
  draft: OpenDraft,
  tx: Tx,
  lock: string,
): Promise<StoredSharedDraft | undefined> {
  const stored = await readDraft(tx, draft.key, draft.last, lock);
  if (stored?.epoch !== draft.epoch) return undefined;
  for (const update of stored.updates) {
    // a snapshot has more than what is new here
    const { integrated } = applyDraftUpdate(draft.doc, update);
    if (integrated !== undefined) relayUpdate(draft, storage.namespace, integrated);
  }
  draft.last = stored.last;
  if (stored.updates.length > 0) {
    draft.hasSuggestions ||= hasSuggestionFormats(draft.doc);
    refreshSuggesters(draft, stored);
  }
  draft.bytes += getSize(stored.updates);
  if (stored.base === draft.base && stored.updates.length === 0) return stored;
  draft.writers = mergeWriters(stored.base === draft.base ? draft.writers : unstoredWriters(draft), stored.writers);
  draft.base = stored.base;
  announceState(draft, storage.namespace, { base: draft.base, writers: writerNames(draft) });
  return stored;
}
function mergeWriters(known: OpenDraft['writers'], stored: StoredSharedDraft['writers']): OpenDraft['writers'] {
  const merged = new Map(known);
  for (const writer of stored) if ((merged.get(writer.p)?.at ?? 0) < writer.at) merged.set(writer.p, writer);
  return merged;
}

/** Reads what other nodes and saves stored. */
export const refreshDraft = (storage: DraftStorage, draft: OpenDraft): Promise<boolean> =>
  // one transaction, so that the draft and its updates are those of one moment
  storage.db.transact(async (tx) => (await takeOver(storage, draft, tx, '')) !== undefined);

/** Stores the pending updates as one; false when the draft is no longer the stored one. Throws when the database fails; nothing is lost then. */
export async function storePending(storage: DraftStorage, draft: OpenDraft): Promise<boolean> {
  if (draft.pending.length === 0) return true;
  const [updates, waiting] = [[...draft.pending], [...draft.waiting]];
  const [collectedAt, deciders] = [storage.clock.now(), [...draft.deciders]];
  const stored = await storeUpdate(storage, draft, mergeUpdates(updates));
  if (stored === undefined) return false;
  draft.last = stored.n;
  for (const [p, by] of deciders) if (draft.deciders.get(p) === by) draft.deciders.delete(p);
  draft.storedAt = collectedAt;
  // further ones came meanwhile
  draft.pending = draft.pending.slice(updates.length);
  draft.waiting = draft.waiting.slice(waiting.length);
  for (const done of waiting) done();
  if (stored.hasUnsentNotices) storage.onSuggestersChanged(draft.target);
  return true;
}
interface StoredUpdate {
  readonly n: number;
  /** Notices about its suggesters still have to be written. */
  readonly hasUnsentNotices: boolean;
}
const storeUpdate = (storage: DraftStorage, draft: OpenDraft, update: Uint8Array): Promise<StoredUpdate | undefined> =>
  storage.db.transact(async (tx) => {
    const stored = await takeOver(storage, draft, tx, rowLockClause(storage.db.dialect));
    if (stored === undefined) return undefined;
    const suggesters = nextSuggesters(draft, stored);
    const n = draft.last + 1;
    const writers = [...draft.writers.values()];
    await appendUpdate(tx, draft.key, { n, update, base: draft.base, writers, suggesters, now: storage.clock.now() });
    if (n % COMPACT_AFTER === 0) await compact(tx, draft, n);
    return { n, hasUnsentNotices: hasUnsentNotices(suggesters) };
  });

/**
 * Makes one snapshot of a long draft that changed, so that the next who opens it gets the snapshot as it is. One that nobody read or changed on
 * this node has no document, and stays as it is.
 */
export const compactDraft = async ({ db, ...storage }: DraftStorage, draft: OpenDraft): Promise<void> => {
  if (!draft.stored.isOpen() || draft.bytes < COMPACT_BYTES) return;
  await db.transact(async (tx) => {
    const stored = await takeOver({ db, ...storage }, draft, tx, rowLockClause(db.dialect));
    if (stored !== undefined && stored.hasUpdates) await compact(tx, draft, stored.last);
  });
};

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
async function startOver(
  tx: Tx,
  { key, target, doc, base }: OpenDraft,
  { suggesters }: StoredSharedDraft,
  now: number,
): Promise<void> {
  await deleteSharedDraft(tx, key);
  const document = getDocument(doc);
  if (listSuggestions(document).size > 0 || suggesters.length > 0)
    await insertDraft(tx, target, { state: createDraftState(document), base, now, suggesters });
}

/** Follows a change of the stored text: a save of this draft, or another write. False when the draft cannot go on. */
export async function adoptNewText(storage: DraftStorage, draft: OpenDraft): Promise<boolean> {
  const { db, clock, namespace } = storage;
  const outcome = await db.transact(async (tx) => {
    const text = await lockText(tx, db.dialect, draft.target);
    const stored = text && (await takeOver(storage, draft, tx, rowLockClause(db.dialect)));
    if (text === undefined || stored === undefined) return 'over';
    if (draft.pending.length > 0) return undefined;
    if (isHalfFull(draft) && draft.writers.size === 0) {
      await startOver(tx, draft, stored, clock.now());
      return 'over';
    }
    if (draft.base === hashText(text.html)) return undefined;
    return storeNewText(tx, draft, stored, { html: text.html, now: clock.now() });
  });
  if (outcome === 'over' || outcome === 'broken') return false;
  if (outcome === undefined) return true;
  applyNewText(draft, outcome);
  if (outcome.update) relayUpdate(draft, namespace, outcome.update);
  const lost = outcome.lost > 0 ? { lost: outcome.lost } : {};
  announceState(draft, namespace, { base: draft.base, writers: writerNames(draft), ...lost });
  if (outcome.hasUnsentNotices) storage.onSuggestersChanged(draft.target);
  return true;
}
