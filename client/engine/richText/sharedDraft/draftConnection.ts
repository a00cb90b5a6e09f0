/**
 * Connects one editor with the shared draft of a field: joins whenever the live connection opens, sends own changes in batches, and applies
 * those of others. While an input method composes text, both wait: the server would keep its letters in a block that somebody else changes.
 */
import { applyUpdate, Doc, encodeStateVector, mergeUpdates } from 'yjs';
import { LIMITS } from '../../../../common/limits';
import { createEditorId } from '../../../../common/protocol/sharedDraft';
import type {
  DraftJoinAck,
  DraftJoinRequest,
  DraftPeopleFrame,
  DraftStateFrame,
  DraftUpdateFrame,
  JoinedDraft,
  SharedDraftTarget,
} from '../../../../common/protocol/sharedDraft';
import { keepFormats } from '../../../../common/text/richText/keepFormats';
import type { LiveConnection } from '../../../shared/live/liveConnectionTypes';
import { createDraftCursors, type DraftCursors } from './draftCursors';
import {
  countOfBatch,
  createRelayedUpdates,
  listOwnMissing,
  listSendable,
  type OwnUpdate,
  type RelayedUpdates,
  type SignedUpdate,
} from './missingUpdates';
import { WAITING, type DraftStatus } from './draftStatus';
import { addOpenDraft, type DraftState } from './openDrafts';
import { splitUpdate } from './splitUpdate';

type LiveSocket = NonNullable<ReturnType<LiveConnection['findSocket']>>;

/** Milliseconds between two batches of own changes, and between two cursor positions. */
const SEND_MS = 50;
const CURSOR_MS = 150;
const ACK_MS = 10_000;
/** Milliseconds until the next request to join after one without a response. */
const REJOIN_MS = 2_000;
const REMOTE = Symbol('remote');

export interface DraftConnection {
  readonly doc: Doc;
  readonly cursors: DraftCursors;
  readonly getStatus: () => DraftStatus;
  readonly subscribe: (listener: () => void) => () => void;
  /** Delays the changes of others while `isComposing` returns true; `flush` applies them afterwards. */
  readonly setComposing: (isComposing: () => boolean) => void;
  readonly flush: () => void;
  /** The next change discards the unsaved text for everybody: the others are notified. */
  readonly announceDiscard: () => void;
  readonly close: () => void;
}

interface State {
  readonly live: LiveConnection;
  readonly target: SharedDraftTarget;
  readonly doc: Doc;
  readonly cursors: DraftCursors;
  readonly listeners: Set<() => void>;
  readonly handlers: Handlers;
  status: DraftStatus;
  socket: LiveSocket | undefined;
  epoch: string | undefined;
  /** Own changes that are not sent, and those that the server has not stored. */
  unsent: OwnUpdate[];
  unacknowledged: Uint8Array[];
  /** What others wrote, as far as the server may still lose it; and what of it is to be sent back before own changes. */
  readonly relayed: RelayedUpdates;
  returned: SignedUpdate[];
  /** Changes of others that wait for the end of a composition. */
  held: Uint8Array[];
  /** The number of the last message with updates, and of the last one that is applied. */
  received: number | undefined;
  seen: number | undefined;
  /** State frames that arrived after them. */
  heldStates: DraftStateFrame[];
  sendTimer: ReturnType<typeof setTimeout> | undefined;
  joinTimer: ReturnType<typeof setTimeout> | undefined;
  sentAt: number;
  /** The next update discards the unsaved text. */
  discards: boolean;
  cursor: string | null;
  cursorTimer: ReturnType<typeof setTimeout> | undefined;
  isComposing: () => boolean;
}

function setStatus(state: State, change: Partial<DraftStatus>): void {
  state.status = { ...state.status, ...change };
  for (const listener of state.listeners) listener();
}
const getEditor = ({ target, doc }: State) => ({ ...target, c: doc.clientID });
const isOwnTarget = ({ target }: State, { e, id, f }: SharedDraftTarget) =>
  e === target.e && id === target.id && f === target.f;

