/** What staff did with the terminal, in the admin log, in the transaction it happened in. */
import type { Json } from '../../../common/entity/field';
import { LIMITS } from '../../../common/limits';
import { terminalTitle, type TerminalAct } from '../../../common/locales/logTitle';
import { beginning } from '../../../common/text/clean';
import { accountOf } from '../../behaviours/journal';
import type { HookContext } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { taskEntity } from './task';

// A client chooses these texts: no line of the log may look like two.
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

export async function noteAct(
  hook: HookContext,
  { actor, lang, url, ip, userAgent, services }: RequestContext,
  act: TerminalAct,
  data: Readonly<Record<string, Json>>,
): Promise<void> {
  const entity = services.registry.get('admin_log');
  if (entity === undefined || actor.realm !== 'staff') return;
  const title = terminalTitle(taskEntity(services), act, lang);
  await hook.asSystem.create(entity, {
    admin_id: actor.id,
    username: accountOf({ actor }),
    title: beginning(title, 120),
    data: { terminal: act, ...data },
    url: beginning(oneLine(url), LIMITS.logUrl),
    ip,
    useragent: beginning(oneLine(userAgent), LIMITS.logUserAgent),
  });
}
