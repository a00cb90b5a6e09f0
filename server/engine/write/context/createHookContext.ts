/** Builds the context that entity hooks get: reads, savepoints, named locks and further writes of the same transaction. */
import { fault, type Fault } from '../../../../common/protocol/faults';
import { toSystemContext } from '../../../platform/systemContext';
import { joinWithAnd, notDeleted, filterToSql } from '../../read/filterToSql';
import type { HookContext } from './hookContext';
import type { UnitOfWork } from './openUnitOfWork';
import type { TxWriter } from './txWriter';

/** The verbs, bound to a unit of work. */
export const bindWriter = (unit: UnitOfWork): TxWriter => ({
  create: (...args) => unit.verbs.create(unit, ...args),
  createMany: (...args) => unit.verbs.createMany(unit, ...args),
  update: (...args) => unit.verbs.update(unit, ...args),
  remove: (...args) => unit.verbs.remove(unit, ...args),
  restore: (...args) => unit.verbs.restore(unit, ...args),
  purge: (...args) => unit.verbs.purge(unit, ...args),
  reorder: (...args) => unit.verbs.reorder(unit, ...args),
  runAction: (...args) => unit.verbs.runAction(unit, ...args),
});

/** The same unit of work as the system actor: one transaction and change-set, without audit entries and change observers. */
function asSystemUnit(unit: UnitOfWork): UnitOfWork {
  return { ...unit, ctx: toSystemContext(unit.ctx), auditEntries: [], appliedChanges: [] };
}

/** Runs `work` in a savepoint; after a fault the lists of the unit get their earlier lengths back, too. */
async function runInSavepoint<T>(
  unit: UnitOfWork,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly fault: Fault }> {
  const { changes, history, auditEntries, appliedChanges, storedChanges, afterCommit } = unit;
  const lists = [changes, history, auditEntries, appliedChanges, storedChanges, afterCommit];
  const lengths = lists.map((list) => list.length);
  const outcome = await unit.rowStore.savepoint(work);
  if ('fault' in outcome) for (const [index, list] of lists.entries()) list.length = lengths[index] ?? 0;
  return outcome;
}

const contexts = new WeakMap<UnitOfWork, HookContext>();
/** The hook context of a unit of work: one object for each unit. */
export function getHookContext(unit: UnitOfWork): HookContext {
  const existing = contexts.get(unit) ?? createHookContext(unit);
  contexts.set(unit, existing);
  return existing;
}
const createHookContext = (unit: UnitOfWork): HookContext => ({
  ...unit.ctx,
  tx: unit.tx,
  at: unit.at,
  cid: unit.cid,
  savepoint: (work) => runInSavepoint(unit, work),
  writer: bindWriter(unit),
  asSystem: bindWriter(asSystemUnit(unit)),
  withLock: (name) => unit.rowStore.acquireLock(name),
  find: async (name, filter) => {
    const entity = unit.ctx.services.registry.get(name);
    if (!entity) throw fault('row.missing');
    return unit.rowStore.findRows(
      entity,
      joinWithAnd([notDeleted(entity), filterToSql(entity, filter, unit.ctx.services.db.dialect)]),
    );
  },
});
