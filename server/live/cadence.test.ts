/** A process with time to spare tells at once, a busy one gathers, and none keeps a reader waiting longer than the longest. */
import { describe, expect, it } from '@jest/globals';
import { createCadence } from './cadence';
import { PACE } from './pace';

describe('the cadence of frames', () => {
  it('grows with the strain, and stays between its bounds', () => {
    const shares = [0, 0.7, 0.85, 1];
    const cadence = createCadence(() => shares.shift() ?? 1);
    const paces = [0, 100, 200, 300].map((now) => cadence.at(now));
    expect(paces).toEqual([PACE.flushLeast, PACE.flushLeast, (PACE.flushLeast + PACE.flush) / 2, PACE.flush]);
  });
  it('looks at the process ten times a second, however often it is asked', () => {
    let looks = 0;
    const cadence = createCadence(() => {
      looks += 1;
      return 0;
    });
    for (let now = 0; now < 1_000; now += 1) cadence.at(now);
    expect(looks).toBe(10);
  });
});
