/**
 * The edits of one user in a form while others may change the same record. Typed text is never lost and never
 * overwritten. The `base` of a field is the last value its editor saw and accepted: it follows remote changes while
 * the field is untouched; after typing, only the user's own choice advances it.
 */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn, type Column } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import { isEmpty, readValue } from '../../../common/entity/readValue';
import type { StoredDraft } from '../../../common/protocol/draft';
import type { ActorRef, RemoteFieldChange, FieldConflict, SavedDraftBase } from '../../../common/protocol/liveEvents';
import type { StoredResolution, Resolutions } from './resolutions';

/** A remote change of a field that is edited in this form. */
export interface RemoteChange {
  readonly base: Json;
  readonly theirs: Json;
  readonly by: ActorRef | null;
  /** Unix milliseconds; 0 when unknown. */
  readonly at: number;
  /** The user may not read the new value. */
  readonly hidden?: true;
}
/** State of the open conflict dialog. */
export interface ConflictReview {
  /** Changes of others that are not conflicts. */
  readonly merged: readonly RemoteFieldChange[];
  /** A save was rejected; missing when the dialog was opened before anything was sent. */
  readonly isRejected?: true;
  /** The server rejected the save without details: the record is refetched, which shows the differences. */
  readonly lacksDetails?: true;
}
/** Changes of others that the last save was merged with. */
export interface MergedSave {
  readonly changes: readonly RemoteFieldChange[];
  /** Change-set id of the save. */
  readonly cid: string | undefined;
}
/** A save in progress, or one that never got its response. */
export interface PendingSave {
  /** Idempotency key; queued saves are stored in the browser with this short name. */
  readonly mid: string;
  readonly values: WireRow;
  readonly body?: RequestBody;
  /** The request may have reached the server: later saves wait until that is known. */
  readonly mayHaveArrived?: true;
  /** The save that follows this one. */
  readonly next?: Pick<PendingSave, 'mid' | 'values'>;
}
export type RequestBody = Readonly<Record<string, unknown>>;
/** A save that waits for the connection. It is sent unchanged, with the same idempotency key. */
export interface QueuedSave extends PendingSave {
  readonly body: RequestBody;
}
export interface ChangeHighlight {
  readonly by: ActorRef | null;
  readonly at: number;
}
export interface RecordRemoval {
  /**
   * `left`: the user may no longer see it. `missing`: not found, and the server does not say whether it is purged or
   * hidden.
   */
  readonly why: 'deleted' | 'purged' | 'left' | 'missing';
  readonly by: ActorRef | null;
}
/** The state of one form. `queue/queueStorage.ts` stores it in IndexedDB with a queued save. */
export interface Draft {
  /** Id of the form, under which autosave stores its draft. */
  readonly formId: string;
  /** Form ids of earlier drafts that were restored into this one; they are deleted together with it. */
  readonly adopted: readonly string[];
  /** Null for a new record. */
  readonly id: number | null;
  readonly isLoaded: boolean;
  readonly revision: number;
  readonly base: WireRow;
  /** Typed values by field. A field typed back to its base stays here, but is not dirty. */
  readonly mine: WireRow;
  readonly conflicts: Readonly<Record<string, RemoteChange>>;
  /** Remote changes of an untouched field that has the focus: the value must not change under the caret. */
  readonly waiting: Readonly<Record<string, RemoteChange>>;
  /** Fields that are highlighted because another person changed them. */
  readonly highlights: Readonly<Record<string, ChangeHighlight>>;
  /** Fields whose stored value comes from this user's last save. */
  readonly stored: Readonly<Record<string, true>>;
  readonly focused: string | null;
  /** The save in progress. */
  readonly pendingSave: PendingSave | null;
  /** A sent save whose response was lost. Its change on the live channel, recognized by the idempotency key, replaces the response. */
  readonly unanswered: PendingSave | null;
  /** A save made while offline. */
  readonly queued: QueuedSave | null;
  readonly review: ConflictReview | null;
  /** Resolutions chosen or typed in the conflict dialog so far. */
  readonly resolutions: Resolutions;
  /** The merged changes of the last save, while the user looks at them. */
  readonly viewedMerge: MergedSave | null;
  /** Error messages by field path. */
  readonly faults: Readonly<Record<string, string>>;
  /** The last rejection asked for the approval of another admin. */
  readonly needsApproval: boolean;
  readonly removal: RecordRemoval | null;
  /** Unix milliseconds of the last save. */
  readonly savedAt: number | null;
  /** Fields whose text is that of a shared draft, which the server stores; with the SHA-256 of the stored text that it continues, or a decision. */
  readonly shared?: Readonly<Record<string, SavedDraftBase>>;
}

