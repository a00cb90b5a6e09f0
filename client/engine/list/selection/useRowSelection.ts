/** Which rows of a list are chosen. Rows that went from the page meanwhile are told apart: nothing is done with what nobody sees. */
import { useState } from 'react';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { RowRemoval, LiveList } from '../../data/liveList';
import { useRetainRows } from '../../data/useRetainRows';

export interface RemovedRow {
  readonly id: number;
  /** Null: it stands elsewhere now, or nobody heard why it went. */
  readonly removal: RowRemoval | null;
}
export interface RowSelection {
  readonly selected: readonly number[];
  readonly select: (ids: readonly number[]) => void;
  /** The chosen rows that are still in the list: all that may be acted on, those in folded branches too. */
  readonly actionableIds: readonly number[];
  readonly removedRows: readonly RemovedRow[];
}

/** Whether a row is still in the list and may be acted on. */
export const isActionable = ({ ids, removed }: LiveList, id: number): boolean => ids.includes(id) && !(id in removed);

/** `queryKey`: the question the list answers; another one begins without a choice. */
export function useRowSelection(entity: AnyEntity, list: LiveList, queryKey: string): RowSelection {
  const [selection, setSelection] = useState({ queryKey, ids: [] as readonly number[] });
  const [pastRemovals, setPastRemovals] = useState<LiveList['removed']>({});
  const selected = selection.queryKey === queryKey ? selection.ids : [];
  // Settling forgets who went and why; whoever chose them is told until the choice is over.
  const newlyRemoved = selected.filter((id) => id in list.removed && pastRemovals[id] !== list.removed[id]);
  if (newlyRemoved.length > 0) setPastRemovals({ ...pastRemovals, ...list.removed });
  useRetainRows(entity.name, selected);
  return {
    selected,
    select: (ids) => {
      setSelection({ queryKey, ids });
      if (ids.length === 0) setPastRemovals({});
    },
    actionableIds: selected.filter((id) => isActionable(list, id)),
    removedRows: selected
      .filter((id) => !isActionable(list, id))
      .map((id) => ({ id, removal: list.removed[id] ?? pastRemovals[id] ?? null })),
  };
}

interface PageRows {
  /** The rows of the page that can be chosen. */
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
/** The tick for all rows of a page. */
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
