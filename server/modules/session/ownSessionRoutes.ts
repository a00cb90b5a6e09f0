/** Routes for own sessions: list, end, and step-up. */
import { z } from 'zod';
import { fault } from '../../../common/protocol/faults';
import { translate } from '../../../common/locales/translate';
import { availableFactorKinds } from '../../access/factors/factorStore';
import { verifyOwnPassword } from '../../access/passwords/ownPassword';
import { beginPasskeyLogin, resolvePasskeySite } from '../../access/factors/passkeys';
import { findFactorKind, assertSecondFactor } from '../../access/factors/assertSecondFactor';
import {
  SESSION_END,
  endOwnSession,
  endSessions,
  listActiveSessions,
  type SessionListRow,
} from '../../access/sessions/sessions';
import { recordStepUp } from '../../access/factors/stepUp';
import type { Realm } from '../../../common/realm';
import { recordSecurityEvent } from '../../hooks/audit/securityEvents';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Writer } from '../../engine/write/writer';
import { parseUserAgent } from '../../../common/parseUserAgent';
import { parseProof, secondFactorFields } from './secondFactorRoutes';

const stepUpInput = z.object({ password: z.string().min(1).max(200), ...secondFactorFields });
const sessionInput = z.object({ id: z.string().min(1).max(64) });
const emptyInput = z.object({});

export function registerOwnSessionRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  const realms = [
    { realm: 'admin', access: 'admin', base: '/admin/profile' },
    { realm: 'member', access: 'member', base: '/api/account' },
  ] as const;
  for (const { base, ...access } of realms) {
    const post = { ...access, method: 'POST', query: [], body: 'json', rejectsApiTokens: true } as const;
    route({
      ...access,
      method: 'GET',
      path: `${base}/sessions`,
      query: [],
      body: 'none',
      rejectsApiTokens: true,
      summary: 'List the caller’s sessions',
      handler: listSessions,
    });
    route({
      ...post,
      path: `${base}/revoke`,
      input: sessionInput,
      summary: 'End one of the caller’s sessions',
      handler: revokeOne,
    });
    route({
      ...post,
      path: `${base}/revokeOthers`,
      input: emptyInput,
      summary: 'End all other sessions of the caller',
      handler: (call) => revokeOthers(call, writer),
    });
  }
  const stepUpRoute = {
    method: 'POST',
    realm: 'admin',
    access: 'admin',
    query: [],
    body: 'json',
    rejectsApiTokens: true,
  } as const;
  route({
    ...stepUpRoute,
    path: '/admin/Index/stepUp',
    input: stepUpInput,
    allowsUnenrolled: true,
    summary: 'Confirm the password and the second factor before a sensitive action (step-up)',
    handler: (call) => handleStepUp(call, writer),
  });
  route({
    ...stepUpRoute,
    path: '/admin/Index/stepUpPasskey',
    input: emptyInput,
    summary: 'Get the passkey options for a sensitive action (step-up)',
    handler: (call) => beginPasskeyStepUp(call),
  });
}

const getRealm = ({ ctx }: RouteCall): Realm => (ctx.actor.kind === 'staff' ? 'admin' : 'member');

async function listSessions(call: RouteCall): Promise<HandlerResult> {
  const sessions = await listActiveSessions(call.ctx.services, getRealm(call), call.ctx.actor.id);
  return { data: { list: sessions.map((session) => toSessionView(session, call.ctx.sessionId)) } };
}
const toSeconds = (milliseconds: number): number => Math.floor(Number(milliseconds) / 1000);
/** Support sessions are marked, without the IP and browser of staff. */
const toSessionView = (session: SessionListRow, current: string | undefined) => ({
  id: session.id,
  current: session.id === current,
  ...(session.support === null
    ? { ip: session.ip, ...parseUserAgent(session.user_agent), user_agent: session.user_agent }
    : { support: true }),
  create_time: toSeconds(session.created_at),
  seen_time: toSeconds(session.seen_at),
  expire_time: toSeconds(session.expires_at),
});

async function revokeOne(call: RouteCall): Promise<HandlerResult> {
  const { ctx, body } = call;
  if (!(await endOwnSession(ctx.services, getRealm(call), ctx.actor.id, String(body['id']))))
    throw fault('row.missing');
  return { msg: translate(ctx.lang, body['id'] === ctx.sessionId ? 'success.signed_out' : 'success.sessions_ended') };
}

async function revokeOthers(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { ctx } = call;
  const { id: principal, name } = ctx.actor;
  const count = await endSessions(ctx.services, getRealm(call), principal, {
    reason: SESSION_END.otherDevice,
    exceptSessionId: ctx.sessionId,
  });
  if (count > 0)
    await recordSecurityEvent(ctx, writer, {
      kind: 'sessions_ended',
      realm: getRealm(call),
      principal,
      name,
      detail: { count },
    });
  return { data: { count }, msg: translate(ctx.lang, 'success.sessions_ended') };
}

async function beginPasskeyStepUp({ ctx, request }: RouteCall): Promise<HandlerResult> {
  const site = resolvePasskeySite(ctx.services, request, ctx.services.settings.siteName);
  return {
    data: { options: await beginPasskeyLogin(ctx.services, ctx.actor.id, `step:${ctx.sessionId ?? ''}`, site) },
  };
}

async function handleStepUp(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { ctx, body } = call;
  const isCorrect = await verifyOwnPassword(ctx.services, 'admin', ctx.actor.id, String(body['password']));
  if (!isCorrect || ctx.sessionId === undefined)
    throw fault('row.invalid', undefined, { fields: [{ path: 'password', code: 'password_wrong' }] });
  await verifySecondFactor(call, ctx.sessionId, writer);
  const until = await recordStepUp(ctx.services, ctx.sessionId);
  return { data: { until: toSeconds(until) }, msg: translate(ctx.lang, 'success.confirmed') };
}

/** An admin with a second factor must verify it too. */
async function verifySecondFactor({ ctx, body, request }: RouteCall, sessionId: string, writer: Writer): Promise<void> {
  const { services, actor } = ctx;
  const kinds = await availableFactorKinds(services, { realm: 'admin', id: actor.id });
  if (kinds.length === 0) return;
  const proof = parseProof(body);
  if (findFactorKind(proof) === undefined)
    throw fault('auth.second_factor', undefined, { data: { secondFactor: { kinds } } });
  const subject = { realm: 'admin', principal: actor.id, name: actor.name } as const;
  const kind = await assertSecondFactor(
    services,
    {
      person: { realm: 'admin', id: actor.id },
      owner: `step:${sessionId}`,
      request,
      onManyFailures: () => void recordSecurityEvent(ctx, writer, { ...subject, kind: 'factor_failures' }),
    },
    proof,
  );
  if (kind === 'recovery') await recordSecurityEvent(ctx, writer, { ...subject, kind: 'recovery_used' });
}
