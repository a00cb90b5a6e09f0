/** One page of notices: refetched when notices arrive, patched in place when they are read. */
import { useEffect, useEffectEvent, useState } from 'react';
import { MATCH_ALL } from '../../../../common/entity/filter';
import type { ChangeFrame, TopicSpec } from '../../../../common/protocol/liveEvents';
import { useRetainRows } from '../../../engine/data/useRetainRows';
import { useAppSelector } from '../../../shared/app/createStore';
import { useTopic } from '../../../shared/app/useTopic';
import { useNoticePageQuery } from '../../../shared/notices/noticePageApi';
import { NOTICE_ENTITY, useUnreadNoticesQuery } from '../../../shared/notices/noticesApi';
import { parseNotice, type Notice } from '../../../shared/notices/parseNotice';
import { selectEntityRows } from '../../../shared/store/entities';
import { THROTTLE_MS, remainingMs } from '../../useThrottledValue';

export const NOTICE_PAGE_SIZE = 20;
const TOPIC: TopicSpec = { k: 'list', e: NOTICE_ENTITY, where: MATCH_ALL, sort: [{ field: 'told_time', dir: 'desc' }] };
/** A frame that changes the order or the number of notices, or which of them are unread. */
const changesPage = ({ c }: ChangeFrame): boolean =>
  c.some(({ op, set }) => op !== 'u' || set?.['told_time'] !== undefined || set?.['read_time'] !== undefined);

interface NoticePageQuery {
  readonly page: number;
  readonly isUnreadOnly: boolean;
}
export interface NoticePageState {
  /** Undefined while the page is loading. */
  readonly notices: readonly Notice[] | undefined;
  readonly total: number;
  readonly unread: number;
  readonly isFailed: boolean;
  readonly refresh: () => void;
}
export function useNoticePage({ page, isUnreadOnly }: NoticePageQuery): NoticePageState {
  const query = { realm: 'member', page, limit: NOTICE_PAGE_SIZE, isUnreadOnly } as const;
  const { currentData, isError, fulfilledTimeStamp, refetch } = useNoticePageQuery(query, {
    refetchOnMountOrArgChange: true,
  });
  const unread = useUnreadNoticesQuery('member');
  const rows = useAppSelector(selectEntityRows(NOTICE_ENTITY));
  useRetainRows(NOTICE_ENTITY, currentData?.ids ?? []);
  const stamp = fulfilledTimeStamp ?? 0;
  const [changedAfter, setChangedAfter] = useState(-1);
  const refresh = () => {
    void refetch();
    void unread.refetch();
  };
  const onFrame = (frame: ChangeFrame) => {
    if (changesPage(frame)) setChangedAfter(stamp);
  };
  useTopic(currentData ? TOPIC : null, currentData?.seq, { onFrame, onReset: refresh }, stamp);
  const refreshLater = useEffectEvent(refresh);
  useEffect(() => {
    if (changedAfter !== stamp) return undefined;
    const timer = setTimeout(refreshLater, remainingMs(stamp, THROTTLE_MS));
    return () => clearTimeout(timer);
  }, [changedAfter, stamp]);
  const notices = currentData?.ids.flatMap((id) => {
    const cachedRow = rows?.[id];
    return cachedRow === undefined || cachedRow.isDeleted ? [] : [parseNotice(cachedRow.row)];
  });
  return {
    notices,
    total: currentData?.total ?? 0,
    unread: unread.data?.total ?? 0,
    isFailed: isError && currentData === undefined,
    refresh,
  };
}
