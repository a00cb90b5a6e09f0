/** The update that gives a shared draft another text. */
import type { Node } from '@tiptap/pm/model';
import { encodeStateAsUpdate, type Doc } from 'yjs';
import { openDraftState, replaceText } from './draftContent';
import type { DraftSuggester } from './suggestions/suggesters';
import { suggestersOfNewText } from './suggestions/updatePendingSuggesters';

export interface TextUpdate {
  readonly update: Uint8Array;
  /** The number of suggestions that the new text has no place for. */
  readonly lost: number;
  /** The stored list of authors with pending suggestions in the new text. */
  readonly suggesters: readonly DraftSuggester[];
}

/** The update from a draft, which stays as it is, to a document without suggestions; those that fit stay. */
export function createTextUpdate(doc: Doc, document: Node, stored: readonly DraftSuggester[]): TextUpdate {
  const copy = openDraftState(encodeStateAsUpdate(doc));
  const { update, lost } = replaceText(copy, document);
  const suggesters = suggestersOfNewText(stored, copy);
  copy.destroy();
  return { update, lost, suggesters };
}
