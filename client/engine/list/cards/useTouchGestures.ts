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
  readonly onLeft?: (() => void) | undefined;
  /** Swipe to the right. */
  readonly onRight?: (() => void) | undefined;
  readonly onLongPress?: (() => void) | undefined;
}
interface Gesture {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  /** Horizontal way so far; undefined until the finger moved sideways. */
  way?: number;
}

/** Shifts the content of a card, which uncovers the label of the swipe. */
function moveCard(root: HTMLElement | null, content: HTMLElement | null, way: number): void {
  if (content) content.style.transform = way === 0 ? '' : `translateX(${way}px)`;
  if (way === 0) delete root?.dataset['swipe'];
  else if (root) root.dataset['swipe'] = way < 0 ? 'left' : 'right';
}

export function useTouchGestures({ onLeft, onRight, onLongPress }: GestureActions) {
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
    const [wayX, wayY] = [clientX - current.x, clientY - current.y];
    if (Math.hypot(wayX, wayY) > SLOP_PX) clearTimeout(timer.current);
    if (current.way === undefined && (Math.abs(wayX) <= SLOP_PX || Math.abs(wayX) < Math.abs(wayY))) return;
    const isPossible = wayX < 0 ? onLeft !== undefined : onRight !== undefined;
    current.way = isPossible ? wayX : 0;
    isClickMuted.current = true;
    moveCard(rootRef.current, contentRef.current, current.way);
  };
  const onPointerUp = ({ pointerId }: PointerEvent) => {
    const current = gesture.current;
    if (current === null || current.pointerId !== pointerId) return;
    const { way = 0 } = current;
    end();
    if (way <= -SWIPE_PX) onLeft?.();
    else if (way >= SWIPE_PX) onRight?.();
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
