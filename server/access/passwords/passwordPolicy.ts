/** Which well-formed passwords are refused all the same: too short for the realm, or what everybody tries first. */
import { normalizeForSearch } from '../../../common/entity/compileFilter';
import type { ValueIssue } from '../../../common/entity/issue';
import { LIMITS } from '../../../common/limits';
import { codePointLength } from '../../../common/text/normalize';
import { isCommonPassword } from './commonPasswords';

export interface PasswordRule {
  readonly min: number;
  /** Names of the person: no password at all. */
  readonly names: readonly string[];
}

/** What is wrong with a new password, if anything. */
export function checkPasswordPolicy(password: string, { min, names }: PasswordRule): ValueIssue | undefined {
  const minLength = Math.max(min, LIMITS.passwordMin);
  if (codePointLength(password) < minLength)
    return { code: 'password', params: { min: minLength, max: LIMITS.passwordMax } };
  const isName = names.some((name) => name !== '' && normalizeForSearch(name) === normalizeForSearch(password));
  return isName || isCommonPassword(password) ? { code: 'password_common' } : undefined;
}
