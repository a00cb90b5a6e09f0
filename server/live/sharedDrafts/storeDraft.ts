/**
 * Keeps an open shared draft and the database in step: stores its updates in batches, loads it when it is opened, and applies the updates that
 * other nodes and saves of the record stored. The SQL is in `draftRepository.ts`.
 */
import { encodeStateAsUpdate, mergeUpdates } from 'yjs';
import { INSERTION } from '../../../common/text/richText/draftSuggestion';
import { LIMITS } from '../../../common/limits';
import type { SharedDraftTarget } from '../../../common/protocol/sharedDraft';
import type { Clock, Tx } from '../../context';
import { rowLockClause } from '../../platform/database/sql';
import { createMutex } from '../../platform/mutex';
import type { LiveNamespace } from '../sockets/connection';
import { compactInUse, type CompactStorage } from './compactDraft';
import { createDraftState, createStoredDocument, getDocument, matchesContent } from './draftContent';
import { findEarlierText } from './findEarlierText';
import { mergeIntoDraft, type Contest, type MergedDraft } from './mergeIntoDraft';
import { claimEditorId, listEditorIds, type EditorClaim, type EditorIds } from './people/editorIds';
import type { Move } from './moves/move';
import { createMovedText } from './moves/movedText';
import { applyStoredUpdate, dropForeignLosses, restoreLost, type RestoredText } from './applyStoredUpdate';
import { reopenConflict } from './reopenConflict';
import { announceState, relayUpdate, type OpenDraft } from './openDraft';
import { mergeWriters, writerNames } from './people/draftWriters';
import { createFormerSuggestions } from './suggestions/formerSuggestions';
import { hasSuggestionFormats } from './suggestions/removeStraySuggestionMarks';
import { parseHtmlDocument } from './richText/parseHtmlDocument';
import { createTextUpdate } from './createTextUpdate';
import { nextSuggesters, getOpenSuggesters, refreshSuggesters } from './suggestions/updatePendingSuggesters';
import { hasUnsentNotices, NO_SUGGESTERS } from './suggestions/suggesters';
import { listSuggestions } from './suggestions/suggestions';
import type { SignUpdate } from './people/signUpdate';
import {
  appendUpdate,
  deleteSharedDraft,
  draftKey,
  hashText,
  insertDraft,
  lockText,
  readDraft,
  setBase,
  setSuggesters,
  type StoredSharedDraft,
} from './draftRepository';

