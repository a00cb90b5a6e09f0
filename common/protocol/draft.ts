/** Drafts: typed and unsaved values, as the server and the browser store them. */
import type { Json } from '../entity/field';
import type { ActorRef } from './liveEvents';

/** A typed value and its base value. */
export interface DraftField {
  readonly base: Json;
  readonly mine: Json;
  /** The result typed for a conflict that is not resolved yet. */
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
  /** Id of the form; empty for drafts stored before forms had ids. */
  readonly form: string;
  /** The person who changed a field of the draft since it was typed. */
  readonly since: Readonly<Record<string, { readonly by: ActorRef; readonly at: number }>>;
}

/** Pattern of form ids. Every form has its own id, so that two tabs do not overwrite each other's drafts. */
export const FORM_ID_PATTERN = /^[0-9A-Za-z_-]{0,24}$/;
