/** Circuit breaker of an upstream: after repeated failures no call is sent for a while, then a single one tries again. */
import type { Clock } from '../../context';

const MAX_FAILURES = 5;
const OPEN_MS = 10_000;

export interface CircuitBreaker {
  /** Milliseconds until the next attempt; 0 when a call may be sent. After a pause only one call may be sent until its outcome is known. */
  readonly waitMs: () => number;
  readonly record: (isSuccess: boolean) => void;
  readonly state: () => 'closed' | 'open' | 'half_open';
}

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  return {
    waitMs: () => {
      if (failures < MAX_FAILURES) return 0;
      const remainingMs = openUntil - clock.now();
      if (remainingMs > 0) return remainingMs;
      openUntil = clock.now() + OPEN_MS;
      return 0;
    },
    record: (isSuccess) => {
      failures = isSuccess ? 0 : failures + 1;
      if (failures >= MAX_FAILURES) openUntil = clock.now() + OPEN_MS;
    },
    state: () => {
      if (failures < MAX_FAILURES) return 'closed';
      return openUntil > clock.now() ? 'open' : 'half_open';
    },
  };
}
