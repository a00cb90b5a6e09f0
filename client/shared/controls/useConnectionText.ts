/** The text of the connection status, and the age of shown values. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectConnection, type ConnectionInfo, type LiveStatus } from '../store/connectionSlice';
import { useAppSelector } from '../app/createStore';

/** A value older than this without a connection is shown as stale. */
const STALE_AFTER_MS = 30_000;
/** The same for balances, which count as current for at most three seconds. */
export const STALE_BALANCE_MS = 3_000;

/** The current time, updated each second while needed. */
function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}

const selectSince = (state: { readonly connection: ConnectionInfo }) => state.connection.since;
const selectStatus = (state: { readonly connection: ConnectionInfo }) => selectConnection(state).status;
const selectMissedCount = (state: { readonly connection: ConnectionInfo }) => state.connection.missedCount;

export interface ConnectionText {
  readonly status: LiveStatus;
  /** The visible text; may contain running seconds. */
  readonly text: string;
  /** The same without running seconds, for screen readers. */
  readonly announcement: string;
}
export function useConnectionText(): ConnectionText {
  const { t } = useTranslation();
  const status = useAppSelector(selectStatus);
  const since = useAppSelector(selectSince);
  const missedCount = useAppSelector(selectMissedCount);
  const now = useNow(status === 'reconnecting');
  const hint = t(`connection.hint.${status}`);
  if (status === 'reconnecting') {
    const seconds = Math.max(2, Math.round((now - since) / 1_000));
    return { status, text: t('connection.reconnecting', { seconds }), announcement: hint };
  }
  if (status === 'catching_up') {
    const text = missedCount > 0 ? t('connection.catching_up', { count: missedCount }) : t('connection.catching_up');
    return { status, text, announcement: hint };
  }
  const text = t(`connection.${status}`);
  return { status, text, announcement: text };
}

const CURRENT_STATUSES: readonly LiveStatus[] = ['idle', 'connecting', 'live', 'catching_up'];
/** When a value of `updatedAt` (unix milliseconds) was last current; undefined while it is current or `staleAfterMs` has not passed. */
export function useStaleSince(updatedAt: number, staleAfterMs = STALE_AFTER_MS): number | undefined {
  const status = useAppSelector(selectStatus);
  const since = useAppSelector(selectSince);
  const isDisconnected = !CURRENT_STATUSES.includes(status);
  const now = useNow(isDisconnected);
  const lastKnownAt = Math.max(updatedAt, since);
  return isDisconnected && updatedAt > 0 && now - lastKnownAt > staleAfterMs ? lastKnownAt : undefined;
}
