/** Suggestion mode for people who may not write: turns every change into suggestions before the editor applies it. */
import { Extension } from '@tiptap/core';
import type { Mark } from '@tiptap/pm/model';
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import {
  INSERTION,
  parseSuggestion,
  SUGGESTION_ATTRIBUTE,
  type SuggestionAuthor,
} from '../../../../common/text/richText/draftSuggestion';
import { insertionMarks, isSuggestionMark, toSuggestion } from './toSuggestion';

/** The author whose changes become suggestions; null while changes are ordinary ones. */
type GetAuthor = () => SuggestionAuthor | null;

/** Text that is typed next gets the mark at once: a mark that came later would interrupt an input method. */
function markNextText({ selection, storedMarks, doc, tr }: EditorState, author: SuggestionAuthor): Transaction | null {
  const { $from, empty } = selection;
  const current = storedMarks ?? $from.marks();
  const own = current.find(({ type }) => type.name === INSERTION);
  const isMarked = own !== undefined && parseSuggestion(own.attrs[SUGGESTION_ATTRIBUTE])?.p === author.p;
  const marks = empty && !isMarked ? insertionMarks(doc.resolve($from.pos), author, current) : undefined;
  return marks === undefined ? null : tr.setStoredMarks(marks);
}
/** What an editor types inside a suggestion is ordinary text. */
function unmarkNextText({ selection: { $from, $to, empty }, storedMarks, tr }: EditorState): Transaction | null {
  const current = storedMarks ?? (empty ? $from.marks() : $from.marksAcross($to)) ?? [];
  return current.some(isSuggestionMark) ? tr.setStoredMarks(current.filter((mark) => !isSuggestionMark(mark))) : null;
}

function createPlugin(getAuthor: GetAuthor): Plugin {
  let view: EditorView | undefined;
  return new Plugin({
    view: (created) => {
      view = created;
      return { destroy: () => (view = undefined) };
    },
    appendTransaction: (_transactions, _before, state) => {
      if (view?.composing === true) return null;
      const author = getAuthor();
      return author === null ? unmarkNextText(state) : markNextText(state, author);
    },
    props: {
      // before the rules that format typed text, which cannot be suggested
      handleTextInput: (target, _from, _to, _text, getTransaction) => {
        if (getAuthor() === null) return false;
        target.dispatch(getTransaction().scrollIntoView());
        return true;
      },
      handleDOMEvents: {
        // an input method would replace the selected text, which has to stay
        compositionstart: (target) => {
          if (getAuthor() !== null && !target.state.selection.empty) target.dispatch(target.state.tr.deleteSelection());
          return false;
        },
      },
    },
  });
}

/** Whether a transaction sets a format for text that is typed next. */
function setsFormat({ docChanged, storedMarksSet, storedMarks }: Transaction, state: EditorState): boolean {
  if (docChanged || !storedMarksSet) return false;
  const { $from } = state.selection;
  const list = (marks: readonly Mark[]) =>
    marks
      .filter((mark) => !isSuggestionMark(mark))
      .map(({ type }) => type.name)
      .join();
  return list(storedMarks ?? $from.marks()) !== list(state.storedMarks ?? $from.marks());
}

/** `onResult` is called with whether a change of the author could be suggested. */
export const createSuggestExtension = (
  getAuthor: GetAuthor,
  onResult: (isSuggested: boolean) => void = () => undefined,
): Extension =>
  Extension.create({
    name: 'suggest',
    priority: 10_000,
    dispatchTransaction({ transaction, next }) {
      const author = getAuthor();
      const isOwn = transaction.docChanged && transaction.getMeta(ySyncPluginKey) === undefined;
      const { state } = this.editor;
      if (author !== null && setsFormat(transaction, state)) {
        onResult(false);
        return;
      }
      if (author === null || !isOwn) {
        next(transaction);
        return;
      }
      const suggestion = toSuggestion(transaction, state, author);
      onResult(suggestion !== null);
      if (suggestion !== null) next(suggestion.setMeta('preventAutolink', true));
    },
    addProseMirrorPlugins: () => [createPlugin(getAuthor)],
  });
