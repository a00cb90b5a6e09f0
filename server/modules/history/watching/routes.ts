/** What the four watching nouns do beyond their ordinary lists: what can be chosen, whole lines, restoring and rolling back. */
import { recycleLog } from '../../../../common/entities/recycleLog';
import { recycleRule } from '../../../../common/entities/recycleRule';
import { sensitiveLog } from '../../../../common/entities/sensitiveLog';
import { sensitiveRule } from '../../../../common/entities/sensitiveRule';
import type { AnyEntity } from '../../../../common/entity/entity';
import { nodeFamily, nodeOf } from '../../../../common/entity/nodes';
import { entityWords } from '../../../../common/locales/entityWords';
import { fieldsToWatch, watchableBy } from '../../../behaviours/watchRules';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../../engine/http/routeRegistry';
import type { Writer } from '../../../engine/write/writer';
import { restoreDeleted, tellDeleted } from './recycled';
import { rollBack, tellChange } from './sensitive';

export function routeWatching({ add: route }: RouteRegistry, writer: Writer): void {
  const common = { realm: 'admin', access: 'admin', query: [] } as const;
  const get = { ...common, method: 'GET', body: 'none' } as const;
  const post = { ...common, method: 'POST', body: 'json' } as const;
  for (const rule of [recycleRule, sensitiveRule] as const)
    route({
      ...{ ...get, path: `/admin/${rule.name}/add`, node: nodeOf(rule, 'index') },
      summary: 'The tables a rule can be about, and their fields',
      handler: (call) => Promise.resolve(choices(call, rule === sensitiveRule)),
    });
  route({
    ...{ ...get, path: `/admin/${recycleLog.name}/info`, node: nodeOf(recycleLog, 'index'), query: ['id'] },
    summary: 'What was deleted, whole, as far as the caller may see it',
    handler: tellDeleted,
  });
  route({
    ...{ ...post, path: `/admin/${recycleLog.name}/restore`, node: nodeOf(recycleLog, 'restore') },
    summary: 'Bring deleted rows back from the log; what cannot come back is listed',
    handler: (call) => restoreDeleted(call, writer),
  });
  route({
    ...{ ...get, path: `/admin/${sensitiveLog.name}/info`, node: nodeOf(sensitiveLog, 'index'), query: ['id'] },
    summary: 'One change of a sensitive field, whole, as far as the caller may see it',
    handler: tellChange,
  });
  route({
    ...{ ...post, path: `/admin/${sensitiveLog.name}/rollback`, node: nodeOf(sensitiveLog, 'rollback') },
    summary: 'Give fields back the values they had before; what others changed since is listed',
    handler: (call) => rollBack(call, writer),
  });
}

/** By the names of the definitions, with what people call them. */
function choices({ ctx }: RequestCall, withFields: boolean): HandlerResult {
  const { services, actor, lang } = ctx;
  const tables = watchableBy(services.registry, actor);
  const said = (entity: AnyEntity) => entityWords(entity, lang);
  const named = (pick: (entity: AnyEntity) => readonly [string, unknown]) => Object.fromEntries(tables.map(pick));
  const fieldsOf = (entity: AnyEntity) =>
    Object.fromEntries(fieldsToWatch(actor, entity).map((name) => [name, said(entity).fields[name] ?? name]));
  return {
    data: {
      tables: named((entity) => [entity.name, said(entity).many]),
      controllers: named((entity) => [nodeFamily(entity), said(entity).many]),
      ...(withFields ? { fields: named((entity) => [entity.name, fieldsOf(entity)]) } : {}),
    },
  };
}
