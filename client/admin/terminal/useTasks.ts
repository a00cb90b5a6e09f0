/** Tasks of the queue in their order, kept up to date by change frames. */
import { createSelector } from '@reduxjs/toolkit';
import { useMemo, useState } from 'react';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { ChangeFrame, TopicSpec } from '../../../common/protocol/liveEvents';
import { useAppSelector, type RootState } from '../../shared/app/createStore';
import { useTopic } from '../../shared/app/useTopic';
import { useRetainRows } from '../../engine/data/useRetainRows';
import { TASK_ENTITY, parseTask, type Task } from './task';
import { useQueueQuery } from './terminalApi';

const QUEUE_TOPIC: TopicSpec = {
  k: 'list',
  e: TASK_ENTITY,
  where: MATCH_ALL,
  sort: [{ field: 'position', dir: 'asc' }],
};

function applyFrame(ids: readonly number[], { c: changes }: ChangeFrame): readonly number[] {
  const enteredIds = changes.flatMap(({ op, id }) => (op === 'enter' && !ids.includes(id) ? [id] : []));
  const leftIds = new Set(changes.flatMap(({ op, id }) => (op === 'leave' || op === 'del' ? [id] : [])));
  return enteredIds.length + leftIds.size === 0 ? ids : [...ids, ...enteredIds].filter((id) => !leftIds.has(id));
}

/** `onAdded`: called after a task was added or queued again. */
export function useTasks(onAdded?: () => void): { readonly tasks: readonly Task[]; readonly isReady: boolean } {
  const { data, fulfilledTimeStamp, refetch } = useQueueQuery(undefined);
  const fetchedAt = fulfilledTimeStamp ?? 0;
  const [liveIds, setLiveIds] = useState<{ fetchedAt: number; ids: readonly number[] }>({ fetchedAt: 0, ids: [] });
  const ids = useMemo(
    () => (liveIds.fetchedAt === fetchedAt ? liveIds.ids : (data?.ids ?? [])),
    [data?.ids, liveIds, fetchedAt],
  );
  const onFrame = (frame: ChangeFrame) => {
    setLiveIds((previous) => ({
      fetchedAt,
      ids: applyFrame(previous.fetchedAt === fetchedAt ? previous.ids : (data?.ids ?? []), frame),
    }));
    if (frame.c.some(({ op, set }) => op === 'enter' || set?.['attempt'] !== undefined)) onAdded?.();
  };
  useTopic(data ? QUEUE_TOPIC : null, data?.seq, { onFrame, onReset: () => void refetch() }, fetchedAt);
  useRetainRows(TASK_ENTITY, ids);
  const select = useMemo(
    () =>
      createSelector(
        (state: RootState) => state.entities.rows[TASK_ENTITY],
        (rows) =>
          ids
            .flatMap((id) => {
              const row = rows?.[id]?.row;
              return row === undefined ? [] : [parseTask(row)];
            })
            .sort((first, second) => first.position - second.position || first.id - second.id),
      ),
    [ids],
  );
  return { tasks: useAppSelector(select), isReady: data !== undefined };
}
