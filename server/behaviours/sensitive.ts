/** Keeps the sensitive data log: one line for each watched field of a row that an act left with another value, by whichever way. */
import type { AnyEntity } from '../../common/entity/entity';
import { columnNamed, type StoredRow } from '../../common/entity/meta';
import type { StoredChange, StoredChangeObserver } from '../engine/write/unitOfWork';
import { sameValue } from '../engine/write/merge';
import type { HookContext } from '../engine/write/writer';
import { inBrief } from './inBrief';
import { called, doer, isWatchable, PRIMARY_KEY, rulesFor } from './watchRules';

interface Changed {
  readonly entity: AnyEntity;
  readonly before: StoredRow;
  readonly after: StoredRow;
}

export const noteSensitive: StoredChangeObserver = async (hook, stored) => {
  const log = hook.services.registry.get('sensitive_log');
  const changed = foldRows(stored);
  if (log === undefined || changed.length === 0) return;
  const rules = await rulesFor(
    hook,
    'sensitive_rule',
    changed.map(({ entity }) => entity.name),
  );
  for (const change of changed) {
    const rule = rules.get(change.entity.name);
    if (rule) for (const draft of entries(hook, change, rule)) await hook.asSystem.create(log, draft);
  }
};

/** A row an act changed several times was changed once, from what it was to what it became. */
function foldRows(stored: readonly StoredChange[]): readonly Changed[] {
  const rows = new Map<string, Changed>();
  for (const { entity, op, before, after } of stored) {
    if ((op !== 'u' && op !== 'r') || after === undefined || !isWatchable(entity)) continue;
    const key = `${entity.name} ${Number(before['id'])}`;
    rows.set(key, { entity, before: rows.get(key)?.before ?? before, after });
  }
  return [...rows.values()];
}

/** Nobody reads a secret, here least of all: of it only the change is told. */
const told = (entity: AnyEntity, field: string, row: StoredRow): StoredRow[string] =>
  columnNamed(entity, field)?.sensitivity === 'secret' ? '••••••' : inBrief(row[field] ?? null);

function entries(hook: HookContext, { entity, before, after }: Changed, rule: StoredRow): readonly StoredRow[] {
  const fields = Array.isArray(rule['data_fields']) ? (rule['data_fields'] as readonly unknown[]) : [];
  const watched = fields.filter((name): name is string => typeof name === 'string' && Object.hasOwn(after, name));
  return watched
    .filter((field) => !sameValue(before[field], after[field]))
    .map((field) => ({
      ...doer(hook),
      sensitive_id: rule['id'] ?? null,
      data_table: entity.name,
      primary_key: PRIMARY_KEY,
      id_value: Number(before['id']),
      title: called(entity, after),
      data_field: field,
      before: told(entity, field, before),
      after: told(entity, field, after),
      cid: hook.cid,
    }));
}
