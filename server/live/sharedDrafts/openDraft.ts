/** A shared draft that somebody on this node has open: its Yjs document, its participants, and the changes that are not stored yet. */
import { encodeStateAsUpdate, mergeUpdates, type Doc } from 'yjs';
import { LIMITS } from '../../../common/limits';
import type { SuggestionAuthor } from '../../../common/text/richText/draftSuggestion';
import type {
  DraftPerson,
  DraftStateFrame,
  DraftUpdateFrame,
  DraftWriterName,
  SharedDraftTarget,
} from '../../../common/protocol/sharedDraft';
import type { Connection, LiveNamespace } from '../sockets/connection';
import type { StoredDocument } from './draftContent';
import type { Contest } from './mergeIntoDraft';
import type { LostText } from './moves/lostText';
import type { MovedText } from './moves/movedText';
import type { Watch } from './moves/watchUpdate';
import type { EditorIds } from './people/editorIds';
import type { DraftWriters } from './people/draftWriters';
import { draftKey } from './draftRepository';
import type { Decision } from './suggestions/watchDecisions';
import type { FormerSuggestions } from './suggestions/formerSuggestions';
import type { OpenSuggesters } from './suggestions/suggesters';

/** Milliseconds for which the server collects updates before it sends them to everybody. */
const RELAY_MS = 15;
/** Milliseconds before the document is built for an editor, so that the response to the join request is sent first. */
const BUILD_MS = 100;

/** Milliseconds for which updates are collected before they are stored; fewer when somebody on another node waits for them. */
const STORE_MS = 150;
const STORE_FOR_NODES_MS = 15;

/** One editor in a draft. */
export interface DraftParticipant {
  readonly connection: Connection;
  /** Its Yjs client id. */
  readonly c: number;
  cursor: string | null;
  canWrite: boolean;
  canSuggest: boolean;
  /** A suggestion was refused: the editor shows text that the draft does not contain, so it must rejoin with a new document. */
  isRefused?: boolean;
  /** The editor inserted content that formatted text cannot have, so it must rejoin with a new document too. */
  isUnsupported?: boolean;
  /** The state vector of an editor that joined again. */
  readonly known?: ReadonlyMap<number, number> | undefined;
}
/** What an editor decided about a suggestion. */
interface EditorDecision extends Decision {
  readonly connection: Connection;
}
export interface OpenDraft {
  readonly target: SharedDraftTarget;
  readonly key: string;
  /** Builds the document when it is first read. */
  readonly doc: Doc;
  readonly stored: StoredDocument;
  readonly epoch: string;
  /** Whose the Yjs client ids are. */
  editorIds: EditorIds;
  /** Signs an update of this draft. */
  readonly sign: (update: Uint8Array) => string;
  base: string;
  /** The number of the newest update in `doc` that is stored. */
  last: number;
  writers: DraftWriters;
  /** Upper bound of the bytes of its state. */
  bytes: number;
  /** The number of the newest update that the stored snapshot contains, or that the last attempt to replace it would have. */
  compactedTo: number;
  /** The value of `bytes` then. */
  bytesAtCompaction: number;
  readonly participants: Map<string, DraftParticipant>;
  /** Those on other nodes. */
  remotePeople: readonly DraftPerson[];
  /** Requests to join that wait for a response; a draft with any stays open. */
  joining: number;
  /** Updates that are not stored. */
  pending: Uint8Array[];
  /** Unix milliseconds at which the last stored updates were collected: people who wrote since may have updates that are not stored. */
  storedAt: number;
  /** Called when the pending updates are stored. */
  storedCallbacks: (() => void)[];
  outgoing: Uint8Array[];
  /** The number of the last message with updates. */
  relayed: number;
  /** Where text went that somebody wrote again at another place. */
  readonly moved: MovedText;
  /** Text at a place that another change took away; it is typed again when the updates are stored. */
  lost: readonly LostText[];
  /** Updates that other servers stored since there is such text. */
  storedByOthers: readonly Uint8Array[];
  relayTimer: NodeJS.Timeout | undefined;
  storeTimer: NodeJS.Timeout | undefined;
  buildTimer: NodeJS.Timeout | undefined;
  /** It has suggested text, or had some since it was opened. */
  hasSuggestions: boolean;
  /** Suggestions that the draft has or had while it was open. */
  readonly knownSuggestions: Set<unknown>;
  /** The text that was suggested until somebody decided. */
  readonly formerSuggestions: FormerSuggestions;
  /** What editors decided about suggestions and is not stored: what another server stored first is valid. */
  unstoredDecisions: EditorDecision[];
  /** The last decisions that deleted text. */
  readonly decidedDeletions: Decision[];
  /** The authors with pending suggestions. */
  suggesters: OpenSuggesters;
  /** By author: who decided about the suggestions since the last write. */
  deciders: Map<string, DraftWriterName | null>;
  /** The stored text changed, and the draft with its unsaved changes does not continue the new text yet. */
  isBehind?: boolean;
  /** The last change of the stored text that the draft could not take over: a decision about it can be undone. */
  contest?: Contest;
  /** It has reached its size limit. */
  isFull?: boolean;
  isEnded: boolean;
  /** Runs work with the stored draft, one after the other. */
  readonly runExclusive: <T>(work: () => Promise<T> | T) => Promise<T>;
}

