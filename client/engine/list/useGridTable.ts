/** The column model of the grid: which columns, how wide, in which order, sorted how. */
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
import type { Column } from '../../../common/entity/meta';
import type { EntityWords } from '../../../common/locales/entityWords';
import { useWords } from '../../shared/i18n';
import { useOverride } from '../engineContext';
import { viewOf } from '../kinds/index';
import { headWidth, leastOf } from './fitWidths';
import type { Item } from './treeItems';
import { useMoneyRoom, type MoneyRoom } from './useMoneyRoom';
import type { ListModel } from './useListModel';

const features = tableFeatures({
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});
type Def = ColumnDef<typeof features, Item>;

export interface GridColumn {
  readonly column: Column;
  readonly label: string;
  readonly width: number;
  /** How narrow it may become before the list is scrolled sideways. */
  readonly least: number;
  /** Takes the room that is left. */
  readonly grows: boolean;
  readonly sorted: 'asc' | 'desc' | null;
  readonly sortable: boolean;
}

const TITLE_WIDTH = 220;
const LEAST_TITLE = 180;
const ID_WIDTH = 72;
const MOST_CHOICE = 220;
const plainWidth = ({ kind }: Column, label: string) => Math.max(viewOf(kind).width, headWidth(label));
/** A chip takes about as much around its word as a head does. */
const choiceWidth = (words: Readonly<Record<string, string>> = {}) =>
  Math.min(MOST_CHOICE, Math.max(0, ...Object.values(words).map(headWidth)));
const widthOf = (column: Column, label: string, { spec }: ListModel['entity'], { choices }: EntityWords) => {
  if (column.name === 'id') return ID_WIDTH;
  if (column.name === spec.title) return TITLE_WIDTH;
  const plain = plainWidth(column, label);
  return column.kind === 'choice' ? Math.max(plain, choiceWidth(choices[column.name])) : plain;
};

interface Wide {
  readonly width: number;
  readonly label: string;
  /** Chosen by hand, or by the screen whose cells hold more than their kind of field. */
  readonly isFixed: boolean;
}
/** How narrow a column may become before the list is scrolled sideways. */
export function leastWidth(column: Column, entity: ListModel['entity'], { width, label, isFixed }: Wide): number {
  if (column.name === entity.spec.title) return leastOfTitle(width, entity, isFixed);
  if (column.kind === 'choice' && !isFixed) return plainWidth(column, label);
  return leastOf(column.kind, width, label, isFixed);
}

/** What a row is known by gives little; in a tree it also shows how deep the row stands, and gives nothing. */
const leastOfTitle = (width: number, { spec }: ListModel['entity'], isChosen: boolean): number =>
  isChosen || spec.tree !== undefined ? width : Math.min(width, LEAST_TITLE);

/** First click ascending, then descending, then as usual; with Shift the column is added to those before it. */
export function nextSort(sort: SortingState, field: string, added: boolean): SortingState {
  const current = sort.find(({ id }) => id === field);
  const others = added ? sort.filter(({ id }) => id !== field) : [];
  if (current === undefined) return [...others, { id: field, desc: false }];
  return current.desc ? others : [...others, { id: field, desc: true }];
}

/** A column of amounts grows until its longest one is whole; one that somebody made narrow keeps at least the digits. */
const roomy = (width: number, room: MoneyRoom | undefined, isChosen: boolean): number =>
  room === undefined ? width : Math.max(width, isChosen ? room.digits : room.whole);

function useDefs({ entity, columns, rights, view, items }: ListModel): Def[] {
  const words = useWords(entity);
  const widths = useOverride(entity)?.widths;
  const room = useMoneyRoom(entity, columns, items);
  return useMemo(
    (): Def[] =>
      columns.map((column) => {
        const header = words.fields[column.name] ?? column.name;
        return {
          id: column.name,
          // Cells read their values from the store; the table only wants to know that there are some.
          accessorFn: ({ id }) => id,
          header,
          size: roomy(
            view.widths[column.name] ?? widths?.[column.name] ?? widthOf(column, header, entity, words),
            room[column.name],
            view.widths[column.name] !== undefined,
          ),
          enableSorting: column.sortable && rights.readable.has(column.name),
        };
      }),
    [columns, words, entity, rights.readable, view.widths, widths, room],
  );
}

export function useGridTable(model: ListModel) {
  const { entity, columns, items, state, change, view } = model;
  const words = useWords(entity);
  const widths = useOverride(entity)?.widths;
  const defs = useDefs(model);
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
  const leaves = table.getVisibleLeafColumns();
  // The same columns stay the same object: rows are drawn again only when something of theirs changed.
  const grid = useMemo(() => {
    const byName = new Map(columns.map((column) => [column.name, column]));
    return leaves.flatMap((leaf): GridColumn[] => {
      const column = byName.get(leaf.id);
      const sort = sorting.find(({ id }) => id === leaf.id);
      if (column === undefined) return [];
      const [width, label] = [leaf.getSize(), words.fields[leaf.id] ?? leaf.id];
      const isChosen = view.widths[leaf.id] !== undefined;
      const isTitle = leaf.id === entity.spec.title;
      return [
        {
          ...{ column, width, label, grows: isTitle && !isChosen },
          least: leastWidth(column, entity, { width, label, isFixed: isChosen || widths?.[leaf.id] !== undefined }),
          sorted: sort === undefined ? null : sort.desc ? 'desc' : 'asc',
          sortable: leaf.getCanSort(),
        },
      ];
    });
  }, [leaves, columns, sorting, words, entity, view.widths, widths]);
  const sortBy = (field: string, added: boolean) => table.setSorting(nextSort(sorting, field, added));
  return { grid, sortBy };
}
