/**
 * Hooks of plugins (out of process): applies the responses of external hooks to a write; a call without a response is recorded, and the
 * attempt is rolled back at its end.
 */
import type { StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import { isRestored } from '../context/entityHooks';
import { toWriteHookRequest, type ExternalVerb } from '../context/externalHooks';
import type { UnitOfWork } from '../context/openUnitOfWork';
import { assertNoIssues } from './validateInput';

function applyResponse(
  { external, ctx }: UnitOfWork,
  entity: AnyEntity,
  verb: ExternalVerb,
  [values, before]: readonly [StoredRow, StoredRow | undefined],
): StoredRow {
  if (external?.hooks.concerns(ctx, entity) !== true) return values;
  const [key, request] = toWriteHookRequest(entity, verb, values, before);
  // only columns changed that no person writes
  if (verb === 'update' && Object.keys(request.values).length === 0) return values;
  const response = external.responses.get(key);
  if (response === undefined) external.pendingRequests.set(key, request);
  else assertNoIssues(response.issues);
  return { ...values, ...response?.values };
}

/** Returns the values to store. Error: `row.invalid` with the problems that a hook found. */
export const askAboutWrite = (
  unit: UnitOfWork,
  entity: AnyEntity,
  values: StoredRow,
  before: StoredRow | undefined,
): StoredRow =>
  applyResponse(unit, entity, before === undefined ? 'create' : isRestored(before) ? 'restore' : 'update', [
    values,
    before,
  ]);

/** Error: `row.invalid` with the reasons of a hook to keep a row. */
export function askAboutRemoval(unit: UnitOfWork, entity: AnyEntity, rows: readonly StoredRow[]): void {
  for (const row of rows) applyResponse(unit, entity, 'remove', [{}, row]);
}
