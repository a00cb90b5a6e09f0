/** Starts a job that changes all records of a list. */
import type { BulkJobRequest } from '../../../../common/protocol/bulkJob';
import { bulkJobApi } from '../../data/bulkJobApi';
import { queryParams } from '../../data/listRequest';
import type { ListModel } from '../useListModel';

interface StartOutcome {
  readonly isStarted: boolean;
  readonly error: unknown;
}
export function useStartBulk({ entity, query, permissions, select, change }: ListModel) {
  const [startBulk, { isLoading }] = bulkJobApi.useStartBulkMutation();
  const start = async (bulk: Pick<BulkJobRequest, 'verb' | 'set' | 'clear'>): Promise<StartOutcome> => {
    const { page: _page, limit: _limit, ...listQuery } = queryParams(permissions.columns, query);
    const { data, error } = await startBulk({ ent: entity.name, query: listQuery, ...bulk });
    if (data === undefined) return { isStarted: false, error };
    select([]);
    change({ bulkJob: data.job }, { replaces: true });
    return { isStarted: true, error: undefined };
  };
  return { start, isStarting: isLoading };
}
