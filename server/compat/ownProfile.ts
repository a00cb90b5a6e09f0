/** The own account of an admin or a member in the form of older clients. */
import type { IncomingMessage } from 'node:http';
import { asRecord } from '../../common/json';
import { fault } from '../../common/protocol/faults';
import type { RequestContext } from '../context';
import type { HandlerResult, RouteCall } from '../engine/http/routeRegistry';
import type { RequestBody } from '../platform/http/readBody';
import { avatarUrl, formatInstant } from './compatBootstrap';
import { serverOrigin, fromCompatAvatar } from './olderClient';

/** `GET /admin/routine.AdminInfo/index`: the last sign-in as text, no revision. */
export function toCompatProfile(call: RouteCall, { data }: HandlerResult): HandlerResult {
  const { revision: _revision, ...info } = asRecord(asRecord(data)?.['info']) ?? {};
  const lastLogin = formatInstant(call.ctx, info['last_login_time']);
  const shown = { ...info, avatar: avatarUrl(call, info['avatar']) };
  return { data: { info: { ...shown, last_login_time: lastLogin, lastlogintime: lastLogin } } };
}

/** The response to `POST /admin/routine.AdminInfo/edit` and `/api/account/profile`. */
export function toSavedProfile(call: RouteCall, result: HandlerResult): HandlerResult {
  const { revision: _revision, row, ...others } = asRecord(result.data) ?? {};
  const { revision: _own, ...saved } = asRecord(row) ?? {};
  return { ...result, data: { ...others, row: { ...saved, avatar: avatarUrl(call, saved['avatar']) } } };
}

/** `POST /admin/routine.AdminInfo/edit` and `/api/account/profile`: the last write wins, and the default picture is no change. */
export function toOwnProfile(
  { services }: RequestContext,
  { revision, ...body }: RequestBody,
  request: IncomingMessage,
): RequestBody {
  const fields = body['_base'] === undefined ? body : { ...body, revision };
  const { avatar: sent, ...others } = fields;
  const avatar = fromCompatAvatar(sent, serverOrigin(services, request));
  return avatar === undefined ? others : { ...others, avatar };
}

const PASSWORD_KEYS = ['password', 'newPassword', 'new_password'] as const;
const OLD_PASSWORD_KEYS = ['old_password', 'oldPassword'] as const;
const hasAny = (body: RequestBody, keys: readonly string[]): boolean => keys.some((key) => (body[key] ?? '') !== '');

/**
 * `POST /admin/routine.AdminInfo/edit`. The form has an input for a new password and none for the old one, which our route requires.
 * Error: `compat.own_password`.
 */
export function toOwnAdminProfile(ctx: RequestContext, body: RequestBody, request: IncomingMessage): RequestBody {
  if (hasAny(body, PASSWORD_KEYS) && !hasAny(body, OLD_PASSWORD_KEYS))
    throw fault('compat.own_password', { url: `${serverOrigin(ctx.services, request)}/admin/profile` });
  return toOwnProfile(ctx, body, request);
}
