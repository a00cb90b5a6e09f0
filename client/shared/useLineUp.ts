/** Whether the server can be reached, as far as this page knows: by the device's network, and by the live connection once there is one. */
import { useSyncExternalStore } from 'react';
import { useApp } from './app';
import type { ConnectionHolder, LiveStatus } from './connection';
import { useAppSelector } from './createStore';

const DOWN: ReadonlySet<LiveStatus> = new Set(['reconnecting', 'offline']);
const isDown = ({ connection }: ConnectionHolder) => DOWN.has(connection.status);

function subscribe(listener: () => void): () => void {
  const events = ['online', 'offline'] as const;
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}

export function useLineUp(): boolean {
  const { isOnline } = useApp();
  const online = useSyncExternalStore(subscribe, isOnline);
  return !useAppSelector(isDown) && online;
}