export interface DraftStorage extends CompactStorage {
  readonly clock: Clock;
  readonly namespace: LiveNamespace;
  readonly sign: SignUpdate;
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
  storage: DraftStorage,
  target: SharedDraftTarget,
  tx: Tx,
): Promise<LoadedDraft | undefined> {
  const { db, clock } = storage;
  const text = await lockText(tx, db.dialect, target);
  if (text === undefined) return undefined;
  const key = draftKey(target);
  const found = await readDraft(tx, key, 0, rowLockClause(db.dialect));
  const base = hashText(text.html);
  const createValues = () => ({ state: createDraftState(parseHtmlDocument(text.html)), base, now: clock.now() });
  const stored = found ?? (await insertDraft(tx, target, createValues()));
  const open = async (from: StoredSharedDraft) =>
    toOpenDraft(storage, target, { ...from, editorIds: await listEditorIds(tx, key) });
  const draft = await open(stored);
  const hasUnsentNotices = await storeSuggesters(tx, draft, stored);
  if (draft.base === base) return { draft, hasUnsentNotices };
  const result = await storeChangedText(tx, draft, stored, { html: text.html, now: clock.now() });
  if (result.kind === 'deleted')
    return { draft: await open(await insertDraft(tx, target, createValues())), hasUnsentNotices: false };
  draft.isBehind = result.kind === 'kept';
  if (result.kind === 'kept' && result.contest !== undefined) draft.contest = result.contest;
  if (result.kind !== 'replaced') return { draft, hasUnsentNotices };
  applyReplacedText(draft, result.text);
  return { draft, hasUnsentNotices: hasUnsentNotices || result.text.hasUnsentNotices };
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

interface LoadedState extends StoredSharedDraft {
  readonly editorIds: EditorIds;
}
function toOpenDraft(
  { clock, sign }: DraftStorage,
  target: SharedDraftTarget,
  { epoch, base, last, snapshotNumber, updates, writers, suggesters, editorIds }: LoadedState,
): OpenDraft {
  const key = draftKey(target);
  const document = createStoredDocument(updates);
  const hasSuggestions = updates.some(mentionsInsertion) && hasSuggestionFormats(document.open());
  const draft: OpenDraft = {
    get doc() {
      return document.open();
    },
    target,
    key,
    stored: document,
    epoch,
    editorIds,
    sign: (update) => sign({ key, epoch }, update),
    base,
    last,
    bytes: getSize(updates),
    hasSuggestions,
    knownSuggestions: new Set(),
    formerSuggestions: createFormerSuggestions((client) => draft.editorIds.get(client)),
    compactedTo: snapshotNumber,
    bytesAtCompaction: updates[0]?.byteLength ?? 0,
    suggesters: hasSuggestions || suggesters.length > 0 ? getOpenSuggesters(document.open()) : NO_SUGGESTERS,
    unstoredDecisions: [],
    decidedDeletions: [],
    deciders: new Map(),
    writers: new Map(writers.map((writer) => [writer.p, writer])),
    participants: new Map(),
    remotePeople: [],
    joining: 0,
    pending: [],
    storedAt: clock.now(),
    storedCallbacks: [],
    outgoing: [],
    relayed: 0,
    moved: createMovedText(clock.now),
    lost: [],
    storedByOthers: [],
    relayTimer: undefined,
    storeTimer: undefined,
    buildTimer: undefined,
    isEnded: false,
    runExclusive: createMutex(),
  };
  return draft;
}

interface ReplacedText {
  readonly base: string;
  /** The update that gives the draft the new text; undefined when the draft has it already. */
  readonly update: Uint8Array | undefined;
  /** Those with changes that are not saved. */
  readonly writers: StoredSharedDraft['writers'];
  /** The number of suggestions that the new text has no place for. */
  readonly lost: number;
  /** Notices about its suggesters still have to be written. */
  readonly hasUnsentNotices: boolean;
}
/**
 * `kept`: the draft stays as it is and does not continue the new text. `current`: it continues it already. `deleted`: the open draft must end;
 * its stored copy is gone or was replaced.
 */
type ReplaceResult =
  | { readonly kind: 'replaced'; readonly text: ReplacedText }
  | { readonly kind: 'kept'; readonly contest?: Contest | undefined }
  | { readonly kind: 'current' | 'deleted' };
/**
 * The stored text changed without a save of this draft. Stores the new text in a draft without unsaved changes, and merges the change into a
 * draft with some. If both changed the same passage, the draft stays as it is, and its writers resolve the conflict in their forms.
 * `applyReplacedText` changes the document in memory after the commit.
 */
async function storeChangedText(
  tx: Tx,
  draft: Pick<OpenDraft, 'key' | 'doc' | 'last' | 'writers' | 'base' | 'target'>,
  stored: Pick<StoredSharedDraft, 'suggesters'>,
  { html, now }: { readonly html: string | null; readonly now: number },
): Promise<ReplaceResult> {
  const { key, doc, last } = draft;
  const content = parseHtmlDocument(html);
  const base = hashText(html);
  const isUnchanged = matchesContent(doc, content);
  if (isUnchanged === undefined) {
    await deleteSharedDraft(tx, key);
    return { kind: 'deleted' };
  }
  if (isUnchanged) {
    await setBase(tx, key, base, []);
    return { kind: 'replaced', text: { base, update: undefined, writers: [], lost: 0, hasUnsentNotices: false } };
  }
  const merged = draft.writers.size === 0 ? { document: content } : await mergeChange(tx, draft, html);
  const { document, contest } = merged;
  if (document === undefined) return { kind: 'kept', contest };
  const writers = document.eq(content) ? [] : [...draft.writers.values()];
  const { update, lost, suggesters } = createTextUpdate(doc, document, stored.suggesters);
  await appendUpdate(tx, key, { n: last + 1, update, base, writers, suggesters, now });
  const text = { base, update, writers, lost, hasUnsentNotices: hasUnsentNotices(suggesters) };
  return { kind: 'replaced', text };
}
/** The draft with the change from the text that it continues to a new one; without a document when it changed the same passage. */
async function mergeChange(
  tx: Tx,
  { doc, base, target }: Pick<OpenDraft, 'doc' | 'base' | 'target'>,
  html: string | null,
): Promise<{ readonly document?: MergedDraft['document']; readonly contest?: Contest }> {
  const earlier = await findEarlierText(tx, target, base);
  if (earlier === undefined) return {};
  const change = { from: earlier.html, to: html };
  const { document, isContested, passages } = mergeIntoDraft(doc, change);
  return isContested ? { contest: { ...change, passages } } : { document };
}
/** The writers whose changes may not be stored yet. */
const unstoredWriters = ({ writers, storedAt, pending }: OpenDraft): OpenDraft['writers'] =>
  pending.length === 0 ? new Map() : new Map([...writers].filter(([, { at }]) => at >= storedAt));

function applyReplacedText(draft: OpenDraft, replaced: ReplacedText): void {
  draft.base = replaced.base;
  draft.isBehind = false;
  draft.writers = mergeWriters(unstoredWriters(draft), replaced.writers);
  if (replaced.update === undefined) return;
  applyStoredUpdate(draft, replaced.update);
  refreshSuggesters(draft, { suggesters: [] });
  draft.last += 1;
}

/** Applies what other nodes and saves stored since; undefined when the draft is no longer the stored one. */
async function applyStoredUpdates(
  storage: DraftStorage,
  draft: OpenDraft,
  tx: Tx,
  lock: string,
): Promise<StoredSharedDraft | undefined> {
  const stored = await readDraft(tx, draft.key, draft.last, lock);
  if (stored?.epoch !== draft.epoch) return undefined;
  for (const update of stored.updates) {
    // A snapshot also contains updates that this node has applied before.
    const integrated = applyStoredUpdate(draft, update);
    if (integrated !== undefined) relayUpdate(draft, storage.namespace, integrated);
  }
  draft.last = stored.last;
  dropForeignLosses(draft);
  if (stored.updates.length > 0) {
    draft.hasSuggestions ||= hasSuggestionFormats(draft.doc);
    refreshSuggesters(draft, stored);
  }
  draft.bytes += getSize(stored.updates);
  if (stored.snapshotNumber > draft.compactedTo) {
    draft.compactedTo = stored.snapshotNumber;
    draft.bytesAtCompaction = draft.bytes;
  }
  if (stored.base === draft.base && stored.updates.length === 0) return stored;
  draft.writers = mergeWriters(stored.base === draft.base ? draft.writers : unstoredWriters(draft), stored.writers);
  draft.base = stored.base;
  draft.isBehind = false;
  announceState(draft, storage.namespace, { base: draft.base, writers: writerNames(draft) });
  return stored;
}

/** Reads what other nodes and saves stored; false when the draft is no longer the stored one. With a claim, the editor's id is stored too. */
export const refreshDraft = (storage: DraftStorage, draft: OpenDraft, claim?: EditorClaim): Promise<boolean> =>
  // One transaction, so that the draft and its updates belong to the same moment.
  storage.db.transact(async (tx) => {
    const { db, clock } = storage;
    const isStored = (await applyStoredUpdates(storage, draft, tx, '')) !== undefined;
    if (isStored && claim !== undefined)
      draft.editorIds = await claimEditorId(tx, db.dialect, draft.key, { ...claim, now: clock.now() });
    return isStored;
  });

/** What is stored of a draft in one step. */
interface StoredUpdate {
  readonly n: number;
  /** The updates, in order; those that come meanwhile are stored in the next step. */
  readonly updates: readonly Uint8Array[];
  /** Those whose updates are among them. */
  readonly callbacks: readonly (() => void)[];
  readonly collectedAt: number;
  readonly decisionCount: number;
  readonly deciders: OpenDraft['deciders'];
  readonly moves: readonly Move[];
  /** Notices about its suggesters still have to be written. */
  readonly hasUnsentNotices: boolean;
}
/** Stores the pending updates as one; false when the draft is no longer the stored one. Throws when the database fails; nothing is lost then. */
export async function storePending(storage: DraftStorage, draft: OpenDraft): Promise<boolean> {
  if (draft.pending.length === 0) return true;
  const restored: RestoredText[] = [];
  const relayRestored = () => {
    for (const { update, move } of restored) {
      move.relayNumber = draft.relayed + 1;
      relayUpdate(draft, storage.namespace, update);
    }
  };
  // a client that sends it back after a lost server would double the text, so it is sent when it is stored
  const stored = await storeUpdates(storage, draft, (text) => restored.push(text)).finally(relayRestored);
  if (stored === undefined) return false;
  finishStore(draft, stored);
  if (stored.hasUnsentNotices) storage.onSuggestersChanged(draft.target);
  await compactInUse(storage, draft);
  // What was typed may be the decision of a conflict: the draft has the new text now.
  if (draft.isBehind === true) return followStoredText(storage, draft);
  await reopenConflict(storage, draft);
  return true;
}
function finishStore(
  draft: OpenDraft,
  { n, updates, callbacks, collectedAt, decisionCount, deciders, moves }: StoredUpdate,
): void {
  draft.last = n;
  for (const [p, by] of deciders) if (draft.deciders.get(p) === by) draft.deciders.delete(p);
  draft.storedAt = collectedAt;
  draft.unstoredDecisions = draft.unstoredDecisions.slice(decisionCount);
  for (const move of moves) move.isStored = true;
  // Keeps the updates that arrived during the transaction.
  draft.pending = draft.pending.slice(updates.length);
  // Without pending updates, those who sent again what was being stored get their acknowledgement too.
  const completed = draft.pending.length === 0 ? draft.storedCallbacks : callbacks;
  draft.storedCallbacks = draft.storedCallbacks.slice(completed.length);
  for (const resolve of completed) resolve();
}
const storeUpdates = (
  storage: DraftStorage,
  draft: OpenDraft,
  onRestored: (text: RestoredText) => void,
): Promise<StoredUpdate | undefined> =>
  storage.db.transact(async (tx) => {
    const stored = await applyStoredUpdates(storage, draft, tx, rowLockClause(storage.db.dialect));
    if (stored === undefined) return undefined;
    const restored = restoreLost(draft);
    if (restored !== undefined) onRestored(restored);
    const now = storage.clock.now();
    const [updates, callbacks] = [[...draft.pending], [...draft.storedCallbacks]];
    const [deciders, moves] = [new Map(draft.deciders), draft.moved.listUnstored()];
    const decisionCount = draft.unstoredDecisions.length;
    const suggesters = nextSuggesters(draft, stored);
    const n = draft.last + 1;
    const writers = [...draft.writers.values()];
    const update = mergeUpdates(updates);
    await appendUpdate(tx, draft.key, { n, update, base: draft.base, writers, suggesters, now });
    const notices = hasUnsentNotices(suggesters);
    return { n, updates, callbacks, collectedAt: now, decisionCount, deciders, moves, hasUnsentNotices: notices };
  });

/** Whether the draft uses more than half of its size limit. Such a draft is replaced by a new one once all of its changes are saved. */
const exceedsHalfOfLimit = ({ bytes, doc }: OpenDraft): boolean =>
  bytes > LIMITS.sharedDraftBytes / 2 && encodeStateAsUpdate(doc).byteLength > LIMITS.sharedDraftBytes / 2;

/** Deletes the draft; a draft with suggestions is replaced by one that has the same content but no earlier updates. */
async function resetDraft(
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

/** Follows a change of the stored text: a save of this draft, or another write. False when the open draft must end. */
export async function followStoredText(storage: DraftStorage, draft: OpenDraft): Promise<boolean> {
  const { db, clock, namespace } = storage;
  const result = await db.transact(async (tx): Promise<ReplaceResult> => {
    const text = await lockText(tx, db.dialect, draft.target);
    const stored = text && (await applyStoredUpdates(storage, draft, tx, rowLockClause(db.dialect)));
    if (text === undefined || stored === undefined) return { kind: 'deleted' };
    if (draft.pending.length > 0) return { kind: 'kept' };
    if (exceedsHalfOfLimit(draft) && draft.writers.size === 0) {
      await resetDraft(tx, draft, stored, clock.now());
      return { kind: 'deleted' };
    }
    if (draft.base === hashText(text.html)) return { kind: 'current' };
    return storeChangedText(tx, draft, stored, { html: text.html, now: clock.now() });
  });
  draft.isBehind = result.kind === 'kept';
  if (result.kind === 'kept' && result.contest !== undefined) draft.contest = result.contest;
  if (result.kind !== 'replaced') return result.kind !== 'deleted';
  const { text } = result;
  applyReplacedText(draft, text);
  if (text.update) relayUpdate(draft, namespace, text.update);
  const lost = text.lost > 0 ? { lost: text.lost } : {};
  announceState(draft, namespace, { base: draft.base, writers: writerNames(draft), ...lost });
  if (text.hasUnsentNotices) storage.onSuggestersChanged(draft.target);
  return true;
}
