/**
 * Support sessions: staff see the member center as the member does, after a password check, recorded, visibly marked, and for a limited
 * time.
 */
import { z } from 'zod';
import { fault } from '../../../../common/protocol/faults';
import { issueOneTimeToken, redeemOneTimeToken } from '../../../access/codes/oneTimeCodes';
import { consumeAttempt, getIpPrefix } from '../../../access/limits/rateLimits';
import { requireEntity } from '../../../engine/requireEntity';
import { createSession } from '../../../access/sessions/sessions';
import type { RouteCall, HandlerResult } from '../../../engine/http/routeRegistry';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import type { Writer } from '../../../engine/write/writer';

/** The row action checks the reason, so that its error is at the field. */
const supportInput = z.object({ id: z.number().int().positive(), reason: z.unknown().optional() });
const ticketInput = z.object({ ticket: z.string().max(200) });
const ATTEMPT_LIMIT = { maxAttempts: 30, windowMs: 3_600_000 };
/** Seconds between the console and the new tab. */
const TICKET_SECONDS = 60;
const ticketKey = (adminId: number, memberId: number) => ({ purpose: 'support', target: `${adminId}:${memberId}` });

export function registerSupportRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  route({
    method: 'POST',
    realm: 'admin',
    access: 'admin',
    permission: 'user/support',
    path: '/admin/user/support',
    query: [],
    body: 'json',
    input: supportInput,
    stepUp: true,
    summary: 'Create a ticket for a read-only support session of one member',
    handler: (call) => issueSupportTicket(call, writer),
  });
  route({
    method: 'POST',
    realm: 'member',
    access: 'guest',
    ignoresToken: true,
    isMemberCenter: true,
    path: '/api/user/support',
    query: [],
    body: 'json',
    input: ticketInput,
    summary: 'Exchange a support ticket for a read-only session',
    handler: openSupportSession,
  });
}

/** Reads the row and records the action with the caller's permissions. */
async function issueSupportTicket({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { id, reason } = supportInput.parse(body);
  await writer.runAction(ctx, requireEntity(ctx.services, 'user'), id, 'support', { reason });
  const secret = await issueOneTimeToken(ctx.services, ticketKey(ctx.actor.id, id), TICKET_SECONDS);
  return { data: { ticket: `${ctx.actor.id}.${id}.${secret}` } };
}

interface MemberAccount {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly avatar: string | null;
}

async function openSupportSession({ ctx, body }: RouteCall): Promise<HandlerResult> {
  const { services, ip, userAgent } = ctx;
  await consumeAttempt(services, `support:${getIpPrefix(ip)}`, ATTEMPT_LIMIT);
  const [, adminText = '0', memberText = '0', secret = ''] =
    /^(\d{1,15})\.(\d{1,15})\.([\w-]{32})$/.exec(ticketInput.parse(body).ticket) ?? [];
  const [adminId, memberId] = [Number(adminText), Number(memberText)];
  if (!(await redeemOneTimeToken(services, ticketKey(adminId, memberId), secret))) throw fault('member.link_over');
  const [account] = await services.db.rows<MemberAccount>(
    'SELECT id, username, nickname, avatar FROM `user` WHERE id = ? AND status = 1 AND live = 0',
    [memberId],
  );
  if (!account) throw fault('member.link_over');
  const tokens = await createSession(services, {
    realm: 'member',
    principal: memberId,
    isRemembered: false,
    ip,
    userAgent,
    support: adminId,
  });
  const { id, username, nickname, avatar } = account;
  const profile = { id: Number(id), username, nickname: nickname ?? username, avatar: avatar ?? '' };
  const { token, refreshToken } = tokens;
  return { data: { userInfo: { ...profile, token, refreshToken, refresh_token: refreshToken }, routePath: '/user' } };
}
