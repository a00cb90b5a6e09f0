/** Keeps the selection at its text when somebody else changes the block around it: Yjs writes such a block again, and the old one is gone. */
import { Extension } from '@tiptap/core';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { relativePositionToAbsolutePosition, ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import { createAbsolutePositionFromRelativePosition } from 'yjs';
import type { Doc, RelativePosition, Transaction as YjsTransaction } from 'yjs';
import { findLeftBehind } from './findLeftBehind';
import { mapCaret, skipReturned } from './mapCaret';

/** Milliseconds in which the server types text again that such a change lost. */
const RETURN_MS = 5_000;

interface SyncState {
  readonly doc: Doc;
  readonly binding: Pick<ProsemirrorBinding, 'type' | 'mapping'> & {
    readonly beforeTransactionSelection: {
      readonly anchor: RelativePosition | null;
      readonly head: RelativePosition | null;
    } | null;
  };
}
interface SyncMeta {
  readonly isChangeOrigin?: boolean;
  readonly isUndoRedoOperation?: boolean;
}
/** The text before the caret that a change of somebody else lost, and the time of that change. */
interface Lost {
  readonly text: string;
  readonly at: number;
}

/** Whether the text to which a position belongs is in the document. */
export function isInText(doc: Doc, position: RelativePosition | null): boolean {
  const place = position && createAbsolutePositionFromRelativePosition(position, doc);
  return place !== null && place.type._item?.deleted !== true;
}

/** What the extension keeps between changes. */
interface CaretStorage {
  lost: Lost;
  /** The last change of the document of Yjs. */
  change: YjsTransaction | undefined;
  stop: () => void;
}
/** Corrects the selection of a change of somebody else; returns the text before the caret that the change lost. */
function keepSelection(
  transaction: Transaction,
  state: EditorState,
  { lost, change }: Pick<CaretStorage, 'lost' | 'change'>,
): Lost {
  const sync = ySyncPluginKey.getState(state) as SyncState | undefined;
  const relative = sync?.binding.beforeTransactionSelection;
  const { selection, doc: before } = state;
  const { doc: after } = transaction;
  if (sync === undefined || relative == null || !(selection instanceof TextSelection)) return lost;
  const { doc, binding } = sync;
  const map = (place: 'anchor' | 'head') => {
    // the library has guessed the places in the selection of the transaction
    const tied = relative[place];
    const found = relativePositionToAbsolutePosition(doc, binding.type, tied, binding.mapping);
    const isAlive = found !== null && isInText(doc, tied);
    const leftBehind = change && tied && isAlive ? findLeftBehind(doc, change, tied) : undefined;
    if (found !== null && leftBehind === 'intact') return { position: found, lost: '' };
    return mapCaret({
      before,
      after,
      position: selection[place],
      resolved: found ?? 0,
      isAlive,
      leftBehind: leftBehind === 'intact' ? undefined : leftBehind,
    });
  };
  const head = map('head');
  const isRecent = Date.now() - lost.at < RETURN_MS;
  const returned =
    selection.empty && isRecent
      ? skipReturned(before, after, { from: selection.head, to: head.position }, lost.text)
      : 0;
  const position = head.position + returned;
  const anchor = selection.empty ? position : map('anchor').position;
  if (position !== transaction.selection.head || anchor !== transaction.selection.anchor)
    transaction.setSelection(TextSelection.between(after.resolve(anchor), after.resolve(position)));
  const left = isRecent ? lost.text.slice(returned) : '';
  return head.lost === '' ? { text: left, at: lost.at } : { text: head.lost + left, at: Date.now() };
}

export const createCaretExtension = (doc: Doc): Extension =>
  Extension.create<object, CaretStorage>({
    name: 'sharedCaret',
    addStorage: () => ({ lost: { text: '', at: 0 }, change: undefined, stop: () => undefined }),
    onBeforeCreate() {
      const { storage } = this;
      const onChange = (change: YjsTransaction) => void (storage.change = change);
      doc.on('beforeObserverCalls', onChange);
      storage.stop = () => doc.off('beforeObserverCalls', onChange);
    },
    onDestroy() {
      this.storage.stop();
    },
    dispatchTransaction({ transaction, next }) {
      const meta = transaction.getMeta(ySyncPluginKey) as SyncMeta | undefined;
      const isRemote = meta?.isChangeOrigin === true && meta.isUndoRedoOperation !== true;
      const { state } = this.editor;
      if (transaction.docChanged && isRemote) this.storage.lost = keepSelection(transaction, state, this.storage);
      else if (transaction.docChanged || transaction.selectionSet) this.storage.lost = { text: '', at: 0 };
      next(transaction);
    },
  });
