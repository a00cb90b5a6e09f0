/** Tracks the inner width of an element. */
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Pixels; 0 before the first measurement and without layout. */
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
