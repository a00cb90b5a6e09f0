/** The member rules that a group can hold, for the form of member groups. */
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';

interface RuleRow {
  readonly id: number;
  readonly pid: number | null;
  readonly type: string;
  readonly title: string;
  readonly name: string;
  readonly status: number;
}

export function registerGroupRuleRoutes({ routes: { add: route } }: ModuleServices): void {
  route({
    method: 'GET',
    path: '/admin/user_group/rules',
    realm: 'admin',
    access: 'admin',
    permission: 'user_group/index',
    query: [],
    body: 'none',
    summary: 'List the rules that a member group can hold, in menu order',
    handler: listGroupRules,
  });
}

async function listGroupRules({ ctx }: RouteCall): Promise<HandlerResult> {
  const rows = await ctx.services.db.rows<RuleRow>(
    'SELECT id, pid, `type`, title, name, status FROM `user_rule` WHERE delete_time IS NULL ORDER BY weigh DESC, id',
  );
  const list = rows.map(({ id, pid, type, title, name, status }) => ({
    id: Number(id),
    pid: pid === null ? 0 : Number(pid),
    type,
    title,
    name,
    status: Number(status),
  }));
  return { data: { list } };
}
