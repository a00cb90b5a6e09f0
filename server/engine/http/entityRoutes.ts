/** Generic REST routes of every entity: for admins under `/admin`, for members and guests under `/api`. */
import { isObject } from '../../../common/json';
import { readableColumns } from '../../../common/entity/access';
import type { AnyEntity, Verb } from '../../../common/entity/entity';
import { getColumns } from '../../../common/entity/columns';
import { actionPermission, permissionKey, REORDER_ACTION } from '../../../common/entity/permissionKeys';
import { parseQuery, type ListQuery } from '../../../common/query/listQuery';
import { LIMITS } from '../../../common/limits';
import type { UpdateBody } from '../../../common/protocol/liveEvents';
import { fault } from '../../../common/protocol/faults';
import { entityLabels } from '../../../common/locales/entityLabels';
import { translate } from '../../../common/locales/translate';
import { bulkEdit, buildBulkMessage } from '../write/bulkEdit';
import { parseConfirmed, parseId, parseIds, parseNames, parseRevision, parseRevisions } from './parseParams';
import type { RequestContext } from '../../context';
import type { RequestBody } from '../../platform/http/readBody';
import { addMemberWriteRoutes } from './memberWriteRoutes';
import type { ModuleServices } from './moduleServices';
import { staffAccess } from './staffAccess';
import type { Access, RouteCall, HandlerResult, Route } from './routeRegistry';
import { joinOrder, splitOrder } from '../read/referenceSort';
import { isPublicActor } from '../read/publicReads';
import { AS_OF_PARAM, parseMoment } from '../read/asOf/moment';
import type { Reader } from '../read/reader';
import { hasHistory } from '../read/storedHistory';
import { appendCleanedFields, findEntityMessage, buildActionMessage, countMessage } from './successMessages';
import { summarize } from '../read/summarize';

type EntityRouteDeps = Pick<ModuleServices, 'routes' | 'reader' | 'writer' | 'loadScreenRemark'>;
type RouteInput = Pick<Route, 'method' | 'summary' | 'handler'> & Partial<Route> & { readonly action: string };

const LIST_QUERY = [
  'page',
  'limit',
  'order',
  'quick_search',
  'quickSearch',
  'search_all',
  'select',
  'initKey',
  'initValue',
  'search',
];
const BATCH_BODY = 4 * LIMITS.richTextBodyBytes;

/** Registers the generic routes of every entity. */
export function registerEntityRoutes(moduleServices: ModuleServices): void {
  for (const entity of moduleServices.services.registry.all) addEntityRoutes(moduleServices, entity);
}

/** Registers the routes of one entity that its access clauses allow a caller to use. */
export function addEntityRoutes(deps: EntityRouteDeps, entity: AnyEntity): void {
  if (entity.spec.access.staff !== undefined) addAdminRoutes(deps, entity);
  const publicAccess = (['guest', 'member'] as const).find((audience) => isGranted(entity, audience, 'read'));
  if (publicAccess !== undefined) addPublicRoutes(deps, entity, publicAccess);
  const [create, remove] = (['create', 'remove'] as const).map((verb) => isGranted(entity, 'member', verb));
  addMemberWriteRoutes(deps, entity, { create: create === true, remove: remove === true });
}

const isGranted = (entity: AnyEntity, audience: 'staff' | 'member' | 'guest', verb: Verb): boolean => {
  const access = entity.spec.access[audience];
  return access === 'crud' || access?.[verb] !== undefined;
};

function addAdminRoutes(deps: EntityRouteDeps, entity: AnyEntity): void {
  const addRoute = createAdminRoute(deps, entity);
  if (isGranted(entity, 'staff', 'read')) addReadRoutes(deps, entity, addRoute);
  if (isGranted(entity, 'staff', 'create')) addCreateRoutes(deps, entity, addRoute);
  if (isGranted(entity, 'staff', 'update')) addUpdateRoutes(deps, entity, addRoute);
  addRemoveRoutes(deps, entity, addRoute);
  // a module may register its own route, perhaps with a stricter guard, which replaces the generic one
  const hasOwnRoute = (action: string) => deps.routes.find(`/admin/${entity.name}/${action}`)?.has('POST') === true;
  for (const action of entity.spec.actions ?? [])
    if (!hasOwnRoute(action)) addActionRoute(deps, entity, action, addRoute);
}

