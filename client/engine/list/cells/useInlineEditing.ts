/** Which value of a list is edited in place, and which typed values nobody took: their editors stay, with text and reason. */
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
  /** The row as it was when editing began. */
  readonly row: WireRow;
  readonly value: Json;
  /** Why it was not taken, as a sentence. */
  readonly fault: string;
}
/** By row and field. */
export type RejectedEdits = Readonly<Record<number, Readonly<Record<string, RejectedEdit>>>>;

export interface InlineEditing {
  readonly editedCell: EditedCell | null;
  readonly setEditedCell: (editedCell: EditedCell | null) => void;
  readonly rejectedEdits: RejectedEdits;
  /** Null: it was taken or given up. */
  readonly setRejectedEdit: (id: number, field: string, rejectedEdit: RejectedEdit | null) => void;
  /** What was typed has lost its cell. */
  readonly onOrphaned: (orphanedEdit: OrphanedEdit) => void;
}

function setRejected(all: RejectedEdits, id: number, field: string, rejectedEdit: RejectedEdit | null): RejectedEdits {
  const { [id]: rowRejections = {}, ...others } = all;
  const { [field]: _old, ...rest } = rowRejections;
  const next = rejectedEdit === null ? rest : { ...rest, [field]: rejectedEdit };
  return Object.keys(next).length === 0 ? others : { ...others, [id]: next };
}

/** Whether the cell of a value is there to be typed in: its row is on this page and known, and the right to write it still given. */
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

/** `onOrphaned`: what was typed has lost its cell. */
export function useInlineEditing(model: ListModel, onOrphaned: (orphanedEdit: OrphanedEdit) => void): InlineEditing {
  const [requestedCell, setEditedCell] = useState<EditedCell | null>(null);
  const [rejectedEdits, setRejectedEdits] = useState<RejectedEdits>({});
  const isCellMounted = useIsCellMounted(model);
  const editedCell = requestedCell !== null && isCellMounted(requestedCell) ? requestedCell : null;
  // Given up for good: an editor must not spring up again when its row comes back.
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
