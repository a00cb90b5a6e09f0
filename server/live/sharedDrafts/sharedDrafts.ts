/** Collaborative editing (Yjs): the shared drafts that are open on this node, their participants and permissions, and when a draft is stored and closed. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry } from '../../../common/entity/registry';
import { LIMITS } from '../../../common/limits';
import type {
  DraftCursorRequest,
  DraftEditor,
  DraftJoinAck,
  DraftJoinRequest,
  DraftStateFrame,
  DraftUpdateAck,
  DraftUpdateRequest,
  DraftWriterName,
  SharedDraftTarget,
} from '../../../common/protocol/sharedDraft';
import type { LogEntry } from '../log/tailer';
import { createLiveRowCache, rowCacheKey, type LoadRow } from '../presence/liveRowCache';
import type { Connection } from '../sockets/connection';
import { createConnectionMutexes } from '../sockets/connectionMutexes';
import { compactUnused } from './compactDraft';
import { draftAccess, isCollaborative, NO_DRAFT_ACCESS, type DraftAccess } from './draftAccess';
import {
  announceState,
  buildSoon,
  createFrame,
  getAuthor,
  getStoreDelay,
  draftRoom,
  flushRelay,
  participantKey,
  getPerson,
  relayUpdate,
  type OpenDraft,
  type DraftParticipant,
} from './openDraft';
import { draftKey, listChangedDrafts } from './draftRepository';
import { followStoredText, loadOrCreate, refreshDraft, storePending, type DraftStorage } from './storeDraft';
import { acceptUpdate, type EndingFault } from './acceptUpdate';
import { addWriters, writerNames, type Decisions } from './people/draftWriters';
import { createJoinResponse, readKnown } from './people/createJoinResponse';
import type { EditorClaim } from './people/editorIds';

/** Milliseconds until the next attempt after the database failed. */
const RETRY_MS = 1_000;

export interface SharedDraftsOptions extends DraftStorage {
  readonly registry: Registry;
  readonly loadRow: LoadRow;
}
/** The result of an update: an acknowledgement, or the fault of one that no editor sends. */
export type UpdateResult = Promise<DraftUpdateAck> | DraftUpdateAck | EndingFault;
export interface SharedDrafts {
  readonly join: (connection: Connection, request: DraftJoinRequest) => Promise<DraftJoinAck>;
  readonly leave: (connection: Connection, editor: DraftEditor) => void;
  readonly update: (connection: Connection, request: DraftUpdateRequest) => UpdateResult;
  readonly moveCursor: (connection: Connection, request: DraftCursorRequest) => void;
  readonly onDisconnected: (connection: Connection) => void;
  /** Applies a batch of the change log: rights that depend on the row, and new stored texts. */
  readonly onBatch: (batch: readonly LogEntry[]) => void;
  readonly recheckPermissions: () => void;
  /** Reads what other nodes stored. */
  readonly refreshAll: () => Promise<void>;
  readonly drafts: ReadonlyMap<string, OpenDraft>;
  /** Ends all drafts, after the log started over. */
  readonly reset: () => void;
  /** Stores everything. */
  readonly stop: () => Promise<void>;
}

interface State extends SharedDraftsOptions {
  readonly drafts: Map<string, OpenDraft>;
  readonly opening: Map<string, Promise<OpenDraft | undefined>>;
  readonly rowCache: ReturnType<typeof createLiveRowCache>;
  /** Requests to join that wait for a response, by the key of their row. */
  readonly joins: Map<string, number>;
  isStopped: boolean;
}

const findEntity = ({ registry }: State, { e, f }: SharedDraftTarget): AnyEntity | undefined => {
  const entity = registry.get(e);
  return entity !== undefined && isCollaborative(entity, f) ? entity : undefined;
};
function getAccess(state: State, connection: Connection, target: SharedDraftTarget): DraftAccess {
  const entity = findEntity(state, target);
  const row = state.rowCache.get(target.e, target.id);
  const isDeleted = (row?.['delete_time'] ?? null) !== null;
  if (entity === undefined || isDeleted) return NO_DRAFT_ACCESS;
  return draftAccess(connection, entity, target.f, row);
}

const logFailure =
  ({ log }: State, { key }: Pick<OpenDraft, 'key'>, message: string) =>
  (error: unknown) =>
    log.warn({ err: error, draft: key }, message);

