/** Socket events of shared drafts: formatted texts that several people write together before somebody saves them. */

import type { SuggestionAuthor } from '../text/richText/draftSuggestion';

/** The name of the Yjs fragment that holds the text. */
export const DRAFT_FRAGMENT = 'default';

/** Yjs client ids of the server begin here. */
export const FIRST_SERVER_ID = 2 ** 32;
/**
 * Those of editors are above them, or below for older pages. Yjs orders what is inserted at one place by these ids: text that the server types
 * again comes before what an editor types there meanwhile.
 */
const FIRST_EDITOR_ID = 2 * FIRST_SERVER_ID;

/** An id for the document of an editor; `random` is at least 0 and less than 1. */
export const createEditorId = (random: number): number => FIRST_EDITOR_ID + Math.floor(random * FIRST_SERVER_ID);
/** Whether an editor may use an id. */
export const isEditorId = (c: number): boolean =>
  c < FIRST_SERVER_ID || (c >= FIRST_EDITOR_ID && c < FIRST_EDITOR_ID + FIRST_SERVER_ID);

/** The field of one record. */
export interface SharedDraftTarget {
  readonly e: string;
  readonly id: number;
  readonly f: string;
}
/** One editor of the field: a tab can have two. */
export interface DraftEditor extends SharedDraftTarget {
  /** The Yjs client id of the editor. */
  readonly c: number;
}
export interface DraftJoinRequest extends DraftEditor {
  /** The draft that the client holds, with its state vector: it gets only what it misses. An empty vector alone says that it holds nothing. */
  readonly epoch?: string;
  readonly sv?: Uint8Array;
}
/** A person who writes or reads in the draft. */
export interface DraftPerson {
  /** The Yjs client id of the editor. */
  readonly c: number;
  /** `admin:7`. */
  readonly p: string;
  readonly name: string;
  /** The selection as relative positions in JSON; null when the editor has no focus. */
  readonly cursor: string | null;
}
export interface DraftWriterName {
  /** `admin:7`. */
  readonly p: string;
  readonly name: string;
}
export interface JoinedDraft {
  readonly ok: true;
  /** Names this draft; another one after the server deleted it and started over from the record. */
  readonly epoch: string;
  /** The Yjs update with everything that the client misses. */
  readonly u: Uint8Array;
  /** The state vector of the server: the client sends what the server misses. Missing for a client that holds nothing: it is that of `u`. */
  readonly sv?: Uint8Array;
  /** The number of the last message with updates: this one has them. */
  readonly n: number;
  readonly write: boolean;
  /** The reader may suggest changes, as this author; missing for anybody else. */
  readonly suggest?: SuggestionAuthor;
  /** SHA-256 of the stored text that the draft continues; empty for an empty text. */
  readonly base: string;
  readonly people: readonly DraftPerson[];
  /** Those who wrote since the last save. */
  readonly writers: readonly DraftWriterName[];
}
/** 404: no such draft, or not for this reader. 429: too many drafts of one connection. */
export type DraftJoinAck = JoinedDraft | { readonly ok: false; readonly code: 400 | 404 | 429 };
export interface DraftUpdateRequest extends DraftEditor {
  /** A Yjs update, at most `LIMITS.draftUpdateBytes`. */
  readonly u: Uint8Array;
  /** With an update that this editor got: the signature that came with it. Without it the update may have insertions of the sender's ids only. */
  readonly sign?: string;
  /** The number of the last message that the editor had applied when it made the change; missing for changes from before the editor joined. */
  readonly seen?: number;
  /** The editor discards the unsaved text for everybody with it: the others are notified. */
  readonly discards?: true;
}
/** Sent when the update is stored. 403: the reader may neither write nor suggest, or used the id of somebody else, which ends the connection. 404: not joined. 409: a suggestion changes
 * what is not its author's. 413: the draft is full. 422: the update has content that formatted text cannot have; the editor joins again with a
 * new document. */
export type DraftUpdateAck =
  { readonly ok: true } | { readonly ok: false; readonly code: 400 | 403 | 404 | 409 | 413 | 422 };
export interface DraftCursorRequest extends DraftEditor {
  readonly cursor: string | null;
}
/** Updates of all editors, and those of the server after the record changed. */
export interface DraftUpdateFrame extends SharedDraftTarget {
  readonly u: Uint8Array;
  /** Shows a server that loses the update that it comes from its author. */
  readonly sign: string;
  /** The number of the message; messages that are sent together have the same one. */
  readonly n: number;
}
/** Somebody joined or moved the cursor (`set`), or left (`gone`). */
export interface DraftPeopleFrame extends SharedDraftTarget {
  readonly set?: DraftPerson;
  readonly gone?: number;
}
/** What changed about the draft itself. */
export interface DraftStateFrame extends SharedDraftTarget {
  /** Whether the reader may write. */
  readonly write?: boolean;
  /** The author of the reader’s suggestions; null for one who can make none any more. */
  readonly suggest?: SuggestionAuthor | null;
  /** Suggestions that were removed, because the record changed where they were. */
  readonly lost?: number;
  /** Somebody else had decided otherwise about a suggestion before the reader did; that decision is valid. */
  readonly overruled?: true;
  /** Who discarded the unsaved text for everybody. */
  readonly discarded?: DraftWriterName;
  /** SHA-256 of the stored text that the draft continues from now on. */
  readonly base?: string;
  readonly writers?: readonly DraftWriterName[];
  /** The client joins again to get what it missed. */
  readonly sync?: true;
  /** The reader takes no longer part: the record is deleted or no longer readable, or the draft starts over. */
  readonly end?: 'deleted' | 'access' | 'restart';
}
