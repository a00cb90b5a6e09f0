/** The audit log (`admin_log`): one entry per transaction of staff, in the actor's language, written in the same transaction. */
import type { Json } from '../../../common/entity/field';
import type { StoredRow } from '../../../common/entity/columns';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { loggedActionTitle, writeTitle, type LoggedAction } from '../../../common/locales/logTitle';
import { truncate } from '../../../common/text/normalize';
import type { AuditEntry, AuditLogDefinition } from '../../engine/write/context/hookRegistry';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';

export const auditLog: AuditLogDefinition = {
  entity: 'admin_log',
  buildRow: ({ author, ...ctx }, auditEntry) => {
    const actor = author ?? ctx.actor;
    return actor.kind === 'staff' ? auditRow({ ...ctx, actor }, auditEntry) : undefined;
  },
};

type AuditEntryInput = Parameters<AuditLogDefinition['buildRow']>[1];
const auditRow = (ctx: RequestContext, auditEntry: AuditEntryInput): StoredRow => ({
  admin_id: ctx.actor.id,
  username: getActorAccount(ctx),
  title: truncate(writeTitle(auditEntry.entity, auditEntry.verb, ctx.lang), 120),
  data: auditRowData(auditEntry),
  ...requestOrigin(ctx),
});

const auditRowData = ({ entity, verb, ids, data, before, cid }: AuditEntryInput): StoredRow => ({
  cid,
  entity: entity.name,
  verb,
  ids: ids.slice(0, 100),
  data: truncateValues(data),
  ...getBefore(before),
});

const requestOrigin = ({ url, ip, userAgent }: RequestContext) => ({
  url: truncate(toSingleLine(url), SERVER_LIMITS.logUrlChars),
  ip: ip.slice(0, 45),
  useragent: truncate(toSingleLine(userAgent), SERVER_LIMITS.logUserAgentChars),
});

/** The account name of the actor, or its nickname when it has none. */
export const getActorAccount = ({ actor }: Pick<RequestContext, 'actor'>): string =>
  truncate(actor.account ?? actor.name, 30);

// Clients choose these texts: line breaks must not make one entry look like two.
const toSingleLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** Writes an entry about rows that the system writes on behalf of staff, in the same transaction. */
export async function recordSystemWrite(
  hook: HookContext,
  ctx: RequestContext,
  auditEntry: Omit<AuditEntry, 'before'>,
): Promise<void> {
  const entity = ctx.services.registry.get(auditLog.entity);
  if (!entity || ctx.actor.kind !== 'staff') return;
  const { cid: _own, ...data } = auditRowData({ ...auditEntry, cid: '' });
  await hook.asSystem.create(entity, { ...auditRow(ctx, { ...auditEntry, cid: '' }), data });
}

/** Writes an entry about a staff action that changes no row, such as a sign-in. A failure is logged and does not undo the action. */
export async function recordAction(
  ctx: RequestContext,
  writer: Writer,
  action: LoggedAction,
  data: StoredRow = {},
): Promise<void> {
  const { services, actor, lang } = ctx;
  const entity = services.registry.get(auditLog.entity);
  if (!entity || actor.kind !== 'staff') return;
  const { idempotencyKey: _ownedByCaller, ...rest } = ctx;
  const row = {
    admin_id: actor.id,
    username: getActorAccount(ctx),
    title: loggedActionTitle(action, lang),
    data: { act: action, ...data },
    ...requestOrigin(ctx),
  };
  try {
    await writer.inTransaction(rest, (_writer, hook) => hook.asSystem.create(entity, row));
  } catch (error) {
    services.log.error({ err: error, act: action, admin: actor.id }, 'an entry of the audit log was not written');
  }
}

const MAX_VALUE_LENGTH = 200;
const getBefore = (before: StoredRow | undefined) => (before ? { before: truncateValues(before) } : {});
function truncateValues(data: StoredRow): StoredRow {
  const truncateValue = (value: Json): Json => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length <= MAX_VALUE_LENGTH ? value : `${truncate(text, MAX_VALUE_LENGTH)}… (${text.length})`;
  };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, truncateValue(value)]));
}
