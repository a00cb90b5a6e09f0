import { Fragment, type Node } from '@tiptap/pm/model';
import { createRemoveSuggestions } from '../../../../common/text/richText/removeSuggestions';

/** The document without suggestions of one author, or of everybody: what a save stores. */
export const removeSuggestions = createRemoveSuggestions<Node>({
  filterMarks: (text, isKept) => text.mark(text.marks.filter(isKept)),
  replaceChildren: (node, attrs, children) => node.type.create(attrs, Fragment.fromArray([...children]), node.marks),
});
