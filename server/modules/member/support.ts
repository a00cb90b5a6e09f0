/** Support looks at the member centre as a member sees it: asked for with the password, noted, visibly marked, and over by itself. */
import { z } from 'zod';
import { fault } from '../../../common/protocol/faults';
import { issuePass, spendPass } from '../../access/codes';
import { attempt, household } from '../../access/limits';
import { nounOf } from '../../access/members';
import { openSession } from '../../access/sessions';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';

/** The reason is judged with the row, so that a refusal stands at its field. */
const chosen = z.object({ id: z.number().int().positive(), reason: z.unknown().optional() });
const ticketed = z.object({ ticket: z.string().max(200) });
const TRIES = { tries: 30, windowMs: 3_600_000 };
/** From the console to the tab it opens. */
const TICKET_SECONDS = 60;
const placeOf = (admin: number, member: number) => ({ purpose: 'support', target: `${admin}:${member}` });

export function routeSupport({ add: route }: RouteRegistry, writer: Writer): void {
  route({
    method: 'POST',
    realm: 'admin',
    access: 'admin',
    node: 'user/support',
    path: '/admin/user/support',
    query: [],
    body: 'json',
    input: chosen,
    stepUp: true,
    summary: 'A ticket to look at the member centre as one member sees it',
    handler: (call) => giveTicket(call, writer),
  });
  route({
    method: 'POST',
    realm: 'member',
    access: 'guest',
    withoutToken: true,
    isMemberCentre: true,
    path: '/api/user/support',
    query: [],
    body: 'json',
    input: ticketed,
    summary: 'Exchange a ticket of support for a session that only looks',
    handler: look,
  });
}

/** The row is read, and the act noted, with the rights of who asks. */
async function giveTicket({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  const { id, reason } = chosen.parse(body);
  await writer.runAction(ctx, nounOf(ctx.services, 'user'), id, 'support', { reason });
  const pass = await issuePass(ctx.services, placeOf(ctx.actor.id, id), TICKET_SECONDS);
  return { data: { ticket: `${ctx.actor.id}.${id}.${pass}` } };
}

interface Account {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly avatar: string | null;
}

async function look({ ctx, body }: RequestCall): Promise<HandlerResult> {
  const { services, ip, userAgent } = ctx;
  await attempt(services, `support:${household(ip)}`, TRIES);
  const [, by = '0', of = '0', pass = ''] =
    /^(\d{1,15})\.(\d{1,15})\.([\w-]{32})$/.exec(ticketed.parse(body).ticket) ?? [];
  const [admin, member] = [Number(by), Number(of)];
  if (!(await spendPass(services, placeOf(admin, member), pass))) throw fault('member.link_over');
  const [account] = await services.db.rows<Account>(
    'SELECT id, username, nickname, avatar FROM `user` WHERE id = ? AND status = 1 AND live = 0',
    [member],
  );
  if (!account) throw fault('member.link_over');
  const tokens = await openSession(services, {
    realm: 'member',
    principal: member,
    keep: false,
    ip,
    userAgent,
    support: admin,
  });
  const { id, username, nickname, avatar } = account;
  const person = { id: Number(id), username, nickname: nickname ?? username, avatar: avatar ?? '' };
  const { token, refreshToken } = tokens;
  return { data: { userInfo: { ...person, token, refreshToken, refresh_token: refreshToken }, routePath: '/user' } };
}
