/** Writes the recycle log: an entry for each deleted, restored or purged row of a watched table, for every kind of write. */
import { RECYCLE_LOG_STATUS } from '../../../common/entities/recycleLog';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn, type StoredRow } from '../../../common/entity/columns';
import type { StoredChange, StoredChangeObserver } from '../../engine/write/context/hookRegistry';
import { maskSensitiveValues } from '../../engine/write/stages/recordChange';
import type { HookContext } from '../../engine/write/context/hookContext';
import { truncateValue } from './truncateValue';
import { getDisplayTitle, actorFields, isWatchable, PRIMARY_KEY, loadEnabledRules } from './watchRules';

const RECYCLE_EVENTS = {
  d: RECYCLE_LOG_STATUS.deleted,
  r: RECYCLE_LOG_STATUS.restored,
  x: RECYCLE_LOG_STATUS.destroyed,
} as const;
type RecycleChange = StoredChange & { readonly op: keyof typeof RECYCLE_EVENTS };
const isRecycleChange = (change: StoredChange): change is RecycleChange =>
  change.op in RECYCLE_EVENTS && isWatchable(change.entity);

export const recordRecycled: StoredChangeObserver = async (hook, stored) => {
  const recycleChanges = stored.filter(isRecycleChange);
  const log = hook.services.registry.get('recycle_log');
  if (log === undefined || recycleChanges.length === 0) return;
  const rules = await loadEnabledRules(
    hook,
    'recycle_rule',
    recycleChanges.map(({ entity }) => entity.name),
  );
  for (const change of recycleChanges) {
    const rule = rules.get(change.entity.name);
    if (rule) await hook.asSystem.create(log, recycleLogRow(hook, change, rule));
  }
};

const recycleLogRow = (hook: HookContext, { entity, op, before }: RecycleChange, rule: StoredRow): StoredRow => ({
  ...actorFields(hook),
  recycle_id: rule['id'] ?? null,
  event: RECYCLE_EVENTS[op],
  data_table: entity.name,
  primary_key: PRIMARY_KEY,
  id_value: Number(before['id']),
  title: getDisplayTitle(entity, before),
  data: toRecycleLogRow(entity, before),
});

/** The values of a row as the recycle log records them: without secrets, restricted ones masked, long ones cut. */
export const toRecycleLogRow = (entity: AnyEntity, row: StoredRow): StoredRow =>
  Object.fromEntries(
    Object.entries(maskSensitiveValues(entity, withoutSecrets(entity, row))).map(([name, value]) => [
      name,
      truncateValue(value),
    ]),
  );
const withoutSecrets = (entity: AnyEntity, row: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => findColumn(entity, name)?.sensitivity !== 'secret'));
