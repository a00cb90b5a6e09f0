/** Validates the new password of a member. */
import type { Issue } from '../../../../common/entity/issue';
import { PATTERNS } from '../../../../common/entity/patterns';
import { checkPasswordPolicy } from '../../../access/passwords/passwordPolicy';
import type { RequestContext } from '../../../context';

/** The first issue of a new password; undefined when it is valid. A password that contains one of `names` is refused. */
export const validatePassword = (
  ctx: RequestContext,
  path: string,
  password: string,
  names: readonly string[],
): Issue | undefined => {
  if (!PATTERNS.password(password))
    return { path, code: 'password', params: { min: ctx.services.settings.passwordMin.member, max: 32 } };
  const policyIssue = checkPasswordPolicy(password, { min: ctx.services.settings.passwordMin.member, names });
  return policyIssue && { path, ...policyIssue };
};
