/** Whether the server is reachable, by the state of the device's network and of the live connection. */
import { useSyncExternalStore } from 'react';
import { useApp } from './appContext';
import type { StateWithConnection, LiveStatus } from '../store/connectionSlice';
import { useAppSelector } from './createStore';

const OFFLINE_STATUSES: ReadonlySet<LiveStatus> = new Set(['reconnecting', 'offline']);
const isConnectionLost = ({ connection }: StateWithConnection) => OFFLINE_STATUSES.has(connection.status);

function subscribeNetworkEvents(listener: () => void): () => void {
  const events = ['online', 'offline'] as const;
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}

export function useIsOnline(): boolean {
  const { isOnline } = useApp();
  const online = useSyncExternalStore(subscribeNetworkEvents, isOnline);
  return !useAppSelector(isConnectionLost) && online;
}
