/** Upload rate limit: counts one upload of a member per call and throws `auth.throttled` above `LIMITS.uploadsPerHour`; staff has no limit. */
import { LIMITS } from '../../../common/limits';
import { consumeAttempt } from '../../access/limits/rateLimits';
import type { RequestContext } from '../../context';

const HOUR_MS = 3_600_000;

export async function enforceUploadRateLimit({ services, actor }: RequestContext): Promise<void> {
  if (actor.kind !== 'member') return;
  await consumeAttempt(services, `upload:${actor.id}`, { maxAttempts: LIMITS.uploadsPerHour, windowMs: HOUR_MS });
}
