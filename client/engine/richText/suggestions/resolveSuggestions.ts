/** Accepts and rejects suggestions: accepted insertions become ordinary text, rejected deletions too; the rest is deleted. */
import type { Editor } from '@tiptap/core';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type { UndoManager } from 'yjs';
import {
  DELETION,
  INSERTION,
  parseSuggestion,
  SUGGESTION_ATTRIBUTE,
} from '../../../../common/text/richText/draftSuggestion';
import { getDeletion, getInsertion } from '../../../../common/text/richText/removeSuggestions';
import type { OpenSuggestion } from './listSuggestions';

/** Blocks that go with their only block. */
const WRAPPERS = new Set(['listItem', 'bulletList', 'orderedList', 'blockquote']);

/** Deletes the block around a place unless what holds it needs it. */
function deleteBlock(tr: Transaction, $at: ResolvedPos): void {
  let depth = $at.depth;
  while (depth > 1 && $at.node(depth - 1).childCount === 1 && WRAPPERS.has($at.node(depth - 1).type.name)) depth -= 1;
  const [outer, index] = [$at.node(depth - 1), $at.index(depth - 1)];
  if (outer.childCount > 1 && outer.canReplace(index, index + 1)) tr.delete($at.before(depth), $at.after(depth));
}

function resolveText(tr: Transaction, node: Node, pos: number, isAccepted: boolean): void {
  const isInsertion = getInsertion(node) !== undefined;
  const end = pos + node.nodeSize;
  const mark = tr.doc.type.schema.marks[isInsertion ? INSERTION : DELETION];
  if (isInsertion === isAccepted) {
    if (mark) tr.removeMark(pos, end, mark);
    return;
  }
  tr.delete(pos, end);
  const $at = tr.doc.resolve(pos);
  // a paragraph goes with all its text
  if (!isInsertion && $at.parent.content.size === 0) deleteBlock(tr, $at);
}
function resolveParagraph(tr: Transaction, pos: number, isAccepted: boolean): void {
  const isEmpty = tr.doc.nodeAt(pos)?.content.size === 0;
  const count = tr.steps.length;
  if (!isAccepted && isEmpty) deleteBlock(tr, tr.doc.resolve(pos + 1));
  if (tr.steps.length === count) tr.setNodeAttribute(pos, SUGGESTION_ATTRIBUTE, null);
}

function resolveOne(tr: Transaction, { from, to, p }: OpenSuggestion, isAccepted: boolean): void {
  const parts: { readonly node: Node; readonly pos: number }[] = [];
  const isOwn = (suggestion: unknown) => parseSuggestion(suggestion)?.p === p;
  tr.doc.nodesBetween(from, Math.min(to, tr.doc.content.size), (node, pos) => {
    if (pos >= from && (isOwn(getInsertion(node)) || isOwn(getDeletion(node)))) parts.push({ node, pos });
  });
  // from the end, so that the places before stay where they are
  for (const { node, pos } of parts.reverse())
    if (node.isText) resolveText(tr, node, pos, isAccepted);
    else resolveParagraph(tr, pos, isAccepted);
}

/** Accepts or rejects suggestions of the document before the transaction. */
export function resolveSuggestions(
  tr: Transaction,
  suggestions: readonly OpenSuggestion[],
  isAccepted: boolean,
): Transaction {
  for (const suggestion of [...suggestions].sort((a, b) => b.from - a.from)) resolveOne(tr, suggestion, isAccepted);
  return tr;
}

/**
 * Accepts or rejects suggestions of an editor; undo takes this back apart from what was typed before and afterwards. Each part is a change of its
 * own: of a text that changes in two places the draft would get everything between them again, also what somebody else decided.
 */
export function decideSuggestions(editor: Editor, suggestions: readonly OpenSuggestion[], isAccepted: boolean): void {
  const history = yUndoPluginKey.getState(editor.state) as { readonly undoManager: UndoManager } | undefined;
  history?.undoManager.stopCapturing();
  const { steps } = resolveSuggestions(editor.state.tr, suggestions, isAccepted);
  for (const step of steps) editor.view.dispatch(editor.state.tr.step(step));
  history?.undoManager.stopCapturing();
}