/** Opens the draft, once for all who join at the same time. */
async function openDraft(state: State, target: SharedDraftTarget): Promise<OpenDraft | undefined> {
  const key = draftKey(target);
  const open = state.drafts.get(key);
  if (open) return open;
  const pending = state.opening.get(key) ?? loadOrCreate(state, target);
  state.opening.set(key, pending);
  try {
    const draft = await pending;
    if (draft && !state.drafts.has(key)) state.drafts.set(key, draft);
    return state.drafts.get(key);
  } finally {
    state.opening.delete(key);
  }
}

async function join(state: State, connection: Connection, request: DraftJoinRequest): Promise<DraftJoinAck> {
  const { e, id, f } = request;
  const entity = findEntity(state, { e, id, f });
  if (entity === undefined || state.isStopped) return { ok: false, code: 404 };
  if (countDrafts(state, connection) >= LIMITS.sharedDraftsPerConnection) return { ok: false, code: 429 };
  const key = rowCacheKey(e, id);
  state.joins.set(key, (state.joins.get(key) ?? 0) + 1);
  try {
    await state.rowCache.load(entity, id);
    return (await joinOpen(state, connection, request)) ?? (await joinOpen(state, connection, request)) ?? NOT_FOUND;
  } finally {
    const others = (state.joins.get(key) ?? 1) - 1;
    if (others > 0) state.joins.set(key, others);
    else state.joins.delete(key);
    retainRows(state);
  }
}
const NOT_FOUND: DraftJoinAck = { ok: false, code: 404 };

/** Joins the draft; undefined when it ended meanwhile and the next attempt opens another one. */
async function joinOpen(
  state: State,
  connection: Connection,
  request: DraftJoinRequest,
): Promise<DraftJoinAck | undefined> {
  const { e, id, f, c } = request;
  const target = { e, id, f };
  const { read: mayRead, write, suggest } = getAccess(state, connection, target);
  if (!mayRead) return NOT_FOUND;
  const draft = await openDraft(state, target);
  if (draft === undefined) return NOT_FOUND;
  draft.joining += 1;
  try {
    const { principal } = connection;
    const isTaken = [...draft.participants.values()].some(
      (other) => other.c === c && other.connection.principal !== principal,
    );
    if (isTaken) return { ok: false, code: 400 };
    await refreshOrEnd(state, draft, write || suggest ? { c, principal } : undefined);
    const { read, write: canWrite, suggest: canSuggest } = getAccess(state, connection, target);
    if (!read || !connection.socket.connected) return NOT_FOUND;
    if (draft.isEnded) return undefined;
    if ((draft.editorIds.get(c) ?? principal) !== principal) return { ok: false, code: 400 };
    // the right came while the draft was read
    if ((canWrite || canSuggest) && !draft.editorIds.has(c)) return undefined;
    return addParticipant(state, draft, { connection, c, cursor: null, canWrite, canSuggest }, request);
  } finally {
    draft.joining -= 1;
    closeIfUnused(state, draft);
  }
}
/** Applies the updates that others stored; ends a draft that is no longer the stored one. */
const refreshOrEnd = (state: State, draft: OpenDraft, claim?: EditorClaim): Promise<void> =>
  draft.runExclusive(async () => {
    if (!draft.isEnded && !(await refreshDraft(state, draft, claim))) endDraft(state, draft, 'restart');
  });
const countDrafts = ({ drafts }: State, connection: Connection): number =>
  [...drafts.values()].filter(({ participants }) =>
    [...participants.values()].some((participant) => participant.connection === connection),
  ).length;

function addParticipant(
  { namespace }: State,
  draft: OpenDraft,
  participant: DraftParticipant,
  request: DraftJoinRequest,
): DraftJoinAck {
  const { connection, c } = participant;
  draft.participants.set(participantKey(connection, c), { ...participant, known: readKnown(draft, request) });
  // Relays collected updates to the other participants first; the response contains them.
  flushRelay(draft, namespace);
  void connection.socket.join(draftRoom(draft.target));
  connection.socket.to(draftRoom(draft.target)).emit('draft_people', { ...draft.target, set: getPerson(participant) });
  // the response is not signed, and what is not stored can be lost with this server
  for (const u of draft.pending) connection.socket.emit('draft_update', createFrame(draft, u));
  const response = createJoinResponse(draft, participant, request);
  // merging the updates for the response can take longer than the time until the document is built
  if (participant.canWrite || participant.canSuggest) buildSoon(draft);
  return response;
}

function removeParticipant(state: State, draft: OpenDraft, { connection, c }: DraftParticipant): void {
  if (!draft.participants.delete(participantKey(connection, c))) return;
  const room = draftRoom(draft.target);
  if (![...draft.participants.values()].some((other) => other.connection === connection))
    void connection.socket.leave(room);
  if (![...draft.participants.values()].some((other) => other.c === c))
    state.namespace.to(room).emit('draft_people', { ...draft.target, gone: c });
  closeIfUnused(state, draft);
}

