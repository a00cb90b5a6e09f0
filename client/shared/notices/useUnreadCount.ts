/** Counts unread notifications (notices) for the badge of the bell: requested once, then counted from live frames. */
import { useState } from 'react';
import { useStore } from 'react-redux';
import type { ChangeFrame, TopicSpec } from '../../../common/protocol/liveEvents';
import { useApp } from '../app/appContext';
import type { RootState } from '../app/createStore';
import { useTopic } from '../app/useTopic';
import { getTotalDelta } from '../live/getTotalDelta';
import { parseNotice, type Notice } from './parseNotice';
import { NOTICE_ENTITY, useUnreadNoticesQuery } from './noticesApi';

const UNREAD_TOPIC: TopicSpec = {
  k: 'list',
  e: NOTICE_ENTITY,
  where: { field: 'read_time', op: 'NULL', value: null },
  sort: [{ field: 'id', dir: 'desc' }],
};

/** The fields that change when an existing notice gets new content; its time has whole seconds only. */
const CONTENT_FIELDS = ['told_time', 'items'];

/** `onArrived`: receives new notices, and existing ones with new content. */
export function useUnreadCount(onArrived: (notices: readonly Notice[]) => void): number {
  const { realm } = useApp();
  const store = useStore<RootState>();
  const { data, fulfilledTimeStamp, refetch } = useUnreadNoticesQuery(realm);
  const fulfilledAt = fulfilledTimeStamp ?? 0;
  const [countChange, setCountChange] = useState({ fulfilledAt: 0, by: 0 });
  const onFrame = (frame: ChangeFrame) => {
    setCountChange((previous) => ({
      fulfilledAt,
      by: (previous.fulfilledAt === fulfilledAt ? previous.by : 0) + getTotalDelta(frame),
    }));
    const table = store.getState().entities.rows[NOTICE_ENTITY] ?? {};
    const arrived = frame.c.flatMap(({ op, id, set }) => {
      const row = table[id]?.row;
      const isNews = op === 'enter' || (op === 'u' && CONTENT_FIELDS.some((field) => set?.[field] !== undefined));
      return isNews && row ? [parseNotice(row)] : [];
    });
    if (arrived.length > 0) onArrived(arrived);
  };
  useTopic(data ? UNREAD_TOPIC : null, data?.seq, { onFrame, onReset: () => void refetch() }, fulfilledAt);
  return Math.max(0, (data?.total ?? 0) + (countChange.fulfilledAt === fulfilledAt ? countChange.by : 0));
}
