/** Starts the arrange mode when a card is held. */
import { useEffect, useRef, type PointerEvent, type MouseEvent } from 'react';
import type { Grab } from './useCardDrag';

const HOLD_MS = 500;
/** A pointer that moves further scrolls or selects; it does not hold. */
const MAX_DRIFT = 8;

/** Handlers for the grid of cards; `onHold` is called once for each hold. */
export function useHoldToArrange(onHold: ((grab: Grab) => void) | undefined) {
  const pending = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number }>(
    null,
  );
  const wasHeld = useRef(false);
  const cancel = () => {
    if (pending.current) clearTimeout(pending.current.timer);
    pending.current = null;
  };
  useEffect(() => () => clearTimeout(pending.current?.timer), []);
  return {
    onPointerDown: ({ target, button, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      const id = target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset['card'] : undefined;
      wasHeld.current = false;
      if (onHold === undefined || id === undefined || button !== 0 || !isPrimary) return;
      const timer = setTimeout(() => {
        pending.current = null;
        wasHeld.current = true;
        onHold({ id, x, y });
      }, HOLD_MS);
      pending.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { current } = pending;
      if (current && Math.hypot(clientX - current.x, clientY - current.y) > MAX_DRIFT) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    /** The link of a card is not followed at the end of a hold. */
    onClickCapture: (event: MouseEvent) => {
      if (wasHeld.current) event.preventDefault();
      wasHeld.current = false;
    },
    /** Links are not dragged, and a long touch opens no menu. */
    onDragStart: (event: { readonly preventDefault: () => void }) => event.preventDefault(),
    onContextMenu: (event: MouseEvent) => {
      if (pending.current || wasHeld.current) event.preventDefault();
    },
  };
}
