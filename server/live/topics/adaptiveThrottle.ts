/** How soon a topic that was just told is told again: quickly while this process has time, and less often the busier it is. */
import { performance } from 'node:perf_hooks';
import { TIMING } from '../timing';

/** Between two looks at how busy the process is. */
const MEASURE_EVERY_MS = 100;
/** From this share of its time on, a busy process gathers more into each frame. */
const BUSY_THRESHOLD = 0.7;

/** The share of time since the last call in which the process had something to do. */
function createUtilizationMeter(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

export interface AdaptiveThrottle {
  /** Shortest time between two frames of one topic, in milliseconds, as of `now`. */
  readonly intervalAt: (now: number) => number;
}
export function createAdaptiveThrottle(readUtilization: () => number = createUtilizationMeter()): AdaptiveThrottle {
  let measuredAt = -Infinity;
  let intervalMs: number = TIMING.minFlushMs;
  return {
    intervalAt: (now) => {
      if (now - measuredAt < MEASURE_EVERY_MS) return intervalMs;
      measuredAt = now;
      const overload = Math.min(1, Math.max(0, (readUtilization() - BUSY_THRESHOLD) / (1 - BUSY_THRESHOLD)));
      intervalMs = TIMING.minFlushMs + (TIMING.maxFlushMs - TIMING.minFlushMs) * overload;
      return intervalMs;
    },
  };
}
