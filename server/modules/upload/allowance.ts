/** How often a member may store something: staff is trusted with that, strangers who registered are not. */
import { LIMITS } from '../../../common/limits';
import { attempt } from '../../access/limits';
import type { RequestContext } from '../../context';

const HOUR = 3_600_000;

export async function countUpload({ services, actor }: RequestContext): Promise<void> {
  if (actor.realm !== 'member') return;
  await attempt(services, `upload:${actor.id}`, { tries: LIMITS.uploadsPerHour, windowMs: HOUR });
}
