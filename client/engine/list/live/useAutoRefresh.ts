/**
 * When a list may change by itself: never under a hand or an eye. New rows come in only at the top of a newest-first list that
 * nobody touches; what left or moved is put in order after ten quiet seconds; a list that only knows that it is out of date asks
 * again after a pause of its own, so that a thousand screens do not ask at once, and not before the pointer left or rests.
 */
import { useEffect, useEffectEvent, useRef, useState, type RefObject, type UIEvent } from 'react';
import type { SortKey } from '../../../../common/protocol/liveEvents';
import { hasPendingChanges } from '../../data/liveList';
import type { AbortRequest, LiveRows } from '../../data/useRows';
import type { ListModel } from '../useListModel';

const CHECK_INTERVAL_MS = 250;
const IDLE_MS = 10_000;
/** A pointer nobody moves for so long keeps no stale list stale, unless somebody is at work in a row. */
const POINTER_RESTING_MS = 30_000;
const DEBOUNCE_MS = 1_000;
const JITTER_MS = 1_000;
/** A storm that does not end is looked at now and then. */
const MAX_WAIT_MS = 10_000;

export const isNewestFirst = ([first]: readonly SortKey[]): boolean =>
  first?.dir === 'desc' && (first.field === 'id' || first.field === 'create_time');
const isRowFocused = (root: HTMLElement | null) => root?.querySelector('[data-id]:focus-within') != null;
const isMenuOpen = (root: HTMLElement | null) =>
  root?.querySelector('[aria-haspopup][aria-expanded="true"]') !== null ||
  document.querySelector('[role=menu]') !== null;

/** What hands and eyes do, without drawing anything for it. */
interface ActivityState {
  isPointerInside: boolean;
  isScrolled: boolean;
  /** Last time something spoke against moving rows, and last time the pointer moved. */
  busyAt: number;
  pointerAt: number;
  /** When the list changed first and last since it was up to date. */
  changedSince: number;
  changedAt: number;
  jitter: number;
  /** Of the answer we asked for by ourselves. */
  abort: AbortRequest | null;
}
const IDLE_STATE: Readonly<ActivityState> = {
  isPointerInside: false,
  isScrolled: false,
  busyAt: 0,
  pointerAt: 0,
  changedSince: 0,
  changedAt: 0,
  jitter: 0,
  abort: null,
};

type ContainerProps = Readonly<Record<string, unknown>>;
export interface AutoRefresh {
  readonly live: { readonly isLive: boolean; readonly setLive: (isLive: boolean) => void };
  /** To be spread on the element that holds the rows. */
  readonly containerProps: ContainerProps;
}

interface RefreshConditions {
  /** Something speaks against moving rows, such as a question that waits for an answer. */
  readonly isBusy: boolean;
  /** New rows may come in by themselves. */
  readonly canInsert: boolean;
}

/** An answer that is still on its way would replace the rows under the hand that just came. */
function abortRefetch({ current }: RefObject<ActivityState>): void {
  current.abort?.();
  current.abort = null;
}
function startWaiting({ current }: RefObject<ActivityState>): void {
  current.changedSince = Date.now();
  current.jitter = Math.random() * JITTER_MS;
}
/** Whether a stale list is due to be fetched again: changes paused, or have gone on for too long. */
const isRefetchDue = ({ changedAt, changedSince, jitter }: ActivityState, now: number) =>
  now - changedAt >= DEBOUNCE_MS + jitter || now - changedSince >= MAX_WAIT_MS;
export function useRowsAutoRefresh(rows: LiveRows, { isBusy, canInsert }: RefreshConditions): AutoRefresh {
  const [isLive, setLive] = useState(true);
  const root = useRef<HTMLDivElement>(null);
  const activity = useRef<ActivityState>({ ...IDLE_STATE });
  const pending = hasPendingChanges(rows.list);
  const { list } = rows;

  const checkForUpdate = useEffectEvent(() => {
    const { current } = activity;
    const now = Date.now();
    if (document.visibilityState === 'hidden') return;
    const isBlocked = isBusy || isMenuOpen(root.current);
    const isCalm = !isBlocked && !current.isPointerInside;
    if (!isCalm) current.busyAt = now;
    if (list.isStale) {
      const isPointerResting =
        !isBlocked && now - current.pointerAt >= POINTER_RESTING_MS && !isRowFocused(root.current);
      if ((isCalm || isPointerResting) && isRefetchDue(current, now) && !rows.isFetching)
        current.abort = rows.refetch();
      return;
    }
    if (!isCalm || current.isScrolled) return;
    const hasNewRows = list.pendingIds.length > 0;
    const canInsertNow = isLive && canInsert;
    if (hasNewRows && canInsertNow && rows.applyKnownPending()) return;
    const isQuiet = now - Math.max(current.busyAt, current.changedAt) >= IDLE_MS;
    if (!isQuiet) return;
    if (hasNewRows && !canInsertNow) rows.compact();
    else current.abort = rows.applyPending();
  });
  useEffect(() => {
    activity.current.changedAt = Date.now();
    if (pending) checkForUpdate();
  }, [list, pending]);
  useEffect(() => {
    if (!pending) return undefined;
    startWaiting(activity);
    const timer = setInterval(checkForUpdate, CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [pending]);
  useEffect(() => {
    if (isBusy) abortRefetch(activity);
  }, [isBusy]);

  const onPointerActivity = (isInside: boolean) => {
    if (isInside && !activity.current.isPointerInside) abortRefetch(activity);
    activity.current.isPointerInside = isInside;
    activity.current.pointerAt = Date.now();
  };
  return {
    live: { isLive, setLive },
    containerProps: {
      ref: root,
      onPointerEnter: () => onPointerActivity(true),
      onPointerMove: () => onPointerActivity(true),
      onPointerLeave: () => onPointerActivity(false),
      onScrollCapture: ({ target }: UIEvent) => {
        if (target instanceof HTMLElement) activity.current.isScrolled = target.scrollTop > 0;
      },
    },
  };
}

/** `isBusy`: more speaks against moving rows than that some are chosen. */
export const useAutoRefresh = ({ rows, selected, state, isTree }: ListModel, isBusy: boolean): AutoRefresh =>
  useRowsAutoRefresh(rows, {
    isBusy: isBusy || selected.length > 0,
    canInsert: !isTree && state.page === 1 && isNewestFirst(state.sort),
  });
