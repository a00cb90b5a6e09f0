/** State of an open form, read by the panels around it. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { WireRow } from '../../../common/entity/projectRow';
import type { DraftPatch, StoredDraft } from '../../../common/protocol/draft';
import type { CallFault } from '../../shared/api/faults';
import type { SaveResult } from '../data/rowsApi';
import type { EntityPermissions } from '../usePermissions';
import type { Draft, DraftEvent, FormShape } from './draft';
import type { StoredResolution } from './resolutions';

export interface DuplicateForm {
  readonly formId: string;
  /** Fields with a value other than in this form. */
  readonly fields: DraftPatch['fields'];
  /** Changed fields that are dirty in this form too. */
  readonly conflictingFields: readonly string[];
  readonly swapIn: () => void;
  readonly dismiss: () => void;
}
export interface Autosave {
  /** Stored drafts of earlier forms, newest first. */
  readonly offers: readonly StoredDraft[];
  readonly restore: (offer: StoredDraft) => void;
  readonly discard: (offer: StoredDraft) => void;
  /** Dirty fields that no draft stores. */
  readonly unsavable: readonly string[];
  /** The latest edits are not stored yet. */
  readonly isPending: boolean;
  /** Resolves with whether the last write succeeded, in this browser or on the server. */
  readonly isStored: () => Promise<boolean>;
  /** The same record, edited on another screen. */
  readonly duplicate: DuplicateForm | undefined;
}

/** Callbacks of the fields; the same object for the lifetime of the form. */
export interface FieldHandlers {
  readonly onType: (field: string, value: Json) => void;
  readonly onFocus: (field: string) => void;
  readonly onBlur: () => void;
  readonly onTakeTheirs: (field: string) => void;
  readonly onKeepMine: (field: string) => void;
  readonly onUndoDecision: (decision: Omit<Extract<DraftEvent, { type: 'decisionUndone' }>, 'type'>) => void;
  /** The field begins or ends to show a shared draft. */
  readonly onSharingChange: (field: string, base: string | null) => void;
  /** Opens the conflict dialog, or closes it without a decision. */
  readonly onReview: (open: boolean) => void;
  /** Stores the resolution of a conflict unit. */
  readonly onResolve: (unit: string, pick: StoredResolution) => void;
}
export interface EntityFormState {
  readonly entity: AnyEntity;
  /** The definitions that the form had before, newest first. */
  readonly formerEntities: readonly AnyEntity[];
  readonly formShape: FormShape;
  readonly draft: Draft;
  readonly dirtyFields: readonly string[];
  /** Fields with an unsaved result typed in the conflict dialog. */
  readonly manuallyResolved: readonly string[];
  /** Autosave of the form. */
  readonly autosave: Autosave;
  /** Dirty fields the user may no longer write. */
  readonly revokedFields: readonly string[];
  /** Key of the draft in the draft cache. */
  readonly draftKey: string;
  readonly permissions: EntityPermissions;
  readonly fault: CallFault | undefined;
  /** Why the form is read-only, if it is. */
  readonly readOnly: 'permission' | 'locked' | 'removed' | null;
  /** The name of the state that locks the record. */
  readonly lockState: string | undefined;
  readonly handlers: FieldHandlers;
  readonly discard: () => void;
  /** Closes the dialog with the merged changes. */
  readonly closeMerged: () => void;
  /** Saves the typed values as a new record. */
  readonly saveAsNew: () => Promise<SaveResult | undefined>;
  /** Restores the deleted record and keeps the typed values. */
  readonly restore: () => Promise<void>;
  /** Turns the typed values into a new record. */
  readonly detach: () => void;
  readonly save: () => Promise<SaveResult | undefined>;
  /** Saves the resolution of the conflict dialog. */
  readonly resolve: (values: WireRow) => Promise<SaveResult | undefined>;
  readonly refetch: () => void;
}