const createAdminRoute =
  ({ routes }: EntityRouteDeps, entity: AnyEntity) =>
  ({ action, permission, ...input }: RouteInput): void =>
    routes.add({
      path: `/admin/${entity.name}/${action}`,
      realm: 'admin',
      query: [],
      body: input.method === 'GET' ? 'none' : 'json',
      entity,
      ...staffAccess(entity, permission),
      ...input,
    });
type AddRoute = ReturnType<typeof createAdminRoute>;

function addReadRoutes(deps: EntityRouteDeps, entity: AnyEntity, addRoute: AddRoute): void {
  const { routes, reader, loadScreenRemark } = deps;
  const permission = permissionKey(entity, 'index');
  const handlers = createReadHandlers(reader, entity, loadScreenRemark);
  const asOf = hasHistory(entity) ? [AS_OF_PARAM] : [];
  // a module may register its own list
  if (routes.find(`/admin/${entity.name}/index`)?.has('GET') !== true) routes.add(createListRoute(deps, entity));
  addRoute({
    action: 'select',
    method: 'GET',
    permission,
    query: LIST_QUERY,
    summary: 'List rows for a picker',
    handler: handlers.select,
  });
  addRoute({
    action: 'summary',
    method: 'GET',
    permission,
    query: LIST_QUERY,
    summary: 'Sum numeric columns over a filter',
    handler: async (call) => ({ data: await summarize(call.ctx, entity, listQuery(call, entity)) }),
  });
  const rowQuery = ['id', ...asOf];
  addRoute({
    action: 'edit',
    method: 'GET',
    permission,
    query: rowQuery,
    summary: 'Read one row',
    handler: handlers.get,
  });
}

function addPublicRoutes({ routes, reader }: EntityRouteDeps, entity: AnyEntity, access: Access): void {
  const handlers = createReadHandlers(reader, entity);
  const shared = { method: 'GET', realm: 'member', access, body: 'none', entity } as const;
  const path = (action: string) => `/api/${entity.name}/${action}`;
  // `/api/user/index` is the signed-in member: a route of a module replaces the generic one
  const addRoute = (route: Route): void => {
    if (!routes.find(route.path.toLowerCase())?.has(route.method)) routes.add(route);
  };
  addRoute({ ...shared, path: path('index'), query: LIST_QUERY, summary: 'List rows', handler: handlers.index });
  addRoute({ ...shared, path: path('edit'), query: ['id'], summary: 'Read one row', handler: handlers.get });
}

/** The list of an entity for staff. A module that adds to its response registers the route itself, with another handler. */
const createListRoute = (
  { reader, loadScreenRemark }: Pick<EntityRouteDeps, 'reader' | 'loadScreenRemark'>,
  entity: AnyEntity,
): Route => ({
  method: 'GET',
  path: `/admin/${entity.name}/index`,
  realm: 'admin',
  body: 'none',
  entity,
  ...staffAccess(entity, permissionKey(entity, 'index')),
  query: hasHistory(entity) ? [...LIST_QUERY, AS_OF_PARAM] : LIST_QUERY,
  summary: 'List rows',
  handler: createReadHandlers(reader, entity, loadScreenRemark).index,
});

const createReadHandlers = (
  reader: Reader,
  entity: AnyEntity,
  loadScreenRemark?: EntityRouteDeps['loadScreenRemark'],
) => {
  const index = async (call: RouteCall): Promise<HandlerResult> => {
    const query = listQuery(call, entity);
    const moment = findMoment(call);
    if (moment !== undefined) return { data: await reader.asOf.list(call.ctx, entity, query, moment) };
    if (query.select) return { data: await reader.select(call.ctx, entity, query) };
    const [response, remark] = await Promise.all([
      reader.list(call.ctx, entity, query),
      loadScreenRemark?.(entity.name),
    ]);
    return { data: remark ? { ...response, remark } : response };
  };
  const select = async (call: RouteCall): Promise<HandlerResult> => ({
    data: await reader.select(call.ctx, entity, { ...listQuery(call, entity), select: true }),
  });
  const get = async (call: RouteCall): Promise<HandlerResult> => {
    const [id, moment] = [parseId(call.query['id']), findMoment(call)];
    const read =
      moment === undefined ? reader.get(call.ctx, entity, id) : reader.asOf.get(call.ctx, entity, id, moment);
    return { data: await read };
  };
  return { index, select, get };
};

const findMoment = ({ ctx, query }: RouteCall): number | undefined => parseMoment(ctx.services, query[AS_OF_PARAM]);

