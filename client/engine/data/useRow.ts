/** One row with all its columns: fetched, then updated by its live subscription. */
import { useCallback } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Change, ChangeFrame } from '../../../common/protocol/liveEvents';
import { useAppSelector } from '../../shared/app/createStore';
import { selectCachedRow, type CachedRow } from '../../shared/store/entities';
import { isCallFault, type CallFault } from '../../shared/api/faults';
import { useTopic } from '../../shared/app/useTopic';
import { rowsApi, type RowVersion } from './rowsApi';
import { useRetainRows } from './useRetainRows';

export interface LiveRow {
  readonly cachedRow: CachedRow | undefined;
  /** The latest response; undefined until the first. */
  readonly version: RowVersion | undefined;
  readonly fault: CallFault | undefined;
  readonly refetch: () => void;
}

/** `onChange` is called for each change of the row, after the store is updated. */
export function useRow(entity: AnyEntity, id: number | null, onChange?: (change: Change) => void): LiveRow {
  const e = entity.name;
  const response = rowsApi.useGetQuery({ e, id: id ?? 0 }, { skip: id === null, refetchOnMountOrArgChange: true });
  const cachedRow = useAppSelector(selectCachedRow(e, id ?? 0));
  useRetainRows(e, id === null ? [] : [id]);
  const { refetch: refetchQuery, currentData: version } = response;
  const refetch = useCallback(() => void refetchQuery(), [refetchQuery]);
  const onFrame = (frame: ChangeFrame) => {
    for (const change of frame.c) if (change.id === id) onChange?.(change);
  };
  useTopic(version === undefined || id === null ? null : { k: 'row', e, id }, version?.seq, { onFrame, onReset: refetch });
  return {
    cachedRow: id === null ? undefined : cachedRow,
    version,
    fault: isCallFault(response.error) ? response.error : undefined,
    refetch,
  };
}
