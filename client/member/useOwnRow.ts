/** The signed-in member's own record, kept true by its row topic. */
import type { TopicSpec } from '../../common/protocol/live';
import { useAppSelector } from '../shared/createStore';
import { selectHeld, type Held } from '../shared/entities';
import { useTopic } from '../shared/live';
import { OWN, useOwnRowQuery } from './ownRowApi';

export function useOwnRow(id: number): Held | undefined {
  const { data: seq = '', fulfilledTimeStamp, refetch } = useOwnRowQuery(id, { skip: id === 0 });
  const spec: TopicSpec = { k: 'row', e: OWN, id };
  useTopic(seq === '' ? null : spec, seq, { onReset: () => void refetch() }, fulfilledTimeStamp);
  return useAppSelector(selectHeld(OWN, id));
}

/** When the server last answered what the record says, unix milliseconds; 0 before it did. What comes later comes live. */
export function useOwnAsOf(id: number): number {
  return useOwnRowQuery(id, { skip: id === 0 }).fulfilledTimeStamp ?? 0;
}
