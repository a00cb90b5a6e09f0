/** The change-sets that this tab made in the design, so that the latest can be undone. */
import { useCallback, useState } from 'react';
import { useUndo } from '../../../../engine/history/useUndo';
import type { OpenDesign } from './designContext';

const MAX_CHANGES = 50;

export function useOwnChanges() {
  const [changes, setChanges] = useState<readonly string[]>([]);
  const { undo } = useUndo();
  const onSaved = useCallback<OpenDesign['onSaved']>(({ cid }) => {
    if (cid !== undefined) setChanges((current) => [...current, cid].slice(-MAX_CHANGES));
  }, []);
  const last = changes.at(-1);
  const undoLast = () => {
    if (last === undefined) return;
    setChanges(changes.slice(0, -1));
    void undo(last);
  };
  return { onSaved, canUndo: last !== undefined, undoLast };
}
