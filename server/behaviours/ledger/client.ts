/** Which client books an entry. */
import { tokenName } from '../../access/apiTokens';
import type { HookContext } from '../../engine/write/writer';
import { beginning } from '../../../common/text/clean';

const LONGEST = 40;

/** `console`, `api`, `api:<token name>`, `batch`, `import` or `system`. */
export function clientOf({ actor, channel, isBatch }: HookContext): string {
  const token = tokenName(actor);
  if (token !== undefined) return beginning(`api:${token}`, LONGEST);
  if (channel === 'import') return 'import';
  if (actor.realm !== 'staff') return 'system';
  if (isBatch === true) return 'batch';
  return channel === 'ui' ? 'console' : 'api';
}
