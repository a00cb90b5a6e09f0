/** The rows as a grid: sticky header, virtualized rows, keyboard navigation. */
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableRow from '@mui/material/TableRow';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useMemo, useRef, type KeyboardEvent } from 'react';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { dropColumns, fitWidths } from './fitWidths';
import { GridHead } from './GridHead';
import { gridStyles } from './gridStyles';
import { GridRow } from './GridRow';
import type { RowHandlers } from '../useRowHandlers';
import { isSortedManually, type EditedCell } from '../tree/rowMoves';
import { useGridTable, type GridColumn } from './useGridTable';
import type { RejectedEdits } from '../cells/useInlineEditing';
import type { ListModel } from '../useListModel';
import { useElementWidth } from './useElementWidth';

/** Larger pages are virtualized. */
const VIRTUALIZE_ABOVE = 40;
const CHECKBOX_WIDTH = 48;
const HANDLE_WIDTH = 20;
/** The buttons of a row may lie over the end of its last value while the pointer is there. */
const ACTIONS_WIDTH = 72;

interface GridProps {
  readonly model: ListModel;
  readonly handlers: RowHandlers;
  readonly height: number;
  readonly openId: number | null;
  /** The row with the keyboard focus. */
  readonly currentId: number | null;
  readonly editedCell: EditedCell | null;
  readonly rejectedEdits: RejectedEdits;
}

/** A rendered row and the space of the rows left out before it. */
interface VisibleRow {
  readonly index: number;
  readonly spaceAbove: number;
}
const initialRows = (count: number): readonly VisibleRow[] =>
  Array.from({ length: count }, (_, index) => ({ index, spaceAbove: 0 }));

/** `keptIndexes`: rows that stay rendered because text is typed in them. */
function useRowVirtualizer(count: number, height: number, keptIndexes: readonly number[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const enabled = count > VIRTUALIZE_ABOVE;
  // The React compiler is not used, so its warning about this library does not apply.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: enabled ? count : 0,
    enabled,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    rangeExtractor: (visibleRange: Range) =>
      [...new Set([...defaultRangeExtractor(visibleRange), ...keptIndexes])].sort((a, b) => a - b),
  });
  const visibleItems = virtual.getVirtualItems();
  const last = visibleItems.at(-1);
  if (!enabled || !last)
    return { scroller, visibleRows: initialRows(enabled ? VIRTUALIZE_ABOVE : count), heightBelow: 0, virtual };
  const visibleRows = visibleItems.map(({ index, start }, position): VisibleRow => ({
    index,
    spaceAbove: start - (visibleItems[position - 1]?.end ?? 0),
  }));
  return { scroller, visibleRows, heightBelow: virtual.getTotalSize() - last.end, virtual };
}

const SpacerRow = ({ height, span }: { readonly height: number; readonly span: number }) =>
  height > 0 ? (
    <TableRow aria-hidden>
      <TableCell colSpan={span} sx={{ p: '0 !important', height, border: 0 }} />
    </TableRow>
  ) : null;

/** The loading skeleton of a list. */
const SkeletonRows = ({
  gridColumns,
  count,
  height,
}: {
  readonly gridColumns: readonly GridColumn[];
  readonly count: number;
  readonly height: number;
}) =>
  Array.from({ length: count }, (_, rowIndex) => (
    <TableRow key={rowIndex} aria-hidden sx={{ height }}>
      <TableCell padding="checkbox" />
      {gridColumns.map(({ column }, index) => (
        <TableCell key={column.name}>
          <Skeleton height={12} width={`${40 + ((rowIndex * 7 + index * 13) % 45)}%`} />
        </TableCell>
      ))}
      <TableCell />
    </TableRow>
  ));

interface ColumnWidthsProps {
  readonly gridColumns: readonly GridColumn[];
  readonly first: number;
  readonly actions: number;
}
function ColumnWidths({ gridColumns, first, actions }: ColumnWidthsProps) {
  return (
    <colgroup>
      <col style={{ width: first }} />
      {gridColumns.map(({ column, width, isGrowing }) => (
        <col key={column.name} {...(isGrowing ? {} : { style: { width } })} />
      ))}
      <col style={{ width: actions }} />
    </colgroup>
  );
}

/** Arrow keys move between rows; the browser scrolls to the focused one. */
function findNextRowId(key: string, ids: readonly number[], currentId: number | null): number | undefined {
  const index = currentId === null ? -1 : ids.indexOf(currentId);
  if (key === 'ArrowDown') return ids[Math.min(ids.length - 1, index + 1)];
  if (key === 'ArrowUp') return ids[Math.max(0, index - 1)];
  if (key === 'Home') return ids[0];
  return key === 'End' ? ids.at(-1) : undefined;
}

