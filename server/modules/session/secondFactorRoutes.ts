/** The second step of a sign-in: a ticket of the right password, and a TOTP code, a passkey or a recovery code. */
import { z } from 'zod';
import { fault, type Fault } from '../../../common/protocol/faults';
import type { FactorKind } from '../../../common/secondFactor';
import { beginPasskeyLogin, resolvePasskeySite } from '../../access/factors/passkeys';
import { assertSecondFactor, type FactorProof } from '../../access/factors/assertSecondFactor';
import {
  issueFactorTicket,
  readFactorTicket,
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

export function registerSecondFactorRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  const guestPost = {
    realm: 'admin',
    method: 'POST',
    access: 'guest',
    withoutToken: true,
    query: [],
    body: 'json',
  } as const;
  route({
    ...guestPost,
    path: '/admin/Index/secondFactor',
    input: secondFactorInput,
    summary: 'Finish signing in with a code, a passkey or a recovery code',
    handler: (call) => finishSignIn(call, writer),
  });
  route({
    ...guestPost,
    path: '/admin/Index/secondFactorPasskey',
    input: ticketInput,
    summary: 'Get the passkey options for sign-in',
    handler: (call) => beginPasskeySignIn(call),
  });
}

/** The answer instead of a session: names the missing factor, with a message for clients without a second step. */
export async function secondFactorRequiredFault(
  ctx: RequestContext,
  signInContext: SignInContext,
  kinds: readonly FactorKind[],
): Promise<Fault> {
  const { account, isRemembered, isNewLocation } = signInContext;
  const ticket = await issueFactorTicket(ctx.services, {
    adminId: account.id,
    isRemembered,
    isNewLocation,
  });
  return fault('auth.second_factor', undefined, { data: { secondFactor: { ticket, kinds } } });
}

async function requireTicket({ ctx, body }: RouteCall): Promise<FactorTicket> {
  const ticket = await readFactorTicket(ctx.services, String(body['ticket']));
  if (!ticket) throw fault('auth.ticket');
  return ticket;
}

async function beginPasskeySignIn(call: RouteCall): Promise<HandlerResult> {
  const ticket = await requireTicket(call);
  const site = resolvePasskeySite(call.ctx.services, call.request, call.ctx.services.settings.siteName);
  return { data: { options: await beginPasskeyLogin(call.ctx.services, ticket.adminId, `login:${ticket.id}`, site) } };
}

/** The proof in a validated body. */
export const parseProof = (body: RouteCall['body']): FactorProof => z.object(secondFactorFields).parse(body);

async function finishSignIn(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { ctx, request, body } = call;
  const ticket = await requireTicket(call);
  const account = await loadAccount(ctx.services, 'admin', ticket.adminId);
  if (account?.status !== 1) throw fault('auth.ticket');
  const subject = { realm: 'admin', principal: account.id, name: account.username } as const;
  const kind = await assertSecondFactor(
    ctx.services,
    {
      adminId: account.id,
      owner: `login:${ticket.id}`,
      request,
      onManyFailures: () => void recordSecurityEvent(ctx, writer, { ...subject, kind: 'factor_failures' }),
    },
    parseProof(body),
  );
  if (!(await redeemFactorTicket(ctx.services, ticket))) throw fault('auth.ticket');
  if (kind === 'recovery') await recordSecurityEvent(ctx, writer, { ...subject, kind: 'recovery_used' });
  const { isRemembered, isNewLocation } = ticket;
  return completeSignIn(ctx, { realm: 'admin', account, isRemembered, isNewLocation }, writer);
}
