/** The client that books an entry. */
import { apiTokenName } from '../../access/rbac/apiTokenName';
import type { HookContext } from '../../engine/write/context/hookContext';
import { truncate } from '../../../common/text/normalize';

const MAX_LENGTH = 40;

/** `console`, `api`, `api:<token name>`, `batch`, `import` or `system`. */
export function nameBookingChannel({ actor, channel, isBatch }: HookContext): string {
  const token = apiTokenName(actor);
  if (token !== undefined) return truncate(`api:${token}`, MAX_LENGTH);
  if (channel === 'import') return 'import';
  if (actor.kind !== 'staff') return 'system';
  if (isBatch === true) return 'batch';
  return channel === 'ui' ? 'console' : 'api';
}
