/** Merges a change of the stored text into a shared draft with unsaved changes. */
import type { Node } from '@tiptap/pm/model';
import type { Doc } from 'yjs';
import { mergeRichText, proposeMerge } from '../../../common/text/richText/mergeRichText';
import { getDocument } from './draftContent';
import { parseHtmlDocument } from './richText/parseHtmlDocument';
import { printHtmlDocument } from './richText/printHtmlDocument';
import { removeSuggestions } from './suggestions/suggestions';

/** The stored text before and after the change. */
export interface StoredTextChange {
  readonly from: string | null;
  readonly to: string | null;
}
/** A change of the stored text that a draft cannot take over. */
export interface Contest extends StoredTextChange {
  /** The passages that both changed, as the draft has them. */
  readonly passages: readonly string[];
}
/** The merged document of a draft, and whether both changed the same passage: the document then has both versions of it. */
export interface MergedDraft {
  readonly document: Node;
  readonly isContested: boolean;
  /** The passages that both changed, as the draft has them. */
  readonly passages: readonly string[];
}

/** Texts that mean the same have the same HTML. */
const normalize = (html: string | null): string => printHtmlDocument(parseHtmlDocument(html));

/** The text of a draft, suggestions left out, with a change of the stored text. */
export function mergeIntoDraft(doc: Doc, { from, to }: StoredTextChange): MergedDraft {
  const own = printHtmlDocument(removeSuggestions(getDocument(doc)));
  const merge = mergeRichText(normalize(from), normalize(to), own);
  return {
    document: parseHtmlDocument(proposeMerge(merge), { keepsSpaces: true }),
    isContested: merge.conflicts.length > 0,
    passages: merge.conflicts.map(({ mine }) => mine),
  };
}
