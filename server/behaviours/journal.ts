/** The admin log: one entry for every act of staff, in the words of its language, written in the same transaction. */
import type { Json } from '../../common/entity/field';
import type { StoredRow } from '../../common/entity/meta';
import { LIMITS } from '../../common/limits';
import { actTitle, writeTitle, type LogAct } from '../../common/locales/logTitle';
import { beginning } from '../../common/text/clean';
import type { AuditEntry, AuditLogDefinition } from '../engine/write/unitOfWork';
import type { HookContext, Writer } from '../engine/write/writer';
import type { RequestContext } from '../context';

export const journal: AuditLogDefinition = {
  entity: 'admin_log',
  row: (ctx, deed) => (ctx.actor.realm === 'staff' ? entry(ctx, deed) : undefined),
};

type Told = Parameters<AuditLogDefinition['row']>[1];
const entry = (ctx: RequestContext, deed: Told): StoredRow => ({
  admin_id: ctx.actor.id,
  username: accountOf(ctx),
  title: beginning(writeTitle(deed.entity, deed.verb, ctx.lang), 120),
  data: entryData(deed),
  ...origin(ctx),
});

const entryData = ({ entity, verb, ids, data, before, cid }: Told): StoredRow => ({
  ...{ cid, entity: entity.name, verb, ids: ids.slice(0, 100), data: inBrief(data) },
  ...was(before),
});

const origin = ({ url, ip, userAgent }: RequestContext) => ({
  url: beginning(oneLine(url), LIMITS.logUrl),
  ip: ip.slice(0, 45),
  useragent: beginning(oneLine(userAgent), LIMITS.logUserAgent),
});

/** The account name of who acts; the nickname of an actor that has none. */
export const accountOf = ({ actor }: Pick<RequestContext, 'actor'>): string =>
  beginning(actor.account ?? actor.name, 30);

// a client chooses these texts: no line of the log may look like two
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** Writes an entry about rows that the system writes for somebody of staff, in the transaction of the write. */
export async function noteWrite(
  hook: HookContext,
  ctx: RequestContext,
  deed: Omit<AuditEntry, 'before'>,
): Promise<void> {
  const entity = ctx.services.registry.get(journal.entity);
  if (!entity || ctx.actor.realm !== 'staff') return;
  const { cid: _own, ...data } = entryData({ ...deed, cid: '' });
  await hook.asSystem.create(entity, { ...entry(ctx, { ...deed, cid: '' }), data });
}

/** Writes an entry about something staff did that changes no row, such as signing in. A failure is logged and undoes nothing. */
export async function noteAct(ctx: RequestContext, writer: Writer, act: LogAct, data: StoredRow = {}): Promise<void> {
  const { services, actor, lang } = ctx;
  const entity = services.registry.get(journal.entity);
  if (!entity || actor.realm !== 'staff') return;
  const { mid: _unused, ...rest } = ctx;
  const row = {
    admin_id: actor.id,
    username: accountOf(ctx),
    title: actTitle(act, lang),
    data: { act, ...data },
    ...origin(ctx),
  };
  try {
    await writer.inTransaction(rest, (_within, hook) => hook.asSystem.create(entity, row));
  } catch (error) {
    services.log.error({ err: error, act, admin: actor.id }, 'an entry of the admin log could not be written');
  }
}

const LONGEST = 200;
const was = (before: StoredRow | undefined) => (before ? { before: inBrief(before) } : {});
function inBrief(data: StoredRow): StoredRow {
  const short = (value: Json): Json => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length <= LONGEST ? value : `${beginning(text, LONGEST)}… (${text.length})`;
  };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, short(value)]));
}
