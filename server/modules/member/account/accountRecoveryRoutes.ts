/** "This wasn't me": the link of a security mail ends all sessions of the account and restores its email and mobile number. */
import { z } from 'zod';
import type { StoredRow } from '../../../../common/entity/columns';
import { randomBytes } from 'node:crypto';
import { translate } from '../../../../common/locales/translate';
import { fault } from '../../../../common/protocol/faults';
import { redeemContactRollback, type ContactSnapshot } from '../../../access/members/contactRollback';
import { consumeAttempt, getIpPrefix } from '../../../access/limits/rateLimits';
import { lockMember } from '../../../access/members/memberLock';
import { type ContactChannel } from '../../../access/members/memberContacts';
import { requireEntity } from '../../../engine/requireEntity';
import { recordSecurityEvent } from '../../../hooks/audit/securityEvents';
import type { RouteCall, HandlerResult } from '../../../engine/http/routeRegistry';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import type { HookContext } from '../../../engine/write/context/hookContext';
import type { TxWriter } from '../../../engine/write/context/txWriter';
import type { Writer } from '../../../engine/write/writer';
import { toSystemContext } from '../../../platform/systemContext';

const ticketInput = z.object({ ticket: z.string().max(200) });
const ATTEMPT_LIMIT = { maxAttempts: 30, windowMs: 3_600_000 };

export function registerAccountRecoveryRoute({ routes: { add: route }, writer }: ModuleServices): void {
  route({
    method: 'POST',
    realm: 'member',
    access: 'guest',
    ignoresToken: true,
    path: '/api/account/notMe',
    query: [],
    body: 'json',
    input: ticketInput,
    summary: 'Recover an account with the link from a security email; ends all sessions and resets the password',
    handler: (call) => recoverAccount(call, writer),
  });
}

async function recoverAccount({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { services } = ctx;
  await consumeAttempt(services, `not_me:${getIpPrefix(ctx.ip)}`, ATTEMPT_LIMIT);
  const { ticket } = ticketInput.parse(body);
  const memberId = await writer.inTransaction(toSystemContext(ctx, { channel: 'undo' }), async (writer, hook) => {
    const rollback = await redeemContactRollback(services, hook.tx, ticket, hook.at);
    if (!rollback) throw fault('member.link_over');
    await lockMember(hook.tx, rollback.id, rollback.email, hook.at);
    await restoreContacts(writer, hook, rollback);
    return rollback.id;
  });
  await recordSecurityEvent(ctx, writer, {
    kind: 'sessions_ended',
    realm: 'member',
    principal: memberId,
    name: `member:${memberId}`,
    detail: { why: 'not_me' },
  });
  return { data: null, msg: translate(ctx.lang, 'success.shut_out') };
}

/** Sets a random password, which ends every session, and restores the previous email and mobile number. */
async function restoreContacts(writer: TxWriter, hook: HookContext, rollback: ContactSnapshot): Promise<void> {
  const user = requireEntity(hook.services, 'user');
  const [row] = await hook.find('user', { field: 'id', op: '=', value: rollback.id });
  if (!row) return;
  const password = randomBytes(24).toString('base64url');
  const addresses = {
    ...(await previousContact(hook, row, 'email', rollback)),
    ...(await previousContact(hook, row, 'mobile', rollback)),
  };
  await writer.update(user, { id: rollback.id, password, ...addresses });
}

/** The previous email or mobile number; `undefined` where another member has it by now, so that the current one stays. */
async function previousContact(
  hook: HookContext,
  row: StoredRow,
  channel: ContactChannel,
  rollback: ContactSnapshot,
): Promise<StoredRow> {
  const previous = rollback[channel];
  if ((row[channel] ?? null) === previous) return {};
  const owners = previous === null ? [] : await hook.find('user', { field: channel, op: '=', value: previous });
  return { [channel]: owners.some(({ id }) => id !== rollback.id) ? null : previous };
}
