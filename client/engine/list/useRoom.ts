/** How wide a box is inside, as long as it is shown. */
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Pixels; 0 before it was measured, and where nothing is laid out. */
export function useRoom(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const shown = box.current;
    if (shown === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => setRoom(shown.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [box]);
  return room;
}
