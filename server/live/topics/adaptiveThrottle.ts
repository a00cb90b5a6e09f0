/** Throttles the frames of a topic: their minimal interval is short while this process is idle, longer the busier it is. */
import { performance } from 'node:perf_hooks';
import { TIMING } from '../timing';

/** Milliseconds between two measurements of the load. */
const MEASURE_EVERY_MS = 100;
/** The utilization from which a process collects more changes into each frame. */
const BUSY_THRESHOLD = 0.7;

/** The utilization of the event loop since the last call, 0 to 1. */
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
  /** The minimal interval between two frames of one topic in milliseconds, at `now`. */
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
