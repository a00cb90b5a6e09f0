/** One row of the grid. It selects only its own record from the store. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { memo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import { lockedState } from '../../../../common/entity/lockedState';
import type { CachedRow } from '../../../shared/store/entities';
import { useOptimisticRow } from '../../../shared/store/useOptimisticRow';
import type { RowRemoval } from '../../data/liveList';
import { RowPresence } from '../../presence/RowPresence';
import type { EntityPermissions } from '../../usePermissions';
import { getFieldType } from '../../fieldTypes/index';
import { useRowTitle } from '../../data/useRowTitle';
import { CellEditor } from '../cells/CellEditor';
import { RemovedBadge } from '../RemovedBadge';
import { createInlineToggle } from '../cells/inlineToggle';
import { LiveCell } from '../cells/LiveCell';
import { TitleImage } from '../cells/TitleImage';
import { MovedBadge } from '../live/MovedBadge';
import type { RowHandlers } from '../useRowHandlers';
import { DragHandle } from '../tree/DragHandle';
import { RowMenu } from '../RowMenu';
import { TreeToggle } from '../tree/TreeToggle';
import type { ListItem } from '../tree/treeItems';
import type { RejectedEdit } from '../cells/useInlineEditing';
import { canEditInline, nextEditableColumn } from '../cells/editableColumns';
import { pinnedAt } from './pinnedAt';
import { useRowEvents } from './useRowEvents';
import type { GridColumn } from './useGridTable';

export interface GridRowProps {
  readonly entity: AnyEntity;
  readonly permissions: EntityPermissions;
  readonly item: ListItem;
  readonly gridColumns: readonly GridColumn[];
  readonly height: number;
  /** Pixels before the pinned title. */
  readonly pinnedLeft: number;
  readonly index: number;
  readonly removal: RowRemoval | undefined;
  readonly isReordered: boolean;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  /** The row with the keyboard focus. */
  readonly isCurrent: boolean;
  readonly isFolded: boolean;
  /** The field edited inline. */
  readonly editedField: string | null;
  /** Rejected edits by field. */
  readonly rejectedEdits: Readonly<Record<string, RejectedEdit>> | undefined;
  /** Rows can be sorted by hand. */
  readonly isManuallySorted: boolean;
  readonly handlers: RowHandlers;
}

function TreeCell({ item, ...mark }: { item: ListItem; isFolded: boolean; title: string; onFold: () => void }) {
  const width = 28 + item.depth * 20;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flex: 'none', width, justifyContent: 'flex-end', mr: 1 }}>
      {item.hasChildren && <TreeToggle {...mark} />}
    </Box>
  );
}

interface ValueCellProps extends Pick<
  GridRowProps,
  | 'entity'
  | 'permissions'
  | 'item'
  | 'removal'
  | 'isFolded'
  | 'handlers'
  | 'isReordered'
  | 'editedField'
  | 'rejectedEdits'
  | 'gridColumns'
  | 'pinnedLeft'
> {
  readonly gridColumn: GridColumn;
  readonly cachedRow: CachedRow;
  readonly initialChange: CachedRow['lastChange'];
}
/** The title of a row, with the row's branch toggle, badges and the people who have it open. */
function TitleContent(props: ValueCellProps & { readonly title: string; readonly children: ReactNode }) {
  const { entity, item, title, removal, isReordered, isFolded, handlers, cachedRow, children } = props;
  const isTree = entity.spec.tree !== undefined;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      {isTree && <TreeCell item={item} isFolded={isFolded} title={title} onFold={() => handlers.onFold(item.id)} />}
      {isReordered && <MovedBadge />}
      <TitleImage entity={entity} row={cachedRow.row} title={title} />
      <Box sx={{ minWidth: 0, flex: '0 1 auto', ...(removal ? { textDecoration: 'line-through' } : {}) }}>
        {children}
      </Box>
      <RowPresence entity={entity} id={item.id} title={title} />
      {removal && <RemovedBadge removal={removal} />}
    </Box>
  );
}

