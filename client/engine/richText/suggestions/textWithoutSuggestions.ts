/** The text of a shared draft as a save stores it, and its replacement. */
import { getHTMLFromFragment, isNodeEmpty, type Editor } from '@tiptap/core';
import { Fragment } from '@tiptap/pm/model';
import { carrySuggestions } from '../../../../common/text/richText/carrySuggestions';
import { replaceContent } from '../editorContent';
import { removeSuggestions } from './removeSuggestions';

/** The HTML without open suggestions; an empty document becomes an empty text. */
export function textWithoutSuggestions({ state, schema }: Editor): string {
  const document = removeSuggestions(state.doc);
  return isNodeEmpty(document) ? '' : getHTMLFromFragment(document.content, schema);
}

/** Replaces the text as an edit of this user, which undo takes back; suggestions in unchanged paragraphs stay. */
export function replaceText(editor: Editor, html: string): void {
  replaceContent(
    editor,
    html,
    (current, next) => next.copy(Fragment.fromArray([...carrySuggestions(current, next, removeSuggestions).blocks])),
    true,
  );
}
