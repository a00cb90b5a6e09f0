/** Runs the entity's lifecycle hooks before and after the store, and the observers before the commit. */
import { getColumns, memoizePerEntity, type StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import { hashPassword } from '../../../access/passwords/passwordHash';
import { triggerFailpoint } from '../../../platform/failpoints';
import { getHookContext } from '../context/createHookContext';
import { getEntityHooks } from '../context/entityHooks';
import type { UnitOfWork } from '../context/openUnitOfWork';
import { askAboutWrite } from './askExternalHooks';

const passwordNames = memoizePerEntity((entity) =>
  [...getColumns(entity).values()].filter(({ kind }) => kind === 'password').map(({ name }) => name),
);
/** The values with a hash for each password that no hook has hashed: those of entities without hooks of their own. */
async function hashPasswords(entity: AnyEntity, sent: StoredRow, values: StoredRow): Promise<StoredRow> {
  const hashed: [string, string][] = [];
  for (const name of passwordNames(entity)) {
    const value = values[name];
    if (typeof value === 'string' && value === sent[name]) hashed.push([name, await hashPassword(value)]);
  }
  return hashed.length === 0 ? values : { ...values, ...Object.fromEntries(hashed) };
}

/** Runs the hook `beforeWrite`, then those of other processes: both may complete or refuse the changes. Hashes passwords. */
export async function runBeforeWrite(
  unit: UnitOfWork,
  entity: AnyEntity,
  changes: StoredRow,
  before: StoredRow | undefined,
): Promise<StoredRow> {
  const { beforeWrite } = getEntityHooks(unit.hooks.all, entity);
  const completed = beforeWrite ? await beforeWrite(getHookContext(unit), changes, before) : changes;
  return hashPasswords(entity, changes, askAboutWrite(unit, entity, completed, before));
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
