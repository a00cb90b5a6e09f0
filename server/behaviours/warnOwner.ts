/** What opens a member's account was changed, by whomever: the address known until now hears of it, with a link to take it back. */
import type { user } from '../../common/entities/user';
import { PATTERNS } from '../../common/entity/patterns';
import { keepFormer } from '../access/former';
import type { Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import type { Lang } from '../kit';
import { originOf } from '../platform/http/origin';
import { mailWithin } from '../modules/mail/mail';

type Member = Stored<typeof user>;
type Occasion = 'password_changed' | 'address_changed';

/** Which of the things that open the account changed. */
export function openerChanged(after: Member, before: Member): Occasion | undefined {
  if ((after.email ?? '') !== (before.email ?? '') || (after.mobile ?? '') !== (before.mobile ?? ''))
    return 'address_changed';
  return after.password === before.password ? undefined : 'password_changed';
}

/** The language of who acts is the owner's, unless staff does. */
const langOf = ({ actor, lang, kit }: Step): Lang => (actor.realm === 'staff' ? kit.settings.defaultLocale : lang);
/** It is the owner who takes the account back, and nobody else is to be told. */
const isTakenBack = ({ channel, actor }: Step): boolean => channel === 'undo' && actor.realm === 'system';
/** Seeds write rows of made-up people. */
const isSeeding = ({ channel }: Step): boolean => channel === 'import';

/** A part of the act that changed it; nothing where no address is known. */
export async function warnOwner(step: Step, template: Occasion, before: Member): Promise<void> {
  const { id, email, mobile, nickname } = before;
  if (!email || !PATTERNS.email(email) || isTakenBack(step) || isSeeding(step) || !step.kit.registry.get('message'))
    return;
  const ticket = await keepFormer(step.kit, step.tx, { id, email, mobile: mobile ?? null }, step.at);
  await mailWithin(step, {
    ...{ to: email, template, lang: langOf(step), userId: id, secret: ['link'] },
    params: { name: nickname, link: `${originOf(step.kit.env)}/user/login#notme=${ticket}` },
  });
}
