/**
 * Turns changes of a text into suggestions: typed text gets the mark of an insertion, and text to delete that of a deletion. Own
 * suggestions change as ordinary text does. Other changes, such as formatting, have no effect.
 */
import type { Mark, Node, ResolvedPos, Slice } from '@tiptap/pm/model';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { ReplaceAroundStep, ReplaceStep } from '@tiptap/pm/transform';
import {
  DELETION,
  INSERTION,
  parseSuggestion,
  printSuggestion,
  SUGGESTION_ATTRIBUTE,
  type SuggestionAuthor,
} from '../../../../common/text/richText/draftSuggestion';
import { getDeletion, getInsertion } from '../../../../common/text/richText/removeSuggestions';
import { removeSuggestions } from './removeSuggestions';

/** Suggestions of the same minute are one, where they touch. */
const MINUTE_MS = 60_000;
/** What a rewritten transaction keeps of the original one. */
const KEPT_META = ['composition', 'uiEvent', 'paste', 'inputType'] as const;

const isBy = (suggestion: unknown, { p }: SuggestionAuthor): suggestion is string =>
  parseSuggestion(suggestion)?.p === p;
export const isSuggestionMark = ({ type }: Mark): boolean => type.name === INSERTION || type.name === DELETION;

/** Whether two documents differ only in suggestions of one author. */
export const isOwnChange = (before: Node, after: Node, { p }: SuggestionAuthor): boolean =>
  removeSuggestions(before, p).eq(removeSuggestions(after, p));

/** The string of a suggestion at a place: that of the author's suggestion beside it, or a new one. */
function suggestionAt(
  $from: ResolvedPos,
  $to: ResolvedPos,
  author: SuggestionAuthor,
  read: typeof getDeletion,
): string {
  const beside = [$from.nodeBefore, $to.nodeAfter].map((node) => (node?.isText === true ? read(node) : undefined));
  const own = beside.find((suggestion) => isBy(suggestion, author));
  return typeof own === 'string'
    ? own
    : printSuggestion({ ...author, at: Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS });
}
const markedInsertion: typeof getDeletion = ({ marks }) => getInsertion({ isText: true, attrs: {}, marks });

/** The marks of text that the author types at a place; undefined where no text can be suggested. */
export function insertionMarks(
  $at: ResolvedPos,
  author: SuggestionAuthor,
  marks: readonly Mark[] = $at.marks(),
): readonly Mark[] | undefined {
  const type = $at.doc.type.schema.marks[INSERTION];
  if (type === undefined || !$at.parent.inlineContent || !$at.parent.type.allowsMarkType(type)) return undefined;
  const others = marks.filter(
    (mark) => !isSuggestionMark(mark) && !mark.type.excludes(type) && mark.type.name !== 'link',
  );
  const suggestion = suggestionAt($at, $at, author, markedInsertion);
  return type.create({ [SUGGESTION_ATTRIBUTE]: suggestion }).addToSet(others);
}

interface TextPart {
  readonly node: Node;
  readonly parent: Node | null;
  readonly start: number;
  readonly end: number;
}
function listTextParts(document: Node, from: number, to: number): readonly TextPart[] {
  const parts: TextPart[] = [];
  document.nodesBetween(from, to, (node, pos, parent) => {
    if (node.isText) parts.push({ node, parent, start: Math.max(from, pos), end: Math.min(to, pos + node.nodeSize) });
  });
  return parts;
}
/** Suggests to delete a range; own insertions in it are really deleted, and those of others stay. */
function suggestDeletion(tr: Transaction, from: number, to: number, author: SuggestionAuthor): void {
  const type = tr.doc.type.schema.marks[DELETION];
  if (type === undefined || from === to) return;
  const suggestion = suggestionAt(tr.doc.resolve(from), tr.doc.resolve(to), author, getDeletion);
  for (const { node, parent, start, end } of [...listTextParts(tr.doc, from, to)].reverse()) {
    const inserted = getInsertion(node);
    if (isBy(inserted, author)) tr.delete(start, end);
    else if (inserted === undefined && getDeletion(node) === undefined && parent?.type.allowsMarkType(type) === true)
      tr.addMark(start, end, type.create({ [SUGGESTION_ATTRIBUTE]: suggestion }));
  }
}

/** The lines of text in a slice; Enter inserts two empty ones. */
const getLines = ({ content }: Slice): readonly string[] =>
  content.textBetween(0, content.size, '\n', ({ type }) => (type.name === 'hardBreak' ? '\n' : '')).split('\n');

