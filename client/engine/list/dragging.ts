/** Dragging a row by its handle with mouse, pen or finger: what lies under the pointer is marked, and told when it is let go. */
import { useRef, type PointerEvent as ReactPointerEvent } from 'react';

export interface Drop {
  readonly target: number;
  /** Under the target instead of in its place. */
  readonly inside: boolean;
}
type Zone = 'at' | 'inside';
interface Hit {
  readonly row: Element;
  readonly zone: Zone;
}

/** Less is a click. */
const SLACK = 4;
/** Pixels from the edge at which the list scrolls along, and how fast. */
const EDGE = 48;
const PACE = 10;

const idIn = (row: Element): number => Number(row.getAttribute('data-id'));

function hitAt(list: Element, { clientX, clientY }: PointerEvent, nests: boolean): Hit | undefined {
  const row = document.elementFromPoint(clientX, clientY)?.closest('[data-id]');
  if (!row || !list.contains(row)) return undefined;
  const { top, height } = row.getBoundingClientRect();
  const part = (clientY - top) / height;
  return { row, zone: nests && part > 0.3 && part < 0.7 ? 'inside' : 'at' };
}

function scrollerOf(element: Element): Element | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && getComputedStyle(at).overflowY !== 'visible') return at;
  }
  return null;
}

interface Ride {
  readonly id: number;
  readonly nests: boolean;
  readonly list: Element;
  readonly from: { readonly x: number; readonly y: number };
  readonly onMoved: () => void;
  readonly onEnd: (drop: Drop | undefined) => void;
}

/** From the first move to the end; the listeners are the window's, since a row that scrolls away is no longer there. */
function ride({ id, nests, list, from, onMoved, onEnd }: Ride): void {
  const scroller = scrollerOf(list);
  let hit: Hit | undefined;
  let last: PointerEvent | undefined;
  let frame = 0;
  const mark = (next: Hit | undefined) => {
    hit?.row.removeAttribute('data-over');
    hit = next && idIn(next.row) !== id ? next : undefined;
    hit?.row.setAttribute('data-over', hit.zone);
  };
  const follow = () => {
    if (last) mark(hitAt(list, last, nests));
    const box = scroller?.getBoundingClientRect();
    if (last && box && last.clientY < box.top + EDGE) scroller?.scrollBy(0, -PACE);
    if (last && box && last.clientY > box.bottom - EDGE) scroller?.scrollBy(0, PACE);
    frame = requestAnimationFrame(follow);
  };
  const move = (event: PointerEvent) => {
    if (!last && Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLACK) return;
    if (!last) {
      onMoved();
      frame = requestAnimationFrame(follow);
    }
    last = event;
  };
  const end = (event?: Event) => {
    cancelAnimationFrame(frame);
    if (event?.type === 'pointerup' && last) mark(hitAt(list, event as PointerEvent, nests));
    const drop =
      hit && event?.type === 'pointerup' ? { target: idIn(hit.row), inside: hit.zone === 'inside' } : undefined;
    mark(undefined);
    window.removeEventListener('pointermove', move);
    for (const type of ['pointerup', 'pointercancel', 'blur']) window.removeEventListener(type, end);
    window.removeEventListener('keydown', escape, true);
    onEnd(drop);
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end();
  };
  window.addEventListener('pointermove', move);
  for (const type of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(type, end);
  window.addEventListener('keydown', escape, true);
}

/** `nests`: rows may also be put under others. */
export function useDragging(id: number, nests: boolean, onDrop: (drop: Drop) => void) {
  const moved = useRef(false);
  return {
    /** Whether the click that ends a press ended a drag. */
    wasDragged: () => moved.current,
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      const list = event.currentTarget.closest('[data-rows]');
      if (event.button !== 0 || !list) return;
      moved.current = false;
      ride({
        id,
        nests,
        list,
        from: { x: event.clientX, y: event.clientY },
        onMoved: () => {
          moved.current = true;
        },
        onEnd: (drop) => drop && onDrop(drop),
      });
    },
  };
}
