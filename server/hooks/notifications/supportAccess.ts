/** Records that support opens a member's account: the reason is stored in a security event and shown to the member. */
import { securityEvent } from '../../../common/entities/securityEvent';
import type { user } from '../../../common/entities/user';
import { fault } from '../../../common/protocol/faults';
import { truncate, codePointLength, normalizeForStorage } from '../../../common/text/normalize';
import { canSupport } from '../../access/rbac/supportAccess';
import type { StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { notify } from './notify';
import { invalidFault } from '../../platform/invalidFault';

const MAX_REASON_LENGTH = 200;

function parseReason(input: unknown): string {
  const reason = typeof input === 'string' ? normalizeForStorage(input) : '';
  if (reason === '') throw invalidFault({ path: 'reason', code: 'required' });
  if (codePointLength(reason) > MAX_REASON_LENGTH)
    throw invalidFault({ path: 'reason', code: 'too_long', params: { max: MAX_REASON_LENGTH } });
  return reason;
}

/**
 * Errors: `access.denied` for an admin without full read access to members, `row.invalid` without a reason, `row.missing` for a disabled
 * member.
 */
export async function recordSupportAccess(
  hook: HookContext,
  row: StoredOf<typeof user>,
  input: unknown,
): Promise<Record<string, never>> {
  if (!canSupport(hook.actor)) throw fault('access.denied');
  const reason = parseReason(input);
  const { status, id, username } = row;
  if (status !== 1) throw fault('row.missing');
  await hook.asSystem.create(securityEvent, {
    kind: 'support_sign_in',
    user_id: id,
    admin_id: hook.actor.id,
    name: username,
    ip: hook.ip.slice(0, 45),
    useragent: truncate(hook.userAgent, 255),
    detail: { reason },
  });
  await notify(
    // Notices to members name no admin.
    { ...hook, actor: { ...hook.actor, kind: 'system', id: 0, name: '' } },
    {
      to: { realm: 'member', id },
      kind: 'security',
      single: { text: 'support_looked', link: '/user/profile' },
      params: { memo: reason },
      group: 'security:support_sign_in',
    },
  );
  return {};
}
