/** Rate limiter of the gateway: a token bucket for each app on this node, which refills evenly with its calls per minute. */
import { fault } from '../../../common/protocol/faults';
import type { Clock } from '../../context';

interface Bucket {
  tokens: number;
  at: number;
}
const MINUTE_MS = 60_000;

export interface RateLimiter {
  /** Takes one call; throws `open.limit` when the app has none left. */
  readonly consume: (appId: number, callsPerMinute: number) => void;
}

export function createRateLimiter(clock: Clock): RateLimiter {
  const buckets = new Map<number, Bucket>();
  return {
    consume: (appId, callsPerMinute) => {
      const now = clock.now();
      const bucket = buckets.get(appId) ?? { tokens: callsPerMinute, at: now };
      buckets.set(appId, bucket);
      const refilled = ((now - bucket.at) * callsPerMinute) / MINUTE_MS;
      bucket.tokens = Math.min(callsPerMinute, bucket.tokens + Math.max(0, refilled));
      bucket.at = now;
      if (bucket.tokens < 1) {
        const seconds = Math.max(1, Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / callsPerMinute / 1000));
        throw fault('open.limit', { seconds });
      }
      bucket.tokens -= 1;
    },
  };
}
