/** Animates a number from its old to its new value; without animation if the person prefers reduced motion. */
import { useEffect, useRef, useState } from 'react';
import { DURATION_MS } from '../../shared/theme/designTokens';

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;

/** Integers only (cents, points): intermediate values are interpolated, the last one is exact. */
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
    // A hidden tab gets no animation frames, so a timer sets the final value.
    const fallbackTimer = setTimeout(() => show(target), DURATION_MS.count + 200);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(fallbackTimer);
    };
  }, [target]);
  return animated;
}
