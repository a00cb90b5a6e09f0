/** The rows of the member, the newest first, as they change. */
import { useState } from 'react';
import type { TopicSpec } from '../../../../common/protocol/liveEvents';
import { isCallFault } from '../../../shared/api/faults';
import { useTopic } from '../../../shared/app/useTopic';
import { modulePageApi, type OwnRow } from './modulePageApi';

const PAGE_SIZE = 20;

export interface OwnRowsView {
  /** Undefined until the first response. */
  readonly list: readonly OwnRow[] | undefined;
  readonly hasMore: boolean;
  /** The message of a failed first request; empty without one. */
  readonly failure: string;
  readonly showMore: () => void;
  readonly reload: () => void;
}
export function useOwnRows(entity: string): OwnRowsView {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, error, fulfilledTimeStamp, refetch } = modulePageApi.useOwnRowsQuery({ entity, limit });
  const topic: TopicSpec = { k: 'list', e: entity, where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] };
  const reload = () => void refetch();
  useTopic(data ? topic : null, data?.seq, { onFrame: reload, onReset: reload }, fulfilledTimeStamp);
  return {
    list: data?.list,
    hasMore: data !== undefined && data.total > data.list.length,
    failure: data === undefined && isCallFault(error) ? error.msg : '',
    showMore: () => setLimit((current) => current + PAGE_SIZE),
    reload,
  };
}
