/** The newest entry of a history, and how many that match came since a screen last looked: heard from the ledger itself. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChangeFrame, TopicSpec } from '../../../common/protocol/live';
import { useTopic } from '../../shared/live';
import { countOf } from '../../shared/countOf';
import { PACE_MS, restOf } from '../usePaced';
import { condsOf, LOG, useEntriesQuery, type EntryFilter } from './entries';

export interface Newest {
  /** Undefined until it is known; 0 when there is none. */
  readonly top: number | undefined;
  /** The last question was refused, or its answer lost. */
  readonly failed: boolean;
  readonly waiting: number;
  /** Looks again. */
  readonly renew: () => void;
}
/** `auto`: looks again by itself whenever something came. */
export function useNewest(filter: EntryFilter, auto: boolean): Newest {
  const { kind } = filter;
  const { data, isError, fulfilledTimeStamp, refetch } = useEntriesQuery(
    { kind, page: 1, limit: 1 },
    { refetchOnMountOrArgChange: true },
  );
  const conds = condsOf(filter);
  const spec: TopicSpec = { k: 'list', e: LOG[kind], where: { all: conds }, sort: [{ field: 'id', dir: 'desc' }] };
  // Another filter counts anew from where the answer stands.
  const since = `${fulfilledTimeStamp ?? 0} ${JSON.stringify(conds)}`;
  const [came, setCame] = useState({ since, by: 0 });
  const onFrame = (frame: ChangeFrame) =>
    setCame((was) => ({ since, by: (was.since === since ? was.by : 0) + countOf(frame) }));
  useTopic(data ? spec : null, data?.seq, { onFrame, onReset: () => void refetch() }, fulfilledTimeStamp ?? 0);
  const waiting = came.since === since ? came.by : 0;
  const renew = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (!auto || waiting <= 0) return undefined;
    const soon = setTimeout(renew, restOf(fulfilledTimeStamp ?? 0, PACE_MS));
    return () => clearTimeout(soon);
  }, [auto, waiting, fulfilledTimeStamp]);
  return {
    top: data && (data.list[0]?.id ?? 0),
    failed: isError,
    waiting,
    renew: () => void refetch(),
  };
}
