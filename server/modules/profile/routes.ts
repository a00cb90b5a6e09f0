/** Profile routes of the console: an admin reads and edits its own data without any permission key. */
import { z } from 'zod';
import { isObject } from '../../../common/json';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import { parseQuery } from '../../../common/query/listQuery';
import { readableColumns, type Actor } from '../../../common/entity/access';
import { fault } from '../../../common/protocol/faults';
import type { UpdateBody } from '../../../common/protocol/liveEvents';
import { translate } from '../../../common/locales/translate';
import { PROFILE_FIELDS } from '../../access/rbac/ownProfile';
import { invalidatePermissions } from '../../access/rbac/permissionCache';
import { findPreviousLogin } from '../../access/sessions/findPreviousLogin';
import { getSessionCache } from '../../access/sessions/sessionCache';
import { verifyOwnPassword } from '../../access/passwords/ownPassword';
import { recordAction } from '../../hooks/audit/auditLog';
import { recordSecurityEvent } from '../../hooks/audit/securityEvents';
import type { RequestBody } from '../../platform/http/readBody';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Reader } from '../../engine/read/reader';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { registerOwnSecondFactorRoutes } from './secondFactorRoutes';

/** Fields that an admin may change itself. */
const OWN_FIELDS = ['avatar', 'nickname', 'email', 'mobile', 'motto'] as const;
/** The names of a new password, of the old one and of the repetition, each in the spellings of all clients. */
const PASSWORD_KEYS = ['password', 'newPassword', 'new_password'] as const;
const OLD_PASSWORD_KEYS = ['old_password', 'oldPassword'] as const;
const REPEAT_KEYS = ['repeat_password', 'confirmPassword', 'confirm_password'] as const;
/** Other keys are not the caller's to change; the response lists them as ignored. */
const PROFILE_KEYS: ReadonlySet<string> = new Set([
  ...[...OWN_FIELDS, ...PASSWORD_KEYS, ...OLD_PASSWORD_KEYS, ...REPEAT_KEYS],
  ...['id', 'revision', '_base', '_mid'],
]);
const LOG_QUERY = ['page', 'limit', 'order', 'quick_search', 'quickSearch', 'search_all', 'search'];
const clearCacheInput = z.object({ type: z.literal(['tp', 'all', 'system', 'browser', 'storage']) });

export function registerProfileRoutes(moduleServices: ModuleServices): void {
  const {
    routes: { add: route },
    reader,
    writer,
  } = moduleServices;
  const profileRoute = { realm: 'admin', access: 'admin' } as const;
  const profileGet = { ...profileRoute, method: 'GET', body: 'none', rejectsApiTokens: true } as const;
  const profilePost = { ...profileRoute, method: 'POST', query: [], body: 'json', rejectsApiTokens: true } as const;
  route({
    ...profileGet,
    path: '/admin/profile/index',
    query: [],
    summary: 'Get the caller’s own account',
    handler: getProfile,
  });
  route({
    ...profileGet,
    path: '/admin/profile/log',
    query: LOG_QUERY,
    summary: 'List the caller’s own actions',
    handler: (call) => listOwnLog(call, reader),
  });
  route({
    ...profilePost,
    path: '/admin/profile/edit',
    summary: 'Update the caller’s own account or password',
    handler: (call) => editProfile(call, writer),
  });
  route({
    ...profilePost,
    path: '/admin/ajax/clearCache',
    access: 'super',
    input: clearCacheInput,
    summary: 'Clear the caches of the server',
    handler: (call) => clearCache(call, writer),
  });
  registerOwnSecondFactorRoutes(moduleServices);
}

interface ProfileRow {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly avatar: string | null;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly motto: string | null;
  readonly last_login_time: number | null;
  readonly last_login_ip: string | null;
  readonly create_time: number;
  readonly revision: number;
  readonly group_arr: string | null;
}

async function getProfile({ ctx: { services, actor, sessionId } }: RouteCall): Promise<HandlerResult> {
  const [row] = await services.db.rows<ProfileRow>(
    `SELECT ${PROFILE_FIELDS.join(', ')}, group_arr FROM \`admin\` WHERE id = ?`,
    [actor.id],
  );
  if (!row) throw fault('row.missing');
  const { group_arr: groups, ...columns } = row;
  const lastLogin = row.last_login_time === null ? null : Number(row.last_login_time);
  const info = {
    ...columns,
    id: Number(row.id),
    revision: Number(row.revision),
    create_time: Number(row.create_time),
    last_login_time: lastLogin,
    lastlogintime: lastLogin,
    lastloginip: row.last_login_ip,
    groups: await loadGroupNames(services, groups),
    ...(await findPreviousLogin(services, actor.id, sessionId)),
  };
  return { data: { info } };
}

async function loadGroupNames(services: Services, stored: string | null): Promise<readonly string[]> {
  const ids: unknown = JSON.parse(stored ?? '[]');
  const rows = await services.db.rows<{ readonly id: number; readonly name: string }>(
    'SELECT id, name FROM `admin_group` WHERE delete_time IS NULL',
  );
  return rows.filter(({ id }) => Array.isArray(ids) && ids.map(Number).includes(Number(id))).map(({ name }) => name);
}