/** One version of the record, from a response or from the live channel. */
export interface RemoteVersion {
  readonly row: WireRow;
  readonly by: ActorRef | null;
  readonly at: number;
  readonly idempotencyKey: string | null;
  /** Fields of the last change. Its author is the author of these fields only. */
  readonly fields?: readonly string[];
  /** The user made the change on this page, but outside this form: an undo, or an edit in a list. */
  readonly isOwnPage?: true;
}
/** The conflict details of a 412 response. */
export interface SaveConflict extends ConflictReview {
  /** Revision of the row the server compared with. */
  readonly revision: number;
  readonly fields: readonly FieldConflict[];
}
/** A value typed outside the record's form, such as in a list cell, and the server's rejection of it. */
export interface TransferredEdit {
  readonly field: string;
  /** The value before typing. */
  readonly base: Json;
  readonly mine: Json;
  readonly rejection?: DraftEvent;
}
export type DraftEvent =
  | { readonly type: 'remoteVersionReceived'; readonly remoteVersion: RemoteVersion }
  | { readonly type: 'typed'; readonly field: string; readonly value: Json }
  /** The field begins or ends (null) to show a shared draft, or the draft continues another stored text. */
  | { readonly type: 'sharingChanged'; readonly field: string; readonly base: string | null }
  | { readonly type: 'focused'; readonly field: string }
  | { readonly type: 'blurred'; readonly at: number }
  | { readonly type: 'tookTheirs' | 'keptMine'; readonly field: string }
  /** Undoes the decision of a conflict, by which `decided` replaced `mine`; text that was typed since stays. */
  | {
      readonly type: 'decisionUndone';
      readonly field: string;
      readonly remoteChange: RemoteChange;
      readonly mine: Json;
      readonly decided: Json;
    }
  | ({ readonly type: 'sent' } & PendingSave)
  | { readonly type: 'queued'; readonly queued: QueuedSave }
  | { readonly type: 'saved'; readonly id: number; readonly row: WireRow; readonly at: number }
  /** Rejected by the server. `lost`: unknown whether the request arrived. */
  | {
      readonly type: 'rejected';
      readonly faults: Draft['faults'];
      readonly lost?: true;
      readonly needsApproval?: boolean;
    }
  /** Rejected by the form's own validation. */
  | { readonly type: 'validationFailed'; readonly faults: Draft['faults'] }
  | { readonly type: 'conflicted'; readonly conflict: SaveConflict }
  /** The conflict dialog is opened, or closed without a decision. */
  | { readonly type: 'reviewOpened' | 'reviewClosed' }
  | { readonly type: 'resolutionChosen'; readonly unit: string; readonly resolution: StoredResolution }
  /** Resolved values by field; fields without an entry take the remote value. */
  | { readonly type: 'resolved'; readonly values: WireRow }
  | { readonly type: 'removed'; readonly removal: RecordRemoval }
  /** A remote change of a formatted text and the typed text `mine` were merged. Ignored when either has changed since. */
  | {
      readonly type: 'textMerged';
      readonly field: string;
      readonly remoteChange: RemoteChange;
      readonly mine: Json;
      readonly value: Json;
    }
  | { readonly type: 'mergedSaveViewed'; readonly mergedSave: MergedSave | null }
  | { readonly type: 'draftRestored'; readonly draft: StoredDraft }
  | { readonly type: 'editTransferred'; readonly transferredEdit: TransferredEdit }
  /** Copies the values of a duplicate form on another screen. `formId`: the duplicate has no other values and is closed. */
  | { readonly type: 'duplicateTaken'; readonly fields: StoredDraft['fields']; readonly formId?: string }
  | { readonly type: 'discarded' }
  /** Undoes a discard. `before`: the draft before it. */
  | { readonly type: 'discardUndone'; readonly before: Draft }
  /** Permissions changed: values the user may no longer read are dropped. */
  | { readonly type: 'permissionsChanged'; readonly readable: ReadonlySet<string> }
  /** The definition changed: fields have other names. */
  | { readonly type: 'fieldsRenamed'; readonly renames: Readonly<Record<string, string>> }
  | { readonly type: 'detached' };