/** Stores and forgets a draft that nobody has open or joins. */
function closeIfUnused(state: State, draft: OpenDraft): void {
  if (draft.isEnded || draft.participants.size > 0 || draft.joining > 0) return;
  const close = async () => {
    await storePending(state, draft);
    if (draft.participants.size === 0 && draft.joining === 0) await compactUnused(state, draft);
    if (draft.participants.size > 0 || draft.joining > 0 || draft.pending.length > 0) return;
    closeDraft(state, draft);
  };
  draft.runExclusive(close).catch(logFailure(state, draft, 'storing a shared draft failed; it stays open'));
}
function closeDraft(state: State, draft: OpenDraft): void {
  if (draft.isEnded) return;
  clearTimeout(draft.storeTimer);
  clearTimeout(draft.relayTimer);
  clearTimeout(draft.buildTimer);
  if (state.drafts.get(draft.key) === draft) state.drafts.delete(draft.key);
  draft.isEnded = true;
  draft.stored.destroy();
  retainRows(state);
}
/** Forgets rows of drafts that are not open. */
function retainRows({ rowCache, drafts, joins }: State): void {
  const open = [...drafts.values()].map(({ target }) => rowCacheKey(target.e, target.id));
  rowCache.retain(new Set([...open, ...joins.keys()]));
}

/** Ends a draft for everybody in it. */
function endDraft(state: State, draft: OpenDraft, end: NonNullable<DraftStateFrame['end']>): void {
  announceState(draft, state.namespace, { end });
  for (const { connection } of draft.participants.values()) void connection.socket.leave(draftRoom(draft.target));
  draft.participants.clear();
  closeDraft(state, draft);
}

function storeDraft(state: State, draft: OpenDraft): void {
  draft.storeTimer = undefined;
  draft
    .runExclusive(async () => {
      if (draft.isEnded) return;
      if (!(await storePending(state, draft))) endDraft(state, draft, 'restart');
      else closeIfUnused(state, draft);
    })
    .catch((error: unknown) => {
      logFailure(state, draft, 'storing a shared draft failed')(error);
      scheduleStore(state, draft, RETRY_MS);
    });
}
function scheduleStore(state: State, draft: OpenDraft, delayMs: number): void {
  if (delayMs === 0) clearTimeout(draft.storeTimer);
  if (delayMs === 0) draft.storeTimer = undefined;
  draft.storeTimer ??= setTimeout(() => storeDraft(state, draft), delayMs);
}

function updateWriters(state: State, draft: OpenDraft, editor: DraftWriterName, decisions: Decisions): void {
  const before = writerNames(draft);
  draft.writers = addWriters(draft.writers, editor, decisions, state.clock.now());
  const writers = writerNames(draft);
  const isUnchanged = writers.length === before.length && before.every(({ p }) => draft.writers.has(p));
  if (!isUnchanged) announceState(draft, state.namespace, { writers });
}

function update(state: State, connection: Connection, request: DraftUpdateRequest): UpdateResult {
  const { e, id, f, c } = request;
  const target = { e, id, f };
  const draft = state.drafts.get(draftKey(target));
  const participant = draft?.participants.get(participantKey(connection, c));
  if (draft === undefined || participant === undefined) return { ok: false, code: 404 };
  const access = getAccess(state, connection, target);
  const taken = acceptUpdate(draft, participant, request, access, state.clock.now());
  if (typeof taken === 'string' || 'ok' in taken) return taken;
  const { integrated, isComplete, editor, decisions } = taken;
  if (integrated !== undefined) {
    queueAndRelayUpdate(state, draft, integrated);
    if (editor !== undefined) updateWriters(state, draft, editor, decisions);
  }
  if (!isComplete) return 'malformed';
  return whenStored(draft);
}
/** Acknowledges once everything that the document has is stored. */
async function whenStored(draft: OpenDraft): Promise<DraftUpdateAck> {
  if (draft.pending.length > 0) await new Promise<void>((resolve) => draft.storedCallbacks.push(resolve));
  return { ok: true };
}
/** Stores and relays the updates that the document has integrated. */
function queueAndRelayUpdate(state: State, draft: OpenDraft, integrated: Uint8Array): void {
  draft.bytes += integrated.byteLength;
  draft.pending.push(integrated);
  relayUpdate(draft, state.namespace, integrated);
  scheduleStore(state, draft, getStoreDelay(draft));
}

