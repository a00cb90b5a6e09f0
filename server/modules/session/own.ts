/** One's own sessions: seeing them, ending them, and proving again who one is. */
import { z } from 'zod';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import { isOwnPassword } from '../../access/ownPassword';
import { endOwnSession, revokeSessions, sessionsOf, type OwnSession } from '../../access/sessions';
import { stepUp } from '../../access/stepUp';
import type { Realm } from '../../access/tokens';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { Call, Done, Inventory } from '../../engine/inventory';
import type { Writer } from '../../engine/writer';
import { readUserAgent } from '../../platform/userAgent';

const proof = z.object({ password: z.string().min(1).max(200), otp: z.string().max(20).optional() });
const chosen = z.object({ id: z.string().min(1).max(64) });
const nothing = z.object({});

export function routeOwnSessions({ route }: Inventory, writer: Writer): void {
  const realms = [
    { realm: 'admin', access: 'admin', base: '/admin/profile' },
    { realm: 'member', access: 'member', base: '/api/account' },
  ] as const;
  for (const { base, ...who } of realms) {
    const post = { ...who, method: 'POST', query: [], body: 'json' } as const;
    route({
      ...who,
      method: 'GET',
      path: `${base}/sessions`,
      query: [],
      body: 'none',
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
  route({
    method: 'POST',
    path: '/admin/Index/stepUp',
    realm: 'admin',
    access: 'admin',
    query: [],
    body: 'json',
    input: proof,
    summary: 'Give the password again before something dangerous',
    handler: proveAgain,
  });
}

const realmOf = ({ ctx }: Call): Realm => (ctx.actor.realm === 'staff' ? 'admin' : 'member');

async function listSessions(call: Call): Promise<Done> {
  const sessions = await sessionsOf(call.ctx.kit, realmOf(call), call.ctx.actor.id);
  return { data: { list: sessions.map((session) => shown(session, call.ctx.sessionId)) } };
}
const seconds = (milliseconds: number): number => Math.floor(Number(milliseconds) / 1000);
const shown = (session: OwnSession, current: string | undefined) => ({
  id: session.id,
  current: session.id === current,
  ip: session.ip,
  ...readUserAgent(session.user_agent),
  user_agent: session.user_agent,
  create_time: seconds(session.created_at),
  seen_time: seconds(session.seen_at),
  expire_time: seconds(session.expires_at),
});

async function revokeOne(call: Call): Promise<Done> {
  const { ctx, body } = call;
  if (!(await endOwnSession(ctx.kit, realmOf(call), ctx.actor.id, String(body['id'])))) throw fault('row.missing');
  return { msg: say(ctx.lang, 'done.sessions_ended') };
}

async function revokeOthers(call: Call, writer: Writer): Promise<Done> {
  const { ctx } = call;
  const { id: principal, name } = ctx.actor;
  const count = await revokeSessions(ctx.kit, realmOf(call), principal, ctx.sessionId);
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

async function proveAgain({ ctx, body }: Call): Promise<Done> {
  const right = await isOwnPassword(ctx.kit, 'admin', ctx.actor.id, String(body['password']));
  if (!right || ctx.sessionId === undefined)
    throw fault('row.invalid', undefined, { fields: [{ path: 'password', code: 'password_wrong' }] });
  const until = await stepUp(ctx.kit, ctx.sessionId);
  return { data: { until: seconds(until) }, msg: say(ctx.lang, 'done.confirmed') };
}