/** The properties of the form that the reducer needs. */
export interface FormShape {
  readonly entity: AnyEntity;
  /** Fields of the form. */
  readonly fields: readonly string[];
  /** Writable fields; all when absent. */
  readonly writable?: ReadonlySet<string>;
}

export const newDraft = (id: number | null, initial: WireRow, formId = ''): Draft => ({
  formId,
  adopted: [],
  id,
  isLoaded: id === null,
  revision: 0,
  base: initial,
  mine: {},
  conflicts: {},
  waiting: {},
  highlights: {},
  stored: {},
  focused: null,
  pendingSave: null,
  unanswered: null,
  queued: null,
  review: null,
  resolutions: {},
  viewedMerge: null,
  faults: {},
  needsApproval: false,
  removal: null,
  savedAt: null,
});

/** Returns a table without the given keys; the same object if it has none of them. */
export function omitKeys<T>(
  table: Readonly<Record<string, T>>,
  ...keys: readonly string[]
): Readonly<Record<string, T>> {
  return keys.some((key) => key in table)
    ? Object.fromEntries(Object.entries(table).filter(([key]) => !keys.includes(key)))
    : table;
}

const normalizeValue = (column: Column | undefined, value: Json | undefined): Json => {
  if (value === undefined || isEmpty(value) || (Array.isArray(value) && value.length === 0)) return null;
  const parsed = column ? readValue(column, value) : undefined;
  return parsed && 'value' in parsed ? parsed.value : value;
};
/**
 * Whether two inputs mean the same value: null and empty text, `1.5` and `1.50`, and texts that differ only in outer
 * spaces.
 */
export function isSameValue(entity: AnyEntity, field: string, a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  const column = findColumn(entity, field);
  return JSON.stringify(normalizeValue(column, a)) === JSON.stringify(normalizeValue(column, b));
}

/** The value a field shows. */
export const currentValue = (draft: Draft, field: string): Json =>
  draft.mine[field] ?? (field in draft.mine ? null : (draft.base[field] ?? null));

export const isDirty = (formShape: FormShape, draft: Draft, field: string): boolean =>
  field in draft.mine && !isSameValue(formShape.entity, field, draft.mine[field], draft.base[field]);
export const isWritable = ({ writable }: FormShape, field: string): boolean => writable?.has(field) ?? true;
/** Fields that a save would change. */
export const listDirtyFields = (formShape: FormShape, draft: Draft): readonly string[] =>
  formShape.fields.filter((field) => isWritable(formShape, field) && isDirty(formShape, draft, field));
/** Whether the server stores the unsaved text of a field as a shared draft. */
export const isShared = ({ shared }: Draft, field: string): boolean => shared?.[field] !== undefined;
/** The draft without the texts of shared drafts: they are not this form's own. */
export const omitSharedTexts = ({ shared = {}, ...draft }: Draft): Draft => ({
  ...draft,
  mine: omitKeys(draft.mine, ...Object.keys(shared)),
});
/** Dirty fields the user may no longer write. */
export const listRevokedFields = (formShape: FormShape, draft: Draft): readonly string[] =>
  Object.keys(draft.mine).filter((field) => !isWritable(formShape, field) && isDirty(formShape, draft, field));

export const findMergeGroup = ({ entity }: FormShape, field: string): readonly string[] =>
  entity.spec.mergeGroups?.find((group) => group.includes(field)) ?? [field];
/** Name of a merge group. It does not depend on which members are dirty. */
export const mergeGroupKey = (formShape: FormShape, field: string): string => findMergeGroup(formShape, field).join();
/** Fields of a merge group are edited together: one dirty field makes all of them dirty. */
export const isGroupDirty = (formShape: FormShape, draft: Draft, field: string): boolean =>
  findMergeGroup(formShape, field).some((member) => isDirty(formShape, draft, member));

/** Values and base values that a save sends: dirty fields, and all fields of their merge groups. */
export function collectChanges(
  formShape: FormShape,
  draft: Draft,
): { readonly values: WireRow; readonly base: WireRow } {
  const fields = formShape.fields.filter(
    (field) => isWritable(formShape, field) && isGroupDirty(formShape, draft, field),
  );
  return {
    values: Object.fromEntries(fields.map((field) => [field, currentValue(draft, field)])),
    base: Object.fromEntries(fields.map((field) => [field, draft.base[field] ?? null])),
  };
}
