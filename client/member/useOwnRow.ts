/** The signed-in member's own record, kept true by its row topic. */
import { useEffect } from 'react';
import type { TopicSpec } from '../../common/protocol/live';
import { api } from '../shared/api';
import { useAppDispatch, useAppSelector } from '../shared/createStore';
import { rowsArrived, selectHeld, type Held, type Wire } from '../shared/entities';
import { useTopic } from '../shared/live';
import { asRecord, asText } from '../shared/persist';

const ENTITY = 'user';

export const ownRowRequest = (id: number) => ({ url: `/api/${ENTITY}/edit`, params: { id }, repeatable: true });

export function useOwnRow(id: number): Held | undefined {
  const dispatch = useAppDispatch();
  const { data, fulfilledTimeStamp, refetch } = api.useAskQuery(ownRowRequest(id), { skip: id === 0 });
  const answer = asRecord(data);
  const row = asRecord(answer?.['row']);
  const seq = asText(answer?.['seq'], 128);
  useEffect(() => {
    // The answer of the server's one projection, a wire row by contract.
    if (row) dispatch(rowsArrived({ e: ENTITY, rows: [row as Wire] }));
  }, [row, dispatch]);
  const spec: TopicSpec = { k: 'row', e: ENTITY, id };
  useTopic(seq === '' ? null : spec, seq, { onReset: () => void refetch() }, fulfilledTimeStamp);
  return useAppSelector(selectHeld(ENTITY, id));
}
