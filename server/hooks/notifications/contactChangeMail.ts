/** Mails to the previous address of a member whose email, mobile number or password changed, with a link that rolls the change back. */
import type { user } from '../../../common/entities/user';
import { PATTERNS } from '../../../common/entity/patterns';
import { issueContactRollback } from '../../access/members/contactRollback';
import type { StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Lang } from '../../../common/lang';
import { publicOrigin } from '../../platform/http/origin';
import { enqueueMail } from '../mail/mailer';

type Member = StoredOf<typeof user>;
type ContactChangeTemplate = 'password_changed' | 'address_changed';

/** The changed credential; `undefined` when email, mobile number and password are unchanged. */
export function findCredentialChange(after: Member, before: Member): ContactChangeTemplate | undefined {
  if ((after.email ?? '') !== (before.email ?? '') || (after.mobile ?? '') !== (before.mobile ?? ''))
    return 'address_changed';
  return after.password === before.password ? undefined : 'password_changed';
}

/** The actor's language, or the site's default language when staff acts. */
const getMailLanguage = ({ actor, lang, services }: HookContext): Lang =>
  actor.kind === 'staff' ? services.settings.defaultLocale : lang;
/** The owner rolls back the change and needs no mail. */
const isRolledBack = ({ channel, actor }: HookContext): boolean => channel === 'undo' && actor.kind === 'system';
/** Seeds write rows of fictional people. */
const isSeeding = ({ channel }: HookContext): boolean => channel === 'import';

/** Runs in the transaction of the change; does nothing when no previous address is known. */
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
    to: email,
    template,
    lang: getMailLanguage(hook),
    userId: id,
    secret: ['link'],
    params: { name: nickname, link: `${publicOrigin(hook.services.env)}/user/login#notme=${ticket}` },
  });
}