interface GridRowsProps extends GridProps {
  readonly gridColumns: readonly GridColumn[];
  readonly visibleRows: readonly VisibleRow[];
  readonly currentId: number | null;
  readonly pinnedLeft: number;
}
function GridRows({
  model,
  handlers,
  height,
  openId,
  gridColumns,
  visibleRows,
  currentId,
  pinnedLeft,
  editedCell,
  rejectedEdits,
}: GridRowsProps) {
  const isManuallySorted = isSortedManually(model);
  const { entity, permissions, rows, items } = model;
  const selectedIds = new Set(model.selected);
  const { removed, reordered } = rows.list;
  return visibleRows.flatMap(({ index, spaceAbove }) => {
    const item = items[index];
    if (item === undefined) return [];
    const gap =
      spaceAbove > 0 ? [<SpacerRow key={`above ${item.id}`} height={spaceAbove} span={gridColumns.length + 2} />] : [];
    return [
      ...gap,
      <GridRow
        key={item.id}
        entity={entity}
        permissions={permissions}
        item={item}
        gridColumns={gridColumns}
        height={height}
        pinnedLeft={pinnedLeft}
        index={index}
        removal={removed[item.id]}
        isReordered={reordered.includes(item.id)}
        isSelected={selectedIds.has(item.id)}
        isOpen={openId === item.id}
        isCurrent={currentId === item.id}
        isFolded={model.foldedIds.has(item.id)}
        editedField={editedCell?.id === item.id ? editedCell.field : null}
        rejectedEdits={rejectedEdits[item.id]}
        isManuallySorted={isManuallySorted}
        handlers={handlers}
      />,
    ];
  });
}

const markFigures = (columns: readonly GridColumn[]) =>
  columns.map((column) => ({ ...column, isFigure: column.column.kind === 'money' }));

/** The columns with widths that fit; beside an open record the last ones are left out. */
function useFittedColumns(
  { model, openId }: Pick<GridProps, 'model' | 'openId'>,
  columns: readonly GridColumn[],
  availableWidth: number,
): readonly GridColumn[] {
  const { title } = model.entity.spec;
  const isBesideRecord = openId !== null;
  return useMemo(() => {
    const titleIndex = columns.findIndex(({ column }) => column.name === title);
    const shown = isBesideRecord ? dropColumns(markFigures(columns), titleIndex, availableWidth) : columns;
    const widths = fitWidths(shown, availableWidth);
    return shown.map((column, index) => ({ ...column, width: widths[index] ?? column.width }));
  }, [columns, availableWidth, isBesideRecord, title]);
}

export function Grid(props: GridProps) {
  const { model, handlers, height, currentId, editedCell, rejectedEdits } = props;
  const { entity, rows, items, pageSelection } = model;
  const labels = useEntityLabels(entity);
  const { gridColumns: preferredColumns, sortBy } = useGridTable(model);
  const keptIndexes = items.flatMap(({ id }, index) => (editedCell?.id === id || id in rejectedEdits ? [index] : []));
  const { scroller, visibleRows, heightBelow, virtual } = useRowVirtualizer(items.length, height, keptIndexes);
  const availableWidth = useElementWidth(scroller);
  const ids = items.map(({ id }) => id);
  const first = CHECKBOX_WIDTH + (isSortedManually(model) ? HANDLE_WIDTH : 0);
  const gridColumns = useFittedColumns(props, preferredColumns, availableWidth - first - ACTIONS_WIDTH);
  const minWidth = gridColumns.reduce((sum, { width }) => sum + width, first + ACTIONS_WIDTH);
  // Pinning costs an opaque background, so only a list that scrolls sideways pins its title.
  const isScrolling = availableWidth > 0 && minWidth > availableWidth;
  const currentRow = currentId !== null && ids.includes(currentId) ? currentId : (ids[0] ?? null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = findNextRowId(event.key, ids, currentRow);
    const onRow = event.target instanceof HTMLElement && event.target.matches('tr[data-id]');
    if (next === undefined || !onRow || event.altKey) return;
    event.preventDefault();
    if (items.length > VIRTUALIZE_ABOVE) virtual.scrollToIndex(ids.indexOf(next));
    handlers.onFocus(next);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`tr[data-id="${next}"]`)?.focus());
  };
  return (
    <TableContainer ref={scroller} sx={{ flex: 1, minHeight: 0, overflow: 'auto' }} tabIndex={-1}>
      <Table
        stickyHeader
        size="small"
        role="grid"
        aria-label={labels.many}
        aria-rowcount={rows.list.total + 1}
        aria-multiselectable
        aria-busy={rows.isLoading}
        onKeyDown={onKeyDown}
        {...(isScrolling ? { 'data-pinned': true } : {})}
        sx={{ ...gridStyles, minWidth }}
      >
        <ColumnWidths gridColumns={gridColumns} first={first} actions={ACTIONS_WIDTH} />
        <GridHead
          model={model}
          gridColumns={gridColumns}
          sortBy={sortBy}
          pageSelection={pageSelection}
          pinnedLeft={first}
          resize={(field, width) => model.changeView({ widths: { ...model.view.widths, [field]: width } })}
        />
        <TableBody data-rows>
          {rows.isLoading && (
            <SkeletonRows gridColumns={gridColumns} count={Math.min(model.query.limit, 12)} height={height} />
          )}
          <GridRows {...props} {...{ gridColumns, visibleRows }} currentId={currentRow} pinnedLeft={first} />
          <SpacerRow height={heightBelow} span={gridColumns.length + 2} />
        </TableBody>
      </Table>
    </TableContainer>
  );
}
