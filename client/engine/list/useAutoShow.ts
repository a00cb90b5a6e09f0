/**
 * When a list may change by itself: never under a hand or an eye. New rows come in only at the top of a newest-first list that
 * nobody touches; what left or moved is put in order after ten quiet seconds; a list that only knows that it is out of date asks
 * again after a pause of its own, so that a thousand screens do not ask at once, and not before the pointer left or rests.
 */
import { useEffect, useEffectEvent, useRef, useState, type RefObject, type UIEvent } from 'react';
import type { SortKey } from '../../../common/protocol/live';
import { isPending } from '../liveList';
import type { GiveUp, Rows } from '../useRows';
import type { ListModel } from './useListModel';

const LOOK_MS = 250;
const IDLE_MS = 10_000;
/** A pointer nobody moves for so long keeps no stale list stale, unless somebody is at work in a row. */
const RESTING_MS = 30_000;
const SETTLED_MS = 1_000;
const JITTER_MS = 1_000;
/** A storm that does not end is looked at now and then. */
const STORM_MS = 10_000;

export const isNewestFirst = ([first]: readonly SortKey[]): boolean =>
  first?.dir === 'desc' && (first.field === 'id' || first.field === 'create_time');
const isRowFocused = (root: HTMLElement | null) => root?.querySelector('[data-id]:focus-within') != null;
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
  /** Of the answer we asked for by ourselves. */
  giveUp: GiveUp | null;
}
const AT_REST: Readonly<Hand> = {
  inside: false,
  scrolled: false,
  busyAt: 0,
  pointerAt: 0,
  since: 0,
  changedAt: 0,
  jitter: 0,
  giveUp: null,
};

type Watch = Readonly<Record<string, unknown>>;
export interface AutoShow {
  readonly live: { readonly on: boolean; readonly set: (on: boolean) => void };
  /** To be spread on the element that holds the rows. */
  readonly watch: Watch;
}

interface Circumstances {
  /** Something speaks against moving rows, such as a question that waits for an answer. */
  readonly busy: boolean;
  /** New rows may come in by themselves. */
  readonly opens: boolean;
}

/** An answer that is still on its way would replace the rows under the hand that just came. */
function interrupt({ current }: RefObject<Hand>): void {
  current.giveUp?.();
  current.giveUp = null;
}
export function useAutoShowOf(rows: Rows, { busy, opens }: Circumstances): AutoShow {
  const [on, set] = useState(true);
  const root = useRef<HTMLDivElement>(null);
  const hand = useRef<Hand>({ ...AT_REST });
  const pending = isPending(rows.list);
  const { list } = rows;

  const look = useEffectEvent(() => {
    const { current } = hand;
    const now = Date.now();
    if (document.visibilityState === 'hidden') return;
    const open = busy || isMenuOpen(root.current);
    const calm = !open && !current.inside;
    if (!calm) current.busyAt = now;
    if (list.stale) {
      const due = now - current.changedAt >= SETTLED_MS + current.jitter || now - current.since >= STORM_MS;
      const rests = !open && now - current.pointerAt >= RESTING_MS && !isRowFocused(root.current);
      if ((calm || rests) && due && !rows.fetching) current.giveUp = rows.refetch();
      return;
    }
    if (!calm || current.scrolled) return;
    const comes = list.entrants.length > 0;
    const mayCome = on && opens;
    if (comes && mayCome && rows.showKnown()) return;
    const quiet = now - Math.max(current.busyAt, current.changedAt) >= IDLE_MS;
    if (!quiet) return;
    if (comes && !mayCome) rows.tidy();
    else current.giveUp = rows.show();
  });
  useEffect(() => {
    hand.current.changedAt = Date.now();
    if (pending) look();
  }, [list, pending]);
  useEffect(() => {
    if (!pending) return undefined;
    hand.current.since = Date.now();
    hand.current.jitter = Math.random() * JITTER_MS;
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [pending]);
  useEffect(() => {
    if (busy) interrupt(hand);
  }, [busy]);

  const touch = (inside: boolean) => {
    if (inside && !hand.current.inside) interrupt(hand);
    Object.assign(hand.current, { inside, pointerAt: Date.now() });
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

/** `busy`: more speaks against moving rows than that some are chosen. */
export const useAutoShow = ({ rows, selected, state, tree }: ListModel, busy: boolean): AutoShow =>
  useAutoShowOf(rows, {
    busy: busy || selected.length > 0,
    opens: !tree && state.page === 1 && isNewestFirst(state.sort),
  });
