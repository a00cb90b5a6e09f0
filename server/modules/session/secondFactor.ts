/** The second step of signing in: a ticket of the right password, and a code, a passkey or a recovery code. */
import { z } from 'zod';
import { fault, type Fault } from '../../../common/protocol/faults';
import type { FactorKind } from '../../../common/secondFactor';
import { askPasskey, passkeySite } from '../../access/passkeys';
import { prove, type Proof } from '../../access/proof';
import { issueTicket, readTicket, spendTicket, type Ticket } from '../../access/tickets';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { accountOf } from './account';
import { enter, type Entering } from './enter';

const text = z.string().max(200);
/** One of the three, wherever a second factor is asked for. */
export const proofShape = {
  otp: text.optional(),
  recovery: text.optional(),
  passkey: z.record(z.string(), z.unknown()).optional(),
};
const chosen = z.object({ ticket: text.min(1) });
const answered = chosen.extend(proofShape);

export function routeSecondFactor({ add: route }: RouteRegistry, writer: Writer): void {
  const open = { realm: 'admin', method: 'POST', access: 'guest', withoutToken: true, query: [], body: 'json' } as const;
  route({
    ...open,
    path: '/admin/Index/secondFactor',
    input: answered,
    summary: 'Finish signing in with a code, a passkey or a recovery code',
    handler: (call) => finish(call, writer),
  });
  route({
    ...open,
    path: '/admin/Index/secondFactorPasskey',
    input: chosen,
    summary: 'What the browser needs to ask for a passkey while signing in',
    handler: (call) => challenge(call),
  });
}

/** Instead of a session: what is still missing, in words for clients that know of no second step. */
export async function asked(ctx: RequestContext, entering: Entering, kinds: readonly FactorKind[]): Promise<Fault> {
  const { account, keep, isNewPlace } = entering;
  const ticket = await issueTicket(ctx.services, { adminId: account.id, keep, isNewPlace });
  return fault('auth.second_factor', undefined, { data: { secondFactor: { ticket, kinds } } });
}

async function ticketOf({ ctx, body }: RequestCall): Promise<Ticket> {
  const ticket = await readTicket(ctx.services, String(body['ticket']));
  if (!ticket) throw fault('auth.ticket');
  return ticket;
}

async function challenge(call: RequestCall): Promise<HandlerResult> {
  const ticket = await ticketOf(call);
  const site = passkeySite(call.ctx.services, call.request, call.ctx.services.settings.siteName);
  return { data: { options: await askPasskey(call.ctx.services, ticket.adminId, `login:${ticket.id}`, site) } };
}

/** The proof within a body that passed its schema. */
export const proofOf = (body: RequestCall['body']): Proof => z.object(proofShape).parse(body);

async function finish(call: RequestCall, writer: Writer): Promise<HandlerResult> {
  const { ctx, request, body } = call;
  const ticket = await ticketOf(call);
  const account = await accountOf(ctx.services, 'admin', ticket.adminId);
  if (account?.status !== 1) throw fault('auth.ticket');
  const who = { realm: 'admin', principal: account.id, name: account.username } as const;
  const kind = await prove(
    ctx.services,
    {
      adminId: account.id,
      owner: `login:${ticket.id}`,
      request,
      onSiege: () => void noteSecurity(ctx, writer, { ...who, kind: 'factor_failures' }),
    },
    proofOf(body),
  );
  if (!(await spendTicket(ctx.services, ticket))) throw fault('auth.ticket');
  if (kind === 'recovery') await noteSecurity(ctx, writer, { ...who, kind: 'recovery_used' });
  const { keep, isNewPlace } = ticket;
  return enter(ctx, { realm: 'admin', account, keep, isNewPlace }, writer);
}
