/** Rate limit of code attempts, against brute force: counts the one-time codes that a member, or an IP prefix without a session, tries in an hour. */
import { getRequesterKey } from '../../../access/codes/codePurposes';
import { consumeAttempt } from '../../../access/limits/rateLimits';
import type { RequestContext } from '../../../context';

const CODE_ATTEMPT_LIMIT = { maxAttempts: 30, windowMs: 3_600_000 };

/** Throws `auth.throttled` above the limit. */
export async function countCodeAttempt(ctx: RequestContext): Promise<void> {
  await consumeAttempt(ctx.services, `code:guess:${getRequesterKey(ctx)}`, CODE_ATTEMPT_LIMIT);
}