function applyRemote(state: State, update: Uint8Array): void {
  if (state.isComposing()) state.held.push(update);
  else {
    applyUpdate(state.doc, update, REMOTE);
    state.seen = state.received;
  }
}
function onUpdate(state: State, update: SignedUpdate, n: number): void {
  state.relayed.add(update);
  state.received = n;
  applyRemote(state, update.u);
}
function flushHeld(state: State): void {
  const { held, heldStates } = state;
  if (state.unsent.length > 0) scheduleSend(state);
  [state.held, state.heldStates] = [[], []];
  if (held.length > 0) applyUpdate(state.doc, mergeUpdates(held), REMOTE);
  state.seen = state.received;
  for (const frame of heldStates) takeState(state, frame);
}

function showPeople(state: State): void {
  setStatus(state, { people: state.cursors.people().map(({ p, name }) => ({ p, name })) });
}
function onPeople(state: State, { set, gone }: DraftPeopleFrame): void {
  if (set && set.c !== state.doc.clientID) state.cursors.setPerson(set);
  if (gone !== undefined) state.cursors.removePerson(gone);
  const before = JSON.stringify(state.status.people);
  const people = state.cursors.people().map(({ p, name }) => ({ p, name }));
  if (JSON.stringify(people) !== before) showPeople(state);
}
function onState(state: State, frame: DraftStateFrame): void {
  // The text that belongs to the new base is still delayed.
  if (state.held.length > 0 && frame.end === undefined) state.heldStates.push(frame);
  else takeState(state, frame);
}
/** The status of an editor that has left the draft for good. */
const ENDED = { phase: 'ended', canWrite: false, suggest: null } as const;
const takesChanges = ({ phase, canWrite, suggest }: DraftStatus): boolean =>
  phase === 'live' && (canWrite || suggest !== null);

function takeState(
  state: State,
  { write, suggest, lost = 0, overruled, discarded, base, writers, end, sync }: DraftStateFrame,
): void {
  const { status } = state;
  // After a regained permission the editor rejoins: the server refused the text that was typed while the permission was lost.
  const regains = (write === true && !status.canWrite) || (suggest != null && status.suggest === null);
  if (sync || regains) void join(state);
  // The response to the join request has the permissions that are valid from then on.
  const kept = { canWrite: status.canWrite && write === true, suggest: suggest ? status.suggest : null };
  setStatus(state, {
    ...(write === undefined ? {} : kept),
    ...(lost > 0 ? { lost: status.lost + lost } : {}),
    ...(overruled ? { isOverruled: true } : {}),
    ...(discarded === undefined ? {} : { discarded }),
    ...(base === undefined ? {} : { base }),
    ...(writers === undefined ? {} : { writers }),
    ...(end === undefined ? {} : { ...ENDED, stop: end }),
  });
}