/** Where paragraphs go that begin at a place: behind the block around it, or just there between two blocks. */
function paragraphPlace($at: ResolvedPos): { readonly start: number; readonly outer: Node; readonly index: number } {
  return $at.parent.isTextblock
    ? { start: $at.after(), outer: $at.node(-1), index: $at.index(-1) + 1 }
    : { start: $at.pos, outer: $at.parent, index: $at.index() };
}
/** Suggests paragraphs at a place; returns the place at the end of the last one. */
function suggestParagraphs(tr: Transaction, at: number, lines: readonly string[], author: SuggestionAuthor): number {
  const { schema } = tr.doc.type;
  const $at = tr.doc.resolve(at);
  const { start, outer, index } = paragraphPlace($at);
  const { paragraph } = schema.nodes;
  if (paragraph === undefined || !outer.canReplaceWith(index, index, paragraph)) return at;
  const attributes = { [SUGGESTION_ATTRIBUTE]: suggestionAt($at, $at, author, markedInsertion) };
  const mark = schema.mark(INSERTION, attributes);
  const paragraphs = lines.map((line) => paragraph.create(attributes, line === '' ? null : schema.text(line, [mark])));
  tr.insert(start, paragraphs);
  return start + paragraphs.reduce((sum, { nodeSize }) => sum + nodeSize, 0) - 1;
}
/** Suggests to insert lines at a place; returns the place behind them. */
function suggestLines(tr: Transaction, at: number, lines: readonly string[], author: SuggestionAuthor): number {
  const $at = tr.doc.resolve(at);
  const texts = lines.filter((line) => line !== '');
  if (!$at.parent.isTextblock) return suggestParagraphs(tr, at, texts.length > 0 ? texts : [''], author);
  const marks = insertionMarks($at, author);
  const [line = '', ...paragraphs] = lines;
  if (marks === undefined) return at;
  if (line !== '') tr.insert(at, tr.doc.type.schema.text(line, marks));
  const end = at + line.length;
  return paragraphs.length === 0 ? end : suggestParagraphs(tr, end, paragraphs, author);
}

/** Where the caret goes after a deletion: it moves on in the direction of the key. */
const caretAfterDeletion = ({ empty, head }: EditorState['selection'], from: number, to: number): number =>
  empty && head === from ? to : from;

/** Suggests the steps of a transaction one by one; returns the place of the caret. */
function suggestSteps(
  original: Transaction,
  state: EditorState,
  author: SuggestionAuthor,
  tr: Transaction,
): number | undefined {
  let caret: number | undefined;
  original.steps.forEach((step, index) => {
    if (!(step instanceof ReplaceStep)) return;
    const earlier = original.mapping.maps.slice(0, index).reverse();
    const toOwn = (pos: number) => tr.mapping.map(earlier.reduce((before, map) => map.invert().map(before), pos));
    const [from, to] = [toOwn(step.from), toOwn(step.to)];
    const lines = getLines(step.slice);
    const isText = lines.length > 1 || lines[0] !== '';
    // an image or a line takes no place of a text
    if (step.slice.content.size > 0 && !isText) return;
    const count = tr.steps.length;
    suggestDeletion(tr, from, to, author);
    const end = tr.mapping.slice(count).map(to);
    caret = isText ? suggestLines(tr, end, lines, author) : caretAfterDeletion(state.selection, from, end);
  });
  return caret;
}
/** Whether a change inserts an image, a rule or a line break. */
function insertsLeaf({ steps }: Transaction): boolean {
  let isFound = false;
  for (const step of steps)
    if (step instanceof ReplaceStep || step instanceof ReplaceAroundStep)
      step.slice.content.descendants((node) => void (isFound ||= node.isLeaf && !node.isText));
  return isFound;
}
/** Suggests to replace the selected text, where the steps change lists or tables too; returns the place of the caret. */
function suggestSelection(
  original: Transaction,
  { doc, selection }: EditorState,
  author: SuggestionAuthor,
  tr: Transaction,
): number | undefined {
  const { from, to } = selection;
  const [before, behind] = [doc.textBetween(0, from), doc.textBetween(to, doc.content.size)];
  const { textContent } = original.doc;
  const isReplaced =
    from < to &&
    !insertsLeaf(original) &&
    textContent.length >= before.length + behind.length &&
    textContent.startsWith(before) &&
    textContent.endsWith(behind);
  if (!isReplaced || doc.textBetween(from, to) === '') return undefined;
  const typed = textContent.slice(before.length, textContent.length - behind.length);
  if (typed === doc.textBetween(from, to)) return undefined;
  suggestDeletion(tr, from, to, author);
  const end = TextSelection.near(tr.doc.resolve(tr.mapping.map(to)), -1).head;
  return typed === '' ? tr.mapping.map(from) : suggestLines(tr, end, [typed], author);
}

/** The transaction as suggestions of the author; null for one that cannot be suggested. */
export function toSuggestion(original: Transaction, state: EditorState, author: SuggestionAuthor): Transaction | null {
  if (isOwnChange(state.doc, original.doc, author)) return original;
  for (const suggest of [suggestSteps, suggestSelection]) {
    const { tr } = state;
    const caret = suggest(original, state, author, tr);
    const isSuggested = caret !== undefined && !tr.doc.eq(state.doc) && isOwnChange(state.doc, tr.doc, author);
    // a deletion of what is suggested to be deleted moves the caret only
    if (isSuggested || (caret !== undefined && suggest === suggestSteps && isOnlyDeleted(original, state)))
      return finishSuggestion(original, tr, caret);
  }
  return null;
}
/** Whether a change deletes nothing but text that is already suggested to be deleted. */
function isOnlyDeleted({ steps }: Transaction, { doc }: EditorState): boolean {
  return steps.every((step) => {
    if (!(step instanceof ReplaceStep) || step.slice.size > 0) return false;
    const parts = listTextParts(doc, step.from, Math.min(step.to, doc.content.size));
    return (
      parts.length > 0 && parts.every(({ node }) => getDeletion(node) !== undefined || getInsertion(node) !== undefined)
    );
  });
}
function finishSuggestion(original: Transaction, tr: Transaction, caret: number): Transaction {
  for (const key of KEPT_META) {
    const value: unknown = original.getMeta(key);
    if (value !== undefined) tr.setMeta(key, value);
  }
  return tr.setSelection(TextSelection.near(tr.doc.resolve(caret))).scrollIntoView();
}
