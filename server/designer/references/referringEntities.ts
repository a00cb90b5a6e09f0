/** The other designed entities that refer to an entity: it cannot be deleted before they are. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { RuntimeRegistry } from '../../../common/entity/registry';
import type { Lang } from '../../../common/lang';
import { fault } from '../../../common/protocol/faults';

export const findReferringEntities = (registry: RuntimeRegistry, table: string): readonly AnyEntity[] =>
  registry.designed().filter(({ name, spec: { fields, children = [] } }) => {
    const isTarget = Object.values(fields).some(({ options }) => options.to === table);
    return name !== table && (isTarget || children.some(({ entity }) => entity === table));
  });

/** Error: `design.referred` with the names of the entities that refer to the table. */
export function assertNotReferred(registry: RuntimeRegistry, table: string): void {
  const referring = findReferringEntities(registry, table);
  if (referring.length === 0) return;
  const namesIn = (lang: Lang) => referring.map(({ name, spec }) => `${spec.labels[lang].$many} (${name})`).join(', ');
  throw fault('design.referred', { table, by: { en: namesIn('en'), 'zh-cn': namesIn('zh-cn') } });
}
