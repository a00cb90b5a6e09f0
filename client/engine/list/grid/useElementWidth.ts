/** How wide a box is inside, as long as it is shown. */
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Pixels; 0 before it was measured, and where nothing is laid out. */
export function useElementWidth(box: RefObject<HTMLElement | null>): number {
  const [elementWidth, setElementWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => setElementWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return elementWidth;
}
