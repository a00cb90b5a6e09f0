/** The second step of a sign-in: a ticket of the right password, and a TOTP code, a passkey or a recovery code. */
import { z } from 'zod';
import { fault, type Fault } from '../../../common/protocol/faults';
import type { Realm } from '../../../common/realm';
import type { FactorKind } from '../../../common/secondFactor';
import { beginPasskeyLogin, resolvePasskeySite } from '../../access/factors/passkeys';
import { assertSecondFactor, type FactorProof } from '../../access/factors/assertSecondFactor';
import {
  issueFactorTicket,
  loadFactorTicket,
  redeemFactorTicket,
  type FactorTicket,
} from '../../access/factors/factorTickets';
import { recordSecurityEvent } from '../../hooks/audit/securityEvents';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { loadAccount } from './checkCredentials';
import { completeSignIn, type SignInContext } from './completeSignIn';

const text = z.string().max(200);
/** One of the three, wherever a second factor is required. */
export const secondFactorFields = {
  otp: text.optional(),
  recovery: text.optional(),
  passkey: z.record(z.string(), z.unknown()).optional(),
};
const ticketInput = z.object({ ticket: text.min(1) });
const secondFactorInput = ticketInput.extend(secondFactorFields);
/** Members have no passkeys. */
const memberFactorInput = ticketInput.extend({
  otp: text.optional(),
  recovery: text.optional(),
  device: z.string().max(400).optional(),
});

export function registerSecondFactorRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  const guestPost = {
    method: 'POST',
    access: 'guest',
    ignoresToken: true,
    query: [],
    body: 'json',
  } as const;
  route({
    ...guestPost,
    realm: 'admin',
    path: '/admin/Index/secondFactor',
    input: secondFactorInput,
    summary: 'Finish signing in with a code, a passkey or a recovery code',
    handler: (call) => finishSignIn(call, 'admin', writer),
  });
  route({
    ...guestPost,
    realm: 'member',
    isMemberCenter: true,
    path: '/api/user/secondFactor',
    input: memberFactorInput,
    summary: 'Finish signing in with a code or a recovery code',
    handler: (call) => finishSignIn(call, 'member', writer),
  });
  route({
    ...guestPost,
    realm: 'admin',
    path: '/admin/Index/secondFactorPasskey',
    input: ticketInput,
    summary: 'Get the passkey options for sign-in',
    handler: (call) => beginPasskeySignIn(call),
  });
}

/** The response instead of a session: names the missing factor, with a message for clients without a second step. */
export async function secondFactorRequiredFault(
  ctx: RequestContext,
  signInContext: SignInContext,
  kinds: readonly FactorKind[],
): Promise<Fault> {
  const { realm, account, isRemembered, isNewLocation, isWithoutPassword = false } = signInContext;
  const ticket = await issueFactorTicket(ctx.services, {
    owner: { realm, id: account.id },
    isRemembered,
    isNewLocation,
    isWithoutPassword,
  });
  return fault('auth.second_factor', undefined, { data: { secondFactor: { ticket, kinds } } });
}

async function requireTicket({ ctx, body }: RouteCall, realm: Realm): Promise<FactorTicket> {
  const ticket = await loadFactorTicket(ctx.services, realm, String(body['ticket']));
  if (!ticket) throw fault('auth.ticket');
  return ticket;
}

async function beginPasskeySignIn(call: RouteCall): Promise<HandlerResult> {
  const ticket = await requireTicket(call, 'admin');
  const site = resolvePasskeySite(call.ctx.services, call.request, call.ctx.services.settings.siteName);
  return { data: { options: await beginPasskeyLogin(call.ctx.services, ticket.owner.id, `login:${ticket.id}`, site) } };
}

/** The proof in a validated body. */
export const parseProof = (body: RouteCall['body']): FactorProof => z.object(secondFactorFields).parse(body);

async function finishSignIn(call: RouteCall, realm: Realm, writer: Writer): Promise<HandlerResult> {
  const { ctx, request, body } = call;
  const ticket = await requireTicket(call, realm);
  const account = await loadAccount(ctx.services, realm, ticket.owner.id);
  if (account?.status !== 1) throw fault('auth.ticket');
  const subject = { realm, principal: account.id, name: account.username } as const;
  const kind = await assertSecondFactor(
    ctx.services,
    {
      person: ticket.owner,
      owner: `login:${ticket.id}`,
      request,
      onManyFailures: () => void recordSecurityEvent(ctx, writer, { ...subject, kind: 'factor_failures' }),
    },
    parseProof(body),
  );
  if (!(await redeemFactorTicket(ctx.services, ticket))) throw fault('auth.ticket');
  if (kind === 'recovery') await recordSecurityEvent(ctx, writer, { ...subject, kind: 'recovery_used' });
  const { isRemembered, isNewLocation, isWithoutPassword } = ticket;
  const device = typeof body['device'] === 'string' ? body['device'] : undefined;
  return completeSignIn(ctx, { realm, account, isRemembered, isNewLocation, isWithoutPassword, device }, writer);
}
