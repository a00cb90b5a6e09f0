/** The edited cell of a list, and rejected edits, which keep their editor with text and reason. */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import type { Json } from '../../../../common/entity/field';
import type { WireRow } from '../../../../common/entity/projectRow';
import { findColumn } from '../../../../common/entity/columns';
import { selectEntityRows, type StateWithEntities } from '../../../shared/store/entities';
import type { EditedCell } from '../tree/rowMoves';
import type { ListModel } from '../useListModel';
import { canEditInline } from './editableColumns';
import type { OrphanedEdit } from './useOrphanedEdit';

export interface RejectedEdit {
  /** The row when editing began. */
  readonly row: WireRow;
  readonly value: Json;
  /** The reason as a message. */
  readonly fault: string;
}
/** Rejected edits by row id, then by field. */
export type RejectedEdits = Readonly<Record<number, Readonly<Record<string, RejectedEdit>>>>;

export interface InlineEditing {
  readonly editedCell: EditedCell | null;
  readonly setEditedCell: (editedCell: EditedCell | null) => void;
  readonly rejectedEdits: RejectedEdits;
  /** Stores the rejected edit of a cell; null removes it, because the edit was accepted or canceled. */
  readonly setRejectedEdit: (id: number, field: string, rejectedEdit: RejectedEdit | null) => void;
  /** Called when the cell of an edit is gone. */
  readonly onOrphaned: (orphanedEdit: OrphanedEdit) => void;
}

function setRejected(all: RejectedEdits, id: number, field: string, rejectedEdit: RejectedEdit | null): RejectedEdits {
  const { [id]: rowRejections = {}, ...others } = all;
  const { [field]: _old, ...rest } = rowRejections;
  const next = rejectedEdit === null ? rest : { ...rest, [field]: rejectedEdit };
  return Object.keys(next).length === 0 ? others : { ...others, [id]: next };
}

/** Whether the cell can be edited: its row is loaded and on this page, and the field is writable. */
function useIsCellMounted({ entity, items, permissions }: ListModel) {
  const store = useStore<StateWithEntities>();
  return ({ id, field }: EditedCell): boolean => {
    const column = findColumn(entity, field);
    const isLoaded = selectEntityRows(entity.name)(store.getState())?.[id] !== undefined;
    return (
      column !== undefined && canEditInline(permissions, column) && isLoaded && items.some((item) => item.id === id)
    );
  };
}

/** `onOrphaned`: called when the cell of an edit is gone. */
export function useInlineEditing(model: ListModel, onOrphaned: (orphanedEdit: OrphanedEdit) => void): InlineEditing {
  const [requestedCell, setEditedCell] = useState<EditedCell | null>(null);
  const [rejectedEdits, setRejectedEdits] = useState<RejectedEdits>({});
  const isCellMounted = useIsCellMounted(model);
  const editedCell = requestedCell !== null && isCellMounted(requestedCell) ? requestedCell : null;
  // Reset the state, so that the editor does not reopen when the row comes back.
  if (requestedCell !== editedCell) setEditedCell(editedCell);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const setRejectedEdit: InlineEditing['setRejectedEdit'] = (id, field, rejectedEdit) => {
    if (rejectedEdit !== null && !(isMounted.current && isCellMounted({ id, field }))) {
      onOrphaned({ row: rejectedEdit.row, field, value: rejectedEdit.value });
      return;
    }
    setRejectedEdits((all) =>
      rejectedEdit === null && all[id]?.[field] === undefined ? all : setRejected(all, id, field, rejectedEdit),
    );
  };
  return {
    editedCell,
    setEditedCell,
    rejectedEdits,
    setRejectedEdit,
    onOrphaned: (orphanedEdit) => {
      setRejectedEdit(Number(orphanedEdit.row['id']), orphanedEdit.field, null);
      onOrphaned(orphanedEdit);
    },
  };
}
