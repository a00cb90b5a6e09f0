/** The frame interval: short in an idle process, longer in a busy one, never above the maximum. */
import { describe, expect, it } from '@jest/globals';
import { createAdaptiveThrottle } from './adaptiveThrottle';
import { TIMING } from '../timing';

describe('createAdaptiveThrottle', () => {
  it('grows with the load and stays within its bounds', () => {
    const shares = [0, 0.7, 0.85, 1];
    const throttle = createAdaptiveThrottle(() => shares.shift() ?? 1);
    const intervals = [0, 100, 200, 300].map((now) => throttle.intervalAt(now));
    expect(intervals).toEqual([
      TIMING.minFlushMs,
      TIMING.minFlushMs,
      (TIMING.minFlushMs + TIMING.maxFlushMs) / 2,
      TIMING.maxFlushMs,
    ]);
  });
  it('measures the load ten times a second, independent of the calls', () => {
    let measurements = 0;
    const throttle = createAdaptiveThrottle(() => {
      measurements += 1;
      return 0;
    });
    for (let now = 0; now < 1_000; now += 1) throttle.intervalAt(now);
    expect(measurements).toBe(10);
  });
});
