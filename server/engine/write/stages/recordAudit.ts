/** Audit log: entries are collected while the verbs run, stored as rows of the audit log before the commit. */
import type { StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { AuditEntry } from '../context/hookRegistry';
import type { UnitOfWork } from '../context/openUnitOfWork';
import type { BulkResult, SkippedWrite } from '../context/txWriter';
import { pickChangedValues } from './merge';
import { maskSensitiveValues, recordChange } from './recordChange';
import { storeNewRow } from './storeRow';
import { CHANGE_OPS } from '../../../live/log/changeLog';

/** The values of a change that differ from the stored row, and those that they replace. */
export function createAuditedChange(
  before: StoredRow,
  values: StoredRow,
): Required<Pick<AuditEntry, 'data' | 'before'>> {
  const data = pickChangedValues(before, values);
  return { data, before: Object.fromEntries(Object.keys(data).map((name) => [name, before[name] ?? null])) };
}

/** Adds the audit entry of an update, unless nothing changed (`after` is `before`). */
export function recordEdit(
  unit: UnitOfWork,
  entity: AnyEntity,
  { before, after, values }: { readonly before: StoredRow; readonly after: StoredRow; readonly values: StoredRow },
): void {
  if (after === before) return;
  unit.auditEntries.push({ entity, verb: 'edit', ids: [Number(after['id'])], ...createAuditedChange(before, values) });
}

/** Adds the audit entry of a verb for several rows and returns the verb's result. */
export function recordBulkResult(
  unit: UnitOfWork,
  entity: AnyEntity,
  verb: string,
  { rows, skipped }: { readonly rows: readonly StoredRow[]; readonly skipped: readonly SkippedWrite[] },
): BulkResult {
  const ids = rows.map((row) => Number(row['id']));
  if (ids.length > 0) unit.auditEntries.push({ entity, verb, ids, data: { ids } });
  return { ids, skipped };
}

/** Replaces the audit entries of a change-set by one for each entity. */
export function groupAuditEntries(unit: UnitOfWork, verb: string, about: string): void {
  const byEntity = new Map<AnyEntity, number[]>();
  for (const { entity, ids } of unit.auditEntries) byEntity.set(entity, [...(byEntity.get(entity) ?? []), ...ids]);
  unit.auditEntries.length = 0;
  for (const [entity, ids] of byEntity)
    unit.auditEntries.push({ entity, verb, ids: [...new Set(ids)], data: { about, count: new Set(ids).size } });
}

/** Stores the audit entries as rows of the audit log, in the same transaction, so that its list is live like any other. */
export async function writeAuditLog(unit: UnitOfWork): Promise<void> {
  const { auditLog } = unit.hooks;
  const entity = auditLog && unit.ctx.services.registry.get(auditLog.entity);
  if (!entity || unit.changes.length === 0) return;
  for (const entry of unit.auditEntries.filter((auditEntry) => auditEntry.entity !== entity)) {
    const before = entry.before && { before: maskSensitiveValues(entry.entity, entry.before) };
    const row = auditLog.buildRow(unit.ctx, {
      ...entry,
      cid: unit.cid,
      data: maskSensitiveValues(entry.entity, entry.data),
      ...before,
    });
    if (row) recordChange(unit, entity, CHANGE_OPS.created, { after: await storeNewRow(unit, entity, row) });
  }
}
