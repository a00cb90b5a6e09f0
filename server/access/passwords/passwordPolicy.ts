/** Checks the strength of a new password (password policy): a minimal length per realm, and no common passwords. */
import { normalizeForSearch } from '../../../common/query/compileFilter';
import type { ValueIssue } from '../../../common/entity/issue';
import { LIMITS } from '../../../common/limits';
import { codePointLength } from '../../../common/text/normalize';
import { isCommonPassword } from './commonPasswords';

export interface PasswordRule {
  readonly min: number;
  /** Names of the person, which must not be the password. */
  readonly names: readonly string[];
}

/** The issue of a new password; undefined when it is acceptable. */
export function checkPasswordPolicy(password: string, { min, names }: PasswordRule): ValueIssue | undefined {
  const minLength = Math.max(min, LIMITS.passwordMin);
  if (codePointLength(password) < minLength)
    return { code: 'password', params: { min: minLength, max: LIMITS.passwordMax } };
  const isName = names.some((name) => name !== '' && normalizeForSearch(name) === normalizeForSearch(password));
  return isName || isCommonPassword(password) ? { code: 'password_common' } : undefined;
}
