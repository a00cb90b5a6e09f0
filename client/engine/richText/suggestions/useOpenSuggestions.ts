import type { Node } from '@tiptap/pm/model';
import { useEditorState, type Editor } from '@tiptap/react';
import { listSuggestions, type OpenSuggestion } from './listSuggestions';

const byDocument = new WeakMap<Node, readonly OpenSuggestion[]>();
function listOnce(document: Node): readonly OpenSuggestion[] {
  const known = byDocument.get(document) ?? listSuggestions(document);
  byDocument.set(document, known);
  return known;
}

/** The open suggestions of a draft, listed once for each document. */
export const useOpenSuggestions = (editor: Editor): readonly OpenSuggestion[] =>
  useEditorState({ editor, selector: ({ editor: { state } }) => listOnce(state.doc) });
