/** A process with time to spare tells at once, a busy one gathers, and none keeps a reader waiting longer than the longest. */
import { describe, expect, it } from '@jest/globals';
import { createAdaptiveThrottle } from './adaptiveThrottle';
import { TIMING } from '../timing';

describe('the cadence of frames', () => {
  it('grows with the strain, and stays between its bounds', () => {
    const shares = [0, 0.7, 0.85, 1];
    const cadence = createAdaptiveThrottle(() => shares.shift() ?? 1);
    const paces = [0, 100, 200, 300].map((now) => cadence.intervalAt(now));
    expect(paces).toEqual([
      TIMING.minFlushMs,
      TIMING.minFlushMs,
      (TIMING.minFlushMs + TIMING.maxFlushMs) / 2,
      TIMING.maxFlushMs,
    ]);
  });
  it('looks at the process ten times a second, however often it is asked', () => {
    let looks = 0;
    const cadence = createAdaptiveThrottle(() => {
      looks += 1;
      return 0;
    });
    for (let now = 0; now < 1_000; now += 1) cadence.intervalAt(now);
    expect(looks).toBe(10);
  });
});
