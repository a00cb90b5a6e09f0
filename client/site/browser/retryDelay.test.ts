/** A page that the server refuses again and again connects less and less often. */
import { describe, expect, it } from '@jest/globals';
import { FIRST_DELAY_MS, nextRetryDelay } from './retryDelay';

describe('nextRetryDelay', () => {
  it('doubles after each refused connection, up to five minutes', () => {
    const delays = [FIRST_DELAY_MS];
    for (let tries = 0; tries < 12; tries += 1) delays.push(nextRetryDelay(delays.at(-1) ?? 0, 40));
    expect(delays.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(delays.at(-1)).toBe(300_000);
  });

  it('begins again after a connection that lasted', () => {
    expect(nextRetryDelay(64_000, 60_000)).toBe(FIRST_DELAY_MS);
  });
});
