/** Routes of the version history: a record's history, the revert of a save, and the undo of a change-set. */
import { z } from 'zod';
import type { AnyEntity } from '../../../common/entity/entity';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { findColumn } from '../../../common/entity/columns';
import { toWireValue } from '../../../common/entity/projectRow';
import { fault } from '../../../common/protocol/faults';
import { translate } from '../../../common/locales/translate';
import { hasHistory } from '../../engine/read/storedHistory';
import { parseId } from '../../engine/http/parseParams';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { staffAccess } from '../../engine/http/staffAccess';
import type { InputValues } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import { undoChangeSet } from './undoChangeSet';
import { loadChangeSet } from './loadChangeSet';
import { loadSaveEntry, loadHistory, revertibleFields } from './loadHistory';
import { CHANGE_OPS } from '../../live/log/changeLog';

const revertInput = z.strictObject({
  id: z.number().int().positive(),
  /** The history entry whose previous values are restored. */
  seq: z.string().regex(/^\d{1,15}$/),
  /** Only these fields; all of the save when absent. */
  fields: z.array(z.string().min(1).max(64)).min(1).max(100).optional(),
  _mid: z.unknown().optional(),
});
const undoInput = z.strictObject({ cid: z.uuid(), _mid: z.unknown().optional() });

const canEdit = ({ spec }: AnyEntity) => spec.access.staff === 'crud' || spec.access.staff?.update !== undefined;

/** Registers the routes that read the history of one entity's rows and revert their changes. */
export function addHistoryRoutes({ routes: { add: route }, writer }: ModuleServices, entity: AnyEntity): void {
  if (!hasHistory(entity)) return;
  route({
    realm: 'admin',
    ...staffAccess(entity, permissionKey(entity, 'index')),
    method: 'GET',
    path: `/admin/${entity.name}/history`,
    body: 'none',
    entity,
    query: ['id', 'before', 'seq'],
    summary: 'List the history of a row, newest first',
    handler: (call) => getHistory(call, entity),
  });
  if (!canEdit(entity)) return;
  route({
    realm: 'admin',
    ...staffAccess(entity, permissionKey(entity, 'edit')),
    method: 'POST',
    path: `/admin/${entity.name}/revert`,
    query: [],
    body: 'json',
    entity,
    input: revertInput,
    summary: 'Revert fields of a row to their values before a change',
    handler: (call) => revertSave(call, entity, writer),
  });
}

export function registerHistoryRoutes(moduleServices: ModuleServices): void {
  const {
    routes: { add: route },
    services: { registry },
    writer,
  } = moduleServices;
  const common = { realm: 'admin', access: 'admin', query: [] } as const;
  for (const entity of registry.all) addHistoryRoutes(moduleServices, entity);
  route({
    ...common,
    method: 'GET',
    path: '/admin/history/set',
    permission: 'admin_log/index',
    query: ['cid'],
    body: 'none',
    summary: 'List the changes of a change set that the caller can see',
    handler: async ({ ctx, query }) => {
      const cid = z.uuid().safeParse(query['cid']);
      if (!cid.success) throw fault('request.query');
      return { data: await loadChangeSet(ctx, cid.data) };
    },
  });
  route({
    ...common,
    method: 'POST',
    path: '/admin/history/undo',
    body: 'json',
    input: undoInput,
    tokenScope: 'any',
    summary: 'Undo a change set; rows that others changed since are skipped and listed',
    handler: async ({ ctx, body }) => {
      const { cid } = undoInput.parse(body);
      const data = await undoChangeSet(ctx, writer, cid);
      return { data, msg: translate(ctx.lang, data.undone > 0 ? 'success.undone' : 'success.nothing_undone') };
    },
  });
}

const parseOptionalSeq = (value: unknown): number | undefined => (value === undefined ? undefined : parseId(value));

const getHistory = async ({ ctx, query }: RouteCall, entity: AnyEntity): Promise<HandlerResult> => ({
  data: await loadHistory(ctx, entity, {
    id: parseId(query['id']),
    before: parseOptionalSeq(query['before']),
    seq: parseOptionalSeq(query['seq']),
  }),
});

/** A normal edit to the previous values, based on the values of that save, so that a conflict gives 412. */
async function revertSave({ ctx, body }: RouteCall, entity: AnyEntity, writer: Writer): Promise<HandlerResult> {
  const { id, seq, fields } = revertInput.parse(body);
  const entry = await loadSaveEntry(ctx, entity, id, Number(seq));
  if (entry.op !== CHANGE_OPS.updated) throw fault('request.malformed');
  const fieldsToRevert = revertibleFields(entity, entry).filter((name) => fields?.includes(name) ?? true);
  if (fieldsToRevert.length === 0) throw fault('access.denied');
  const valuesAt = (at: 0 | 1): InputValues =>
    Object.fromEntries(
      fieldsToRevert.map((name) => {
        const value = entry.diff[name]?.[at] ?? null;
        const column = findColumn(entity, name);
        return [name, column ? toWireValue(column, value) : value];
      }),
    );
  const edit = { ...valuesAt(0), id, revision: entry.revision, _base: valuesAt(1) as Record<string, never> };
  return {
    data: await writer.update({ ...ctx, channel: 'undo' }, entity, edit),
    msg: translate(ctx.lang, 'success.saved'),
  };
}
