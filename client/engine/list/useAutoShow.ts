/**
 * When a list may change by itself: never under a hand or an eye. New rows come in only at the top of a newest-first list that
 * nobody touches; what left or moved is put in order after ten quiet seconds; a list that only knows that it is out of date asks
 * again after a pause of its own, so that a thousand screens do not ask at once.
 */
import { useEffect, useEffectEvent, useRef, useState, type UIEvent } from 'react';
import { isPending } from '../liveList';
import type { ListModel } from './useListModel';

const LOOK_MS = 250;
const IDLE_MS = 10_000;
/** A pointer that rests keeps rows in place, but does not keep a stale list stale. */
const RESTING_MS = 3_000;
const SETTLED_MS = 1_000;
const JITTER_MS = 1_000;
/** A storm that does not end is looked at now and then. */
const STORM_MS = 10_000;

const newestFirst = ({ state }: ListModel) => {
  const [first] = state.sort;
  return first?.dir === 'desc' && (first.field === 'id' || first.field === 'create_time');
};
const isMenuOpen = (root: HTMLElement | null) =>
  root?.querySelector('[aria-haspopup][aria-expanded="true"]') !== null ||
  document.querySelector('[role=menu]') !== null;

/** What hands and eyes do, without drawing anything for it. */
interface Hand {
  inside: boolean;
  scrolled: boolean;
  /** Last time something spoke against moving rows, and last time the pointer moved. */
  busyAt: number;
  pointerAt: number;
  /** When the list changed first and last since it was up to date. */
  since: number;
  changedAt: number;
  jitter: number;
}
const AT_REST: Readonly<Hand> = {
  inside: false,
  scrolled: false,
  busyAt: 0,
  pointerAt: 0,
  since: 0,
  changedAt: 0,
  jitter: 0,
};

export interface AutoShow {
  readonly live: { readonly on: boolean; readonly set: (on: boolean) => void };
  /** To be spread on the element that holds the rows. */
  readonly watch: Readonly<Record<string, unknown>>;
}

/** `busy`: something else speaks against moving rows, such as a question that waits for an answer. */
export function useAutoShow(model: ListModel, busy: boolean): AutoShow {
  const { rows, selected, state, tree } = model;
  const [on, set] = useState(true);
  const root = useRef<HTMLDivElement>(null);
  const hand = useRef<Hand>({ ...AT_REST });
  const pending = isPending(rows.list);

  const look = useEffectEvent(() => {
    const { current } = hand;
    const now = Date.now();
    if (document.visibilityState === 'hidden') return;
    const open = selected.length > 0 || busy || isMenuOpen(root.current);
    const calm = !open && !current.inside;
    if (!calm) current.busyAt = now;
    if (rows.list.stale) {
      const due = now - current.changedAt >= SETTLED_MS + current.jitter || now - current.since >= STORM_MS;
      const rests = !open && now - current.pointerAt >= RESTING_MS;
      if ((calm || rests) && due && !rows.fetching) rows.refetch();
      return;
    }
    if (!calm || current.scrolled) return;
    const comes = rows.list.entrants.length > 0;
    const mayCome = on && !tree && state.page === 1 && newestFirst(model);
    if (comes && mayCome && rows.showKnown()) return;
    if ((!comes || mayCome) && now - Math.max(current.busyAt, current.changedAt) >= IDLE_MS) rows.show();
  });
  useEffect(() => {
    hand.current.changedAt = Date.now();
    if (pending) look();
  }, [rows.list, pending]);
  useEffect(() => {
    if (!pending) return undefined;
    hand.current.since = Date.now();
    hand.current.jitter = Math.random() * JITTER_MS;
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [pending]);

  const touch = (inside: boolean) => {
    hand.current.inside = inside;
    hand.current.pointerAt = Date.now();
  };
  return {
    live: { on, set },
    watch: {
      ref: root,
      onPointerEnter: () => touch(true),
      onPointerMove: () => touch(true),
      onPointerLeave: () => touch(false),
      onScrollCapture: ({ target }: UIEvent) => {
        if (target instanceof HTMLElement) hand.current.scrolled = target.scrollTop > 0;
      },
    },
  };
}
