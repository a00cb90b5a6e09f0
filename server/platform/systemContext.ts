/** Contexts in which the system acts: for jobs and seeds, and for writes that a caller causes but may not make itself. */
import { SYSTEM } from '../../common/entity/access';
import type { RequestContext, Services } from '../context';

/** The context of work that no request caused. */
export const systemContext = (services: Services, requestId: string): RequestContext => ({
  services,
  actor: SYSTEM,
  lang: 'en',
  requestId,
  ip: '',
  userAgent: '',
  url: '',
  channel: 'system',
});

interface SystemContextOptions {
  /** The origin of the write, as the audit log names it. */
  readonly channel?: RequestContext['channel'];
  /** Whether the caller's idempotency key applies to the write of the system; by default it belongs to the caller's own write. */
  readonly keepsIdempotencyKey?: true;
}
/** The request of a caller with the system as its actor. */
export function toSystemContext(
  { idempotencyKey, ...ctx }: RequestContext,
  { channel = 'system', keepsIdempotencyKey }: SystemContextOptions = {},
): RequestContext {
  return {
    ...ctx,
    ...(keepsIdempotencyKey && idempotencyKey !== undefined ? { idempotencyKey } : {}),
    actor: SYSTEM,
    channel,
  };
}
