/** What somebody typed and has not saved, as it is kept on the server and in the browser. */
import type { Json } from '../entity/field';
import type { ActorRef } from './liveEvents';

/** A typed value and the one it was typed over. */
export interface DraftField {
  readonly base: Json;
  readonly mine: Json;
  /** What was written as their result, where both changed the same and nothing is decided yet. */
  readonly written?: string | undefined;
}
export interface DraftPatch {
  /** Revision of the row when it was typed; 0 for a record that does not exist yet. */
  readonly revision: number;
  readonly fields: Readonly<Record<string, DraftField>>;
  /** Unix milliseconds of the last key. */
  readonly at: number;
}
/** One of the drafts of a record, as `GET /admin/draft/one` lists them. */
export interface StoredDraft extends DraftPatch {
  /** The form it was typed in; empty for what was kept before forms had marks. */
  readonly form: string;
  /** Who changed a field of the draft since. */
  readonly since: Readonly<Record<string, { readonly by: ActorRef; readonly at: number }>>;
}

/** What a form may be called by its drafts: every form has its own, or two tabs would take each other's text. */
export const FORM_ID_PATTERN = /^[0-9A-Za-z_-]{0,24}$/;
