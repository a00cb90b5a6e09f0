/** The signed-in member's own record, kept current by its row topic. */
import type { TopicSpec } from '../../../common/protocol/liveEvents';
import { useAppSelector } from '../../shared/app/createStore';
import { selectCachedRow, type CachedRow } from '../../shared/store/entities';
import { useTopic } from '../../shared/app/useTopic';
import { OWN_ENTITY, useOwnRowQuery } from './ownRecordApi';

export function useOwnRecord(id: number): CachedRow | undefined {
  const { data: seq = '', fulfilledTimeStamp, refetch } = useOwnRowQuery(id, { skip: id === 0 });
  const spec: TopicSpec = { k: 'row', e: OWN_ENTITY, id };
  useTopic(seq === '' ? null : spec, seq, { onReset: () => void refetch() }, fulfilledTimeStamp);
  return useAppSelector(selectCachedRow(OWN_ENTITY, id));
}

/** When the server last returned the record, unix milliseconds; 0 before. Later changes arrive live. */
export function useOwnRecordUpdatedAt(id: number): number {
  return useOwnRowQuery(id, { skip: id === 0 }).fulfilledTimeStamp ?? 0;
}
