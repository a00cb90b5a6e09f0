/** One's own notices marked as read, and what one chose for oneself: nobody else's row can be reached from here. */
import { z } from 'zod';
import { grantedRows, SYSTEM } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { NOTHING, type Filter } from '../../../common/entity/filter';
import { storedFilter } from '../../../common/entity/publicId';
import { LIMITS } from '../../../common/limits';
import { say } from '../../../common/locales/words';
import { noticeChoiceOf } from '../../../common/notices';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';

const some = z.object({ ids: z.array(z.number().int().positive()).min(1).max(LIMITS.bulk) });
const nothing = z.object({});
const ways = z.object({ bell: z.boolean(), toast: z.boolean(), desktop: z.boolean() }).partial();
const chosen = z.object({ name: z.literal('notices'), value: z.record(z.string().max(40), ways) });

export function routeNotices({ add: route }: RouteRegistry, writer: Writer): void {
  const realms = [
    { realm: 'admin', access: 'admin', base: '/admin', inPerson: true },
    { realm: 'member', access: 'member', base: '/api' },
  ] as const;
  for (const { base, ...who } of realms) {
    const post = { ...who, method: 'POST', query: [], body: 'json' } as const;
    route({
      ...post,
      path: `${base}/notice/read`,
      input: some,
      summary: 'Mark notices of the caller as read',
      handler: (call) => readSome(call, writer),
    });
    route({
      ...post,
      path: `${base}/notice/readAll`,
      input: nothing,
      summary: 'Mark every notice of the caller as read',
      handler: (call) => readAll(call, writer),
    });
    route({
      ...post,
      path: `${base}/preference/set`,
      input: chosen,
      summary: 'Keep what the caller chose for itself',
      handler: (call) => keepChoice(call, writer),
    });
  }
}

/** The house writes on behalf of a person, whose own rows were found by the person's own rights. */
function houseCtx(ctx: RequestContext): RequestContext {
  const { mid: _theirs, ...rest } = ctx;
  return { ...rest, actor: SYSTEM, channel: 'system' };
}
function nounOf({ registry }: Services, name: string): AnyEntity {
  const entity = registry.get(name);
  if (entity === undefined) throw new Error(`there is no ${name}`);
  return entity;
}
const secondsNow = ({ clock }: Services): number => Math.floor(clock.now() / 1000);

/** Marks at most so many unread notices of the caller; answers how many it marked. */
async function mark({ ctx }: RequestCall, writer: Writer, which: readonly Filter[]): Promise<number> {
  const entity = nounOf(ctx.services, 'notice');
  const own = grantedRows(ctx.actor, entity, 'read') ?? NOTHING;
  const unread: Filter = { field: 'read_time', op: 'NULL', value: null };
  return writer.inTransaction(houseCtx(ctx), async (writer, hook) => {
    const asked = which.map((filter) => storedFilter(ctx.actor, entity, filter));
    const rows = (await hook.find('notice', { all: [own, unread, ...asked] })).slice(0, LIMITS.bulk);
    for (const { id } of rows) await writer.update(entity, { id: Number(id), read_time: secondsNow(ctx.services) });
    return rows.length;
  });
}

async function readSome(call: RequestCall, writer: Writer): Promise<HandlerResult> {
  const { ids } = some.parse(call.body);
  const count = await mark(call, writer, [{ field: 'id', op: 'IN', value: ids }]);
  return { data: { count }, msg: say(call.ctx.lang, 'done.done') };
}

async function readAll(call: RequestCall, writer: Writer): Promise<HandlerResult> {
  let count = 0;
  for (let marked = LIMITS.bulk as number; marked === LIMITS.bulk; count += marked)
    marked = await mark(call, writer, []);
  return { data: { count }, msg: say(call.ctx.lang, 'done.done') };
}

async function keepChoice({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  const { name, value } = chosen.parse(body);
  const entity = nounOf(ctx.services, 'preference');
  const realm = ctx.actor.realm === 'staff' ? 'admin' : 'member';
  const slot = `${realm}:${ctx.actor.id}:${name}`;
  const draft = { value: { ...noticeChoiceOf(value) } };
  await writer.inTransaction(houseCtx(ctx), async (writer, hook) => {
    const [known] = await hook.find('preference', { field: 'slot', op: '=', value: slot });
    if (known) await writer.update(entity, { id: Number(known['id']), ...draft });
    else await writer.create(entity, { realm, person_id: ctx.actor.id, name, slot, ...draft });
  });
  return { data: draft, msg: say(ctx.lang, 'done.saved') };
}
