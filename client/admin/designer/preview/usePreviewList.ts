/** The state of a list that shows sample rows and stores nothing. */
import { useMemo } from 'react';
import type { AnyEntity } from '../../../../common/entity/entity';
import { defaultSort } from '../../../../common/query/compileFilter';
import { EMPTY_LIST } from '../../../engine/data/liveList';
import { columnsByName, parseListState } from '../../../engine/list/listState';
import type { ListModel } from '../../../engine/list/useListModel';
import type { RowHandlers } from '../../../engine/list/useRowHandlers';
import { DEFAULT_LIST_VIEW } from '../../../shared/store/listViews';
import { previewPermissions } from './previewPermissions';

const ignore = () => undefined;
export const NO_HANDLERS: RowHandlers = {
  onOpen: ignore,
  onDuplicate: ignore,
  onToggle: ignore,
  onRequestAction: ignore,
  onRemove: ignore,
  onCommit: () => Promise.resolve(null),
  onFold: ignore,
  onFocus: ignore,
  onEdit: ignore,
  onReject: ignore,
  onOrphaned: ignore,
  onMove: ignore,
};

function previewRows(ids: readonly number[]): ListModel['rows'] {
  return {
    seq: undefined,
    list: { ...EMPTY_LIST, ids, total: ids.length },
    topic: null,
    isLoading: false,
    isFetching: false,
    fault: undefined,
    hasPending: false,
    isUntracked: false,
    applyPending: () => ignore,
    applyKnownPending: () => false,
    compact: ignore,
    refetch: () => ignore,
  };
}

/** `ids`: those of the sample rows. */
export function usePreviewList(entity: AnyEntity, ids: readonly number[]): ListModel {
  return useMemo(() => {
    const state = parseListState(entity, new URLSearchParams());
    return {
      entity,
      permissions: previewPermissions(entity),
      state,
      change: ignore,
      query: { page: 1, limit: state.limit, sort: defaultSort(entity), where: { all: [] } },
      rows: previewRows(ids),
      items: ids.map((id) => ({ id, depth: 0, hasChildren: false })),
      isTree: false,
      columns: columnsByName(entity, entity.spec.list.columns),
      pageSelection: { isAllSelected: false, isSomeSelected: false, isEmpty: false, toggle: ignore },
      hiddenSelectedIds: [],
      view: DEFAULT_LIST_VIEW,
      changeView: ignore,
      selected: [],
      select: ignore,
      actionableIds: [],
      removedRows: [],
      isMatchingSelected: false,
      selectMatching: ignore,
      isSelecting: false,
      setIsSelecting: ignore,
      foldedIds: new Set(),
      toggleFold: ignore,
      expand: ignore,
    };
  }, [entity, ids]);
}
