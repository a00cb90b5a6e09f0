/**
 * What one person is writing in a form while others may change the same record.
 * Law: what was typed is never lost and never overwritten. A field's `base` is the value its editor last saw and accepted;
 * it advances under a field that was not touched, and under a touched one only by the editor's own choice.
 */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn, type Column } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import { isEmpty, readValue } from '../../../common/entity/readValue';
import type { StoredDraft } from '../../../common/protocol/draft';
import type { ActorRef, FieldChange, FieldConflict } from '../../../common/protocol/liveEvents';
import type { StoredResolution, Resolutions } from './resolutions';

/** The value somebody else gave a field that is being edited here. */
export interface RemoteChange {
  readonly base: Json;
  readonly theirs: Json;
  readonly by: ActorRef | null;
  /** Unix milliseconds; 0 when not known. */
  readonly at: number;
  /** Somebody changed it, but the value is not for these eyes. */
  readonly hidden?: true;
}
/** The conflict dialog stands open. */
export interface ConflictReview {
  /** What others changed besides, without a clash. */
  readonly merged: readonly FieldChange[];
  /** The server refused without saying why: the record is being fetched, and what differs will show. */
  readonly bare?: true;
}
/** What a save was merged with. */
export interface MergedSave {
  readonly changes: readonly FieldChange[];
  /** The save's change-set. */
  readonly cid: string | undefined;
}
/** A save under way, or one that never got its answer. */
export interface PendingSave {
  readonly mid: string;
  readonly values: WireRow;
  readonly body?: RequestBody;
  /** It may have arrived: whatever is saved after it waits until that is known. */
  readonly risked?: true;
  /** What was saved after it. */
  readonly next?: Pick<PendingSave, 'mid' | 'values'>;
}
export type RequestBody = Readonly<Record<string, unknown>>;
/** A save that waits for the connection: sent exactly like this, under its own id, when it is back. */
export interface QueuedSave extends PendingSave {
  readonly body: RequestBody;
}
export interface ChangeHighlight {
  readonly by: ActorRef | null;
  readonly at: number;
}
export interface RecordGone {
  /** `left`: out of what one may see. `missing`: nobody says whether it is that or gone for good. */
  readonly why: 'deleted' | 'purged' | 'left' | 'missing';
  readonly by: ActorRef | null;
}
export interface Draft {
  /** Of the form it is typed in: under it the text is kept beyond the form. */
  readonly mark: string;
  /** Marks of earlier forms whose text was taken over: it goes with this one. */
  readonly adopted: readonly string[];
  /** Null: a record that does not exist yet. */
  readonly id: number | null;
  readonly loaded: boolean;
  readonly revision: number;
  readonly base: WireRow;
  /** What was typed, by field; a field typed back to its base stays here but is not dirty. */
  readonly mine: WireRow;
  readonly conflicts: Readonly<Record<string, RemoteChange>>;
  /** Came for an untouched field that has the focus: it must not change under the caret. */
  readonly waiting: Readonly<Record<string, RemoteChange>>;
  readonly flashes: Readonly<Record<string, ChangeHighlight>>;
  /** Fields that hold what the person stored last; nobody wrote there since. */
  readonly stored: Readonly<Record<string, true>>;
  readonly focused: string | null;
  /** The save under way. */
  readonly sent: PendingSave | null;
  /** Sent, and the answer was lost: its echo is the answer. */
  readonly unanswered: PendingSave | null;
  /** Saved while there was no connection. */
  readonly queued: QueuedSave | null;
  readonly review: ConflictReview | null;
  /** What was chosen or written in the dialog so far. */
  readonly picks: Resolutions;
  /** What the last save was merged with, when somebody looks at it. */
  readonly viewed: MergedSave | null;
  /** Complaints by path, as sentences. */
  readonly faults: Readonly<Record<string, string>>;
  /** The last refusal asked for the approval of another admin. */
  readonly needsApproval: boolean;
  readonly gone: RecordGone | null;
  /** Unix milliseconds of the last save. */
  readonly savedAt: number | null;
}

