/** Translates the calls of a dotted controller, such as `/admin/auth.group/index`. */
import type { IncomingMessage } from 'node:http';
import type { AnyEntity } from '../../common/entity/entity';
import { asRecord } from '../../common/json';
import { findCompatEntity } from './compatNames';
import { actorForMethod, type Authenticated } from '../access/sessions/authenticate';
import type { RequestContext, Services } from '../context';
import type { RequestTranslation } from '../engine/http/requestAdapter';
import type { HandlerResult, RouteCall } from '../engine/http/routeRegistry';
import type { Reader } from '../engine/read/reader';
import type { QueryParams, RequestUrl } from '../platform/http/requestUrl';
import type { RequestBody } from '../platform/http/readBody';
import { isOlderClient } from './olderClient';
import { fromCompatBody } from './fromCompatBody';
import { COMPAT_CONTROLLERS, type CompatController } from './controllers';
import { fromCompatQuery } from './fromCompatQuery';
import { toCompatRows } from './toCompatRows';
import { createRowSource, type CompatRow, type RowSource } from './rowSource';
import { indentTitles, nestRows } from './nestRows';

export interface ControllerDeps {
  readonly services: Services;
  readonly reader: Reader;
}
interface ControllerCall extends ControllerDeps {
  readonly entity: AnyEntity;
  readonly controller: CompatController;
  readonly action: string;
  readonly request: IncomingMessage;
  readonly sentQuery: QueryParams;
  /** Sent values that were not stored, beside those that our route names. */
  readonly ignored: string[];
}
interface WriteCall extends ControllerCall {
  readonly action: 'add' | 'edit';
}

const DOTTED_PATH = /^\/admin\/([a-z]{1,20}\.[a-z]{1,30})\/([a-z]{1,30})$/;

/** Returns undefined for other paths. */
export function translateController(
  deps: ControllerDeps,
  request: IncomingMessage,
  { path, query: sentQuery }: RequestUrl,
): RequestTranslation | undefined {
  const [, name = '', action = ''] = DOTTED_PATH.exec(path) ?? [];
  const entityName = findCompatEntity(name) ?? '';
  const entity = deps.services.registry.get(entityName);
  const controller = COMPAT_CONTROLLERS[entityName];
  if (entity === undefined || controller === undefined) return undefined;
  const call: ControllerCall = { ...deps, entity, controller, action, request, sentQuery, ignored: [] };
  const isList = action === 'index' || action === 'select';
  const isWrite = request.method === 'POST' && (action === 'add' || action === 'edit');
  return {
    path,
    ...(isList ? { query: (ctx, sent) => readListQuery(call, ctx, sent) } : {}),
    ...(isWrite ? { body: (ctx, sent, session) => readOwnBody({ ...call, action }, ctx, sent, session) } : {}),
    result: (routeCall, result) => toCompatResult(call, routeCall, result),
  };
}

const readListQuery = (call: ControllerCall, ctx: RequestContext, sent: QueryParams): Promise<QueryParams> =>
  fromCompatQuery(sent, { ...call, ctx, source: createRowSource({ ...call, ctx }) });

/** The form was read by GET: the row is compared with the permissions of that method. */
function readOwnBody(
  call: WriteCall,
  ctx: RequestContext,
  sent: RequestBody,
  session: Authenticated | undefined,
): Promise<RequestBody> {
  const { request } = call;
  const isRepeatable = sent['_mid'] !== undefined || request.headers['idempotency-key'] !== undefined;
  const reading = session === undefined ? ctx : { ...ctx, actor: actorForMethod(session, 'GET') };
  const target = { ...call, isWholeForm: isOlderClient(request) && !isRepeatable };
  const onIgnored = (keys: readonly string[]) => void call.ignored.push(...keys);
  return fromCompatBody(sent, { ...target, onIgnored }, createRowSource({ ...call, ctx: reading }));
}

type Data = Readonly<Record<string, unknown>>;
const findList = (data: Data): readonly CompatRow[] | undefined =>
  Array.isArray(data['list']) ? (data['list'] as readonly CompatRow[]) : undefined; // Our routes list rows.

const listTexts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Converts the rows of a response: a list, a tree, or one row. */
async function toCompatResult(call: ControllerCall, { ctx }: RouteCall, result: HandlerResult): Promise<HandlerResult> {
  const data = asRecord(result.data);
  if (data === undefined) return result;
  const refs = (data['refs'] ?? {}) as RowSource['refs']; // Our routes send titles by entity and id.
  const list = findList(data);
  const source = createRowSource({ ...call, ctx, refs, view: list === undefined ? 'row' : 'list' });
  const toRows = (rows: readonly CompatRow[]) => toCompatRows(rows, call.controller, source);
  if (list !== undefined)
    return { ...result, data: { ...data, ...(await toCompatList(call, ctx, await toRows(list))) } };
  const row = asRecord(data['row']);
  const { revision: _revision, ...sent } = data;
  const shown = call.ignored.length > 0 ? { ...sent, ignored: [...listTexts(sent['ignored']), ...call.ignored] } : sent;
  if (row === undefined) return { ...result, data: shown };
  return { ...result, data: { ...shown, row: (await toRows([row]))[0] } };
}

async function toCompatList(call: ControllerCall, ctx: RequestContext, rows: readonly CompatRow[]): Promise<Data> {
  const { entity, controller, sentQuery, action } = call;
  const isSelect = action === 'select' || 'select' in sentQuery;
  const { treeTitle } = controller;
  if (treeTitle === undefined) return { list: rows };
  if (isSelect) {
    const isFlat = sentQuery['isTree'] === 'false' || rows.length === 0;
    const options = isFlat ? rows : indentTitles(rows, treeTitle);
    return { list: rows, options };
  }
  const groups = entity.name === 'admin_group' ? { group: await listOwnGroups(ctx) } : {};
  return { list: nestRows(rows), ...groups };
}

/** The groups of the caller, which these clients do not let it edit. */
async function listOwnGroups({ services, actor }: RequestContext): Promise<readonly number[]> {
  const sql = 'SELECT group_arr FROM `admin` WHERE id = ?';
  const [row] = await services.db.rows<{ readonly group_arr: string | null }>(sql, [actor.id]);
  const groups: unknown = JSON.parse(row?.group_arr ?? '[]');
  return Array.isArray(groups) ? groups.map(Number) : [];
}
