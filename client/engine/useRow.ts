/** One row, fetched with all its columns and followed live while a screen shows it. */
import { useCallback } from 'react';
import type { AnyEntity } from '../../common/entity/entity';
import type { Change, ChangeFrame } from '../../common/protocol/live';
import { useAppSelector } from '../shared/createStore';
import { selectHeld, type Held } from '../shared/entities';
import { isCallFault, type CallFault } from '../shared/faults';
import { useTopic } from '../shared/live';
import { rowsApi, type RowMark } from './rowsApi';
import { usePinned } from './usePinned';

export interface FollowedRow {
  readonly held: Held | undefined;
  /** The answer it stands on; undefined until the first. */
  readonly mark: RowMark | undefined;
  readonly fault: CallFault | undefined;
  readonly refetch: () => void;
}

/** `onChange` hears each change of the row after it is in the store. */
export function useRow(entity: AnyEntity, id: number | null, onChange?: (change: Change) => void): FollowedRow {
  const e = entity.name;
  const answer = rowsApi.useGetQuery({ e, id: id ?? 0 }, { skip: id === null, refetchOnMountOrArgChange: true });
  const held = useAppSelector(selectHeld(e, id ?? 0));
  usePinned(e, id === null ? [] : [id]);
  const { refetch: ask, currentData: mark } = answer;
  const refetch = useCallback(() => void ask(), [ask]);
  const onFrame = (frame: ChangeFrame) => {
    for (const change of frame.c) if (change.id === id) onChange?.(change);
  };
  useTopic(mark === undefined || id === null ? null : { k: 'row', e, id }, mark?.seq, { onFrame, onReset: refetch });
  return {
    held: id === null ? undefined : held,
    mark,
    fault: isCallFault(answer.error) ? answer.error : undefined,
    refetch,
  };
}