function sendNow(state: State): void {
  clearTimeout(state.sendTimer);
  state.sendTimer = undefined;
  const { socket, unsent, status, relayed } = state;
  if (!socket?.connected || !takesChanges(status)) return;
  if (state.returned.length > 0) {
    sendReturned(state, socket);
    return;
  }
  const sendable = listSendable(unsent, state.isComposing());
  if (sendable.length === 0) return;
  const count = countOfBatch(sendable);
  const u = mergeUpdates(unsent.slice(0, count).map((update) => update.u));
  if (u.byteLength > LIMITS.draftUpdateBytes) {
    setStatus(state, { ...ENDED, stop: 'too_large' });
    return;
  }
  state.unsent = unsent.slice(count);
  state.unacknowledged.push(u);
  state.sentAt = performance.now();
  const last = relayed.last();
  const seen = unsent[0]?.seen === undefined ? {} : { seen: unsent[0].seen };
  const discards = state.discards ? ({ discards: true } as const) : {};
  state.discards = false;
  socket.timeout(ACK_MS).emit('draft_update', { ...getEditor(state), u, ...seen, ...discards }, (error, response) => {
    // Without an acknowledgement the update stays unacknowledged and is sent again.
    if (error instanceof Error) return;
    if (response.ok) {
      state.unacknowledged = state.unacknowledged.filter((update) => update !== u);
      relayed.forgetUntil(last); // what the server sent before is stored with it
    } else if (response.code === 413) setStatus(state, { stop: 'full', canWrite: false, suggest: null });
    else if (response.code === 409) setStatus(state, { ...ENDED, stop: 'refused' });
    else if (response.code === 422) setStatus(state, { ...ENDED, stop: 'unsupported' });
  });
  if (sendable.length > count) scheduleSend(state);
}
/** Sends the next update of others that the server has lost. */
function sendReturned(state: State, socket: LiveSocket): void {
  const [update, ...rest] = state.returned;
  state.returned = rest;
  state.sentAt = performance.now();
  socket.timeout(ACK_MS).emit('draft_update', { ...getEditor(state), ...(update as SignedUpdate) }, () => undefined);
  scheduleSend(state);
}
/** Sends all batches at once. */
function sendEverything(state: State): void {
  for (let count = Infinity; state.unsent.length > 0 && state.unsent.length < count;) {
    count = state.unsent.length;
    sendNow(state);
  }
  clearTimeout(state.sendTimer);
}
/** Sends at once after a pause, otherwise with the next batch. */
function scheduleSend(state: State): void {
  state.sendTimer ??= setTimeout(() => sendNow(state), Math.max(0, state.sentAt + SEND_MS - performance.now()));
}

function sendCursor(state: State): void {
  state.cursorTimer = undefined;
  if (state.status.phase === 'live') state.socket?.emit('draft_cursor', { ...getEditor(state), cursor: state.cursor });
}

/** Sends the changes again that the server has not stored: what others wrote, which own changes can follow, and then the own ones. */
function resend(state: State, stateVector: Uint8Array | undefined): void {
  const own = [...state.unacknowledged, ...state.unsent.map(({ u }) => u)];
  state.unacknowledged = [];
  state.returned = state.relayed.listMissing(stateVector);
  state.unsent = listOwnMissing(state.doc, own, stateVector).map((u) => ({ u, seen: undefined }));
  sendNow(state);
}

function onJoined(state: State, joined: JoinedDraft): void {
  const { doc, cursors } = state;
  if (state.epoch !== undefined && state.epoch !== joined.epoch) {
    setStatus(state, { ...ENDED, stop: 'restart' });
    return;
  }
  state.epoch = joined.epoch;
  flushHeld(state);
  applyUpdate(doc, new Uint8Array(joined.u), REMOTE);
  [state.received, state.seen] = [joined.n, joined.n];
  const { write: canWrite, suggest = null, base, writers } = joined;
  cursors.replacePeople(joined.people);
  setStatus(state, { phase: 'live', canWrite, suggest, base, epoch: joined.epoch, writers, stop: null });
  showPeople(state);
  if (canWrite || suggest !== null) resend(state, joined.sv === undefined ? undefined : new Uint8Array(joined.sv));
}
async function join(state: State): Promise<void> {
  const { socket, doc, epoch } = state;
  clearTimeout(state.joinTimer);
  if (!socket?.connected || state.status.phase === 'ended') return;
  const known = { ...(epoch === undefined ? {} : { epoch }), sv: encodeStateVector(doc) };
  const response = await requestJoin(socket, { ...getEditor(state), ...known });
  if (socket !== state.socket) return;
  if (response === undefined) state.joinTimer = setTimeout(() => void join(state), REJOIN_MS);
  else if (response.ok) onJoined(state, response);
  else setStatus(state, { ...ENDED, phase: state.epoch === undefined ? 'refused' : 'ended', stop: 'access' });
}
/** The response of the server; undefined after a timeout. */
async function requestJoin(socket: LiveSocket, request: DraftJoinRequest): Promise<DraftJoinAck | undefined> {
  try {
    // Socket.IO's types lose the type of the acknowledgement.
    return (await socket.timeout(ACK_MS).emitWithAck('draft_join', request)) as DraftJoinAck;
  } catch {
    return undefined;
  }
}

