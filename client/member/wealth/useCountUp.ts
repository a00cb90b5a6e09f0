/** Counts a figure from what it was to what it is, so that the change is noticed; at once for who asked for less motion. */
import { useEffect, useRef, useState } from 'react';
import { MOTION } from '../../shared/tokens';

const isCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;

/** Whole numbers (cents, points) only: what is shown in between is made up, what it ends at is not. */
export function useCountUp(target: number): number {
  const [shown, setShown] = useState(target);
  const at = useRef(target);
  useEffect(() => {
    const from = at.current;
    if (from === target) return undefined;
    const begin = performance.now();
    let frame = 0;
    const show = (value: number) => {
      at.current = value;
      setShown(value);
    };
    const step = (now: number) => {
      const part = isCalm() ? 1 : Math.min(1, Math.max(0, (now - begin) / MOTION.count));
      show(part === 1 ? target : Math.round(from + (target - from) * part));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    // A hidden tab draws no frames; what it says must be right all the same.
    const late = setTimeout(() => show(target), MOTION.count + 200);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(late);
    };
  }, [target]);
  return shown;
}
