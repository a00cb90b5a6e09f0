/** The own account of an admin or a member in the form of older clients. */
import type { IncomingMessage } from 'node:http';
import { asRecord } from '../../common/json';
import type { RequestContext } from '../context';
import type { HandlerResult, RouteCall } from '../engine/http/routeRegistry';
import type { RequestBody } from '../platform/http/readBody';
import { avatarUrl, formatInstant } from './compatBootstrap';
import { serverOrigin, toOwnAvatar } from './olderClient';

/** `GET /admin/routine.AdminInfo/index`: the last sign-in as text, no revision. */
export function toCompatProfile(call: RouteCall, { data }: HandlerResult): HandlerResult {
  const { revision: _revision, ...info } = asRecord(asRecord(data)?.['info']) ?? {};
  const lastLogin = formatInstant(call.ctx, info['last_login_time']);
  const shown = { ...info, avatar: avatarUrl(call, info['avatar']) };
  return { data: { info: { ...shown, last_login_time: lastLogin, lastlogintime: lastLogin } } };
}

/** `POST /admin/routine.AdminInfo/edit` and `/api/account/profile`: the last write wins, and the default picture is no picture. */
export function toOwnProfile(
  { services }: RequestContext,
  { revision, ...body }: RequestBody,
  request: IncomingMessage,
): RequestBody {
  const fields = body['_base'] === undefined ? body : { ...body, revision };
  if (body['avatar'] === undefined) return fields;
  return { ...fields, avatar: toOwnAvatar(body['avatar'], serverOrigin(services, request)) };
}
