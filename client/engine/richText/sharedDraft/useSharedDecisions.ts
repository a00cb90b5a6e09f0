/** Decisions of conflicts between a shared draft and the stored text: they change the draft, and undo opens the conflict again. */
import type { Editor } from '@tiptap/core';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { digest } from 'lib0/hash/sha256';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { UndoManager } from 'yjs';
import { stringOrEmpty } from '../../../../common/json';
import type { RemoteChange } from '../../formState/draft';
import type { FieldSharing } from '../fieldSharing';
import { replaceText, textWithoutSuggestions } from '../suggestions/textWithoutSuggestions';
import type { DraftStatus } from './draftStatus';

/** SHA-256 in hex as the server computes it; empty for an empty text. Browsers offer their own only on secure pages. */
const hashText = (html: string): string =>
  html === ''
    ? ''
    : [...digest(new TextEncoder().encode(html))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const hashConflict = (conflict: RemoteChange | undefined): string | undefined =>
  conflict && hashText(stringOrEmpty(conflict.theirs));

type History = Pick<UndoManager, 'undoStack' | 'redoStack' | 'stopCapturing' | 'on' | 'off'>;
type PoppedItem = Parameters<Parameters<typeof UndoManager.prototype.on<'stack-item-popped'>>[1]>[0];
const getHistory = ({ state }: Editor): History =>
  (yUndoPluginKey.getState(state) as { readonly undoManager: UndoManager }).undoManager;
/** Under this key a step of the history has the conflict that it decides. */
const DECIDED = 'decided';
const markLast = (stack: History['undoStack'], conflict: RemoteChange) => stack.at(-1)?.meta.set(DECIDED, conflict);

/** Replaces the text in a step of its own, which knows the conflict that it decides. */
function replaceByDecision(editor: Editor, html: string, conflict: RemoteChange): void {
  const history = getHistory(editor);
  history.stopCapturing();
  replaceText(editor, html);
  history.stopCapturing();
  markLast(history.undoStack, conflict);
}
export interface DecisionOptions {
  readonly editor: Editor;
  readonly status: Pick<DraftStatus, 'base'>;
  /** The value of the form. */
  readonly html: string;
  /** The stored text. */
  readonly stored: string;
  readonly sharing: FieldSharing;
  readonly onChange: (html: string | null) => void;
  /** The SHA-256 of the stored text that the draft continues, while changes reach the draft; null otherwise. */
  readonly base: string | null;
}
/** Undo of a decision opens the conflict again, redo decides it again. */
function useUndoneDecisions({ editor, sharing, onChange }: DecisionOptions): void {
  const onPopped = useEffectEvent(({ stackItem, type }: PoppedItem) => {
    const conflict = stackItem.meta.get(DECIDED) as RemoteChange | undefined;
    if (conflict === undefined) return;
    const { undoStack, redoStack } = getHistory(editor);
    markLast(type === 'undo' ? redoStack : undoStack, conflict);
    const html = textWithoutSuggestions(editor);
    onChange(html === '' ? null : html);
    if (type === 'undo') sharing.reopen(conflict, html);
    else sharing.keepMine();
  });
  useEffect(() => {
    const history = getHistory(editor);
    const listener = (popped: PoppedItem) => onPopped(popped);
    history.on('stack-item-popped', listener);
    return () => history.off('stack-item-popped', listener);
  }, [editor]);
}

const NO_DECISION = { from: '', to: '-' };
/**
 * Writes the decision of a conflict into the draft: the stored text, or the text that the form made of both. Returns a function that reads the
 * hash of the stored text that the draft continues: by a decision it is the one that was decided about.
 */
export function useSharedDecisions(options: DecisionOptions): () => string | null {
  const { editor, status, html, stored, sharing, base } = options;
  const decided = useRef(NO_DECISION);
  /** The hash of the stored text about which a decision was undone: the user decides again, whatever the draft continues. */
  const reopened = useRef('-');
  const { conflict, isSaving, keepMine } = sharing;
  const hash = hashConflict(conflict);
  useUndoneDecisions(options);
  // The draft already continues the stored text, so this is no conflict.
  useEffect(() => {
    if (hash === status.base && hash !== decided.current.to && hash !== reopened.current) keepMine();
  }, [hash, status.base, keepMine]);
  const lastConflict = useRef<RemoteChange | undefined>(undefined);
  useEffect(() => {
    const ended = conflict === undefined ? lastConflict.current : undefined;
    lastConflict.current = conflict;
    if (ended === undefined || stringOrEmpty(ended.theirs) !== stored || isSaving || base === null) return;
    const to = hashText(stored);
    if (to === base && to !== reopened.current) return;
    reopened.current = '-';
    if (html !== textWithoutSuggestions(editor)) replaceByDecision(editor, html, ended);
    decided.current = { from: base, to };
  }, [editor, conflict, html, stored, isSaving, base]);
  // The decision is taken back: the text is as it was, and continues the earlier stored text.
  useEffect(() => {
    if (hash === undefined || hash !== decided.current.to) return;
    decided.current = NO_DECISION;
    reopened.current = hash;
    if (html !== textWithoutSuggestions(editor)) replaceText(editor, html);
  }, [editor, hash, html]);
  return () => (base !== null && base === decided.current.from ? decided.current.to : base);
}
