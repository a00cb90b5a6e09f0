/** The member of a booking, whose balance the form of older clients shows: what the caller reads of that member in our own routes. */
import { user } from '../../../common/entities/user';
import { canUse } from '../../../common/entity/access';
import { permissionKey } from '../../../common/entity/permissionKeys';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { parseId } from '../../engine/http/parseParams';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import { staffAccess } from '../../engine/http/staffAccess';
import type { Reader } from '../../engine/read/reader';
import { avatarUrl } from '../compatBootstrap';
import { toMemberStatus } from '../controllers';

const LEDGERS = ['user_money_log', 'user_score_log'] as const;
const SHOWN_COLUMNS: ReadonlySet<string> = new Set([
  ...['id', 'username', 'nickname', 'avatar', 'status', 'money', 'score'],
]);

/** Registers `GET add` of both ledgers: its path differs from that of the booking by the method alone. */
export function registerBookedMemberRoutes({
  routes,
  services,
  reader,
}: Pick<ModuleServices, 'routes' | 'services' | 'reader'>): void {
  for (const name of LEDGERS) {
    const entity = services.registry.get(name);
    if (entity === undefined) continue;
    routes.add({
      method: 'GET',
      path: `/admin/${name}/add`,
      realm: 'admin',
      entity,
      query: ['userId'],
      body: 'none',
      ...staffAccess(entity, permissionKey(entity, 'add')),
      summary: 'Get the member of a booking with the balance, for older clients',
      handler: (call) => getBookedMember(reader, call),
    });
  }
}

/**
 * Who may read no members may still book, and gets the id alone. A program with an API token gets the values as they are stored. Error:
 * `row.missing` for a member outside the scope of the caller.
 */
async function getBookedMember(reader: Reader, call: RouteCall): Promise<HandlerResult> {
  const { ctx } = call;
  const id = parseId(call.query['userId']);
  if (!canUse(ctx.actor, user, 'read')) return { data: { user: { id } } };
  const { row } = await reader.get(ctx, user, id);
  const shown = Object.fromEntries(Object.entries(row).filter(([name]) => SHOWN_COLUMNS.has(name)));
  if (ctx.actor.tokenId !== undefined) return { data: { user: shown } };
  const { status, avatar, ...member } = shown;
  const sent = status === undefined ? {} : { status: toMemberStatus(status) };
  return { data: { user: { ...member, ...sent, avatar: avatarUrl(call, avatar) } } };
}
