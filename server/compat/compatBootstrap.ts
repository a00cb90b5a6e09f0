/** Converts the responses with which the pages of older clients begin: person, menu, settings of the site. */
import { asRecord } from '../../common/json';
import { fault } from '../../common/protocol/faults';
import { getTimeZone } from '../../common/text/time/timeZone';
import { loginRoute } from '../access/tokens/sessionTokens';
import type { RequestContext } from '../context';
import type { HandlerResult, RouteCall } from '../engine/http/routeRegistry';
import type { Menu } from '../modules/bootstrap/menu';
import type { MemberMenuNode } from '../modules/bootstrap/memberMenu';
import { toCompatMenu } from './compatMenu';
import { toCompatMemberMenu } from './memberMenu';
import { DEFAULT_AVATAR_PATH, serverOrigin } from './olderClient';

type Data = Readonly<Record<string, unknown>>;
const getData = ({ data }: HandlerResult): Data => asRecord(data) ?? {};

/** An instant as these clients show it: `yyyy-mm-dd hh:MM:ss` in the time zone of the site; an empty text for none. */
export function formatInstant({ services }: Pick<RequestContext, 'services'>, seconds: unknown): string {
  if (typeof seconds !== 'number') return '';
  const shifted = new Date((seconds + getTimeZone(services.settings.timeZone).offsetAt(seconds)) * 1000);
  return shifted.toISOString().slice(0, 19).replace('T', ' ');
}

/** The address of a picture of a person: their own, or the one of people without a picture. */
export const avatarUrl = ({ ctx, request }: Pick<RouteCall, 'ctx' | 'request'>, avatar: unknown): string => {
  const path = typeof avatar === 'string' && avatar !== '' ? avatar : DEFAULT_AVATAR_PATH;
  return path.startsWith('/') ? `${serverOrigin(ctx.services, request)}${path}` : path;
};

/** The session data of an admin: the last sign-in as text. */
function toCompatAdmin(call: RouteCall, user: unknown): Data {
  const info = asRecord(user) ?? {};
  const lastLogin = formatInstant(call.ctx, info['last_login_time'] ?? info['lastlogintime']);
  return { ...info, avatar: avatarUrl(call, info['avatar']), last_login_time: lastLogin, lastlogintime: lastLogin };
}

const toCompatMember = (call: RouteCall, user: unknown): Data => {
  const info = asRecord(user) ?? {};
  return { ...info, avatar: avatarUrl(call, info['avatar']) };
};

/** Upload settings in both spellings: `maxsize` and `maxSize`. */
function toCompatSite(site: unknown): Data {
  const config = asRecord(site) ?? {};
  const upload = asRecord(config['upload']) ?? {};
  const allowed = typeof upload['mimetype'] === 'string' ? upload['mimetype'] : '';
  const types = allowed.split(',');
  return {
    ...config,
    upload: {
      ...upload,
      maxSize: upload['maxsize'],
      saveName: upload['savename'],
      allowedSuffixes: types.filter((type) => !type.includes('/')).join(','),
      allowedMimeTypes: types.filter((type) => type.includes('/')).join(','),
    },
  };
}

/** `GET /admin/index/index`. */
export function toCompatConsole(call: RouteCall, result: HandlerResult): HandlerResult {
  const { ctx, request } = call;
  const data = getData(result);
  const menu = { menus: data['menus'], permissions: data['permissions'] } as Menu; // The route returns such a menu.
  const reader = {
    lang: ctx.lang,
    registry: ctx.services.registry,
    origin: serverOrigin(ctx.services, request),
  };
  return {
    ...result,
    data: {
      ...data,
      adminInfo: toCompatAdmin(call, data['adminInfo']),
      menus: toCompatMenu(menu, reader),
      siteConfig: toCompatSite(data['siteConfig']),
      terminal: { ...asRecord(data['terminal']), phpDevelopmentServer: false },
    },
  };
}

/** `GET /api/user/index`. */
export function toCompatMemberCenter(call: RouteCall, result: HandlerResult): HandlerResult {
  const data = getData(result);
  return {
    ...result,
    data: {
      ...data,
      userInfo: toCompatMember(call, data['userInfo']),
      menus: toCompatMemberMenu(data['menus'] as readonly MemberMenuNode[], menuReader(call)), // The menu of the route.
    },
  };
}
const menuReader = ({ ctx, request }: RouteCall) => ({
  lang: ctx.lang,
  origin: serverOrigin(ctx.services, request),
});

/** `GET /api/index/index`: the member and the menu belong to it. Error: `auth.needed` when a page of a member needs the session. */
export async function toCompatPublic(
  call: RouteCall,
  result: HandlerResult,
  loadMenu: (ctx: RequestContext) => Promise<readonly MemberMenuNode[]>,
): Promise<HandlerResult> {
  const data = getData(result);
  const isSignedIn = call.session !== undefined;
  if (!isSignedIn && call.query['requiredLogin'] === '1')
    throw fault('auth.needed', undefined, { data: loginRoute('member') });
  return {
    ...result,
    data: {
      ...data,
      site: toCompatSite(data['site']),
      userInfo: isSignedIn ? toCompatMember(call, data['userInfo']) : [],
      rules: [],
      menus: isSignedIn ? toCompatMemberMenu(await loadMenu(call.ctx), menuReader(call)) : [],
    },
  };
}

/** `POST /api/user/checkIn`. */
export function toCompatMemberSignIn(call: RouteCall, result: HandlerResult): HandlerResult {
  const data = getData(result);
  return data['userInfo'] === undefined
    ? result
    : { ...result, data: { ...data, userInfo: toCompatMember(call, data['userInfo']) } };
}

/** `POST /admin/index/login` and `GET` of it while signed in. */
export function toCompatSignIn(call: RouteCall, result: HandlerResult): HandlerResult {
  const data = getData(result);
  return data['userInfo'] === undefined
    ? result
    : { ...result, data: { ...data, userInfo: toCompatAdmin(call, data['userInfo']) } };
}