/** One version of the record as it arrives from an answer or from the live channel. */
export interface RemoteVersion {
  readonly row: WireRow;
  readonly by: ActorRef | null;
  readonly at: number;
  readonly mid: string | null;
  /** What the last change concerned; its author is the author of these alone. */
  readonly fields?: readonly string[];
  /** The person did it on this very page, elsewhere than in this form: an undo, a value in a list. */
  readonly isOwnPage?: true;
}
/** What the server says when two people changed the same. */
export interface SaveConflict extends ConflictReview {
  /** Of the row the server compared with. */
  readonly revision: number;
  readonly fields: readonly FieldConflict[];
}
/** What was typed into a field elsewhere than in the record's form, such as in a list, and what the server said about it. */
export interface TransferredEdit {
  readonly field: string;
  /** What it was typed over. */
  readonly base: Json;
  readonly mine: Json;
  readonly rejection?: DraftEvent;
}
export type DraftEvent =
  | { readonly type: 'remoteVersionReceived'; readonly remoteVersion: RemoteVersion }
  | { readonly type: 'typed'; readonly field: string; readonly value: Json }
  | { readonly type: 'focused'; readonly field: string }
  | { readonly type: 'blurred'; readonly at: number }
  | { readonly type: 'tookTheirs' | 'keptMine'; readonly field: string }
  | ({ readonly type: 'sent' } & PendingSave)
  | { readonly type: 'queued'; readonly queued: QueuedSave }
  | { readonly type: 'saved'; readonly id: number; readonly row: WireRow; readonly at: number }
  /** By the server; `lost`: nobody knows whether it arrived. */
  | {
      readonly type: 'rejected';
      readonly faults: Draft['faults'];
      readonly lost?: true;
      readonly needsApproval?: boolean;
    }
  /** By the form's own check. */
  | { readonly type: 'validationFailed'; readonly faults: Draft['faults'] }
  | { readonly type: 'conflicted'; readonly conflict: SaveConflict }
  /** The dialog is opened, or left without a decision. */
  | { readonly type: 'reviewOpened' | 'reviewClosed' }
  | { readonly type: 'resolutionChosen'; readonly unit: string; readonly resolution: StoredResolution }
  /** The decision, by field; what is not named gives way to the others. */
  | { readonly type: 'resolved'; readonly values: WireRow }
  | { readonly type: 'recordGone'; readonly recordGone: RecordGone }
  | { readonly type: 'mergedSaveViewed'; readonly mergedSave: MergedSave | null }
  | { readonly type: 'draftRestored'; readonly draft: StoredDraft }
  | { readonly type: 'editTransferred'; readonly transferredEdit: TransferredEdit }
  /** Typed on another screen, in the place of what is typed here; `formId`: all that its form held. */
  | { readonly type: 'duplicateTaken'; readonly fields: StoredDraft['fields']; readonly formId?: string }
  | { readonly type: 'discarded' }
  /** What was discarded is wanted back; `before`: the draft as it was then. */
  | { readonly type: 'discardUndone'; readonly before: Draft }
  /** Rights changed: what may no longer be read is forgotten. */
  | { readonly type: 'permissionsChanged'; readonly readable: ReadonlySet<string> }
  | { readonly type: 'detached' };

/** What the reducer knows of the form. */
export interface FormShape {
  readonly entity: AnyEntity;
  /** Fields the form holds. */
  readonly fields: readonly string[];
  /** Which of them may be written; all when absent. */
  readonly writable?: ReadonlySet<string>;
}

export const newDraft = (id: number | null, initial: WireRow, formId = ''): Draft => ({
  mark: formId,
  adopted: [],
  id,
  loaded: id === null,
  revision: 0,
  base: initial,
  mine: {},
  conflicts: {},
  waiting: {},
  flashes: {},
  stored: {},
  focused: null,
  sent: null,
  unanswered: null,
  queued: null,
  review: null,
  picks: {},
  viewed: null,
  faults: {},
  needsApproval: false,
  gone: null,
  savedAt: null,
});

/** A table without some of its keys; the same one if it had none of them. */
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
/** Whether two inputs mean the same value: nothing and an empty text, `1.5` and `1.50`, a text and itself with spaces around. */
export function isSameValue(entity: AnyEntity, field: string, a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  const column = findColumn(entity, field);
  return JSON.stringify(normalizeValue(column, a)) === JSON.stringify(normalizeValue(column, b));
}

/** What a field shows. */
export const currentValue = (draft: Draft, field: string): Json =>
  draft.mine[field] ?? (field in draft.mine ? null : (draft.base[field] ?? null));

export const isDirty = (formShape: FormShape, draft: Draft, field: string): boolean =>
  field in draft.mine && !isSameValue(formShape.entity, field, draft.mine[field], draft.base[field]);
export const isWritable = ({ writable }: FormShape, field: string): boolean => writable?.has(field) ?? true;
/** What a save would change. */
export const dirtyFieldsOf = (formShape: FormShape, draft: Draft): readonly string[] =>
  formShape.fields.filter((field) => isWritable(formShape, field) && isDirty(formShape, draft, field));
/** Fields that were typed in before the right to write them was lost. */
export const revokedFieldsOf = (formShape: FormShape, draft: Draft): readonly string[] =>
  Object.keys(draft.mine).filter((field) => !isWritable(formShape, field) && isDirty(formShape, draft, field));

export const mergeGroupOf = ({ entity }: FormShape, field: string): readonly string[] =>
  entity.spec.mergeGroups?.find((group) => group.includes(field)) ?? [field];
/** The fields of a unit under one name, which it keeps while members come and go. */
export const mergeGroupKey = (formShape: FormShape, field: string): string => mergeGroupOf(formShape, field).join();
/** Fields that merge as a unit are edited together: one touched, all touched. */
export const isGroupDirty = (formShape: FormShape, draft: Draft, field: string): boolean =>
  mergeGroupOf(formShape, field).some((member) => isDirty(formShape, draft, member));

/** What a save sends of the fields: the dirty ones; of fields that merge as a unit, all. */
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
