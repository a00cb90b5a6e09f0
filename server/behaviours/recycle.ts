/** Keeps the recycle log: of a watched table every row that is deleted, comes back or is destroyed, by whichever way. */
import { RECYCLING } from '../../common/entities/recycleLog';
import type { AnyEntity } from '../../common/entity/entity';
import { columnNamed, type StoredRow } from '../../common/entity/meta';
import type { StoredChange, StoredChangeObserver } from '../engine/write/unitOfWork';
import { maskSecrets } from '../engine/write/recordChange';
import type { HookContext } from '../engine/write/writer';
import { inBrief } from './inBrief';
import { called, doer, isWatchable, PRIMARY_KEY, rulesFor } from './watchRules';

const EVENTS = { d: RECYCLING.deleted, r: RECYCLING.restored, x: RECYCLING.destroyed } as const;
type Leaving = StoredChange & { readonly op: keyof typeof EVENTS };
const isLeaving = (change: StoredChange): change is Leaving => change.op in EVENTS && isWatchable(change.entity);

export const noteRecycled: StoredChangeObserver = async (hook, stored) => {
  const leaving = stored.filter(isLeaving);
  const log = hook.services.registry.get('recycle_log');
  if (log === undefined || leaving.length === 0) return;
  const rules = await rulesFor(
    hook,
    'recycle_rule',
    leaving.map(({ entity }) => entity.name),
  );
  for (const change of leaving) {
    const rule = rules.get(change.entity.name);
    if (rule) await hook.asSystem.create(log, entry(hook, change, rule));
  }
};

const entry = (hook: HookContext, { entity, op, before }: Leaving, rule: StoredRow): StoredRow => ({
  ...doer(hook),
  recycle_id: rule['id'] ?? null,
  event: EVENTS[op],
  data_table: entity.name,
  primary_key: PRIMARY_KEY,
  id_value: Number(before['id']),
  title: called(entity, before),
  data: Object.fromEntries(
    Object.entries(maskSecrets(entity, withoutSecrets(entity, before))).map(([name, value]) => [name, inBrief(value)]),
  ),
});
const withoutSecrets = (entity: AnyEntity, row: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => columnNamed(entity, name)?.sensitivity !== 'secret'));
