/** Runs the entity's hooks around the store, and the observers before the commit. */
import type { StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import { triggerFailpoint } from '../../../platform/failpoints';
import { getHookContext } from '../context/createHookContext';
import { getEntityHooks } from '../context/entityHooks';
import type { UnitOfWork } from '../context/openUnitOfWork';

/** Runs the hook `beforeWrite`, which may complete or refuse the changes; without it they stay as they are. */
export async function runBeforeWrite(
  unit: UnitOfWork,
  entity: AnyEntity,
  changes: StoredRow,
  before: StoredRow | undefined,
): Promise<StoredRow> {
  const { beforeWrite } = getEntityHooks(unit.hooks.all, entity);
  return beforeWrite ? beforeWrite(getHookContext(unit), changes, before) : changes;
}

/** Runs the hook `afterWrite` in the transaction and queues the hook `afterCommit`. */
export async function runAfterWrite(
  unit: UnitOfWork,
  entity: AnyEntity,
  after: StoredRow,
  before: StoredRow | undefined,
): Promise<void> {
  unit.appliedChanges.push({ entity, after, before });
  const { afterWrite, afterCommit } = getEntityHooks(unit.hooks.all, entity);
  await afterWrite?.(getHookContext(unit), after, before);
  if (afterCommit) unit.afterCommit.push(() => afterCommit(unit.ctx, after, before));
  await triggerFailpoint(unit.ctx.services.env, 'write.after_hooks');
}

/** Passes the changes of the unit to the observers. What the observers write reaches no observer. */
export async function runObservers(unit: UnitOfWork): Promise<void> {
  const [applied, stored] = [[...unit.appliedChanges], [...unit.storedChanges]];
  if (applied.length > 0)
    for (const observer of unit.hooks.observers ?? []) await observer(getHookContext(unit), applied);
  if (stored.length > 0)
    for (const observer of unit.hooks.storedObservers ?? []) await observer(getHookContext(unit), stored);
}
