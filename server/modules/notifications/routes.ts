/** Routes for a person's own notices and preferences. */
import { z } from 'zod';
import { grantedRows } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { MATCH_NONE, type Filter } from '../../../common/entity/filter';
import { storedFilter } from '../../../common/entity/publicId';
import { LIMITS } from '../../../common/limits';
import { translate } from '../../../common/locales/translate';
import { parseNoticePreferences } from '../../../common/notices';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { savePreference } from '../../hooks/access/savePreference';
import { toSystemContext } from '../../platform/systemContext';
import { unixSeconds } from '../../platform/unixSeconds';

const idsInput = z.object({ ids: z.array(z.number().int().positive()).min(1).max(LIMITS.maxBulkIds) });
const emptyInput = z.object({});
const channelsInput = z.object({ bell: z.boolean(), toast: z.boolean(), desktop: z.boolean() }).partial();
const preferenceInput = z.object({ name: z.literal('notices'), value: z.record(z.string().max(40), channelsInput) });

export function registerNotificationRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  const realms = [
    { realm: 'admin', access: 'admin', base: '/admin', rejectsApiTokens: true },
    { realm: 'member', access: 'member', base: '/api' },
  ] as const;
  for (const { base, ...access } of realms) {
    const post = { ...access, method: 'POST', query: [], body: 'json' } as const;
    route({
      ...post,
      path: `${base}/notice/read`,
      input: idsInput,
      summary: 'Mark some of the caller’s notifications as read',
      handler: (call) => markSomeAsRead(call, writer),
    });
    route({
      ...post,
      path: `${base}/notice/readAll`,
      input: emptyInput,
      summary: 'Mark all of the caller’s notifications as read',
      handler: (call) => markAllAsRead(call, writer),
    });
    route({
      ...post,
      path: `${base}/preference/set`,
      input: preferenceInput,
      summary: 'Save the caller’s notification preferences',
      handler: (call) => saveNoticePreferences(call, writer),
    });
  }
}

function requireEntity({ registry }: Services, name: string): AnyEntity {
  const entity = registry.get(name);
  if (entity === undefined) throw new Error(`the entity ${name} is not registered`);
  return entity;
}

/** Marks up to this number of unread notices of the caller; returns how many it marked. */
async function markAsRead({ ctx }: RouteCall, writer: Writer, filters: readonly Filter[]): Promise<number> {
  const entity = requireEntity(ctx.services, 'notice');
  const readable = grantedRows(ctx.actor, entity, 'read') ?? MATCH_NONE;
  const unread: Filter = { field: 'read_time', op: 'NULL', value: null };
  return writer.inTransaction(toSystemContext(ctx), async (writer, hook) => {
    const requested = filters.map((filter) => storedFilter(ctx.actor, entity, filter));
    const rows = (await hook.find('notice', { all: [readable, unread, ...requested] })).slice(0, LIMITS.maxBulkIds);
    for (const { id } of rows) await writer.update(entity, { id: Number(id), read_time: unixSeconds(ctx.services) });
    return rows.length;
  });
}

async function markSomeAsRead(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { ids } = idsInput.parse(call.body);
  const count = await markAsRead(call, writer, [{ field: 'id', op: 'IN', value: ids }]);
  return { data: { count }, msg: translate(call.ctx.lang, 'success.done') };
}

async function markAllAsRead(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  let count = 0;
  for (let marked = LIMITS.maxBulkIds as number; marked === LIMITS.maxBulkIds; count += marked)
    marked = await markAsRead(call, writer, []);
  return { data: { count }, msg: translate(call.ctx.lang, 'success.done') };
}

async function saveNoticePreferences({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { name, value } = preferenceInput.parse(body);
  const realm = ctx.actor.kind === 'staff' ? 'admin' : 'member';
  const data = { value: { ...parseNoticePreferences(value) } };
  await savePreference({ ...ctx, writer }, { realm, personId: ctx.actor.id, name }, () => data.value);
  return { data, msg: translate(ctx.lang, 'success.saved') };
}
