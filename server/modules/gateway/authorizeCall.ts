/**
 * Authorizes the call of an interface by its surface (`item`, the audience of the API), whether it needs a login (`is_login`) and checks permission (`is_auth`).
 *
 * | surface | login                            | permission                                          |
 * |---------|----------------------------------|-----------------------------------------------------|
 * | admin   | a signed-in admin                | the admin has the permission of the interface       |
 * | api     | a signed-in member               | a member of the enterprise, or with days of the app |
 * | third   | a signed call                    | –                                                   |
 * | soa     | a signed call                    | the caller is in a private network                  |
 *
 * With `is_auth` the app must also have the group of the definition.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { appPluginVersionApi } from '../../../common/entities/appPluginVersionApi';
import { hasPermission, type Actor } from '../../../common/entity/access';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { fault } from '../../../common/protocol/faults';
import { actorForMethod, authenticateAny } from '../../access/sessions/authenticate';
import { TOKEN_HEADER } from '../../access/tokens/sessionTokens';
import type { Services } from '../../context';
import { isPrivateAddress } from '../../platform/ssrfGuard';
import type { GatewayApp, GatewayRoute } from './gatewayApp';

const CALL_PERMISSION = permissionKey(appPluginVersionApi, 'call');

/** Whether the call must be signed: by its definition, or because programs sign in with their signature. Without a definition it must. */
export const needsSignature = ({ definition, item, isLogin }: GatewayRoute): boolean =>
  definition?.isSigned !== false || (isLogin && (item === 'third' || item === 'soa'));

interface Caller {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly ip: string;
}

/** Resolves with the person of the call, if it has one. Throws `open.login` and `open.denied`. */
export async function authorizeCall(
  services: Services,
  app: GatewayApp,
  route: GatewayRoute,
  caller: Caller,
): Promise<Actor | undefined> {
  const { item, isLogin, isAuth, definition } = route;
  if (isAuth && app.groups.size > 0 && !app.groups.has(definition?.group ?? '')) throw fault('open.denied');
  if (item === 'soa' && isAuth && !isPrivateAddress(caller.ip)) throw fault('open.denied');
  if (item === 'third' || item === 'soa') return undefined;
  const actor = isLogin || isAuth ? await loadPerson(services, item, caller) : undefined;
  if (actor === undefined && (isLogin || isAuth)) throw fault('open.login');
  if (actor === undefined || !isAuth) return actor;
  const isAllowed =
    item === 'admin'
      ? hasPermission(actor, CALL_PERMISSION)
      : actor.company_id === app.companyId || (await isEntitled(services, app.id, actor.id));
  if (!isAllowed) throw fault('open.denied');
  return actor;
}

/** Whether an activation code gave the member days of the app that are not over. */
async function isEntitled({ db, clock }: Services, appId: number, memberId: number): Promise<boolean> {
  const sql =
    'SELECT id FROM `entitlement` WHERE user_id = ? AND app_id = ? AND until > ? AND delete_time IS NULL LIMIT 1';
  return (await db.rows(sql, [memberId, appId, Math.floor(clock.now() / 1000)])).length > 0;
}

/** The signed-in person of the headers; support sessions, kiosk displays and accounts without their second factor do not count. */
async function loadPerson(
  services: Services,
  item: 'admin' | 'api',
  { headers, method }: Caller,
): Promise<Actor | undefined> {
  const realm = item === 'admin' ? 'admin' : 'member';
  const token = headers[TOKEN_HEADER[realm]];
  if (typeof token !== 'string' || token === '') return undefined;
  const session = await authenticateAny(services, realm, token);
  if (session === 'expired' || session === 'unknown') return undefined;
  const { mustEnrol, kioskId, supportUntil } = session;
  if (mustEnrol || kioskId !== undefined || supportUntil !== undefined) return undefined;
  return actorForMethod(session, method);
}
