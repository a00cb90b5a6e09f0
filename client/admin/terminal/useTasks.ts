/** Every task of the queue, in its order, kept right by the change log's frames alone. */
import { createSelector } from '@reduxjs/toolkit';
import { useMemo, useState } from 'react';
import { EVERYTHING } from '../../../common/entity/filter';
import type { ChangeFrame, TopicSpec } from '../../../common/protocol/live';
import { useAppSelector, type RootState } from '../../shared/createStore';
import { useTopic } from '../../shared/live';
import { usePinned } from '../../engine/usePinned';
import { TASK, taskOf, type Task } from './task';
import { useQueueQuery } from './terminalApi';

const ALL: TopicSpec = { k: 'list', e: TASK, where: EVERYTHING, sort: [{ field: 'position', dir: 'asc' }] };

function changed(ids: readonly number[], { c }: ChangeFrame): readonly number[] {
  const entered = c.flatMap(({ op, id }) => (op === 'enter' && !ids.includes(id) ? [id] : []));
  const left = new Set(c.flatMap(({ op, id }) => (op === 'leave' || op === 'del' ? [id] : [])));
  return entered.length + left.size === 0 ? ids : [...ids, ...entered].filter((id) => !left.has(id));
}

/** `onAdded`: somebody added a task, or let one wait again. */
export function useTasks(onAdded?: () => void): { readonly tasks: readonly Task[]; readonly ready: boolean } {
  const { data, fulfilledTimeStamp, refetch } = useQueueQuery(undefined);
  const stamp = fulfilledTimeStamp ?? 0;
  const [moved, setMoved] = useState<{ stamp: number; ids: readonly number[] }>({ stamp: 0, ids: [] });
  const ids = useMemo(() => (moved.stamp === stamp ? moved.ids : (data?.ids ?? [])), [data?.ids, moved, stamp]);
  const onFrame = (frame: ChangeFrame) => {
    setMoved((was) => ({ stamp, ids: changed(was.stamp === stamp ? was.ids : (data?.ids ?? []), frame) }));
    if (frame.c.some(({ op, set }) => op === 'enter' || set?.['attempt'] !== undefined)) onAdded?.();
  };
  useTopic(data ? ALL : null, data?.seq, { onFrame, onReset: () => void refetch() }, stamp);
  usePinned(TASK, ids);
  const select = useMemo(
    () =>
      createSelector(
        (state: RootState) => state.entities.rows[TASK],
        (rows) =>
          ids
            .flatMap((id) => {
              const row = rows?.[id]?.row;
              return row === undefined ? [] : [taskOf(row)];
            })
            .sort((one, other) => one.position - other.position || one.id - other.id),
      ),
    [ids],
  );
  return { tasks: useAppSelector(select), ready: data !== undefined };
}