function attach(state: State): void {
  const socket = state.live.findSocket();
  if (socket === undefined) return;
  if (socket !== state.socket) {
    detach(state);
    state.socket = socket;
    const { update, people, changed } = state.handlers;
    socket.on('draft_update', update);
    socket.on('draft_people', people);
    socket.on('draft_state', changed);
  }
  void join(state);
}
interface Handlers {
  readonly update: (frame: DraftUpdateFrame) => void;
  readonly people: (frame: DraftPeopleFrame) => void;
  readonly changed: (frame: DraftStateFrame) => void;
}
const createHandlers = (getState: () => State): Handlers => ({
  update: (frame) => {
    if (isOwnTarget(getState(), frame)) onUpdate(getState(), { u: new Uint8Array(frame.u), sign: frame.sign }, frame.n);
  },
  people: (frame) => {
    if (isOwnTarget(getState(), frame)) onPeople(getState(), frame);
  },
  changed: (frame) => {
    if (isOwnTarget(getState(), frame)) onState(getState(), frame);
  },
});
function detach(state: State): void {
  const { socket } = state;
  const { update, people, changed } = state.handlers;
  socket?.off('draft_update', update);
  socket?.off('draft_people', people);
  socket?.off('draft_state', changed);
  state.socket = undefined;
}

const createState = (parts: Pick<State, 'live' | 'target' | 'doc' | 'cursors' | 'handlers'>): State => ({
  ...parts,
  listeners: new Set(),
  socket: undefined,
  epoch: undefined,
  unsent: [],
  unacknowledged: [],
  relayed: createRelayedUpdates(),
  returned: [],
  held: [],
  received: undefined,
  seen: undefined,
  heldStates: [],
  sendTimer: undefined,
  joinTimer: undefined,
  sentAt: -Infinity,
  discards: false,
  cursor: null,
  cursorTimer: undefined,
  isComposing: () => false,
  status: WAITING,
});
/** Whether the server has what was typed; undefined while this reader cannot write in the draft. */
function findState({ status, epoch, unsent, unacknowledged, returned }: State): DraftState | undefined {
  if (epoch === undefined || status.stop !== null || !status.canWrite) return undefined;
  if (status.phase === 'offline') return 'offline';
  return unsent.length + unacknowledged.length + returned.length > 0 ? 'unstored' : 'stored';
}

function createDoc(): Doc {
  const doc = new Doc();
  doc.clientID = createEditorId(Math.random());
  keepFormats(doc);
  return doc;
}

export function createDraftConnection(live: LiveConnection, target: SharedDraftTarget): DraftConnection {
  const doc = createDoc();
  const cursors = createDraftCursors((cursor) => {
    state.cursor = cursor;
    state.cursorTimer ??= setTimeout(() => sendCursor(state), CURSOR_MS);
  });
  const state: State = createState({ live, target, doc, cursors, handlers: createHandlers(() => state) });
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === REMOTE || origin === null) return;
    const { seen } = state;
    const isComposing = state.isComposing();
    state.unsent.push(...splitUpdate(update).map((u) => ({ u, seen, isComposing })));
    scheduleSend(state);
  });
  const removeOpenDraft = addOpenDraft({ target, getState: () => findState(state) });
  const removeListener = live.addPresenceListener({
    onConnected: () => attach(state),
    onDisconnected: () => {
      if (state.status.phase === 'live') setStatus(state, { phase: 'offline' });
    },
    onPresence: () => undefined,
    onHandoverRequest: () => undefined,
  });
  return {
    doc,
    cursors,
    getStatus: () => state.status,
    subscribe: (listener) => {
      state.listeners.add(listener);
      return () => void state.listeners.delete(listener);
    },
    setComposing: (isComposing) => void (state.isComposing = isComposing),
    flush: () => flushHeld(state),
    announceDiscard: () => void (state.discards = true),
    close: () => {
      sendEverything(state);
      removeOpenDraft();
      removeListener();
      clearTimeout(state.joinTimer);
      clearTimeout(state.cursorTimer);
      if (state.socket?.connected) state.socket.emit('draft_leave', getEditor(state));
      detach(state);
      doc.destroy();
    },
  };
}
