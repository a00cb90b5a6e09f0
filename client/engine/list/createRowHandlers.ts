/** Creates the callbacks of the rows of a list. */
import { copyRecordParam } from './listState';
import type { RowHandlers } from './useRowHandlers';
import { resolveMove } from './tree/rowMoves';
import { isActionable } from './selection/useRowSelection';
import type { InlineEditing } from './cells/useInlineEditing';
import type { ListModel } from './useListModel';
import type { RowActions } from './useRowActions';

/** Toggles a row, or selects the range from the last selected row. */
function toggleSelection(
  { selected, actionableIds, items, rows }: ListModel,
  id: number,
  isRange: boolean,
): readonly number[] {
  const ids = items.map((item) => item.id).filter((itemId) => isActionable(rows.list, itemId));
  const last = actionableIds.findLast((itemId) => ids.includes(itemId));
  if (!isRange || last === undefined)
    return selected.includes(id) ? selected.filter((selectedId) => selectedId !== id) : [...selected, id];
  const [from, to] = [ids.indexOf(last), ids.indexOf(id)].sort((a, b) => a - b);
  return [...new Set([...selected, ...ids.slice(from, (to ?? 0) + 1)])];
}

interface RowHandlerDeps {
  readonly openRecord: RowHandlers['onOpen'];
  readonly focusRow: RowHandlers['onFocus'];
  readonly inlineEditing: InlineEditing;
}
export const createRowHandlers = (
  model: ListModel,
  actions: RowActions,
  { openRecord, focusRow, inlineEditing }: RowHandlerDeps,
): RowHandlers => ({
  // A deleted record has no form.
  onOpen: (id) => {
    if (!model.permissions.isRecycleBin) openRecord(id);
  },
  onDuplicate: (id) => model.change({ record: copyRecordParam(id) }),
  onFocus: focusRow,
  onToggle: (id, isRange) => model.select(toggleSelection(model, id, isRange)),
  onRequestAction: actions.setPendingAction,
  onRemove: actions.removeRow,
  onCommit: actions.saveValue,
  onFold: model.toggleFold,
  onEdit: (id, field) => inlineEditing.setEditedCell(field === null ? null : { id, field }),
  onReject: inlineEditing.setRejectedEdit,
  onOrphaned: inlineEditing.onOrphaned,
  onMove: (id, moveTarget) => {
    const move = resolveMove(model, id, moveTarget);
    if (move !== undefined) void actions.moveRow(id, move);
  },
});
