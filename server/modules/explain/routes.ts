/** Explains permissions: why an admin may or may not do something, optionally for one row or field. */
import { grantedRows, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity, Verb } from '../../../common/entity/entity';
import { permissionPrefix, permissionKey, readAction } from '../../../common/entity/permissionKeys';
import { findColumn } from '../../../common/entity/columns';
import { fault } from '../../../common/protocol/faults';
import { explainAccess, type Reason } from '../../access/rbac/explainAccess';
import { loadGroupsAndAdmin, loadStaffActorAt } from '../../access/rbac/permissionCache';
import { OPTIONAL_ID, type RouteCall, type HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Reader } from '../../engine/read/reader';
import { joinWithAnd, notDeleted, filterToSql } from '../../engine/read/filterToSql';
import type { Services } from '../../context';
import { loadLogHead } from '../../live/log/changeLog';
import { quoteIdentifier, placeholders } from '../../platform/database/sql';

const VERB_BY_ACTION: Readonly<Record<string, Verb>> = { index: 'read', edit: 'update', del: 'remove' };

/** Explains a denial for an admin with the permission: by the row scope, or by the sensitivity of the field. */
type RowOrFieldDenial =
  | { readonly rule: 'row_out_of_reach' | 'row_missing' | 'field_secret' }
  | { readonly rule: 'field_masked'; readonly node: string };

export function registerExplainRoute({ routes: { add: route }, reader }: ModuleServices): void {
  route({
    method: 'GET',
    path: '/admin/admin_group/explain',
    realm: 'admin',
    access: 'admin',
    permission: 'admin_group/index',
    query: ['admin_id', 'node', 'id', 'field'],
    parameters: OPTIONAL_ID,
    body: 'none',
    summary: 'Explain why an admin has or doesn’t have access',
    handler: (call) => explainPermission(call, reader),
  });
}

interface ExplainRequest {
  readonly adminId: number;
  readonly entity: AnyEntity;
  readonly action: string;
  readonly rowId: number | undefined;
  readonly field: string | undefined;
}

async function explainPermission({ ctx, query }: RouteCall, reader: Reader): Promise<HandlerResult> {
  const { services } = ctx;
  const explainRequest = parseExplainRequest(services, query);
  const adminEntity = services.registry.get('admin');
  if (!adminEntity) throw fault('row.missing');
  // Throws when the caller may not see this admin. The cursor is read before the groups: no later change is missed.
  const { seq } = await reader.get(ctx, adminEntity, explainRequest.adminId);
  const { groups, admin } = await loadGroupsAndAdmin(services, explainRequest.adminId);
  const permission = permissionKey(explainRequest.entity, explainRequest.action);
  const verdict = explainAccess(groups, admin ?? { enabled: false, groups: [] }, permission);
  const denial = verdict.allowed ? await findDenial(services, explainRequest) : undefined;
  const response = denial ? { allowed: false, reason: denial } : verdict;
  return { data: { node: permission, ...response, groups: await loadGroupNames(services, response.reason), seq } };
}

function parseExplainRequest(services: Services, query: RouteCall['query']): ExplainRequest {
  const text = (name: string): string | undefined => {
    const value = query[name];
    if (value !== undefined && typeof value !== 'string') throw fault('request.query');
    return value;
  };
  const parseId = (name: string): number | undefined => {
    const value = text(name);
    if (value !== undefined && !/^\d{1,15}$/.test(value)) throw fault('request.query');
    return value === undefined ? undefined : Number(value);
  };
  const [, name = '', action = ''] =
    /^([a-z_][a-z0-9_]*)\/([a-z_][a-z0-9_]*)$/.exec(text('node')?.toLowerCase() ?? '') ?? [];
  const entity = services.registry.all.find((candidate) => permissionPrefix(candidate) === name);
  const adminId = parseId('admin_id');
  if (!entity || adminId === undefined) throw fault('request.query');
  return { adminId, entity, action, rowId: parseId('id'), field: text('field') };
}

async function findDenial(services: Services, explainRequest: ExplainRequest): Promise<RowOrFieldDenial | undefined> {
  const { last } = await loadLogHead(services.db);
  const actor = await loadStaffActorAt(services, explainRequest.adminId, { head: last });
  if (!actor) return undefined;
  return (await checkRow(services, actor, explainRequest)) ?? checkField(actor, explainRequest);
}

async function checkRow(
  services: Services,
  actor: Actor,
  { entity, action, rowId }: ExplainRequest,
): Promise<RowOrFieldDenial | undefined> {
  const verb = VERB_BY_ACTION[action];
  if (rowId === undefined || verb === undefined) return undefined;
  const granted = grantedRows(actor, entity, verb);
  const rowExists = async (conditions: Parameters<typeof joinWithAnd>[0]) => {
    const where = joinWithAnd([notDeleted(entity), ...conditions]);
    const sql = `SELECT id FROM ${quoteIdentifier(entity.name)} WHERE id = ? AND ${where.sql}`;
    return (await services.db.rows(sql, [rowId, ...where.params])).length > 0;
  };
  if (!(await rowExists([]))) return { rule: 'row_missing' };
  const isInRowScope = granted !== undefined && (await rowExists([filterToSql(entity, granted, services.db.dialect)]));
  return isInRowScope ? undefined : { rule: 'row_out_of_reach' };
}

function checkField(actor: Actor, { entity, field }: ExplainRequest): RowOrFieldDenial | undefined {
  if (field === undefined) return undefined;
  const column = findColumn(entity, field);
  if (!column) throw fault('request.query');
  if (readableColumns(actor, entity).includes(column)) return undefined;
  if (column.sensitivity === 'secret') return { rule: 'field_secret' };
  return { rule: 'field_masked', node: `${entity.name}/${readAction(column) ?? 'index'}` };
}

/** Names of the groups in a reason. */
async function loadGroupNames(
  services: Services,
  reason: Reason | RowOrFieldDenial,
): Promise<Readonly<Record<string, string>>> {
  const ids = [...('group' in reason ? [reason.group] : []), ...('by' in reason ? [reason.by] : [])];
  if (ids.length === 0) return {};
  const rows = await services.db.rows<{ id: number; name: string }>(
    `SELECT id, name FROM \`admin_group\` WHERE id IN (${placeholders(ids.length)})`,
    ids,
  );
  return Object.fromEntries(rows.map(({ id, name }) => [String(id), name]));
}
