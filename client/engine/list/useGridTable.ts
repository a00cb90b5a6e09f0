/** The column model of the grid: which columns, how wide, in which order, sorted how; rows are chosen by the same table. */
import {
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowSelectionState,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from '../../../common/entity/meta';
import { useWords } from '../../shared/i18n';
import { viewOf } from '../kinds/index';
import type { Item } from './treeItems';
import type { ListModel } from './useListModel';

const features = tableFeatures({
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});
type Def = ColumnDef<typeof features, Item>;

export interface GridColumn {
  readonly column: Column;
  readonly label: string;
  readonly width: number;
  /** Takes the room that is left. */
  readonly grows: boolean;
  readonly sorted: 'asc' | 'desc' | null;
  readonly sortable: boolean;
}

const TITLE_WIDTH = 220;
const ID_WIDTH = 72;
const widthOf = (column: Column, title: string) => {
  if (column.name === 'id') return ID_WIDTH;
  return column.name === title ? TITLE_WIDTH : viewOf(column.kind).width;
};

/** First click ascending, then descending, then as usual; with Shift the column is added to those before it. */
export function nextSort(sort: SortingState, field: string, added: boolean): SortingState {
  const current = sort.find(({ id }) => id === field);
  const others = added ? sort.filter(({ id }) => id !== field) : [];
  if (current === undefined) return [...others, { id: field, desc: false }];
  return current.desc ? others : [...others, { id: field, desc: true }];
}

export function useGridTable({ entity, columns, items, state, selected, select, change, rights }: ListModel) {
  const words = useWords(entity);
  const defs = useMemo(
    (): Def[] =>
      columns.map((column) => ({
        id: column.name,
        // Cells read their values from the store; the table only wants to know that there are some.
        accessorFn: ({ id }) => id,
        header: words.fields[column.name] ?? column.name,
        size: widthOf(column, entity.spec.title),
        enableSorting: column.sortable && rights.readable.has(column.name),
      })),
    [columns, words, entity, rights.readable],
  );
  const sorting = useMemo(
    (): SortingState => state.sort.map(({ field, dir }) => ({ id: field, desc: dir === 'desc' })),
    [state.sort],
  );
  const rowSelection = useMemo(
    (): RowSelectionState => Object.fromEntries(selected.map((id) => [String(id), true as const])),
    [selected],
  );
  const table = useTable({
    features,
    columns: defs,
    data: items,
    getRowId: ({ id }) => String(id),
    manualSorting: true,
    state: { sorting, rowSelection },
    onSortingChange: (update) => {
      const next = typeof update === 'function' ? update(sorting) : update;
      change({ sort: next.map(({ id, desc }) => ({ field: id, dir: desc ? 'desc' : 'asc' })) });
    },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update;
      select(Object.keys(next).map(Number));
    },
  });
  const byName = new Map(columns.map((column) => [column.name, column]));
  const grid = table.getVisibleLeafColumns().flatMap((leaf): GridColumn[] => {
    const column = byName.get(leaf.id);
    const sort = sorting.find(({ id }) => id === leaf.id);
    if (column === undefined) return [];
    return [
      {
        column,
        label: words.fields[leaf.id] ?? leaf.id,
        width: leaf.getSize(),
        grows: leaf.id === entity.spec.title,
        sorted: sort === undefined ? null : sort.desc ? 'desc' : 'asc',
        sortable: leaf.getCanSort(),
      },
    ];
  });
  const sortBy = (field: string, added: boolean) => table.setSorting(nextSort(sorting, field, added));
  return { table, grid, sortBy };
}
