/** The newest entry of a history, and how many came since a screen last looked: heard from the ledger itself. */
import { useEffect, useEffectEvent, useState } from 'react';
import { EVERYTHING } from '../../../common/entity/filter';
import type { ChangeFrame, TopicSpec } from '../../../common/protocol/live';
import { useTopic } from '../../shared/live';
import { countOf } from '../../shared/countOf';
import type { WealthKind } from './amounts';
import { LOG, useEntriesQuery } from './entries';

export interface Newest {
  /** Undefined until it is known; 0 when there is none. */
  readonly top: number | undefined;
  readonly waiting: number;
  /** Looks again. */
  readonly renew: () => void;
}
/** `auto`: looks again by itself whenever something came. */
export function useNewest(kind: WealthKind, auto: boolean): Newest {
  const { data, fulfilledTimeStamp, refetch } = useEntriesQuery(
    { kind, page: 1, limit: 1 },
    { refetchOnMountOrArgChange: true },
  );
  const stamp = fulfilledTimeStamp ?? 0;
  const [came, setCame] = useState({ stamp: 0, by: 0 });
  const spec: TopicSpec = { k: 'list', e: LOG[kind], where: EVERYTHING, sort: [{ field: 'id', dir: 'desc' }] };
  const onFrame = (frame: ChangeFrame) =>
    setCame((was) => ({ stamp, by: (was.stamp === stamp ? was.by : 0) + countOf(frame) }));
  useTopic(data ? spec : null, data?.seq, { onFrame, onReset: () => void refetch() }, stamp);
  const waiting = came.stamp === stamp ? came.by : 0;
  const renew = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (auto && waiting > 0) renew();
  }, [auto, waiting]);
  return {
    top: data && (data.list[0]?.id ?? 0),
    waiting,
    renew: () => void refetch(),
  };
}
