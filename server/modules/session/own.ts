/** One's own sessions: seeing them, ending them, and proving again who one is. */
import { z } from 'zod';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import { factorKinds } from '../../access/factors';
import { isOwnPassword } from '../../access/ownPassword';
import { askPasskey, passkeySite } from '../../access/passkeys';
import { kindOf, prove } from '../../access/proof';
import { endOwnSession, revokeSessions, sessionsOf, type OwnSession } from '../../access/sessions';
import { stepUp } from '../../access/stepUp';
import type { Realm } from '../../access/tokens';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import { readUserAgent } from '../../platform/userAgent';
import { proofOf, proofShape } from './secondFactor';

const proof = z.object({ password: z.string().min(1).max(200), ...proofShape });
const chosen = z.object({ id: z.string().min(1).max(64) });
const nothing = z.object({});

export function routeOwnSessions({ add: route }: RouteRegistry, writer: Writer): void {
  const realms = [
    { realm: 'admin', access: 'admin', base: '/admin/profile' },
    { realm: 'member', access: 'member', base: '/api/account' },
  ] as const;
  for (const { base, ...who } of realms) {
    const post = { ...who, method: 'POST', query: [], body: 'json', inPerson: true } as const;
    route({
      ...who,
      method: 'GET',
      path: `${base}/sessions`,
      query: [],
      body: 'none',
      inPerson: true,
      summary: 'Where the caller is signed in',
      handler: listSessions,
    });
    route({
      ...post,
      path: `${base}/revoke`,
      input: chosen,
      summary: 'End one of the caller’s sessions',
      handler: revokeOne,
    });
    route({
      ...post,
      path: `${base}/revokeOthers`,
      input: nothing,
      summary: 'End every other session of the caller',
      handler: (call) => revokeOthers(call, writer),
    });
  }
  const again = { method: 'POST', realm: 'admin', access: 'admin', query: [], body: 'json', inPerson: true } as const;
  route({
    ...again,
    path: '/admin/Index/stepUp',
    input: proof,
    beforeEnrolment: true,
    summary: 'Give the password, and the second factor where there is one, again before something dangerous',
    handler: (call) => proveAgain(call, writer),
  });
  route({
    ...again,
    path: '/admin/Index/stepUpPasskey',
    input: nothing,
    summary: 'What the browser needs to ask for a passkey before something dangerous',
    handler: (call) => challenge(call),
  });
}

const realmOf = ({ ctx }: RequestCall): Realm => (ctx.actor.realm === 'staff' ? 'admin' : 'member');

async function listSessions(call: RequestCall): Promise<HandlerResult> {
  const sessions = await sessionsOf(call.ctx.services, realmOf(call), call.ctx.actor.id);
  return { data: { list: sessions.map((session) => shown(session, call.ctx.sessionId)) } };
}
const seconds = (milliseconds: number): number => Math.floor(Number(milliseconds) / 1000);
/** A look of support is shown as that: from where staff looks, and with what, is not the member's to know. */
const shown = (session: OwnSession, current: string | undefined) => ({
  id: session.id,
  current: session.id === current,
  ...(session.support === null
    ? { ip: session.ip, ...readUserAgent(session.user_agent), user_agent: session.user_agent }
    : { support: true }),
  create_time: seconds(session.created_at),
  seen_time: seconds(session.seen_at),
  expire_time: seconds(session.expires_at),
});

async function revokeOne(call: RequestCall): Promise<HandlerResult> {
  const { ctx, body } = call;
  if (!(await endOwnSession(ctx.services, realmOf(call), ctx.actor.id, String(body['id'])))) throw fault('row.missing');
  return { msg: say(ctx.lang, body['id'] === ctx.sessionId ? 'done.signed_out' : 'done.sessions_ended') };
}

async function revokeOthers(call: RequestCall, writer: Writer): Promise<HandlerResult> {
  const { ctx } = call;
  const { id: principal, name } = ctx.actor;
  const count = await revokeSessions(ctx.services, realmOf(call), principal, {
    why: 'elsewhere',
    except: ctx.sessionId,
  });
  if (count > 0)
    await noteSecurity(ctx, writer, {
      kind: 'sessions_ended',
      realm: realmOf(call),
      principal,
      name,
      detail: { count },
    });
  return { data: { count }, msg: say(ctx.lang, 'done.sessions_ended') };
}

async function challenge({ ctx, request }: RequestCall): Promise<HandlerResult> {
  const site = passkeySite(ctx.services, request, ctx.services.settings.siteName);
  return { data: { options: await askPasskey(ctx.services, ctx.actor.id, `step:${ctx.sessionId ?? ''}`, site) } };
}

async function proveAgain(call: RequestCall, writer: Writer): Promise<HandlerResult> {
  const { ctx, body } = call;
  const right = await isOwnPassword(ctx.services, 'admin', ctx.actor.id, String(body['password']));
  if (!right || ctx.sessionId === undefined)
    throw fault('row.invalid', undefined, { fields: [{ path: 'password', code: 'password_wrong' }] });
  await proveMore(call, ctx.sessionId, writer);
  const until = await stepUp(ctx.services, ctx.sessionId);
  return { data: { until: seconds(until) }, msg: say(ctx.lang, 'done.confirmed') };
}

/** Who has a second factor proves it too. */
async function proveMore({ ctx, body, request }: RequestCall, sessionId: string, writer: Writer): Promise<void> {
  const { services, actor } = ctx;
  const kinds = await factorKinds(services, actor.id);
  if (kinds.length === 0) return;
  const given = proofOf(body);
  if (kindOf(given) === undefined) throw fault('auth.second_factor', undefined, { data: { secondFactor: { kinds } } });
  const who = { realm: 'admin', principal: actor.id, name: actor.name } as const;
  const kind = await prove(
    services,
    {
      adminId: actor.id,
      owner: `step:${sessionId}`,
      request,
      onSiege: () => void noteSecurity(ctx, writer, { ...who, kind: 'factor_failures' }),
    },
    given,
  );
  if (kind === 'recovery') await noteSecurity(ctx, writer, { ...who, kind: 'recovery_used' });
}
