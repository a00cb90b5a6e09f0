/** Swipes and long presses by touch. The browser scrolls vertically; a mouse and a pen are left alone. */
import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** Pixels of a swipe that run its action. */
export const SWIPE_PX = 88;
/** Pixels within which a finger counts as still. */
const SLOP_PX = 10;
const LONG_PRESS_MS = 500;
/** Parts of a card with gestures of their own. */
const OWN_GESTURES = 'input:not([type=checkbox]), textarea, [contenteditable=true], [data-handle], [role=slider]';

export interface GestureActions {
  /** Swipe to the left. */
  readonly onSwipeLeft?: (() => void) | undefined;
  /** Swipe to the right. */
  readonly onSwipeRight?: (() => void) | undefined;
  readonly onLongPress?: (() => void) | undefined;
}
interface Gesture {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  /** Horizontal distance so far in pixels; undefined until the finger moved sideways. */
  deltaX?: number;
}

/** Shifts the content of a card, which uncovers the label of the swipe. */
function moveCard(root: HTMLElement | null, content: HTMLElement | null, deltaX: number): void {
  if (content) content.style.transform = deltaX === 0 ? '' : `translateX(${deltaX}px)`;
  if (deltaX === 0) delete root?.dataset['swipe'];
  else if (root) root.dataset['swipe'] = deltaX < 0 ? 'left' : 'right';
}

export function useTouchGestures({ onSwipeLeft, onSwipeRight, onLongPress }: GestureActions) {
  const rootRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const gesture = useRef<Gesture | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The click that follows a gesture opens nothing. */
  const isClickMuted = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const end = () => {
    clearTimeout(timer.current);
    gesture.current = null;
    moveCard(rootRef.current, contentRef.current, 0);
  };
  const onPointerDown = ({ pointerType, pointerId, clientX, clientY, target, isPrimary }: PointerEvent) => {
    isClickMuted.current = false;
    if (pointerType !== 'touch' || !isPrimary) return;
    if (target instanceof Element && target.closest(OWN_GESTURES)) return;
    gesture.current = { pointerId, x: clientX, y: clientY };
    if (onLongPress)
      timer.current = setTimeout(() => {
        end();
        isClickMuted.current = true;
        onLongPress();
      }, LONG_PRESS_MS);
  };
  const onPointerMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const current = gesture.current;
    if (current === null || current.pointerId !== pointerId) return;
    const [distanceX, distanceY] = [clientX - current.x, clientY - current.y];
    if (Math.hypot(distanceX, distanceY) > SLOP_PX) clearTimeout(timer.current);
    if (current.deltaX === undefined && (Math.abs(distanceX) <= SLOP_PX || Math.abs(distanceX) < Math.abs(distanceY)))
      return;
    const isPossible = distanceX < 0 ? onSwipeLeft !== undefined : onSwipeRight !== undefined;
    current.deltaX = isPossible ? distanceX : 0;
    isClickMuted.current = true;
    moveCard(rootRef.current, contentRef.current, current.deltaX);
  };
  const onPointerUp = ({ pointerId }: PointerEvent) => {
    const current = gesture.current;
    if (current === null || current.pointerId !== pointerId) return;
    const { deltaX = 0 } = current;
    end();
    if (deltaX <= -SWIPE_PX) onSwipeLeft?.();
    else if (deltaX >= SWIPE_PX) onSwipeRight?.();
  };
  const onClickCapture = (event: MouseEvent) => {
    if (!isClickMuted.current) return;
    isClickMuted.current = false;
    event.preventDefault();
    event.stopPropagation();
  };
  // A held finger opens no menu of the browser.
  const onContextMenu = (event: MouseEvent) => {
    if (gesture.current !== null || isClickMuted.current) event.preventDefault();
  };
  return {
    rootRef,
    contentRef,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end, onClickCapture, onContextMenu },
  };
}
