/** How soon a topic that was just told is told again: quickly while this process has time, and less often the busier it is. */
import { performance } from 'node:perf_hooks';
import { PACE } from './pace';

/** Between two looks at how busy the process is. */
const LOOK_MS = 100;
/** From this share of its time on, a busy process gathers more into each frame. */
const BUSY = 0.7;

/** The share of time since the last call in which the process had something to do. */
function createMeter(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

export interface Cadence {
  /** Shortest time between two frames of one topic, in milliseconds, as of `now`. */
  readonly at: (now: number) => number;
}
export function createCadence(share: () => number = createMeter()): Cadence {
  let looked = -Infinity;
  let pace: number = PACE.flushLeast;
  return {
    at: (now) => {
      if (now - looked < LOOK_MS) return pace;
      looked = now;
      const strain = Math.min(1, Math.max(0, (share() - BUSY) / (1 - BUSY)));
      pace = PACE.flushLeast + (PACE.flush - PACE.flushLeast) * strain;
      return pace;
    },
  };
}
