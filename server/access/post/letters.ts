/** What codes are sent for, and who may use one. */
import type { RequestContext } from '../../context';
import type { CodePlace } from '../codes';
import { household } from '../limits';

export const CODE_EVENTS = [
  'user_register',
  'user_retrieve_pwd',
  'user_change_email',
  'user_change_mobile',
  'user_email_verify',
  'user_mobile_verify',
] as const;
export type CodeEvent = (typeof CODE_EVENTS)[number];

/** Codes of members belong to that member alone. */
export const codePlace = (event: CodeEvent, address: string, memberId: number): CodePlace => ({
  purpose: event,
  target: event === 'user_register' || event === 'user_retrieve_pwd' ? address : `${memberId}:${address}`,
});

/** Who asks for a code or guesses one: the member who is signed in, else the household. */
export const guesserOf = ({ actor, ip }: Pick<RequestContext, 'actor' | 'ip'>): string =>
  actor.realm === 'member' && actor.id > 0 ? `member:${actor.id}` : household(ip);