/** Parses a list query. A hidden field is refused like an unknown one, so that nobody learns about it. */
function listQuery({ ctx, query }: RouteCall, entity: AnyEntity): ListQuery {
  const { [AS_OF_PARAM]: moment, ...listParameters } = query;
  // The past of a referenced row is not read.
  const source = { registry: ctx.services.registry, actor: ctx.actor };
  const split = moment === undefined ? splitOrder(source, entity, query['order']) : undefined;
  const parsed = parseQuery(
    entity,
    split === undefined ? listParameters : { ...listParameters, order: split.order },
    readableColumns(ctx.actor, entity),
    isPublicActor(ctx.actor) ? 'public' : 'staff',
  );
  if ('issues' in parsed) throw fault('request.query', undefined, { fields: parsed.issues });
  return split === undefined ? parsed.query : { ...parsed.query, sort: joinOrder(parsed.query.sort, split) };
}

function addCreateRoutes({ writer }: EntityRouteDeps, entity: AnyEntity, addRoute: AddRoute): void {
  const permission = permissionKey(entity, 'add');
  const bodyLimit = bodyLimitFor(entity);
  const batchLimit = Math.max(bodyLimit, BATCH_BODY);
  addRoute({
    action: 'add',
    method: 'POST',
    permission,
    bodyLimit,
    summary: 'Add a row',
    handler: async ({ ctx, body }) => {
      const data = await writer.create(ctx, entity, body);
      const added = translate(ctx.lang, 'success.added', { one: entityLabels(entity, ctx.lang).one });
      const msg = findEntityMessage(ctx.lang, entity, 'add') ?? added;
      return { data, msg: appendCleanedFields(ctx.lang, entity, msg, data) };
    },
  });
  addRoute({
    action: 'batchAdd',
    method: 'POST',
    permission,
    bodyLimit: batchLimit,
    summary: 'Add up to 500 rows, all or none',
    handler: async ({ ctx, body }) => {
      const rows = parseRowList(body['list']);
      const data = await writer.createMany(ctx, entity, rows);
      return { data, msg: translate(ctx.lang, 'success.added_many', { count: rows.length }) };
    },
  });
}

function addUpdateRoutes({ writer }: EntityRouteDeps, entity: AnyEntity, addRoute: AddRoute): void {
  const permission = permissionKey(entity, 'edit');
  addRoute({
    action: 'edit',
    method: 'POST',
    permission,
    bodyLimit: bodyLimitFor(entity),
    summary: 'Update fields of a row',
    handler: async ({ ctx, body }) => {
      const data = await writer.update(ctx, entity, parseEdit(body));
      const msg = findEntityMessage(ctx.lang, entity, 'edit') ?? translate(ctx.lang, 'success.saved');
      return { data, msg: appendCleanedFields(ctx.lang, entity, msg, data) };
    },
  });
  if (entity.spec.base === 'log') return;
  addRoute({
    action: 'batchEdit',
    method: 'POST',
    permission,
    bodyLimit: bodyLimitFor(entity),
    summary: 'Update the same fields of up to 500 rows',
    handler: async ({ ctx, body }) => {
      const { set = {} } = body;
      if (!isObject(set)) throw fault('request.malformed');
      const revisions = parseRevisions(body['revisions']);
      const edit = { ids: parseIds(body['ids']), set, clear: parseNames(body['clear']), revisions };
      const data = await bulkEdit(writer, ctx, entity, edit);
      return { data, msg: buildBulkMessage(ctx, data) };
    },
  });
  addRoute({
    action: REORDER_ACTION,
    method: 'POST',
    permission: permissionKey(entity, REORDER_ACTION),
    summary: 'Reorder a row',
    handler: async ({ ctx, body }) => {
      const [id, target] = [parseId(body['id'] ?? body['move']), parseId(body['targetId'] ?? body['target'])];
      const revision = parseRevision(body['revision']);
      const parent = parseParent(body['parent']);
      const options = { ...(revision === undefined ? {} : { revision }), ...(parent === undefined ? {} : { parent }) };
      return {
        data: await writer.reorder(ctx, entity, id, target, options),
        msg: translate(ctx.lang, 'success.sorted'),
      };
    },
  });
}

/** Undefined: the row stays under its parent; null or 0: it becomes a root. */
const parseParent = (input: unknown): number | null | undefined =>
  input === undefined ? undefined : input === null || input === 0 || input === '0' ? null : parseId(input);

