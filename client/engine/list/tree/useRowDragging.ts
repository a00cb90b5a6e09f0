/** Drag and drop of list rows: drags a row by its handle with mouse, pen or touch; marks the row under the pointer and reports it on drop. */
import { useRef, type PointerEvent as ReactPointerEvent } from 'react';

export interface DropTarget {
  readonly targetId: number;
  /** Below the target instead of in its position. */
  readonly isInside: boolean;
}
type DropZone = 'at' | 'inside';
interface HitTarget {
  readonly row: Element;
  readonly zone: DropZone;
}

/** Smaller movements are clicks. */
const DRAG_THRESHOLD_PX = 4;
/** Distance from the edge in pixels that scrolls the list, and the speed. */
const SCROLL_EDGE_PX = 48;
const SCROLL_STEP_PX = 10;

const getRowId = (row: Element): number => Number(row.getAttribute('data-id'));

function hitTest(list: Element, { clientX, clientY }: PointerEvent, canNest: boolean): HitTarget | undefined {
  const row = document.elementFromPoint(clientX, clientY)?.closest('[data-id]');
  if (!row || !list.contains(row)) return undefined;
  const { top, height } = row.getBoundingClientRect();
  const relativeY = (clientY - top) / height;
  return { row, zone: canNest && relativeY > 0.3 && relativeY < 0.7 ? 'inside' : 'at' };
}

function findScrollParent(element: Element): Element | null {
  for (let current: Element | null = element; current; current = current.parentElement) {
    if (current.scrollHeight > current.clientHeight && getComputedStyle(current).overflowY !== 'visible')
      return current;
  }
  return null;
}

interface DragSession {
  readonly id: number;
  readonly canNest: boolean;
  readonly list: Element;
  readonly startPoint: { readonly x: number; readonly y: number };
  readonly onMoved: () => void;
  readonly onEnd: (dropTarget: DropTarget | undefined) => void;
}

/** Tracks a drag with window listeners, because the dragged row may be unmounted by scrolling. */
function startDrag({ id, canNest, list, startPoint, onMoved, onEnd }: DragSession): void {
  const scroller = findScrollParent(list);
  let currentHit: HitTarget | undefined;
  let last: PointerEvent | undefined;
  let frame = 0;
  const highlightTarget = (next: HitTarget | undefined) => {
    currentHit?.row.removeAttribute('data-over');
    currentHit = next && getRowId(next.row) !== id ? next : undefined;
    currentHit?.row.setAttribute('data-over', currentHit.zone);
  };
  const onFrame = () => {
    if (last) highlightTarget(hitTest(list, last, canNest));
    const box = scroller?.getBoundingClientRect();
    if (last && box && last.clientY < box.top + SCROLL_EDGE_PX) scroller?.scrollBy(0, -SCROLL_STEP_PX);
    if (last && box && last.clientY > box.bottom - SCROLL_EDGE_PX) scroller?.scrollBy(0, SCROLL_STEP_PX);
    frame = requestAnimationFrame(onFrame);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!last && Math.hypot(event.clientX - startPoint.x, event.clientY - startPoint.y) < DRAG_THRESHOLD_PX) return;
    if (!last) {
      onMoved();
      frame = requestAnimationFrame(onFrame);
    }
    last = event;
  };
  const onDragEnd = (event?: Event) => {
    cancelAnimationFrame(frame);
    if (event?.type === 'pointerup' && last) highlightTarget(hitTest(list, event as PointerEvent, canNest));
    const dropTarget =
      currentHit && event?.type === 'pointerup'
        ? { targetId: getRowId(currentHit.row), isInside: currentHit.zone === 'inside' }
        : undefined;
    highlightTarget(undefined);
    window.removeEventListener('pointermove', onPointerMove);
    for (const type of ['pointerup', 'pointercancel', 'blur']) window.removeEventListener(type, onDragEnd);
    window.removeEventListener('keydown', onEscape, true);
    onEnd(dropTarget);
  };
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDragEnd();
  };
  window.addEventListener('pointermove', onPointerMove);
  for (const type of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(type, onDragEnd);
  window.addEventListener('keydown', onEscape, true);
}

/** `canNest`: rows can be moved below others. */
export function useRowDragging(id: number, canNest: boolean, onDrop: (dropTarget: DropTarget) => void) {
  const hasMoved = useRef(false);
  return {
    /** Whether the click event ended a drag. */
    wasDragged: () => hasMoved.current,
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      const list = event.currentTarget.closest('[data-rows]');
      if (event.button !== 0 || !list) return;
      hasMoved.current = false;
      startDrag({
        id,
        canNest,
        list,
        startPoint: { x: event.clientX, y: event.clientY },
        onMoved: () => {
          hasMoved.current = true;
        },
        onEnd: (dropTarget) => dropTarget && onDrop(dropTarget),
      });
    },
  };
}