function leave(state: State, connection: Connection, { e, id, f, c }: DraftEditor): void {
  const draft = state.drafts.get(draftKey({ e, id, f }));
  const participant = draft?.participants.get(participantKey(connection, c));
  if (draft && participant) removeParticipant(state, draft, participant);
}

function moveCursor(state: State, connection: Connection, { e, id, f, c, cursor }: DraftCursorRequest): void {
  const draft = state.drafts.get(draftKey({ e, id, f }));
  const participant = draft?.participants.get(participantKey(connection, c));
  if (draft === undefined || participant === undefined) return;
  participant.cursor = cursor;
  connection.socket.to(draftRoom(draft.target)).emit('draft_people', { ...draft.target, set: getPerson(participant) });
}

/** Reapplies the current permissions to all participants of a draft. */
function recheckDraft(state: State, draft: OpenDraft): void {
  const row = state.rowCache.get(draft.target.e, draft.target.id);
  const end = !row || (row['delete_time'] ?? null) !== null ? 'deleted' : 'access';
  for (const participant of [...draft.participants.values()]) {
    const { connection } = participant;
    const { read, write, suggest } = getAccess(state, connection, draft.target);
    if (!read) {
      connection.socket.emit('draft_state', { ...draft.target, end });
      removeParticipant(state, draft, participant);
    } else if (write !== participant.canWrite || suggest !== participant.canSuggest) {
      participant.canWrite = write;
      participant.canSuggest = suggest;
      const author = suggest ? getAuthor(connection) : null;
      connection.socket.emit('draft_state', { ...draft.target, write, suggest: author });
    }
  }
}

/** Whether a logged image of a row has another text than the draft continues. */
function hasOtherText({ base, target }: OpenDraft, image: Readonly<Record<string, unknown>>): boolean {
  const value = image[target.f] ?? null;
  const hash: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'h') : value;
  return (hash ?? '') !== base;
}

function adoptSavedText(state: State, draft: OpenDraft): void {
  draft
    .runExclusive(async () => {
      if (!draft.isEnded && !(await followStoredText(state, draft))) endDraft(state, draft, 'restart');
    })
    .catch(logFailure(state, draft, 'updating a shared draft after a save failed'));
}

function onBatch(state: State, batch: readonly LogEntry[]): void {
  state.rowCache.applyBatch(batch);
  for (const { change } of batch)
    for (const draft of state.drafts.values()) {
      if (draft.target.e !== change.entityName || draft.target.id !== change.rowId) continue;
      recheckDraft(state, draft);
      if (change.image !== null && !draft.isEnded && hasOtherText(draft, change.image)) adoptSavedText(state, draft);
    }
}

async function refreshAll(state: State): Promise<void> {
  const drafts = [...state.drafts.values()];
  for (const draft of await listChangedDrafts(state.db, drafts)) await refreshOrEnd(state, draft);
}

export function createSharedDrafts(options: SharedDraftsOptions): SharedDrafts {
  const rowCache = createLiveRowCache(options.loadRow);
  const state: State = {
    ...options,
    rowCache,
    drafts: new Map(),
    opening: new Map(),
    joins: new Map(),
    isStopped: false,
  };
  const mutexOf = createConnectionMutexes();
  const recheckAll = () => {
    for (const draft of [...state.drafts.values()]) recheckDraft(state, draft);
  };
  return {
    join: (connection, request) => mutexOf(connection)(() => join(state, connection, request)),
    leave: (connection, editor) => void mutexOf(connection)(() => leave(state, connection, editor)),
    update: (connection, request) => update(state, connection, request),
    moveCursor: (connection, request) => moveCursor(state, connection, request),
    onDisconnected: (connection) => {
      for (const draft of [...state.drafts.values()])
        for (const participant of [...draft.participants.values()])
          if (participant.connection === connection) removeParticipant(state, draft, participant);
    },
    onBatch: (batch) => onBatch(state, batch),
    recheckPermissions: recheckAll,
    refreshAll: () => refreshAll(state),
    drafts: state.drafts,
    reset: () => {
      rowCache.clear();
      for (const draft of [...state.drafts.values()]) endDraft(state, draft, 'restart');
    },
    stop: async () => {
      state.isStopped = true;
      for (const draft of [...state.drafts.values()])
        await draft
          .runExclusive(() => storePending(state, draft))
          .catch(logFailure(state, draft, 'storing a shared draft at shutdown failed'));
      for (const draft of [...state.drafts.values()]) closeDraft(state, draft);
    },
  };
}
