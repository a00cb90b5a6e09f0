/** "This wasn't me": with the link of a security mail its reader shuts everybody out and has the account as it was before. */
import { z } from 'zod';
import type { StoredRow } from '../../../common/entity/meta';
import { randomBytes } from 'node:crypto';
import { say } from '../../../common/locales/words';
import { fault } from '../../../common/protocol/faults';
import { spendFormer, type Former } from '../../access/former';
import { attempt, household } from '../../access/limits';
import { lockMember } from '../../access/memberLock';
import { houseCtx, nounOf, type Way } from '../../access/members';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { HookContext, TxWriter, Writer } from '../../engine/write/writer';

const ticketed = z.object({ ticket: z.string().max(200) });
const TRIES = { tries: 30, windowMs: 3_600_000 };

export function routeNotMe({ add: route }: RouteRegistry, writer: Writer): void {
  route({
    method: 'POST',
    realm: 'member',
    access: 'guest',
    withoutToken: true,
    path: '/api/account/notMe',
    query: [],
    body: 'json',
    input: ticketed,
    summary: 'Give an account back to whom the link of a security mail was sent: every session and the password end',
    handler: (call) => shutOut(call, writer),
  });
}

async function shutOut({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  const { services } = ctx;
  await attempt(services, `not_me:${household(ctx.ip)}`, TRIES);
  const { ticket } = ticketed.parse(body);
  const member = await writer.inTransaction({ ...houseCtx(ctx), channel: 'undo' }, async (writer, hook) => {
    const former = await spendFormer(services, hook.tx, ticket, hook.at);
    if (!former) throw fault('member.link_over');
    await lockMember(hook.tx, former.id, former.email, hook.at);
    await takeBack(writer, hook, former);
    return former.id;
  });
  await noteSecurity(ctx, writer, {
    kind: 'sessions_ended',
    realm: 'member',
    principal: member,
    name: `member:${member}`,
    detail: { why: 'not_me' },
  });
  return { data: null, msg: say(ctx.lang, 'done.shut_out') };
}

/** A password that nobody knows ends every session; the addresses are those of before. */
async function takeBack(writer: TxWriter, hook: HookContext, former: Former): Promise<void> {
  const user = nounOf(hook.services, 'user');
  const [row] = await hook.find('user', { field: 'id', op: '=', value: former.id });
  if (!row) return;
  const password = randomBytes(24).toString('base64url');
  const addresses = { ...(await given(hook, row, 'email', former)), ...(await given(hook, row, 'mobile', former)) };
  await writer.update(user, { id: former.id, password, ...addresses });
}

/** What stood there; nothing where somebody else has it by now, for what stands there now is the other's. */
async function given(hook: HookContext, row: StoredRow, way: Way, former: Former): Promise<StoredRow> {
  const was = former[way];
  if ((row[way] ?? null) === was) return {};
  const owners = was === null ? [] : await hook.find('user', { field: way, op: '=', value: was });
  return { [way]: owners.some(({ id }) => id !== former.id) ? null : was };
}
