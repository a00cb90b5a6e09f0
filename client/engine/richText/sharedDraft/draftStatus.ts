/** What an editor knows about its connection with a shared draft. */
import type { DraftStateFrame, DraftWriterName } from '../../../../common/protocol/sharedDraft';
import type { SuggestionAuthor } from '../../../../common/text/richText/draftSuggestion';

export interface DraftStatus {
  /** `waiting`: no response yet. `refused`: the server has no draft for this reader. `ended`: this editor has left the draft for good. */
  readonly phase: 'waiting' | 'live' | 'offline' | 'refused' | 'ended';
  readonly canWrite: boolean;
  /** The author of the suggestions that this reader, who may not write, may make; null for everybody else. */
  readonly suggest: SuggestionAuthor | null;
  /** Suggestions that were removed because the record changed. */
  readonly lost: number;
  /** Somebody else had decided otherwise about a suggestion before this reader did. */
  readonly isOverruled?: boolean;
  /** Who else discarded the unsaved text for everybody last. */
  readonly discarded?: DraftWriterName;
  /** SHA-256 of the stored text that the draft continues; `epoch`: which draft of the field it is. */
  readonly base: string;
  readonly epoch?: string;
  readonly writers: readonly DraftWriterName[];
  /** Names of the people in the draft, this one excluded. */
  readonly people: readonly { readonly p: string; readonly name: string }[];
  /** Why the draft accepts no changes; `refused`: the server refused a suggestion; `unsupported`: it refused content that the text cannot have. */
  readonly stop: 'full' | 'refused' | 'too_large' | 'unsupported' | NonNullable<DraftStateFrame['end']> | null;
}
/** The status before the server has responded. */
export const WAITING: DraftStatus = {
  phase: 'waiting',
  canWrite: false,
  suggest: null,
  lost: 0,
  base: '',
  writers: [],
  people: [],
  stop: null,
};
