/** Marks notices as read: optimistically at once, then on the server, which updates the other tabs. */
import { useStore } from 'react-redux';
import { useApp } from '../app/appContext';
import { useAppDispatch, type RootState } from '../app/createStore';
import { rowsReceived } from '../store/entities';
import { NOTICE_ENTITY, useReadAllNoticesMutation, useReadNoticesMutation } from './noticesApi';

export interface MarkRead {
  readonly byIds: (ids: readonly number[]) => void;
  readonly all: () => void;
}
export function useMarkRead(): MarkRead {
  const { realm } = useApp();
  const store = useStore<RootState>();
  const dispatch = useAppDispatch();
  const [readSome] = useReadNoticesMutation();
  const [readAll] = useReadAllNoticesMutation();
  const markLocally = (matches: (id: number) => boolean) => {
    const notices = Object.values(store.getState().entities.rows[NOTICE_ENTITY] ?? {});
    const unread = notices.filter(({ row }) => (row['read_time'] ?? null) === null && matches(Number(row['id'])));
    const now = Math.floor(Date.now() / 1000);
    if (unread.length > 0)
      dispatch(rowsReceived({ e: NOTICE_ENTITY, rows: unread.map(({ row }) => ({ ...row, read_time: now })) }));
  };
  return {
    byIds: (ids) => {
      markLocally((id) => ids.includes(id));
      void readSome({ realm, ids });
    },
    all: () => {
      markLocally(() => true);
      void readAll(realm);
    },
  };
}
