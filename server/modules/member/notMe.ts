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
import type { Call, Done, Inventory } from '../../engine/inventory';
import type { Step, Within, Writer } from '../../engine/writer';

const ticketed = z.object({ ticket: z.string().max(200) });
const TRIES = { tries: 30, windowMs: 3_600_000 };

export function routeNotMe({ route }: Inventory, writer: Writer): void {
  route({
    method: 'POST',
    realm: 'member',
    access: 'guest',
    tokenless: true,
    path: '/api/account/notMe',
    query: [],
    body: 'json',
    input: ticketed,
    summary: 'Give an account back to whom the link of a security mail was sent: every session and the password end',
    handler: (call) => shutOut(call, writer),
  });
}

async function shutOut({ ctx, body }: Call, writer: Writer): Promise<Done> {
  const { kit } = ctx;
  await attempt(kit, `not_me:${household(ctx.ip)}`, TRIES);
  const { ticket } = ticketed.parse(body);
  const member = await writer.inTransaction({ ...houseCtx(ctx), channel: 'undo' }, async (within, step) => {
    const former = await spendFormer(kit, step.tx, ticket, step.at);
    if (!former) throw fault('member.link_over');
    await lockMember(step.tx, former.id, former.email, step.at);
    await takeBack(within, step, former);
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
async function takeBack(within: Within, step: Step, former: Former): Promise<void> {
  const user = nounOf(step.kit, 'user');
  const [row] = await step.find('user', { field: 'id', op: '=', value: former.id });
  if (!row) return;
  const password = randomBytes(24).toString('base64url');
  const addresses = { ...(await given(step, row, 'email', former)), ...(await given(step, row, 'mobile', former)) };
  await within.update(user, { id: former.id, password, ...addresses });
}

/** What stood there; nothing where somebody else has it by now, for what stands there now is the other's. */
async function given(step: Step, row: StoredRow, way: Way, former: Former): Promise<StoredRow> {
  const was = former[way];
  if ((row[way] ?? null) === was) return {};
  const owners = was === null ? [] : await step.find('user', { field: way, op: '=', value: was });
  return { [way]: owners.some(({ id }) => id !== former.id) ? null : was };
}
