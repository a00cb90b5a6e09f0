/** The newest entry of a history, and the number of matching entries since the screen last refetched, from the live ledger topic. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChangeFrame, TopicSpec } from '../../../common/protocol/liveEvents';
import { useTopic } from '../../shared/app/useTopic';
import { getTotalDelta } from '../../shared/live/getTotalDelta';
import { THROTTLE_MS, remainingMs } from '../useThrottledValue';
import { toConditions, LOG_ENTITIES, useEntriesQuery, type EntryFilter } from './entriesApi';

export interface NewEntries {
  /** Undefined until it is known; 0 if there is none. */
  readonly newestId: number | undefined;
  /** The last query was refused, or its response was lost. */
  readonly isFailed: boolean;
  readonly newCount: number;
  /** Refetches. */
  readonly refresh: () => void;
}
/** `isAutomatic`: refetches whenever an entry arrives. */
export function useNewEntries(filter: EntryFilter, isAutomatic: boolean): NewEntries {
  const { kind } = filter;
  const { data, isError, fulfilledTimeStamp, refetch } = useEntriesQuery(
    { kind, page: 1, limit: 1 },
    { refetchOnMountOrArgChange: true },
  );
  const conditions = toConditions(filter);
  const spec: TopicSpec = {
    k: 'list',
    e: LOG_ENTITIES[kind],
    where: { all: conditions },
    sort: [{ field: 'id', dir: 'desc' }],
  };
  // A new filter or response restarts the count of received entries.
  const since = `${fulfilledTimeStamp ?? 0} ${JSON.stringify(conditions)}`;
  const [received, setReceived] = useState({ since, count: 0 });
  const onFrame = (frame: ChangeFrame) =>
    setReceived((previous) => ({
      since,
      count: (previous.since === since ? previous.count : 0) + getTotalDelta(frame),
    }));
  useTopic(data ? spec : null, data?.seq, { onFrame, onReset: () => void refetch() }, fulfilledTimeStamp ?? 0);
  // The topic does not search texts, so it cannot tell how many new entries match one.
  const newCount = received.since === since && filter.text === undefined ? received.count : 0;
  const refresh = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (!isAutomatic || newCount <= 0) return undefined;
    const timer = setTimeout(refresh, remainingMs(fulfilledTimeStamp ?? 0, THROTTLE_MS));
    return () => clearTimeout(timer);
  }, [isAutomatic, newCount, fulfilledTimeStamp]);
  return {
    newestId: data && (data.list[0]?.id ?? 0),
    isFailed: isError,
    newCount,
    refresh: () => void refetch(),
  };
}
