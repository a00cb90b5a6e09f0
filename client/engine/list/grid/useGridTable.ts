/** Column model of the grid: order, width and sorting. */
import {
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from '../../../../common/entity/columns';
import { isStateColumn } from '../../../../common/entity/lists/defaultColumns';
import type { EntityLabels } from '../../../../common/locales/entityLabels';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { useAppSelector } from '../../../shared/app/createStore';
import { useOverride } from '../../engineContext';
import { getFieldType } from '../../fieldTypes/index';
import { textWidth } from '../../fieldTypes/cells/textWidth';
import { headerWidth, computeMinWidth } from './fitWidths';
import type { ListItem } from '../tree/treeItems';
import { useMoneyColumnWidths, type MoneyWidth } from './useMoneyColumnWidths';
import type { ListModel } from '../useListModel';

const features = tableFeatures({
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});
type GridColumnDef = ColumnDef<typeof features, ListItem>;

export interface GridColumn {
  readonly column: Column;
  readonly label: string;
  readonly width: number;
  /** Minimum width before the list scrolls. */
  readonly minWidth: number;
  /** Takes the remaining space. */
  readonly isGrowing: boolean;
  /** Stays in place while the list is scrolled sideways: the title, if it is first. */
  readonly isPinned: boolean;
  readonly sorted: 'asc' | 'desc' | null;
  readonly sortable: boolean;
}

const TITLE_WIDTH = 220;
const MIN_TITLE_WIDTH = 180;
const ID_WIDTH = 72;
const MAX_CHOICE_WIDTH = 220;
const baseWidth = ({ kind }: Column, label: string) => Math.max(getFieldType(kind).width, headerWidth(label));
/** Pixels beside the text of a choice: of a chip with its dot, and of plain text. */
const [CHIP_PADDING, TEXT_PADDING] = [48, 20];
const choiceWidth = (labels: Readonly<Record<string, string>> = {}, padding: number) =>
  Math.min(MAX_CHOICE_WIDTH, Math.max(0, ...Object.values(labels).map((label) => textWidth(label) + padding)));
const SHORT_DATE_WIDTH = 92;
/** The usual width of a column in pixels, before a person or a screen sets another. */
export const defaultColumnWidth = (
  column: Column,
  label: string,
  entity: ListModel['entity'],
  { choices }: EntityLabels,
) => {
  const { spec } = entity;
  const { width } = column.options;
  if (width !== undefined) return width;
  if (column.name === 'id') return ID_WIDTH;
  if (column.name === spec.title) return TITLE_WIDTH;
  const base = baseWidth(column, label);
  if (column.kind !== 'choice') return base;
  const padding = isStateColumn(entity, column) ? CHIP_PADDING : TEXT_PADDING;
  return Math.max(headerWidth(label), choiceWidth(choices[column.name], padding));
};

interface ColumnWidth {
  readonly width: number;
  readonly label: string;
  /** The width was set by the user or by the override of the screen. */
  readonly isFixed: boolean;
}
/** The minimum width of a column before the list scrolls. */
export function columnMinWidth(
  column: Column,
  entity: ListModel['entity'],
  { width, label, isFixed }: ColumnWidth,
): number {
  if (column.name === entity.spec.title) return titleMinWidth(width, entity, isFixed);
  // A label is never cut; plain text of a choice may be.
  if (column.kind === 'choice' && !isFixed)
    return isStateColumn(entity, column) ? width : Math.min(width, baseWidth(column, label));
  return computeMinWidth(column.kind, width, label, isFixed);
}

/** The title shrinks little, and not at all in a tree, where it is indented. */
const titleMinWidth = (width: number, { spec }: ListModel['entity'], isChosen: boolean): number =>
  isChosen || spec.tree !== undefined ? width : Math.min(width, MIN_TITLE_WIDTH);

/** The next sort order: ascending, descending, default. Shift adds the column to the others. */
export function nextSort(sort: SortingState, field: string, isAdded: boolean): SortingState {
  const current = sort.find(({ id }) => id === field);
  const others = isAdded ? sort.filter(({ id }) => id !== field) : [];
  if (current === undefined) return [...others, { id: field, desc: false }];
  return current.desc ? others : [...others, { id: field, desc: true }];
}

/** A money column is as wide as its longest amount; one narrowed by hand keeps the digits. */
const moneyWidth = (width: number, moneyWidths: MoneyWidth | undefined, isChosen: boolean): number =>
  moneyWidths === undefined ? width : Math.max(width, isChosen ? moneyWidths.digits : moneyWidths.full);

function useColumnDefs({ entity, columns, permissions, view, items }: ListModel): GridColumnDef[] {
  const labels = useEntityLabels(entity);
  const widths = useOverride(entity)?.columnWidths;
  const moneyWidths = useMoneyColumnWidths(entity, columns, items);
  const hasShortDates = useAppSelector((state) => state.settings.shortDates);
  return useMemo(
    (): GridColumnDef[] =>
      columns.map((column) => {
        const header = labels.fields[column.name] ?? column.name;
        return {
          id: column.name,
          // Cells read values from the store; the table only needs an accessor.
          accessorFn: ({ id }) => id,
          header,
          size: moneyWidth(
            view.widths[column.name] ??
              widths?.[column.name] ??
              (hasShortDates && column.kind === 'datetime'
                ? Math.max(SHORT_DATE_WIDTH, headerWidth(header))
                : defaultColumnWidth(column, header, entity, labels)),
            moneyWidths[column.name],
            view.widths[column.name] !== undefined,
          ),
          enableSorting: column.sortable && permissions.readable.has(column.name),
        };
      }),
    [columns, labels, entity, permissions.readable, view.widths, widths, moneyWidths, hasShortDates],
  );
}

export function useGridTable(model: ListModel) {
  const { entity, columns, items, state, change, view } = model;
  const labels = useEntityLabels(entity);
  const widths = useOverride(entity)?.columnWidths;
  const defs = useColumnDefs(model);
  const sorting = useMemo(
    (): SortingState => state.sort.map(({ field, dir }) => ({ id: field, desc: dir === 'desc' })),
    [state.sort],
  );
  const table = useTable({
    features,
    columns: defs,
    data: items,
    getRowId: ({ id }) => String(id),
    manualSorting: true,
    state: { sorting },
    onSortingChange: (update) => {
      const next = typeof update === 'function' ? update(sorting) : update;
      change({ sort: next.map(({ id, desc }) => ({ field: id, dir: desc ? 'desc' : 'asc' })) });
    },
  });
  const leafColumns = table.getVisibleLeafColumns();
  // Keep object identity of unchanged columns, so that rows do not render again.
  const gridColumns = useMemo(() => {
    const byName = new Map(columns.map((column) => [column.name, column]));
    return leafColumns.flatMap((leafColumn, index): GridColumn[] => {
      const column = byName.get(leafColumn.id);
      const sort = sorting.find(({ id }) => id === leafColumn.id);
      if (column === undefined) return [];
      const [width, label] = [leafColumn.getSize(), labels.fields[leafColumn.id] ?? leafColumn.id];
      const isChosen = view.widths[leafColumn.id] !== undefined;
      const isTitle = leafColumn.id === entity.spec.title;
      return [
        {
          column,
          width,
          label,
          isGrowing: isTitle && !isChosen,
          isPinned: isTitle && index === 0,
          minWidth: columnMinWidth(column, entity, {
            width,
            label,
            isFixed: isChosen || widths?.[leafColumn.id] !== undefined || column.options.width !== undefined,
          }),
          sorted: sort === undefined ? null : sort.desc ? 'desc' : 'asc',
          sortable: leafColumn.getCanSort(),
        },
      ];
    });
  }, [leafColumns, columns, sorting, labels, entity, view.widths, widths]);
  const sortBy = (field: string, isAdded: boolean) => table.setSorting(nextSort(sorting, field, isAdded));
  return { gridColumns, sortBy };
}
