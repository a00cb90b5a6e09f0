/** The totals of the own shift, requested again when an own entry arrives. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { TopicSpec } from '../../../../../common/protocol/liveEvents';
import { LEDGERS, type LedgerKind } from '../../../../../common/ledgerKind';
import { useTopic } from '../../../../shared/app/useTopic';
import { useShiftQuery, type Shift } from './shiftApi';

/** Least time between two requests, in milliseconds. */
const PAUSE_MS = 500;

const findTopic = (kind: LedgerKind, { actor, since, totals }: Shift): TopicSpec | null =>
  totals[kind] === undefined
    ? null
    : {
        k: 'list',
        e: LEDGERS[kind],
        where: {
          all: [
            { field: 'actor', op: '=', value: actor },
            { field: 'create_time', op: '>=', value: since },
          ],
        },
        sort: [{ field: 'id', dir: 'desc' }],
      };

/** `since`: unix seconds; undefined: today. */
export function useLiveShift(since: number | undefined) {
  const { currentData, isError, fulfilledTimeStamp, refetch } = useShiftQuery(since);
  const fulfilledAt = fulfilledTimeStamp ?? 0;
  const [changedAfter, setChangedAfter] = useState(-1);
  const handlers = { onFrame: () => setChangedAfter(fulfilledAt), onReset: () => void refetch() };
  useTopic(currentData ? findTopic('money', currentData) : null, currentData?.seq, handlers, fulfilledAt);
  useTopic(currentData ? findTopic('score', currentData) : null, currentData?.seq, handlers, fulfilledAt);
  const refresh = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (changedAfter !== fulfilledAt) return undefined;
    const timer = setTimeout(refresh, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [changedAfter, fulfilledAt]);
  return { shift: currentData, isFailed: isError && currentData === undefined, retry: () => void refetch() };
}
