/** What codes are sent for, and who may use one. */
import type { RequestContext } from '../../context';
import type { CodeTarget } from './oneTimeCodes';
import { ipPrefix } from '../limits/rateLimits';

export const CODE_PURPOSES = [
  'user_register',
  'user_retrieve_pwd',
  'user_change_email',
  'user_change_mobile',
  'user_email_verify',
  'user_mobile_verify',
] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** Codes of members belong to that member alone. */
export const codeTargetOf = (purpose: CodePurpose, address: string, memberId: number): CodeTarget => ({
  purpose: purpose,
  target: purpose === 'user_register' || purpose === 'user_retrieve_pwd' ? address : `${memberId}:${address}`,
});

/** Who asks for a code or guesses one: the member who is signed in, else the household. */
export const requesterOf = ({ actor, ip }: Pick<RequestContext, 'actor' | 'ip'>): string =>
  actor.realm === 'member' && actor.id > 0 ? `member:${actor.id}` : ipPrefix(ip);
