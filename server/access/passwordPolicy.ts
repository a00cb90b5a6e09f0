/** Which well-formed passwords are refused all the same: too short for the realm, or what everybody tries first. */
import { normalize } from '../../common/entity/match';
import type { Trouble } from '../../common/entity/issue';
import { LIMITS } from '../../common/limits';
import { lengthOf } from '../../common/text/clean';
import { isCommonPassword } from './commonPasswords';

export interface PasswordRule {
  readonly min: number;
  /** Names of the person: no password at all. */
  readonly names: readonly string[];
}

/** What is wrong with a new password, if anything. */
export function passwordTrouble(password: string, { min, names }: PasswordRule): Trouble | undefined {
  const floor = Math.max(min, LIMITS.passwordMin);
  if (lengthOf(password) < floor) return { code: 'password', params: { min: floor, max: LIMITS.passwordMax } };
  const isName = names.some((name) => name !== '' && normalize(name) === normalize(password));
  return isName || isCommonPassword(password) ? { code: 'password_common' } : undefined;
}
