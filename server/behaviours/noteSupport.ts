/** Support is about to look at a member's account: a security event that stays, and a line for the member. */
import { securityEvent } from '../../common/entities/securityEvent';
import type { user } from '../../common/entities/user';
import { fault } from '../../common/protocol/faults';
import { beginning } from '../../common/text/clean';
import type { Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import { notify } from './notify';

export async function noteSupport(step: Step, row: Stored<typeof user>): Promise<Record<string, never>> {
  const { status, id, username } = row;
  if (status !== 1) throw fault('row.missing');
  await step.house.create(securityEvent, {
    kind: 'support_sign_in',
    user_id: id,
    admin_id: step.actor.id,
    name: username,
    ip: step.ip.slice(0, 45),
    useragent: beginning(step.userAgent, 255),
    detail: {},
  });
  await notify(
    // nobody of the staff is named to members
    { ...step, actor: { ...step.actor, realm: 'system', id: 0, name: '' } },
    {
      to: { realm: 'member', id },
      kind: 'security',
      one: { text: 'support_sign_in', link: '/user/profile' },
      group: 'security:support_sign_in',
    },
  );
  return {};
}
