/** What staff did with the terminal, in the admin log, in the transaction it happened in. */
import type { Json } from '../../../common/entity/field';
import { LIMITS } from '../../../common/limits';
import { entityWords } from '../../../common/locales/entityWords';
import { laterWords } from '../../../common/locales/later';
import { beginning } from '../../../common/text/clean';
import type { Step } from '../../engine/writer';
import type { Ctx } from '../../kit';
import { taskEntity } from './task';

export type TerminalAct = keyof (typeof laterWords)['en']['terminal']['acts'];

// A client chooses these texts: no line of the log may look like two.
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

export async function noteAct(
  step: Step,
  { actor, lang, url, ip, userAgent, kit }: Ctx,
  act: TerminalAct,
  data: Readonly<Record<string, Json>>,
): Promise<void> {
  const entity = kit.registry.get('admin_log');
  if (entity === undefined || actor.realm !== 'staff') return;
  const title = `${entityWords(taskEntity(kit), lang).one} · ${laterWords[lang].terminal.acts[act]}`;
  await step.house.create(entity, {
    admin_id: actor.id,
    username: beginning(actor.name, 30),
    title: beginning(title, 120),
    data,
    url: beginning(oneLine(url), LIMITS.logUrl),
    ip,
    useragent: beginning(oneLine(userAgent), LIMITS.logUserAgent),
  });
}
