/**
 * Checks a new password beyond its format: the realm's minimum length, the list of common passwords, and the old password when members and
 * admins change their own.
 */
import { fault } from '../../../common/protocol/faults';
import { checkPasswordPolicy } from '../../access/passwords/passwordPolicy';
import type { Realm } from '../../../common/realm';
import type { HookContext } from '../../engine/write/context/hookContext';

interface PasswordFields {
  readonly id?: number;
  readonly username?: string;
  readonly nickname?: string;
  readonly password?: string | null;
}

/** Throws for a password that is not allowed. The system, which includes the command line, is exempt. */
export function assertPassword(
  hook: HookContext,
  realm: Realm,
  changes: PasswordFields,
  before: PasswordFields | undefined,
): void {
  const { password } = changes;
  if (typeof password !== 'string' || hook.actor.kind === 'system') return;
  const isOwn = before !== undefined && hook.actor.id === before.id && isOfRealm(hook, realm);
  if (isOwn && !hook.knowsPassword)
    throw fault('row.invalid', undefined, { fields: [{ path: 'password', code: 'password_profile' }] });
  const name = changes.username ?? before?.username ?? '';
  const problem = checkPasswordPolicy(password, { min: hook.services.settings.passwordMin[realm], names: [name] });
  if (problem) throw fault('row.invalid', undefined, { fields: [{ path: 'password', ...problem }] });
}

const isOfRealm = ({ actor }: HookContext, realm: Realm): boolean =>
  actor.kind === (realm === 'admin' ? 'staff' : 'member');
