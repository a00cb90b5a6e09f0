/** Past and back again: a record's history, the revert of a save, and the undo of a whole change-set. */
import { z } from 'zod';
import type { AnyEntity } from '../../../common/entity/entity';
import { nodeOf } from '../../../common/entity/nodes';
import { columnNamed } from '../../../common/entity/meta';
import { toWire } from '../../../common/entity/project';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import type { Registry } from '../../../common/entity/registry';
import { parseId } from '../../engine/http/parseParams';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Draft, Writer } from '../../engine/write/writer';
import { undoChangeSet } from './undo';
import { readChangeSet } from './set';
import { lineOfSave, readHistory, takenBack } from './read';

const revertInput = z.strictObject({
  id: z.number().int().positive(),
  /** The line of history whose values from before come back. */
  seq: z.string().regex(/^\d{1,15}$/),
  /** Only these fields; all of the save when absent. */
  fields: z.array(z.string().min(1).max(64)).min(1).max(100).optional(),
  _mid: z.unknown().optional(),
});
const undoInput = z.strictObject({ cid: z.uuid(), _mid: z.unknown().optional() });

/** Whether staff can look at the past of such rows: logs and rows of persons have none. */
export const hasHistory = ({ spec }: AnyEntity): boolean =>
  spec.base !== 'log' && !spec.personal && (spec.access.staff === 'crud' || spec.access.staff?.read !== undefined);
const canEdit = ({ spec }: AnyEntity) => spec.access.staff === 'crud' || spec.access.staff?.update !== undefined;

export function routeHistory({ add: route }: RouteRegistry, registry: Registry, writer: Writer): void {
  const common = { realm: 'admin', access: 'admin', query: [] } as const;
  for (const entity of registry.all.filter(hasHistory)) {
    route({
      ...common,
      ...{ method: 'GET', path: `/admin/${entity.name}/history`, node: nodeOf(entity, 'index'), body: 'none', entity },
      query: ['id', 'before', 'seq'],
      summary: 'Who changed what in a row and when, newest first',
      handler: (call) => history(call, entity),
    });
    if (!canEdit(entity)) continue;
    route({
      ...common,
      ...{ method: 'POST', path: `/admin/${entity.name}/revert`, node: nodeOf(entity, 'edit'), body: 'json', entity },
      input: revertInput,
      summary: 'Give fields back the values they had before one save',
      handler: (call) => revert(call, entity, writer),
    });
  }
  route({
    ...common,
    ...{ method: 'GET', path: '/admin/history/set', node: 'admin_log/index', query: ['cid'], body: 'none' },
    summary: 'What one change-set changed, as far as the caller may see it',
    handler: async ({ ctx, query }) => {
      const cid = z.uuid().safeParse(query['cid']);
      if (!cid.success) throw fault('request.query');
      return { data: await readChangeSet(ctx, cid.data) };
    },
  });
  route({
    ...common,
    ...{ method: 'POST', path: '/admin/history/undo', body: 'json', input: undoInput, tokens: 'any' },
    summary: 'Take back a whole change-set; rows others changed since are left and listed',
    handler: async ({ ctx, body }) => {
      const { cid } = undoInput.parse(body);
      const data = await undoChangeSet(ctx, writer, cid);
      return { data, msg: say(ctx.lang, data.undone > 0 ? 'done.undone' : 'done.nothing_undone') };
    },
  });
}

const seqOf = (value: unknown): number | undefined => (value === undefined ? undefined : parseId(value));

const history = async ({ ctx, query }: RequestCall, entity: AnyEntity): Promise<HandlerResult> => ({
  data: await readHistory(ctx, entity, {
    id: parseId(query['id']),
    before: seqOf(query['before']),
    seq: seqOf(query['seq']),
  }),
});

/** An edit like any other: the values from before, based on the values that save left, so that a clash is answered 412. */
async function revert({ ctx, body }: RequestCall, entity: AnyEntity, writer: Writer): Promise<HandlerResult> {
  const { id, seq, fields } = revertInput.parse(body);
  const line = await lineOfSave(ctx, entity, id, Number(seq));
  if (line.op !== 'u') throw fault('request.malformed');
  const wanted = takenBack(entity, line).filter((name) => fields?.includes(name) ?? true);
  if (wanted.length === 0) throw fault('access.denied');
  const side = (at: 0 | 1): Draft =>
    Object.fromEntries(
      wanted.map((name) => {
        const value = line.diff[name]?.[at] ?? null;
        const column = columnNamed(entity, name);
        return [name, column ? toWire(column, value) : value];
      }),
    );
  const edit = { ...side(0), id, revision: line.revision, _base: side(1) as Record<string, never> };
  return { data: await writer.update({ ...ctx, channel: 'undo' }, entity, edit), msg: say(ctx.lang, 'done.saved') };
}
