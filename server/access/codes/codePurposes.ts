/** The purposes of verification codes and who may use one. */
import type { RequestContext } from '../../context';
import type { CodeTarget } from './oneTimeCodes';
import { getIpPrefix } from '../limits/rateLimits';

/** The purpose of a code for a password reset (forgotten password). */
export const PASSWORD_RESET_PURPOSE = 'user_retrieve_pwd';
/** The purposes as clients name them. */
export const CODE_PURPOSES = [
  'user_register',
  PASSWORD_RESET_PURPOSE,
  'user_change_email',
  'user_change_mobile',
  'user_email_verify',
  'user_mobile_verify',
] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** A code of a member is valid for that member only. */
export const createCodeTarget = (purpose: CodePurpose, address: string, memberId: number): CodeTarget => ({
  purpose,
  target: purpose === 'user_register' || purpose === PASSWORD_RESET_PURPOSE ? address : `${memberId}:${address}`,
});

/** The requester whose attempts are counted: the signed-in member, else the IP prefix. */
export const getRequesterKey = ({ actor, ip }: Pick<RequestContext, 'actor' | 'ip'>): string =>
  actor.kind === 'member' && actor.id > 0 ? `member:${actor.id}` : getIpPrefix(ip);
