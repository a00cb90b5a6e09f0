/** Support is about to look at a member's account: the reason is kept in a security event and told to the member. */
import { securityEvent } from '../../common/entities/securityEvent';
import type { user } from '../../common/entities/user';
import type { Issue } from '../../common/entity/issue';
import { fault } from '../../common/protocol/faults';
import { beginning, lengthOf, tidy } from '../../common/text/clean';
import { maySupport } from '../access/support';
import type { StoredOf } from '../engine/write/entityHooks';
import type { HookContext } from '../engine/write/writer';
import { notify } from './notify';

const LONGEST = 200;
const refuse = (issue: Issue) => fault('row.invalid', undefined, { fields: [issue] });

function reasonIn(given: unknown): string {
  const reason = typeof given === 'string' ? tidy(given) : '';
  if (reason === '') throw refuse({ path: 'reason', code: 'required' });
  if (lengthOf(reason) > LONGEST) throw refuse({ path: 'reason', code: 'too_long', params: { max: LONGEST } });
  return reason;
}

/** Answers `access.denied` to an admin who may not see the account whole, and `row.invalid` without a reason. */
export async function noteSupport(
  hook: HookContext,
  row: StoredOf<typeof user>,
  given: unknown,
): Promise<Record<string, never>> {
  if (!maySupport(hook.actor)) throw fault('access.denied');
  const reason = reasonIn(given);
  const { status, id, username } = row;
  if (status !== 1) throw fault('row.missing');
  await hook.asSystem.create(securityEvent, {
    kind: 'support_sign_in',
    user_id: id,
    admin_id: hook.actor.id,
    name: username,
    ip: hook.ip.slice(0, 45),
    useragent: beginning(hook.userAgent, 255),
    detail: { reason },
  });
  await notify(
    // nobody of the staff is named to members
    { ...hook, actor: { ...hook.actor, realm: 'system', id: 0, name: '' } },
    {
      to: { realm: 'member', id },
      kind: 'security',
      one: { text: 'support_looked', link: '/user/profile' },
      params: { memo: reason },
      group: 'security:support_sign_in',
    },
  );
  return {};
}
