/** Selection of a list. Rows that left the page are kept apart and excluded from actions. */
import { useState } from 'react';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { RowRemoval, LiveList } from '../../data/liveList';
import { useRetainRows } from '../../data/useRetainRows';

export interface RemovedRow {
  readonly id: number;
  /** Null: the reason is unknown. */
  readonly removal: RowRemoval | null;
}
export interface RowSelection {
  readonly selected: readonly number[];
  readonly select: (ids: readonly number[]) => void;
  /** Selected rows still in the list, also in folded branches; actions use these. */
  readonly actionableIds: readonly number[];
  readonly removedRows: readonly RemovedRow[];
  /** Whether all records that match the list are selected, those of other pages included. */
  readonly isMatchingSelected: boolean;
  readonly selectMatching: () => void;
  /** Whether cards show their checkboxes, also before the first one is selected. */
  readonly isSelecting: boolean;
  readonly setIsSelecting: (isSelecting: boolean) => void;
}

/** Whether a row is still in the list. */
export const isActionable = ({ ids, removed }: LiveList, id: number): boolean => ids.includes(id) && !(id in removed);

interface Selection {
  readonly queryKey: string;
  readonly ids: readonly number[];
  readonly isMatching: boolean;
}
/** `queryKey`: the query of the list; another one starts with an empty selection. */
export function useRowSelection(entity: AnyEntity, list: LiveList, queryKey: string): RowSelection {
  const [selection, setSelection] = useState<Selection>({ queryKey, ids: [], isMatching: false });
  const [isSelecting, setIsSelecting] = useState(false);
  const [pastRemovals, setPastRemovals] = useState<LiveList['removed']>({});
  const selected = selection.queryKey === queryKey ? selection.ids : [];
  // Refreshing the list drops the reasons; keep them until the selection ends.
  const newlyRemoved = selected.filter((id) => id in list.removed && pastRemovals[id] !== list.removed[id]);
  if (newlyRemoved.length > 0) setPastRemovals({ ...pastRemovals, ...list.removed });
  useRetainRows(entity.name, selected);
  return {
    selected,
    select: (ids) => {
      setSelection({ queryKey, ids, isMatching: false });
      if (ids.length === 0) setPastRemovals({});
    },
    isMatchingSelected: selection.queryKey === queryKey && selection.isMatching,
    isSelecting: isSelecting || selected.length > 0,
    setIsSelecting,
    selectMatching: () => setSelection({ queryKey, ids: selected, isMatching: true }),
    actionableIds: selected.filter((id) => isActionable(list, id)),
    removedRows: selected
      .filter((id) => !isActionable(list, id))
      .map((id) => ({ id, removal: list.removed[id] ?? pastRemovals[id] ?? null })),
  };
}

interface PageRows {
  /** Rows of the page that can be selected. */
  readonly ids: readonly number[];
  readonly selected: readonly number[];
  readonly select: (ids: readonly number[]) => void;
}
export interface PageSelection {
  readonly isAllSelected: boolean;
  readonly isSomeSelected: boolean;
  readonly isEmpty: boolean;
  readonly toggle: () => void;
}
/** State of the select-all checkbox. */
export function createPageSelection({ ids, selected, select }: PageRows): PageSelection {
  const selection = new Set(selected);
  const isAllSelected = ids.length > 0 && ids.every((id) => selection.has(id));
  return {
    isAllSelected,
    isSomeSelected: selected.length > 0,
    isEmpty: ids.length === 0,
    toggle: () => select(isAllSelected ? [] : [...new Set([...selected, ...ids])]),
  };
}
