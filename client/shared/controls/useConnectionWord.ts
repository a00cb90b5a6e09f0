/** What the pill says about the connection, and how old what is shown may be. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectConnection, type Connection, type LiveStatus } from '../connection';
import { useAppSelector } from '../createStore';

/** Older than this without a connection, a figure is no longer shown as if it were true now. */
const STALE_MS = 30_000;
/** The same for what somebody owns: a balance stands as current for three seconds at most. */
export const STALE_MONEY_MS = 3_000;

/** The time now, each second while somebody needs it. */
function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}

const selectWordFacts = (state: { readonly connection: Connection }) => state.connection.since;
const selectStatus = (state: { readonly connection: Connection }) => selectConnection(state).status;
const selectMissed = (state: { readonly connection: Connection }) => state.connection.missed;

export interface ConnectionWord {
  readonly status: LiveStatus;
  /** What is seen; it may count. */
  readonly word: string;
  /** The same without numbers that run, for those who listen. */
  readonly calm: string;
}
export function useConnectionWord(): ConnectionWord {
  const { t } = useTranslation();
  const status = useAppSelector(selectStatus);
  const since = useAppSelector(selectWordFacts);
  const missed = useAppSelector(selectMissed);
  const now = useNow(status === 'reconnecting');
  const hint = t(`link.hint.${status}`);
  if (status === 'reconnecting') {
    const seconds = Math.max(2, Math.round((now - since) / 1_000));
    return { status, word: t('link.reconnecting', { seconds }), calm: hint };
  }
  if (status === 'catching_up') {
    const word = missed > 0 ? t('link.catching_up', { count: missed }) : t('link.catching_up');
    return { status, word, calm: hint };
  }
  const word = t(`link.${status}`);
  return { status, word, calm: word };
}

const CURRENT: readonly LiveStatus[] = ['idle', 'connecting', 'live', 'catching_up'];
/** Until when a figure heard of at `asOf` (unix milliseconds) was known to be true; undefined while it still is, or less than `staleMs` passed since. */
export function useStale(asOf: number, staleMs = STALE_MS): number | undefined {
  const status = useAppSelector(selectStatus);
  const since = useAppSelector(selectWordFacts);
  const cut = !CURRENT.includes(status);
  const now = useNow(cut);
  const until = Math.max(asOf, since);
  return cut && asOf > 0 && now - until > staleMs ? until : undefined;
}
