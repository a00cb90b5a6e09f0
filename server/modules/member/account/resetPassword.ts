/** Resets a forgotten password: sets a new password with a code that was sent to the bound address. */
import { z } from 'zod';
import { translate } from '../../../../common/locales/translate';
import { createCodeTarget, PASSWORD_RESET_PURPOSE, getRequesterKey } from '../../../access/codes/codePurposes';
import { redeemCode } from '../../../access/codes/oneTimeCodes';
import { assertChannelEnabled, findMemberByContact, normalizeContact } from '../../../access/members/memberContacts';
import { requireEntity } from '../../../engine/requireEntity';
import { assertNotLocked } from '../../../access/members/memberLock';
import type { HandlerResult, RouteCall } from '../../../engine/http/routeRegistry';
import type { Writer } from '../../../engine/write/writer';
import { recordSecurityEvent } from '../../../hooks/audit/securityEvents';
import { toSystemContext } from '../../../platform/systemContext';
import { countCodeAttempt } from './countCodeAttempt';
import { validatePassword } from './validatePassword';
import { invalidFault } from '../../../platform/invalidFault';

const text = z.string().max(300);
export const passwordResetInput = z.object({
  type: z.literal(['email', 'mobile']),
  account: text,
  captcha: text,
  password: text,
});

/**
 * Resets the password of the member with this address. The code in `captcha` reaches only the owner of the address, so the response does not
 * reveal to others whether the account exists.
 */
export async function resetPassword({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { type, account, captcha, password } = passwordResetInput.parse(body);
  const { services } = ctx;
  assertChannelEnabled(services, type);
  await countCodeAttempt(ctx);
  const address = normalizeContact(type, account);
  const issue = validatePassword(ctx, 'password', password, []);
  if (issue) throw invalidFault(issue);
  const codeKey = createCodeTarget(PASSWORD_RESET_PURPOSE, address, 0);
  if (!(await redeemCode(services, codeKey, captcha, getRequesterKey(ctx))))
    throw invalidFault({ path: 'captcha', code: 'code_wrong' });
  const owner = await findMemberByContact(services, type, address);
  if (owner?.status !== 1) throw invalidFault({ path: 'captcha', code: 'code_wrong' });
  await assertNotLocked(services, owner.id, address);
  // Reported only after the code has identified the owner.
  const nameIssue = validatePassword(ctx, 'password', password, [owner.username]);
  if (nameIssue) throw invalidFault(nameIssue);
  await writer.update(toSystemContext(ctx), requireEntity(services, 'user'), { id: owner.id, password });
  await recordSecurityEvent(ctx, writer, {
    kind: 'password_changed',
    realm: 'member',
    principal: owner.id,
    name: owner.username,
  });
  return { data: null, msg: translate(ctx.lang, 'success.password_set') };
}
