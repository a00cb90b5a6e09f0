/** What opens a member's account was changed, by whomever: the address known until now hears of it, with a link to take it back. */
import type { user } from '../../common/entities/user';
import { PATTERNS } from '../../common/entity/patterns';
import { keepFormer } from '../access/former';
import type { StoredOf } from '../engine/write/entityHooks';
import type { HookContext } from '../engine/write/writer';
import type { Lang } from '../context';
import { originOf } from '../platform/http/origin';
import { mailWithin } from '../modules/mail/mail';

type Member = StoredOf<typeof user>;
type Occasion = 'password_changed' | 'address_changed';

/** Which of the things that open the account changed. */
export function openerChanged(after: Member, before: Member): Occasion | undefined {
  if ((after.email ?? '') !== (before.email ?? '') || (after.mobile ?? '') !== (before.mobile ?? ''))
    return 'address_changed';
  return after.password === before.password ? undefined : 'password_changed';
}

/** The language of who acts is the owner's, unless staff does. */
const langOf = ({ actor, lang, services }: HookContext): Lang =>
  actor.realm === 'staff' ? services.settings.defaultLocale : lang;
/** It is the owner who takes the account back, and nobody else is to be told. */
const isTakenBack = ({ channel, actor }: HookContext): boolean => channel === 'undo' && actor.realm === 'system';
/** Seeds write rows of made-up people. */
const isSeeding = ({ channel }: HookContext): boolean => channel === 'import';

/** A part of the act that changed it; nothing where no address is known. */
export async function warnOwner(hook: HookContext, template: Occasion, before: Member): Promise<void> {
  const { id, email, mobile, nickname } = before;
  if (
    !email ||
    !PATTERNS.email(email) ||
    isTakenBack(hook) ||
    isSeeding(hook) ||
    !hook.services.registry.get('message')
  )
    return;
  const ticket = await keepFormer(hook.services, hook.tx, { id, email, mobile: mobile ?? null }, hook.at);
  await mailWithin(hook, {
    ...{ to: email, template, lang: langOf(hook), userId: id, secret: ['link'] },
    params: { name: nickname, link: `${originOf(hook.services.env)}/user/login#notme=${ticket}` },
  });
}
