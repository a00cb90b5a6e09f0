/**
 * Handles the requests of hooks to the product (RPC), if the manifest declares the permission. Writes go through the write path as the
 * module.
 */
import { hookFailure } from '../../../common/modules/hookFailures';
import { z } from 'zod';
import { SYSTEM, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Filter } from '../../../common/entity/filter';
import { projectRow } from '../../../common/entity/projectRow';
import type { Json } from '../../../common/entity/field';
import { translateFault } from '../../../common/locales/translate';
import { Fault } from '../../../common/protocol/faults';
import type { RequestContext, Services } from '../../context';
import { filterToSql, joinWithAnd, notDeleted } from '../../engine/read/filterToSql';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import type { Writer } from '../../engine/write/writer';
import { systemContext } from '../../platform/systemContext';
import { hasModulePermission, type ActiveModule } from './activeModules';
import { fetchForHook } from './hookFetch';
import type { HookCall, HookRequest } from './hookProcess';
import { isOpenEntity, settableColumns, visibleColumns } from './openEntities';

export interface RequestDeps {
  readonly services: Services;
  readonly writer: () => Writer;
}
const MAX_ROWS = 200;

const whereSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()])).nullish();
const readOptions = z.strictObject({ limit: z.number().int().min(1).max(MAX_ROWS).default(MAX_ROWS) }).nullish();
const valuesSchema = z.record(z.string(), z.json());
const idSchema = z.number().int().positive();

/** The actor of what the code of a module writes. */
export const moduleActor = ({ uid }: Pick<ActiveModule, 'uid'>): Actor => ({ ...SYSTEM, name: uid, moduleUid: uid });

const getContext = ({ services }: RequestDeps, active: ActiveModule): RequestContext => ({
  ...systemContext(services, `module:${active.uid}`),
  actor: moduleActor(active),
});

/** The entity, if the module may do this with it. */
function permittedEntity(deps: RequestDeps, active: ActiveModule, kind: 'read' | 'write', name: unknown): AnyEntity {
  const entity = typeof name === 'string' ? deps.services.registry.get(name) : undefined;
  if (entity === undefined || !isOpenEntity(entity) || !hasModulePermission(active, kind, entity.name))
    throw new Error(hookFailure('not_requested', { permission: `${kind}:${String(name)}` }));
  return entity;
}

async function loadRows(deps: RequestDeps, active: ActiveModule, [name, where, options]: readonly unknown[]) {
  const entity = permittedEntity(deps, active, 'read', name);
  const columns = visibleColumns(entity);
  const conditions = Object.entries(whereSchema.parse(where) ?? {}).map(([field, value]): Filter => {
    if (!columns.some((column) => column.name === field)) throw new Error(`${entity.name} has no field ${field}`);
    return value === null ? { field, op: 'NULL', value: null } : { field, op: '=', value };
  });
  const { db } = deps.services;
  const { limit = MAX_ROWS } = readOptions.parse(options) ?? {};
  const rows = await selectRowsWhere(
    db,
    entity,
    joinWithAnd([notDeleted(entity), filterToSql(entity, { all: conditions }, db.dialect)]),
    ` ORDER BY id LIMIT ${limit}`,
  );
  return rows.map((row) => projectRow(entity, row, columns));
}

/** Module code cannot write the columns that users cannot write. */
function settableValues(entity: AnyEntity, values: unknown): Readonly<Record<string, Json>> {
  const sent = valuesSchema.parse(values);
  const columns = new Set(settableColumns(entity).map(({ name }) => name));
  const unknown = Object.keys(sent).find((name) => !columns.has(name));
  if (unknown !== undefined) throw new Error(`${entity.name} has no field ${unknown} that can be set`);
  return sent;
}

async function writeRow(deps: RequestDeps, active: ActiveModule, { name, args }: HookRequest): Promise<Json> {
  const entity = permittedEntity(deps, active, 'write', args[0]);
  const [ctx, writer] = [getContext(deps, active), deps.writer()];
  if (name === 'create') return (await writer.create(ctx, entity, settableValues(entity, args[1]))).id;
  const id = idSchema.parse(args[1]);
  if (name === 'update') await writer.update(ctx, entity, { id, ...settableValues(entity, args[2]) });
  else await writer.remove(ctx, entity, [id]);
  return id;
}

async function respond(
  deps: RequestDeps,
  active: ActiveModule,
  call: HookCall,
  request: HookRequest,
): Promise<unknown> {
  const { services } = deps;
  switch (request.name) {
    case 'read':
      return loadRows(deps, active, request.args);
    case 'create':
    case 'update':
    case 'remove':
      if (call.kind === 'before') throw new Error(hookFailure('cannot_write'));
      return writeRow(deps, active, request);
    case 'settings':
      if (!hasModulePermission(active, 'settings'))
        throw new Error(hookFailure('not_requested', { permission: 'settings' }));
      return { siteName: services.settings.siteName, timeZone: services.settings.timeZone };
    case 'fetch': {
      const hosts = active.permissions.flatMap(({ kind, subject }) => (kind === 'http' ? [subject] : []));
      return fetchForHook({ hosts, privateHosts: services.env.privateHosts }, request.args[0], request.args[1]);
    }
    default:
      throw new Error(`there is no call ${request.name}`);
  }
}

/** Throws an error whose text the hook can read. */
export async function handleHookRequest(
  deps: RequestDeps,
  active: ActiveModule,
  call: HookCall,
  request: HookRequest,
): Promise<unknown> {
  try {
    return await respond(deps, active, call, request);
  } catch (error) {
    if (error instanceof Fault) throw new Error(translateFault('en', error), { cause: error });
    if (error instanceof z.ZodError) throw new Error('invalid arguments', { cause: error });
    throw error;
  }
}
