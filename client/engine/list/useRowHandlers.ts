/** Row callbacks as one stable object, so that a row renders only when it changes. */
import { useInsertionEffect, useMemo, useRef } from 'react';
import type { Json } from '../../../common/entity/field';
import type { WireRow } from '../../../common/entity/projectRow';
import type { MoveTarget } from './tree/rowMoves';
import type { RejectedEdit } from './cells/useInlineEditing';
import type { PendingAction } from './useRowActions';
import type { OrphanedEdit } from './cells/useOrphanedEdit';

export interface RowHandlers {
  readonly onOpen: (id: number) => void;
  /** Opens a new record with the values of this one. */
  readonly onDuplicate: (id: number) => void;
  readonly onToggle: (id: number, isRange: boolean) => void;
  readonly onRequestAction: (pendingAction: PendingAction) => void;
  /** Deletes a row and offers undo; asks first where the deletion cannot be undone. */
  readonly onRemove: (id: number) => void;
  /** Resolves with the rejection message, or null. */
  readonly onCommit: (row: WireRow, field: string, value: Json) => Promise<string | null>;
  readonly onFold: (id: number) => void;
  readonly onFocus: (id: number) => void;
  /** Starts an inline edit; null ends it. */
  readonly onEdit: (id: number, field: string | null) => void;
  /** Keeps the editor of a rejected value; null closes it. */
  readonly onReject: (id: number, field: string, rejectedEdit: RejectedEdit | null) => void;
  /** Keeps text of an unmounted cell. */
  readonly onOrphaned: (orphanedEdit: OrphanedEdit) => void;
  /** Moves a row. */
  readonly onMove: (id: number, moveTarget: MoveTarget) => void;
}

export function useRowHandlers(handlers: RowHandlers): RowHandlers {
  const latest = useRef(handlers);
  useInsertionEffect(() => {
    latest.current = handlers;
  });
  return useMemo(
    () => ({
      onOpen: (id) => latest.current.onOpen(id),
      onDuplicate: (id) => latest.current.onDuplicate(id),
      onToggle: (id, isRange) => latest.current.onToggle(id, isRange),
      onRequestAction: (pendingAction) => latest.current.onRequestAction(pendingAction),
      onRemove: (id) => latest.current.onRemove(id),
      onCommit: (row, field, value) => latest.current.onCommit(row, field, value),
      onFold: (id) => latest.current.onFold(id),
      onFocus: (id) => latest.current.onFocus(id),
      onEdit: (id, field) => latest.current.onEdit(id, field),
      onReject: (id, field, rejectedEdit) => latest.current.onReject(id, field, rejectedEdit),
      onOrphaned: (orphanedEdit) => latest.current.onOrphaned(orphanedEdit),
      onMove: (id, moveTarget) => latest.current.onMove(id, moveTarget),
    }),
    [],
  );
}
