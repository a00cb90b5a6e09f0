/**
 * Debounces the refresh of a list by live changes: never while the user points at it or works in it. New rows are inserted at the
 * top of an untouched newest-first list; removed and reordered rows are applied after ten idle seconds; a stale list
 * refetches after a random delay, once the pointer left or rests.
 */
import { useEffect, useEffectEvent, useRef, useState, type RefObject, type UIEvent } from 'react';
import type { SortKey } from '../../../../common/protocol/liveEvents';
import { hasPendingChanges } from '../../data/liveList';
import type { AbortRequest, LiveRows } from '../../data/useRows';
import type { ListModel } from '../useListModel';

const CHECK_INTERVAL_MS = 250;
const IDLE_MS = 10_000;
/** After this time a resting pointer no longer prevents a refetch, unless a row has the focus. */
const POINTER_RESTING_MS = 30_000;
const DEBOUNCE_MS = 1_000;
const JITTER_MS = 1_000;
/** Maximum wait during continuous changes. */
const MAX_WAIT_MS = 10_000;

export const isNewestFirst = ([first]: readonly SortKey[]): boolean =>
  first?.dir === 'desc' && (first.field === 'id' || first.field === 'create_time');
const isRowFocused = (root: HTMLElement | null) => root?.querySelector('[data-id]:focus-within') != null;
const isMenuOpen = (root: HTMLElement | null) =>
  root?.querySelector('[aria-haspopup][aria-expanded="true"]') !== null ||
  document.querySelector('[role=menu]') !== null;

/** User activity. It is stored in a ref, so that a change does not render the list. */
interface ActivityState {
  isPointerInside: boolean;
  isScrolled: boolean;
  /** Time of the last reason not to move rows, and of the last pointer movement. */
  busyAt: number;
  pointerAt: number;
  /** Times of the first and the last change since the list was up to date. */
  changedSince: number;
  changedAt: number;
  jitter: number;
  /** Aborts the running automatic refetch. */
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
  readonly live: { readonly isLive: boolean; readonly setIsLive: (isLive: boolean) => void };
  /** Props for the element around the rows. */
  readonly containerProps: ContainerProps;
}

interface RefreshConditions {
  /** Rows must not move, for example while a dialog is open. */
  readonly isBusy: boolean;
  /** New rows may be inserted automatically. */
  readonly canInsert: boolean;
}

/** Aborts a running refetch, which would replace rows under the pointer. */
function abortRefetch({ current }: RefObject<ActivityState>): void {
  current.abort?.();
  current.abort = null;
}
function startWaiting({ current }: RefObject<ActivityState>): void {
  current.changedSince = Date.now();
  current.jitter = Math.random() * JITTER_MS;
}
/** Whether a stale list is due to be fetched again: changes paused, or have continued for too long. */
const isRefetchDue = ({ changedAt, changedSince, jitter }: ActivityState, now: number) =>
  now - changedAt >= DEBOUNCE_MS + jitter || now - changedSince >= MAX_WAIT_MS;
export function useRowsAutoRefresh(rows: LiveRows, { isBusy, canInsert }: RefreshConditions): AutoRefresh {
  const [isLive, setIsLive] = useState(true);
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
    live: { isLive, setIsLive },
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

/** `isBusy`: rows must not move for a reason other than selected rows. */
export const useAutoRefresh = ({ rows, selected, state, isTree }: ListModel, isBusy: boolean): AutoRefresh =>
  useRowsAutoRefresh(rows, {
    isBusy: isBusy || selected.length > 0,
    canInsert: !isTree && state.page === 1 && isNewestFirst(state.sort),
  });
