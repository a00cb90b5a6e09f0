/** The change-sets that this tab made in the design: the latest can be undone, and done again. Changes of others are not among them. */
import { useCallback, useRef, useState } from 'react';
import { useUndo, type UndoneChange } from '../../../engine/history/useUndo';
import type { OpenDesign } from './designContext';

const MAX_CHANGES = 100;

interface OwnChanges {
  readonly undoable: readonly string[];
  /** Change-sets of undos: undoing one does its change again. */
  readonly redoable: readonly string[];
}
const NO_CHANGES: OwnChanges = { undoable: [], redoable: [] };
const push = (changes: readonly string[], cid: string) => [...changes, cid].slice(-MAX_CHANGES);

/** A new change clears the redo stack. */
const withChange = ({ undoable }: OwnChanges, cid: string): OwnChanges => ({
  undoable: push(undoable, cid),
  redoable: [],
});
/** Moves a change-set to the other side. One without effect, because others changed its rows meanwhile, is forgotten. */
function withUndone(changes: OwnChanges, { cid, undoCid, isRedo, hasEffect }: UndoneChange): OwnChanges {
  const undoable = changes.undoable.filter((id) => id !== cid);
  const redoable = changes.redoable.filter((id) => id !== cid);
  if (!hasEffect) return { undoable, redoable };
  return isRedo
    ? { undoable: push(undoable, undoCid), redoable }
    : { undoable, redoable: push(redoable, undoCid) };
}

export function useUndoStack() {
  const [changes, setChanges] = useState(NO_CHANGES);
  /** One undo at a time: the next one must know the change-set of the last. */
  const isRunning = useRef(false);
  const onUndone = useCallback((change: UndoneChange) => setChanges((current) => withUndone(current, change)), []);
  const { undo, offerUndo: showUndoOffer } = useUndo(onUndone);
  const onSaved = useCallback<OpenDesign['onSaved']>(({ cid }) => {
    if (cid !== undefined) setChanges((current) => withChange(current, cid));
  }, []);
  const offerUndo = useCallback<OpenDesign['offerUndo']>(
    (message, cid, skipped) => {
      onSaved({ cid });
      showUndoOffer(message, cid, skipped);
    },
    [onSaved, showUndoOffer],
  );
  const runUndo = async (cid: string | undefined, isRedo: boolean) => {
    if (cid === undefined || isRunning.current) return;
    isRunning.current = true;
    await undo(cid, isRedo);
    isRunning.current = false;
  };
  const [last, undone] = [changes.undoable.at(-1), changes.redoable.at(-1)];
  return {
    onSaved,
    offerUndo,
    canUndo: last !== undefined,
    canRedo: undone !== undefined,
    undoLast: () => void runUndo(last, false),
    redoLast: () => void runUndo(undone, true),
  };
}
