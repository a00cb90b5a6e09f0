/** Audit entries of terminal actions, in the transaction of the action. */
import type { Json } from '../../../common/entity/field';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { terminalTitle, type TerminalAction } from '../../../common/locales/logTitle';
import { truncate } from '../../../common/text/normalize';
import { getActorAccount } from '../../hooks/audit/auditLog';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { RequestContext } from '../../context';
import { requireTaskEntity } from './tasks/task';

// Clients choose these texts: line breaks must not make one entry look like two.
const toSingleLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

export async function logTerminalAction(
  hook: HookContext,
  { actor, lang, url, ip, userAgent, services }: RequestContext,
  action: TerminalAction,
  data: Readonly<Record<string, Json>>,
): Promise<void> {
  const entity = services.registry.get('admin_log');
  if (entity === undefined || actor.kind !== 'staff') return;
  const title = terminalTitle(requireTaskEntity(services), action, lang);
  await hook.asSystem.create(entity, {
    admin_id: actor.id,
    username: getActorAccount({ actor }),
    title: truncate(title, 120),
    data: { terminal: action, ...data },
    url: truncate(toSingleLine(url), SERVER_LIMITS.logUrlChars),
    ip,
    useragent: truncate(toSingleLine(userAgent), SERVER_LIMITS.logUserAgentChars),
  });
}
