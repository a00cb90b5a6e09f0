/** What opens a member's account was changed, by whomever: the address known until now hears of it, with a link to take it back. */
import type { user } from '../../../common/entities/user';
import { PATTERNS } from '../../../common/entity/patterns';
import { issueContactRollback } from '../../access/members/contactRollback';
import type { StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Lang } from '../../context';
import { publicOrigin } from '../../platform/http/origin';
import { enqueueMail } from '../mail/mailer';

type Member = StoredOf<typeof user>;
type ContactChangeTemplate = 'password_changed' | 'address_changed';

/** Which of the things that open the account changed. */
export function credentialChangeOf(after: Member, before: Member): ContactChangeTemplate | undefined {
  if ((after.email ?? '') !== (before.email ?? '') || (after.mobile ?? '') !== (before.mobile ?? ''))
    return 'address_changed';
  return after.password === before.password ? undefined : 'password_changed';
}

/** The language of who acts is the owner's, unless staff does. */
const mailLanguageOf = ({ actor, lang, services }: HookContext): Lang =>
  actor.kind === 'staff' ? services.settings.defaultLocale : lang;
/** It is the owner who takes the account back, and nobody else is to be told. */
const isRolledBack = ({ channel, actor }: HookContext): boolean => channel === 'undo' && actor.kind === 'system';
/** Seeds write rows of made-up people. */
const isSeeding = ({ channel }: HookContext): boolean => channel === 'import';

/** A part of the act that changed it; nothing where no address is known. */
export async function sendContactChangeMail(
  hook: HookContext,
  template: ContactChangeTemplate,
  before: Member,
): Promise<void> {
  const { id, email, mobile, nickname } = before;
  if (
    !email ||
    !PATTERNS.email(email) ||
    isRolledBack(hook) ||
    isSeeding(hook) ||
    !hook.services.registry.get('message')
  )
    return;
  const ticket = await issueContactRollback(hook.services, hook.tx, { id, email, mobile: mobile ?? null }, hook.at);
  await enqueueMail(hook, {
    ...{ to: email, template, lang: mailLanguageOf(hook), userId: id, secret: ['link'] },
    params: { name: nickname, link: `${publicOrigin(hook.services.env)}/user/login#notme=${ticket}` },
  });
}
