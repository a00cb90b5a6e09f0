/** Questions about rights: why an admin may or may not do something, with one row or one field if asked. */
import { grantedRows, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity, Verb } from '../../../common/entity/entity';
import { nodeFamily, nodeOf } from '../../../common/entity/nodes';
import { columnNamed } from '../../../common/entity/meta';
import { fault } from '../../../common/protocol/faults';
import { explainNode, type Reason } from '../../access/explain';
import { grantsOf, staffActor } from '../../access/grants';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Reader } from '../../engine/read/reader';
import { allOf, living, whereSql } from '../../engine/read/where';
import type { Services } from '../../context';
import { readHead } from '../../live/log';
import { ident, marks } from '../../platform/sql';

const VERBS: Readonly<Record<string, Verb>> = { index: 'read', edit: 'update', del: 'remove' };

/** What stands in the way of somebody who holds the node: the row, or the class of the field. */
type Closer =
  | { readonly rule: 'row_out_of_reach' | 'row_missing' | 'field_secret' }
  | { readonly rule: 'field_masked'; readonly node: string };

export function routeAuthority({ add: route }: RouteRegistry, reader: Reader): void {
  route({
    method: 'GET',
    path: '/admin/admin_group/explain',
    realm: 'admin',
    access: 'admin',
    node: 'admin_group/index',
    query: ['admin_id', 'node', 'id', 'field'],
    body: 'none',
    summary: 'Why an admin may or may not do something',
    handler: (call) => explain(call, reader),
  });
}

interface Question {
  readonly adminId: number;
  readonly entity: AnyEntity;
  readonly action: string;
  readonly rowId: number | undefined;
  readonly field: string | undefined;
}

async function explain({ ctx, query }: RequestCall, reader: Reader): Promise<HandlerResult> {
  const { services } = ctx;
  const question = questionOf(services, query);
  const people = services.registry.get('admin');
  if (!people) throw fault('row.missing');
  await reader.get(ctx, people, question.adminId); // nobody learns here of people he may not see
  const { groups, admin } = await grantsOf(services, question.adminId);
  const node = nodeOf(question.entity, question.action);
  const verdict = explainNode(groups, admin ?? { enabled: false, groups: [] }, node);
  const closer = verdict.allowed ? await closerLook(services, question) : undefined;
  const answer = closer ? { allowed: false, reason: closer } : verdict;
  return { data: { node, ...answer, groups: await namesOf(services, answer.reason) } };
}

function questionOf(services: Services, query: RequestCall['query']): Question {
  const text = (name: string): string | undefined => {
    const value = query[name];
    if (value !== undefined && typeof value !== 'string') throw fault('request.query');
    return value;
  };
  const idOf = (name: string): number | undefined => {
    const value = text(name);
    if (value !== undefined && !/^\d{1,15}$/.test(value)) throw fault('request.query');
    return value === undefined ? undefined : Number(value);
  };
  const [, name = '', action = ''] = /^([a-z_]+)\/([a-z_]+)$/.exec(text('node')?.toLowerCase() ?? '') ?? [];
  const entity = services.registry.all.find((one) => nodeFamily(one) === name);
  const adminId = idOf('admin_id');
  if (!entity || adminId === undefined) throw fault('request.query');
  return { adminId, entity, action, rowId: idOf('id'), field: text('field') };
}

async function closerLook(services: Services, question: Question): Promise<Closer | undefined> {
  const { last } = await readHead(services.db);
  const actor = await staffActor(services, question.adminId, { head: last });
  if (!actor) return undefined;
  return (await rowInTheWay(services, actor, question)) ?? fieldInTheWay(actor, question);
}

async function rowInTheWay(
  services: Services,
  actor: Actor,
  { entity, action, rowId }: Question,
): Promise<Closer | undefined> {
  const verb = VERBS[action];
  if (rowId === undefined || verb === undefined) return undefined;
  const granted = grantedRows(actor, entity, verb);
  const there = async (parts: Parameters<typeof allOf>[0]) => {
    const where = allOf([living(entity), ...parts]);
    const sql = `SELECT id FROM ${ident(entity.name)} WHERE id = ? AND ${where.sql}`;
    return (await services.db.rows(sql, [rowId, ...where.params])).length > 0;
  };
  if (!(await there([]))) return { rule: 'row_missing' };
  const inReach = granted !== undefined && (await there([whereSql(entity, granted, services.db.dialect)]));
  return inReach ? undefined : { rule: 'row_out_of_reach' };
}

function fieldInTheWay(actor: Actor, { entity, field }: Question): Closer | undefined {
  if (field === undefined) return undefined;
  const column = columnNamed(entity, field);
  if (!column) throw fault('request.query');
  if (readableColumns(actor, entity).includes(column)) return undefined;
  if (column.sensitivity === 'secret') return { rule: 'field_secret' };
  return { rule: 'field_masked', node: `${entity.name}/see_${column.sensitivity}` };
}

/** Names of the groups a reason speaks of. */
async function namesOf(services: Services, reason: Reason | Closer): Promise<Readonly<Record<string, string>>> {
  const ids = [...('group' in reason ? [reason.group] : []), ...('by' in reason ? [reason.by] : [])];
  if (ids.length === 0) return {};
  const rows = await services.db.rows<{ id: number; name: string }>(
    `SELECT id, name FROM \`admin_group\` WHERE id IN (${marks(ids.length)})`,
    ids,
  );
  return Object.fromEntries(rows.map(({ id, name }) => [String(id), name]));
}
