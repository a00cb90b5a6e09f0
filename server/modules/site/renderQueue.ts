/** Renderings of the public site: few at once for all visitors together, round-robin by network. */
import { LIMITS } from '../../../common/limits';
import { SITE_LIMITS } from '../../../common/siteLimits';
import { fault } from '../../../common/protocol/faults';
import { getIpNetwork } from '../../access/limits/rateLimits';
import { createFairQueue } from '../../platform/fairQueue';

/** Runs a rendering that a visitor with this address caused; an empty address means the server itself, which goes first. */
export type RenderQueue = <T>(ip: string, work: () => Promise<T>) => Promise<T>;

/** The group of renderings that no visitor caused: live updates and previews of staff. */
const OWN_GROUP = '';

/** Errors: `too_many` when too many renderings of one network wait, `server.busy` when one waits too long. */
export function createRenderQueue(): RenderQueue {
  const queue = createFairQueue({
    concurrency: SITE_LIMITS.siteRendersAtOnce,
    // Keeps one slot free for other networks.
    maxPerGroup: SITE_LIMITS.siteRendersAtOnce - 1,
    maxQueued: SITE_LIMITS.siteRendersQueued,
    queueTimeoutMs: LIMITS.publicReadWaitMs,
    priorityGroup: OWN_GROUP,
    createFullError: () => fault('too_many'),
    createTimeoutError: () => fault('server.busy'),
  });
  return (ip, work) => queue(ip === '' ? OWN_GROUP : getIpNetwork(ip), work);
}
