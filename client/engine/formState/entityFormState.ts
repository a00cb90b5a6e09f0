/** The state of an open form, as the panels around the form read it. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { WireRow } from '../../../common/entity/projectRow';
import type { DraftPatch, StoredDraft } from '../../../common/protocol/draft';
import type { CallFault } from '../../shared/api/faults';
import type { SaveResult } from '../data/rowsApi';
import type { EntityPermissions } from '../usePermissions';
import type { Draft, FormShape } from './draft';
import type { StoredResolution } from './resolutions';

export interface DuplicateForm {
  readonly formId: string;
  /** What it says otherwise than this form. */
  readonly fields: DraftPatch['fields'];
  /** Which of them are typed in here too. */
  readonly conflictingFields: readonly string[];
  readonly swapIn: () => void;
  readonly dismiss: () => void;
}
export interface Autosave {
  /** Earlier drafts that wait for a decision, the newest first. */
  readonly offers: readonly StoredDraft[];
  readonly restore: (offer: StoredDraft) => void;
  readonly discard: (offer: StoredDraft) => void;
  /** Fields that leaving would lose. */
  readonly unsavable: readonly string[];
  /** The last keys are not stored yet. */
  readonly isPending: boolean;
  /** Whether the last that was to be stored is, in this browser or on the server. */
  readonly isStored: () => Promise<boolean>;
  /** The same record, typed in on another screen. */
  readonly duplicate: DuplicateForm | undefined;
}

/** What the fields call back; the same object for as long as the form lives. */
export interface FieldHandlers {
  readonly onType: (field: string, value: Json) => void;
  readonly onFocus: (field: string) => void;
  readonly onBlur: () => void;
  readonly onTakeTheirs: (field: string) => void;
  readonly onKeepMine: (field: string) => void;
  /** Opens the conflict dialog, or leaves it without a decision. */
  readonly onReview: (open: boolean) => void;
  /** Keeps what was chosen in it for fields that are decided together. */
  readonly onResolve: (unit: string, pick: StoredResolution) => void;
}
export interface EntityFormState {
  readonly entity: AnyEntity;
  readonly formShape: FormShape;
  readonly draft: Draft;
  readonly dirtyFields: readonly string[];
  /** Fields whose result was written in the conflict dialog, and not saved. */
  readonly manuallyResolved: readonly string[];
  /** What of it is kept beyond this form. */
  readonly autosave: Autosave;
  /** Typed in, but the right to write them was lost. */
  readonly revokedFields: readonly string[];
  /** Under which the draft is kept while another tab is in sight. */
  readonly draftKey: string;
  readonly permissions: EntityPermissions;
  readonly fault: CallFault | undefined;
  /** Why nothing can be changed right now, if so. */
  readonly readOnly: 'rights' | 'locked' | 'gone' | null;
  /** The name of the state that locks the record. */
  readonly lockState: string | undefined;
  readonly handlers: FieldHandlers;
  readonly discard: () => void;
  /** Closes the sight of what a save was merged with. */
  readonly closeMerged: () => void;
  /** Saves what is typed as a new record. */
  readonly saveAsNew: () => Promise<SaveResult | undefined>;
  /** Brings the deleted record back and goes on with what is typed. */
  readonly restore: () => Promise<void>;
  /** Turns what is typed into a new record. */
  readonly detach: () => void;
  readonly save: () => Promise<SaveResult | undefined>;
  /** Saves what was decided in the conflict dialog. */
  readonly resolve: (values: WireRow) => Promise<SaveResult | undefined>;
  readonly refetch: () => void;
}