const requireEntity = (services: Services, name: string): AnyEntity => {
  const entity = services.registry.get(name);
  if (!entity) throw fault('server.not_implemented');
  return entity;
};

/** The caller with permissions limited to its own rows of one entity. */
const selfActor = ({ actor }: RequestContext, entity: string): Actor => ({
  ...actor,
  isSuper: false,
  permissions: new Set([`${entity}/index`, `${entity}/edit`, `${entity}/see_restricted`]),
  scope: [actor.id],
});

async function listOwnLog({ ctx, query }: RouteCall, reader: Reader): Promise<HandlerResult> {
  const entity = requireEntity(ctx.services, 'admin_log');
  const actor = selfActor(ctx, entity.name);
  const parsed = parseQuery(entity, query, readableColumns(actor, entity));
  if ('issues' in parsed) throw fault('request.query', undefined, { fields: parsed.issues });
  return { data: await reader.list({ ...ctx, actor }, entity, parsed.query) };
}

interface PasswordChange {
  readonly password: string;
  readonly oldPassword: string;
}
async function editProfile({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const entity = requireEntity(ctx.services, 'admin');
  const passwordChange = parseNewPassword(body);
  if (passwordChange) await assertOldPassword(ctx, passwordChange.oldPassword);
  const selfCtx: RequestContext = {
    ...ctx,
    actor: selfActor(ctx, entity.name),
    ...(passwordChange ? { knowsPassword: true } : {}),
  };
  const updated = await writer.update(selfCtx, entity, buildEdit(ctx, body, passwordChange?.password));
  const ignored = [...updated.ignored, ...Object.keys(body).filter((name) => !PROFILE_KEYS.has(name))];
  if (passwordChange) {
    const { id: principal, name } = ctx.actor;
    await recordSecurityEvent(ctx, writer, { kind: 'password_changed', realm: 'admin', principal, name });
  }
  const data = { ...updated, ignored };
  return { data, msg: translate(ctx.lang, passwordChange ? 'success.password_changed' : 'success.saved') };
}

/** The new password after checking its repetition and that the old one was sent; accepts the key names of older clients too. */
function parseNewPassword(body: RequestBody): PasswordChange | undefined {
  const [password, oldPassword, repeat] = [PASSWORD_KEYS, OLD_PASSWORD_KEYS, REPEAT_KEYS].map((names) =>
    names.map((name): unknown => body[name]).find((value) => value !== undefined && value !== null),
  );
  if (password === undefined || password === '') return undefined;
  if (typeof password !== 'string')
    throw fault('row.invalid', undefined, { fields: [{ path: 'password', code: 'type' }] });
  const issues: Issue[] = [];
  if (oldPassword === undefined || oldPassword === '') issues.push({ path: 'old_password', code: 'required' });
  else if (typeof oldPassword !== 'string') issues.push({ path: 'old_password', code: 'type' });
  if (repeat !== undefined && repeat !== password) issues.push({ path: 'repeat_password', code: 'password_repeat' });
  if (oldPassword === password) issues.push({ path: 'password', code: 'password_same' });
  if (issues.length > 0 || typeof oldPassword !== 'string') throw fault('row.invalid', undefined, { fields: issues });
  return { password, oldPassword };
}

async function assertOldPassword({ services, actor }: RequestContext, oldPassword: string): Promise<void> {
  if (await verifyOwnPassword(services, 'admin', actor.id, oldPassword)) return;
  throw fault('row.invalid', undefined, { fields: [{ path: 'old_password', code: 'password_old' }] });
}

/** Only the caller's own row and fields; a sent id is ignored. */
function buildEdit({ actor }: RequestContext, body: RequestBody, password: string | undefined): UpdateBody {
  const { revision, _base: base } = body;
  const isRevision = revision === undefined || (Number.isSafeInteger(revision) && Number(revision) >= 0);
  const isBase = base === undefined || isObject(base);
  if (!isRevision || !isBase) throw fault('request.malformed');
  const fields = Object.fromEntries(OWN_FIELDS.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
  const checked: Pick<UpdateBody, 'revision' | '_base'> = {
    ...(revision === undefined ? {} : { revision: Number(revision) }),
    ...(base === undefined ? {} : { _base: base as NonNullable<UpdateBody['_base']> }), // A JSON object: checked by the body schema.
  };
  return { ...fields, ...(password === undefined ? {} : { password }), ...checked, id: actor.id };
}

/** The types of older clients: `tp` and `system` are server caches, `browser` and `storage` those of the caller, `all` both. */
async function clearCache({ ctx, body, response }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { type } = clearCacheInput.parse(body);
  if (type !== 'browser' && type !== 'storage') {
    invalidatePermissions(ctx.services);
    getSessionCache(ctx.services).clear();
  }
  if (type !== 'tp' && type !== 'system') response.setHeader('Clear-Site-Data', '"cache"');
  await recordAction(ctx, writer, 'clear_cache', { type });
  return { msg: translate(ctx.lang, 'success.cache_cleared') };
}