function ValueCell(props: ValueCellProps) {
  const { entity, permissions, item, removal, handlers, gridColumn, gridColumns } = props;
  const { cachedRow, initialChange, editedField, rejectedEdits } = props;
  const title = useRowTitle(entity, item.id);
  const { column } = gridColumn;
  const isTitle = column.name === entity.spec.title;
  const isInactive = removal !== undefined || lockedState(entity, cachedRow.row) !== undefined;
  const commit = isInactive ? undefined : createInlineToggle(permissions, column, cachedRow.row, handlers);
  const rejectedEdit = rejectedEdits?.[column.name];
  const isAllowed = canEditInline(permissions, column);
  const isEditable = isAllowed && !isInactive;
  const hasTypedText = isAllowed && (editedField === column.name || rejectedEdit !== undefined);
  const cell =
    // A running edit continues whatever happens to the row: the server decides, and no text is lost.
    hasTypedText ? (
      <CellEditor
        entity={entity}
        column={column}
        row={cachedRow.row}
        title={title}
        isActive={editedField === column.name}
        rejectedEdit={rejectedEdit}
        commit={handlers.onCommit}
        onRejected={(edit) => handlers.onReject(item.id, column.name, edit)}
        onOrphaned={handlers.onOrphaned}
        onDone={(step) =>
          handlers.onEdit(
            item.id,
            step === 0 || isInactive ? null : nextEditableColumn(permissions, gridColumns, column.name, step),
          )
        }
      />
    ) : (
      <LiveCell entity={entity} column={column} cachedRow={cachedRow} initialChange={initialChange} commit={commit} />
    );
  return (
    <TableCell
      align={getFieldType(column.kind).align ?? 'left'}
      {...pinnedAt(gridColumn.isPinned, props.pinnedLeft)}
      {...(isTitle || hasTypedText ? { 'data-clear': true } : {})}
      sx={isTitle ? { fontWeight: 500 } : {}}
      {...(isEditable ? { 'data-editable': column.name } : {})}
    >
      {isTitle ? (
        <TitleContent {...props} title={title}>
          {cell}
        </TitleContent>
      ) : (
        cell
      )}
    </TableCell>
  );
}

/** The cell with the drag handle and the tick of a row. */
function SelectCell(props: GridRowProps & { readonly title: string }) {
  const { entity, item, title, removal, isSelected, isCurrent, isManuallySorted, handlers } = props;
  const { t } = useTranslation();
  const isRemoved = removal !== undefined;
  return (
    <TableCell padding="checkbox">
      {isManuallySorted && !isRemoved && (
        <DragHandle entity={entity} id={item.id} title={title} handlers={handlers} isTabStop={isCurrent} />
      )}
      <Checkbox
        checked={isSelected}
        disabled={isRemoved}
        tabIndex={isCurrent ? 0 : -1}
        onChange={(event) =>
          handlers.onToggle(item.id, (event.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true)
        }
        slotProps={{ input: { 'aria-label': t('engine.list.select_row', { title }) } }}
      />
    </TableCell>
  );
}

function GridRowView(props: GridRowProps) {
  const { entity, permissions, item, gridColumns, height, index, removal, isSelected, isOpen, isCurrent } = props;
  const cachedRow = useOptimisticRow(entity.name, item.id);
  const title = useRowTitle(entity, item.id);
  const [initialChange] = useState(cachedRow?.lastChange);
  const isRemoved = removal !== undefined;
  const events = useRowEvents(props, isRemoved);
  if (cachedRow === undefined) return null;
  return (
    <TableRow
      hover={!isRemoved}
      selected={isSelected || isOpen}
      aria-selected={isSelected}
      aria-rowindex={index + 2}
      aria-disabled={isRemoved || undefined}
      data-id={item.id}
      tabIndex={isCurrent ? 0 : -1}
      {...events}
      sx={{ height, cursor: isRemoved ? 'default' : 'pointer' }}
    >
      <SelectCell {...props} title={title} />
      {gridColumns.map((gridColumn) => (
        <ValueCell
          key={gridColumn.column.name}
          {...props}
          gridColumn={gridColumn}
          cachedRow={cachedRow}
          initialChange={initialChange}
        />
      ))}
      <TableCell className="row-actions" align="right">
        {!isRemoved && <RowMenu entity={entity} permissions={permissions} handlers={props.handlers} id={item.id} />}
      </TableCell>
    </TableRow>
  );
}
export const GridRow = memo(GridRowView);