export const participantKey = (connection: Connection, c: number): string => `${connection.socket.id}:${c}`;
/** The Socket.IO room of a draft. */
export const draftRoom = (target: SharedDraftTarget): string => `draft:${draftKey(target)}`;

/** Milliseconds until updates are stored. Lost text is typed again then, so nothing is collected while there is any. */
export const getStoreDelay = ({ lost, remotePeople }: OpenDraft): number =>
  lost.length > 0 ? 0 : remotePeople.length > 0 ? STORE_FOR_NODES_MS : STORE_MS;

/** The author of suggestions that a connection makes. */
export const getAuthor = ({ principal, actor }: Connection): SuggestionAuthor => ({ p: principal, name: actor.name });
/** A participant as the others see it. */
export const getPerson = ({ connection, c, cursor }: DraftParticipant): DraftPerson => ({
  c,
  p: connection.principal,
  name: connection.actor.name,
  cursor,
});
/** Sends an update to everybody in the draft, together with those of the next milliseconds. */
export function relayUpdate(draft: OpenDraft, namespace: LiveNamespace, update: Uint8Array): void {
  draft.outgoing.push(update);
  draft.relayTimer ??= setTimeout(() => flushRelay(draft, namespace), RELAY_MS);
}
/** Sends the collected updates now. */
export function flushRelay(draft: OpenDraft, namespace: LiveNamespace): void {
  clearTimeout(draft.relayTimer);
  draft.relayTimer = undefined;
  if (draft.outgoing.length === 0) return;
  const parts = mergeSmall(draft.outgoing);
  draft.outgoing = [];
  draft.relayed += 1;
  for (const u of parts) namespace.to(draftRoom(draft.target)).emit('draft_update', createFrame(draft, u));
}
/** An update as the editors get it. */
export const createFrame = ({ target, sign, relayed }: OpenDraft, u: Uint8Array): DraftUpdateFrame => ({
  ...target,
  u,
  sign: sign(u),
  n: relayed,
});
/** What is to be found out about an update: the next message tells the editors of it. */
export const createWatch = (
  { moved, relayed }: OpenDraft,
  { clientState, isStored }: Pick<Watch, 'clientState' | 'isStored'>,
): Watch => ({ moved, clientState, relayNumber: relayed + 1, isStored });
/** Merges updates as far as a client can send them back. */
function mergeSmall(updates: readonly Uint8Array[]): readonly Uint8Array[] {
  const merged = mergeUpdates([...updates]);
  return merged.byteLength <= LIMITS.draftUpdateBytes ? [merged] : updates;
}

/** Builds the document before the first change: building a long one would delay the first keystroke. */
export function buildSoon(draft: OpenDraft): void {
  if (draft.stored.isOpen()) return;
  draft.buildTimer ??= setTimeout(() => {
    if (!draft.isEnded) draft.stored.open();
  }, BUILD_MS);
}

/** Sends changes of the draft's state to all participants. Pending updates go first, because a new base belongs to the text after them. */
export function announceState(
  draft: OpenDraft,
  namespace: LiveNamespace,
  state: Omit<DraftStateFrame, keyof SharedDraftTarget>,
): void {
  flushRelay(draft, namespace);
  namespace.to(draftRoom(draft.target)).emit('draft_state', { ...draft.target, ...state });
}

/** Tells an editor that somebody else had decided otherwise about a suggestion. */
export const announceOverruled = ({ target }: OpenDraft, { socket }: Connection): unknown =>
  socket.emit('draft_state', { ...target, overruled: true });

/** Tells the others in a draft who discarded the unsaved text. */
export const announceDiscarded = ({ target }: OpenDraft, connection: Connection): unknown =>
  connection.socket
    .to(draftRoom(target))
    .emit('draft_state', { ...target, discarded: { p: connection.principal, name: connection.actor.name } });

/** Size limit of a draft: whether an update would exceed it; computes the exact size only when the sum of its updates reaches the limit. */
export function isFull(draft: OpenDraft, update: Uint8Array): boolean {
  if (draft.bytes + update.byteLength <= LIMITS.sharedDraftBytes) return false;
  if (draft.isFull === true) return true;
  draft.bytes = encodeStateAsUpdate(draft.doc).byteLength;
  draft.isFull = draft.bytes + update.byteLength > LIMITS.sharedDraftBytes;
  return draft.isFull;
}
