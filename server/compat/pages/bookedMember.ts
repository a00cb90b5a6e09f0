/** The member of a booking, whose balance the form of older clients shows: for admins who may book and may refer to the member. */
import { user } from '../../../common/entities/user';
import { grantedRows, readableColumns } from '../../../common/entity/access';
import { MATCH_ALL } from '../../../common/entity/filter';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { projectRow } from '../../../common/entity/projectRow';
import { fault } from '../../../common/protocol/faults';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { parseId } from '../../engine/http/parseParams';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import { staffAccess } from '../../engine/http/staffAccess';
import { filterToSql } from '../../engine/read/filterToSql';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import { avatarUrl } from '../compatBootstrap';
import { toMemberStatus } from '../controllers';

const LEDGERS = ['user_money_log', 'user_score_log'] as const;
const SHOWN_COLUMNS: ReadonlySet<string> = new Set([
  ...['id', 'username', 'nickname', 'avatar', 'status', 'money', 'score'],
]);

/** Registers `GET add` of both ledgers: its path differs from that of the booking by the method alone. */
export function registerBookedMemberRoutes({ routes, services }: Pick<ModuleServices, 'routes' | 'services'>): void {
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
      handler: getBookedMember,
    });
  }
}

/** Error: `row.missing` for a member to whom the caller cannot refer. */
async function getBookedMember(call: RouteCall): Promise<HandlerResult> {
  const { actor, services } = call.ctx;
  const id = parseId(call.query['userId']);
  // As in a booking: an admin may refer to a row of a list that it may not read.
  const scope = grantedRows(actor, user, 'read') ?? MATCH_ALL;
  const wanted = { all: [scope, { field: 'id', op: '=', value: id }] } as const;
  const [stored] = await selectRowsWhere(services.db, user, filterToSql(user, wanted, services.db.dialect));
  if (stored === undefined || stored['delete_time'] !== null) throw fault('row.missing');
  const columns = readableColumns(actor, user).filter(({ name }) => SHOWN_COLUMNS.has(name));
  const { status, avatar, ...member } = projectRow(user, stored, columns);
  const shown = status === undefined ? {} : { status: toMemberStatus(status) };
  return { data: { user: { ...member, ...shown, avatar: avatarUrl(call, avatar) } } };
}