/** The request context with the amounts that the caller has confirmed. */
function withConfirmation(ctx: RequestContext, body: RequestBody): RequestContext {
  const confirmed = parseConfirmed(body['confirm']);
  return confirmed ? { ...ctx, confirmed } : ctx;
}

function addRemoveRoutes({ writer }: EntityRouteDeps, entity: AnyEntity, addRoute: AddRoute): void {
  const permission = permissionKey(entity, 'del');
  const remove = async ({ ctx, body, query }: RouteCall): Promise<HandlerResult> => {
    const idInputs = [body['ids'], query['ids'], query['ids[]']].filter((input) => input !== undefined);
    if (idInputs.length !== 1) throw fault('request.malformed');
    const ids = parseIds(idInputs[0]);
    const revisions = parseRevisions(body['revisions']);
    const data = await writer.remove(withConfirmation(ctx, body), entity, ids, revisions ? { revisions } : {});
    return { data, msg: countMessage(ctx.lang, 'deleted', data.ids.length) };
  };
  const refuseRemoval = (): Promise<HandlerResult> => Promise.reject(fault('row.append_only'));
  const isAppendOnly = entity.spec.base === 'log';
  if (!isAppendOnly && !isGranted(entity, 'staff', 'remove')) return;
  for (const method of ['DELETE', 'POST'] as const)
    addRoute({
      action: 'del',
      method,
      ...(isAppendOnly ? { tokenScope: 'any' as const } : { permission }),
      query: ['ids'],
      summary: isAppendOnly ? 'Always denied: these rows can only be added' : 'Delete rows, all or none',
      handler: isAppendOnly ? refuseRemoval : remove,
    });
  if (isAppendOnly) return;
  for (const action of ['restore', 'purge'] as const)
    addRoute({
      action,
      method: 'POST',
      permission: permissionKey(entity, action),
      summary: action === 'restore' ? 'Restore deleted rows' : 'Purge deleted rows',
      handler: async ({ ctx, body }) => {
        const data = await writer[action](withConfirmation(ctx, body), entity, parseIds(body['ids']));
        return { data, msg: countMessage(ctx.lang, action === 'restore' ? 'restored' : 'purged', data.ids.length) };
      },
    });
}

const addActionRoute = ({ writer }: EntityRouteDeps, entity: AnyEntity, action: string, addRoute: AddRoute): void =>
  addRoute({
    action,
    method: 'POST',
    permission: actionPermission(entity, action),
    summary: `Run the action “${action}” on a row`,
    handler: async ({ ctx, body }) => {
      const { id, ...input } = body;
      const data = await writer.runAction(ctx, entity, parseId(id), action, input);
      return {
        data,
        msg: data.saved ? translate(ctx.lang, 'success.saved') : buildActionMessage(ctx.lang, entity, action, data.row),
      };
    },
  });

const bodyLimitFor = (entity: AnyEntity): number =>
  [...getColumns(entity).values()].some(({ long }) => long)
    ? LIMITS.richTextBodyBytes + LIMITS.jsonBodyBytes
    : LIMITS.jsonBodyBytes;

type RequestFields = Readonly<Record<string, unknown>>;
function parseRowList(list: unknown): readonly RequestFields[] {
  if (!Array.isArray(list) || list.length === 0) throw fault('request.malformed');
  if (list.length > LIMITS.maxBulkIds) throw fault('bulk.too_many', { max: LIMITS.maxBulkIds });
  const rows = list.filter((item): item is RequestFields => isObject(item));
  if (rows.length !== list.length) throw fault('request.malformed');
  return rows;
}

/** Shared drafts that one update saves. */
const MAX_DRAFTS = 20;
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
const isDraftBase = (value: unknown) =>
  typeof value === 'string' || (isObject(value) && isTextOrNull(value['replaces']));

function parseEdit(body: RequestFields): UpdateBody {
  const { revision, _base: base, _draft: drafts } = body;
  parseRevision(revision);
  const isValidBase = base === undefined || isObject(base);
  const areValidDrafts =
    drafts === undefined ||
    (isObject(drafts) && Object.values(drafts).every(isDraftBase) && Object.keys(drafts).length <= MAX_DRAFTS);
  if (!isValidBase || !areValidDrafts) throw fault('request.malformed');
  const checkedFields: Pick<UpdateBody, 'revision' | '_base' | '_draft'> = body;
  return { ...body, ...checkedFields, id: parseId(body['id']) };
}
