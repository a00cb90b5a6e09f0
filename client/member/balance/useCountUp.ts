/** Counts a figure from what it was to what it is, so that the change is noticed; at once for who asked for less motion. */
import { useEffect, useRef, useState } from 'react';
import { DURATION_MS } from '../../shared/theme/designTokens';

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;

/** Whole numbers (cents, points) only: what is shown in between is made up, what it ends at is not. */
export function useCountUp(target: number): number {
  const [animated, setAnimated] = useState(target);
  const current = useRef(target);
  useEffect(() => {
    const from = current.current;
    if (from === target) return undefined;
    const startedAt = performance.now();
    let frame = 0;
    const show = (value: number) => {
      current.current = value;
      setAnimated(value);
    };
    const step = (now: number) => {
      const progress = isMotionReduced() ? 1 : Math.min(1, Math.max(0, (now - startedAt) / DURATION_MS.count));
      show(progress === 1 ? target : Math.round(from + (target - from) * progress));
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    // A hidden tab draws no frames; what it says must be right all the same.
    const fallbackTimer = setTimeout(() => show(target), DURATION_MS.count + 200);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(fallbackTimer);
    };
  }, [target]);
  return animated;
}
