/** Positions the toasts: as low as possible without covering the buttons of a dialog, a drawer or a form. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';

/** Bars with action buttons; `data-action-bar` marks those outside of dialogs. */
const ACTION_BARS = '.MuiDialogActions-root, [data-action-bar]';
const MIN_OFFSET = 16;
const GAP = 8;
/** Distance from the left edge of the content. */
const CONTENT_MARGIN = 24;
/** Dialogs open, move and close while a toast is shown, so the position is checked repeatedly. */
const CHECK_INTERVAL_MS = 200;

type Rect = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;
/**
 * The smallest distance from the bottom of the viewport, in pixels, at which a box of the size of `box` covers none of `obstacles`; the
 * minimum if there is none. `height`: viewport height.
 */
export function clearOffset(box: Rect, obstacles: readonly Rect[], height: number): number {
  const boxHeight = box.bottom - box.top;
  const overlapping = obstacles.filter(({ left, right }) => left < box.right && right > box.left);
  const findCovered = (offset: number) =>
    overlapping.find(({ top, bottom }) => top < height - offset + GAP && bottom > height - offset - boxHeight - GAP);
  let offset = MIN_OFFSET;
  for (let obstacle = findCovered(offset); obstacle; obstacle = findCovered(offset))
    offset = height - obstacle.top + GAP * 2;
  return offset + boxHeight > height ? MIN_OFFSET : offset;
}

/** Bars behind a dialog count too: it may close while the toast is shown. */
const isReachable = (obstacle: Element) => obstacle.closest('[inert]') === null;
const visibleRects = (obstacles: Iterable<Element>): readonly Rect[] =>
  [...obstacles].filter(isReachable).flatMap((obstacle) => {
    const rect = obstacle.getBoundingClientRect();
    return rect.height > 0 ? [rect] : [];
  });

/** Sets the position; a hovered or focused stack only moves up, so that it does not move away below the pointer. */
function positionStack(stack: HTMLElement): void {
  // Beside the menu, above the content.
  const contentLeft = document.querySelector('#main')?.getBoundingClientRect().left ?? 0;
  stack.style.left = contentLeft > 0 ? `${contentLeft + CONTENT_MARGIN}px` : '';
  const obstacles = visibleRects(document.querySelectorAll(ACTION_BARS));
  const offset = clearOffset(stack.getBoundingClientRect(), obstacles, window.innerHeight);
  const isTouched = stack.querySelector(':hover, :focus-visible') !== null;
  if (!isTouched || offset > Number.parseFloat(stack.style.bottom)) stack.style.bottom = `${offset}px`;
}

/** Keeps the toasts in `root` above action bars while `isVisible`. */
export function useToastOffset(root: RefObject<HTMLElement | null>, isVisible: boolean): void {
  useLayoutEffect(() => {
    if (root.current && isVisible) positionStack(root.current);
  });
  useEffect(() => {
    if (!isVisible) return undefined;
    const timer = setInterval(() => root.current && positionStack(root.current), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [root, isVisible]);
}
