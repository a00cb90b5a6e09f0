/** Writes the sensitive data log: an entry for each watched field that a transaction changed, for every kind of write. */
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn, type StoredRow } from '../../../common/entity/columns';
import type { StoredChange, StoredChangeObserver } from '../../engine/write/context/hookRegistry';
import { isEqualValue } from '../../engine/write/stages/merge';
import type { HookContext } from '../../engine/write/context/hookContext';
import { truncateValue } from './truncateValue';
import { getDisplayTitle, actorFields, isWatchable, PRIMARY_KEY, loadEnabledRules } from './watchRules';
import { CHANGE_OPS } from '../../live/log/changeLog';

interface RowChange {
  readonly entity: AnyEntity;
  readonly before: StoredRow;
  readonly after: StoredRow;
}

export const recordSensitiveChanges: StoredChangeObserver = async (hook, stored) => {
  const log = hook.services.registry.get('sensitive_log');
  const changed = mergeChangesByRow(stored);
  if (log === undefined || changed.length === 0) return;
  const rules = await loadEnabledRules(
    hook,
    'sensitive_rule',
    changed.map(({ entity }) => entity.name),
  );
  for (const change of changed) {
    const rule = rules.get(change.entity.name);
    if (rule) for (const newRow of sensitiveLogRows(hook, change, rule)) await hook.asSystem.create(log, newRow);
  }
};

/** Several changes of a row in one transaction become one change, from the first value to the last. */
function mergeChangesByRow(stored: readonly StoredChange[]): readonly RowChange[] {
  const rows = new Map<string, RowChange>();
  for (const { entity, op, before, after } of stored) {
    if ((op !== CHANGE_OPS.updated && op !== CHANGE_OPS.restored) || after === undefined || !isWatchable(entity))
      continue;
    const key = `${entity.name} ${Number(before['id'])}`;
    rows.set(key, { entity, before: rows.get(key)?.before ?? before, after });
  }
  return [...rows.values()];
}

/** The mask that stored entries have in place of a secret. It stays as it is, so that all entries look alike. */
const STORED_MASK = '••••••';
/** The log never contains a secret: only the fact that it changed. */
export const toSensitiveLogValue = (entity: AnyEntity, field: string, row: StoredRow): StoredRow[string] =>
  findColumn(entity, field)?.sensitivity === 'secret' ? STORED_MASK : truncateValue(row[field] ?? null);

/** The names of the fields that a rule watches. */
export const readWatchedFields = (rule: StoredRow): readonly string[] => {
  const fields = Array.isArray(rule['data_fields']) ? (rule['data_fields'] as readonly unknown[]) : [];
  return fields.filter((name) => typeof name === 'string');
};

function sensitiveLogRows(
  hook: HookContext,
  { entity, before, after }: RowChange,
  rule: StoredRow,
): readonly StoredRow[] {
  return readWatchedFields(rule)
    .filter((field) => Object.hasOwn(after, field))
    .filter((field) => !isEqualValue(before[field], after[field]))
    .map((field) => ({
      ...actorFields(hook),
      sensitive_id: rule['id'] ?? null,
      data_table: entity.name,
      primary_key: PRIMARY_KEY,
      id_value: Number(before['id']),
      title: getDisplayTitle(entity, after),
      data_field: field,
      before: toSensitiveLogValue(entity, field, before),
      after: toSensitiveLogValue(entity, field, after),
      cid: hook.cid,
    }));
}
