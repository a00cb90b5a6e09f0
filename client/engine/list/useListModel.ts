/** State of a list screen: URL, rows, selection and permissions. */
import { useMemo } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/columns';
import type { ListQuery } from '../../../common/query/listQuery';
import { isTreeView, formatListState, buildQuery, parseListState, columnsByName } from './listState';
import { useDefaultColumns } from '../engineContext';
import { useListState, type ListStateModel } from './useListState';
import { recycleBinPermissions, hasRecycleBin, withDeletedColumn } from '../recycleBin/recycleBinPermissions';
import type { LiveList } from '../data/liveList';
import { usePermissions, type EntityPermissions } from '../usePermissions';
import { useRows, type LiveRows } from '../data/useRows';
import { useLiveListTitles } from '../data/useLiveTitles';
import { useClampPage } from './useClampPage';
import { useListViewSettings, type ListViewSettings } from './useListViewSettings';
import { findFoldedAncestors, useListItems, type ListItem } from './tree/treeItems';
import {
  isActionable,
  useRowSelection,
  createPageSelection,
  type RowSelection,
  type PageSelection,
} from './selection/useRowSelection';

interface TreeFolding {
  /** Folded branches of a tree. */
  readonly foldedIds: ReadonlySet<number>;
  readonly toggleFold: (id: number) => void;
  /** Unfolds every branch that hides one of the rows. */
  readonly expand: (ids: readonly number[]) => void;
}
/** The properties of the list tools that change filters. */
export interface FilterModel extends ListStateModel {
  readonly entity: AnyEntity;
  readonly permissions: EntityPermissions;
}
export interface ListModel extends FilterModel, ListViewSettings, RowSelection, TreeFolding {
  readonly query: ListQuery;
  readonly rows: LiveRows;
  readonly items: readonly ListItem[];
  readonly isTree: boolean;
  readonly columns: readonly Column[];
  readonly pageSelection: PageSelection;
  /** Selected rows in folded branches; actions include them, so they are shown. */
  readonly hiddenSelectedIds: readonly number[];
}

const createTreeFolding = (
  { parents = {} }: LiveList,
  foldedIds: ReadonlySet<number>,
  changeView: ListViewSettings['changeView'],
): TreeFolding => ({
  foldedIds,
  toggleFold: (id) => {
    const next = new Set(foldedIds);
    if (!next.delete(id)) next.add(id);
    changeView({ folded: [...next] });
  },
  expand: (ids) => {
    const unfoldedIds = new Set(ids.flatMap((id) => [...findFoldedAncestors(id, parents, foldedIds)]));
    changeView({ folded: [...foldedIds].filter((id) => !unfoldedIds.has(id)) });
  },
});

export function useListModel(entity: AnyEntity): ListModel {
  const basePermissions = usePermissions(entity);
  const { state, change, setParams } = useListState(entity);
  const { view, changeView } = useListViewSettings(entity);
  const defaultColumns = useDefaultColumns(entity);
  const foldedIds = useMemo(() => new Set(view.folded), [view.folded]);
  const isRecycleBin = state.showsDeleted && hasRecycleBin(entity, basePermissions);
  const permissions = useMemo(
    () => (isRecycleBin ? recycleBinPermissions(basePermissions) : basePermissions),
    [isRecycleBin, basePermissions],
  );
  // Opening a record or choosing columns changes the URL but not the query.
  const queryKey = JSON.stringify(buildQuery(entity, state, permissions.readable));
  const query = useMemo(() => JSON.parse(queryKey) as ListQuery, [queryKey]); // serialized on the line above
  const isTree = isTreeView(entity, state);
  const rows = useRows(entity, query, permissions, isTree);
  const items = useListItems(rows.list, isTree, foldedIds);
  const selection = useRowSelection(entity, rows.list, queryKey);
  const visibleIds = new Set(items.map(({ id }) => id));
  const selectableIds = items.map(({ id }) => id).filter((id) => isActionable(rows.list, id));
  const chosenColumns = state.columns ?? view.columns ?? defaultColumns;
  const names = (isRecycleBin ? withDeletedColumn(entity, chosenColumns) : chosenColumns).join();
  const columns = useMemo(() => columnsByName(entity, names.split(',')), [entity, names]);
  useLiveListTitles(entity, columns, rows.list.ids, rows.seq);

  useClampPage({ rows, page: state.page, limit: state.limit, isSinglePage: isTree }, (page) =>
    setParams((before) => formatListState(entity, { ...parseListState(entity, before), page }, before), {
      replace: true,
    }),
  );
  return {
    view,
    changeView,
    entity,
    permissions,
    state,
    query,
    change,
    rows,
    items,
    isTree,
    columns,
    ...selection,
    pageSelection: createPageSelection({ ids: selectableIds, ...selection }),
    ...createTreeFolding(rows.list, foldedIds, changeView),
    hiddenSelectedIds: selection.actionableIds.filter((id) => !visibleIds.has(id)),
  };
}
