/** Marks notices as read: shown at once, kept by the server, and told to one's other tabs by it. */
import { useStore } from 'react-redux';
import { useApp } from '../app';
import { useAppDispatch, type RootState } from '../createStore';
import { rowsArrived } from '../entities';
import { NOTICE, useReadAllNoticesMutation, useReadNoticesMutation } from './noticesApi';

export interface MarkRead {
  readonly some: (ids: readonly number[]) => void;
  readonly all: () => void;
}
export function useMarkRead(): MarkRead {
  const { realm } = useApp();
  const store = useStore<RootState>();
  const dispatch = useAppDispatch();
  const [readSome] = useReadNoticesMutation();
  const [readAll] = useReadAllNoticesMutation();
  const show = (which: (id: number) => boolean) => {
    const held = Object.values(store.getState().entities.rows[NOTICE] ?? {});
    const unread = held.filter(({ row }) => (row['read_time'] ?? null) === null && which(Number(row['id'])));
    const now = Math.floor(Date.now() / 1000);
    if (unread.length > 0)
      dispatch(rowsArrived({ e: NOTICE, rows: unread.map(({ row }) => ({ ...row, read_time: now })) }));
  };
  return {
    some: (ids) => {
      show((id) => ids.includes(id));
      void readSome({ realm, ids });
    },
    all: () => {
      show(() => true);
      void readAll(realm);
    },
  };
}
