/** How many notices are unread: asked once, then counted from the frames alone; each that arrives is handed on. */
import { useState } from 'react';
import { useStore } from 'react-redux';
import type { ChangeFrame, TopicSpec } from '../../../common/protocol/live';
import { useApp } from '../app';
import type { RootState } from '../createStore';
import { useTopic } from '../live';
import { countOf } from '../countOf';
import { noticeOf, type Notice } from './notice';
import { NOTICE, useUnreadNoticesQuery } from './noticesApi';

const UNREAD: TopicSpec = {
  k: 'list',
  e: NOTICE,
  where: { field: 'read_time', op: 'NULL', value: null },
  sort: [{ field: 'id', dir: 'desc' }],
};

/** What changes in a line that takes up something new; its time has whole seconds only. */
const NEWS = ['told_time', 'items'];

/** `onArrived`: new lines, and old ones that say something new. */
export function useUnread(onArrived: (notices: readonly Notice[]) => void): number {
  const { realm } = useApp();
  const store = useStore<RootState>();
  const { data, fulfilledTimeStamp, refetch } = useUnreadNoticesQuery(realm);
  const stamp = fulfilledTimeStamp ?? 0;
  const [moved, setMoved] = useState({ stamp: 0, by: 0 });
  const onFrame = (frame: ChangeFrame) => {
    setMoved((was) => ({ stamp, by: (was.stamp === stamp ? was.by : 0) + countOf(frame) }));
    const table = store.getState().entities.rows[NOTICE] ?? {};
    const arrived = frame.c.flatMap(({ op, id, set }) => {
      const row = table[id]?.row;
      const isNews = op === 'enter' || (op === 'u' && NEWS.some((field) => set?.[field] !== undefined));
      return isNews && row ? [noticeOf(row)] : [];
    });
    if (arrived.length > 0) onArrived(arrived);
  };
  useTopic(data ? UNREAD : null, data?.seq, { onFrame, onReset: () => void refetch() }, stamp);
  return Math.max(0, (data?.total ?? 0) + (moved.stamp === stamp ? moved.by : 0));
}
