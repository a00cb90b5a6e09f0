/** Upload rate limit of members; staff has none. */
import { LIMITS } from '../../../common/limits';
import { consumeAttempt } from '../../access/limits/rateLimits';
import type { RequestContext } from '../../context';

const HOUR_MS = 3_600_000;

export async function enforceUploadLimit({ services, actor }: RequestContext): Promise<void> {
  if (actor.kind !== 'member') return;
  await consumeAttempt(services, `upload:${actor.id}`, { maxAttempts: LIMITS.uploadsPerHour, windowMs: HOUR_MS });
}
