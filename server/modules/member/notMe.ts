/** "This wasn't me": what opens an account was changed, its owner hears of it by mail, and a link there shuts everybody out. */
import { z } from 'zod';
import { say } from '../../../common/locales/words';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { issuePass, spendCode } from '../../access/codes';
import { attempt, household } from '../../access/limits';
import { lockMember } from '../../access/memberLock';
import { revokeSessions } from '../../access/sessions';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { Call, Done, Inventory } from '../../engine/inventory';
import type { Writer } from '../../engine/writer';
import type { Ctx, Kit, Lang } from '../../kit';

const ticketed = z.object({ ticket: z.string().max(200) });
const TRIES = { tries: 30, windowMs: 3_600_000 };
const placeOf = (id: number) => ({ purpose: 'not_me', target: String(id) });

/** Where the house is reached, by its own settings: what a request says of its host counts for nothing (T7.11). */
const baseOf = ({ env }: Kit): string => env.publicUrl ?? `http://localhost:${env.port}`;

export type TellOwner = (
  ctx: Ctx,
  owner: { readonly id: number; readonly name: string; readonly email: string },
  what: 'password' | 'address',
) => Promise<void>;

/** What the outbox is handed. */
interface OwnersMail {
  readonly to: string;
  readonly template: 'password_changed' | 'address_changed';
  readonly lang: Lang;
  readonly params: { readonly name: string; readonly link: string };
  readonly secret: readonly string[];
  readonly userId: number;
}
/** The mail to the owner; none where no address is known. */
export const tellOwner =
  (send: (ctx: Ctx, mail: OwnersMail) => Promise<void>): TellOwner =>
  async (ctx, { id, name, email }, what) => {
    if (email === '') return;
    const pass = await issuePass(ctx.kit, placeOf(id), LIMITS.memberLockSeconds);
    const link = `${baseOf(ctx.kit)}/user/login?notme=${id}.${pass}`;
    const { mid: _theirs, deadline: _over, ...later } = ctx;
    await send(later, {
      to: email,
      template: what === 'password' ? 'password_changed' : 'address_changed',
      lang: ctx.lang,
      params: { name, link },
      secret: ['link'],
      userId: id,
    });
  };

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
    summary: 'End every session of an account and lock it against changes, with the link of a security mail',
    handler: (call) => shutOut(call, writer),
  });
}

async function shutOut({ ctx, body }: Call, writer: Writer): Promise<Done> {
  const { kit } = ctx;
  await attempt(kit, `not_me:${household(ctx.ip)}`, TRIES);
  const [, id = '0', pass = ''] = /^(\d{1,15})\.([\w-]{32})$/.exec(ticketed.parse(body).ticket) ?? [];
  if (!(await spendCode(kit, placeOf(Number(id)), pass))) throw fault('member.link_over');
  const member = Number(id);
  await lockMember(kit, member);
  await revokeSessions(kit, 'member', member);
  await noteSecurity(ctx, writer, {
    kind: 'sessions_ended',
    realm: 'member',
    principal: member,
    name: `member:${member}`,
    detail: { why: 'not_me' },
  });
  return { data: null, msg: say(ctx.lang, 'done.shut_out') };
}
