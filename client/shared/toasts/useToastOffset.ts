/** Where messages may stand: as low as they can without lying over the buttons of a dialog, a drawer or a form. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';

/** Rows of buttons something is decided with; `data-foot` marks those that are no dialog's. */
const ACTION_BARS = '.MuiDialogActions-root, [data-foot]';
const MIN_OFFSET = 16;
const GAP = 8;
/** Dialogs open, slide in and go at any time while a message stands. */
const CHECK_INTERVAL_MS = 200;

type Rect = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;
/** How far above the lower edge a box of the width and height of `box` covers none of `obstacles`. */
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

const isReachable = (obstacle: Element) => obstacle.closest('[aria-hidden="true"], [inert]') === null;
const visibleRects = (obstacles: Iterable<Element>): readonly Rect[] =>
  [...obstacles].filter(isReachable).flatMap((obstacle) => {
    const rect = obstacle.getBoundingClientRect();
    return rect.height > 0 ? [rect] : [];
  });

/** Puts the messages there; nothing sinks under a hand that is about to press it. */
function positionStack(stack: HTMLElement): void {
  const obstacles = visibleRects(document.querySelectorAll(ACTION_BARS));
  const offset = clearOffset(stack.getBoundingClientRect(), obstacles, window.innerHeight);
  const isTouched = stack.querySelector(':hover, :focus-visible') !== null;
  if (!isTouched || offset > Number.parseFloat(stack.style.bottom)) stack.style.bottom = `${offset}px`;
}

/** Keeps the messages in `root` off what lies below them, as long as one `isVisible`. */
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
