/** What the editor of a shared draft needs from the form around it. */
import type { RemoteChange } from '../formState/draft';

/** How an input takes part in the conflicts of its field while it shows a shared draft. */
export interface FieldSharing {
  /** While there is a conflict. */
  readonly conflict: RemoteChange | undefined;
  /** The form is being saved. */
  readonly isSaving: boolean;
  /** Keeps the value over the conflicting stored text. */
  readonly keepMine: () => void;
  /** Opens a decided conflict again, with the present text. */
  readonly reopen: (conflict: RemoteChange, html: string) => void;
  /** Called with the SHA-256 of the stored text that the draft continues, together with the value; null when the value is no longer shared. */
  readonly onSharingChange: (base: string | null) => void;
}
