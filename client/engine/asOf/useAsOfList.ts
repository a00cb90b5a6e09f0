/** The rows of a list as of a moment, with the filters, the order and the columns of the list's URL. */
import { useMemo } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import type { ListResponse } from '../../../common/protocol/liveEvents';
import { isCallFault, type CallFault } from '../../shared/api/faults';
import { queryParams } from '../data/listRequest';
import { useDefaultColumns } from '../engineContext';
import { buildQuery, columnsByName, isTreeView } from '../list/listState';
import type { FilterModel } from '../list/useListModel';
import { useListState } from '../list/useListState';
import { useListViewSettings } from '../list/useListViewSettings';
import { withDeletedColumn } from '../recycleBin/recycleBinPermissions';
import { usePermissions } from '../usePermissions';
import { asOfApi } from './asOfApi';

export interface AsOfList extends FilterModel {
  readonly columns: readonly Column[];
  readonly isTree: boolean;
  readonly pastRows: readonly WireRow[];
  readonly response: ListResponse | undefined;
  readonly isFetching: boolean;
  readonly fault: CallFault | undefined;
  readonly refetch: () => void;
}

export function useAsOfList(entity: AnyEntity, moment: number): AsOfList {
  const permissions = usePermissions(entity);
  const { view } = useListViewSettings(entity);
  const { state, change } = useListState(entity);
  const defaultColumns = useDefaultColumns(entity);
  const args = useMemo(
    () => ({
      e: entity.name,
      params: queryParams(permissions.columns, buildQuery(entity, state, permissions.readable)),
      asOf: moment,
    }),
    [entity, permissions, state, moment],
  );
  const { currentData, data, isFetching, error, refetch } = asOfApi.usePastListQuery(args, {
    skip: !permissions.can('read'),
  });
  const names = state.columns ?? view.columns ?? defaultColumns;
  const shownNames = state.showsDeleted ? withDeletedColumn(entity, names) : names;
  // While another page loads, the last one stays.
  const response = currentData ?? (isFetching ? data : undefined);
  return {
    entity,
    permissions,
    state,
    change,
    columns: columnsByName(entity, shownNames).filter(({ name }) => permissions.readable.has(name)),
    isTree: isTreeView(entity, state),
    pastRows: response?.list ?? [],
    response,
    isFetching,
    fault: isCallFault(error) ? error : undefined,
    refetch: () => void refetch(),
  };
}
