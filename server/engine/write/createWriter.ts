/** The one write path: whoever changes a row of any entity, for whatever reason, comes through here. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { RequestContext, Services } from '../../context';
import {
  runInTransaction,
  type UnitOfWork,
  type EntityHookRegistry,
  type GroupCommitOptions,
} from '../transaction/unitOfWork';
import { hooksOf } from '../hooks/entityHooks';
import { createGroupCommit } from '../transaction/groupCommit';
import { create, createMany, update } from './createUpdate';
import { createModels } from '../schema/model';
import { maskSecrets } from './recordChange';
import { runAction } from './actions';
import { purge, remove } from './remove';
import { restore } from './restore';
import { hookContextOf } from '../hooks/hookContext';
import { reorder } from './reorder';
import { insertRow } from './rowStore';
import type { Draft, TxWriter, Writer } from './writer';

const bindWriter = (unit: UnitOfWork): TxWriter => ({
  create: (...args) => create(unit, ...args),
  createMany: (...args) => createMany(unit, ...args),
  update: (...args) => update(unit, ...args),
  remove: (...args) => remove(unit, ...args),
  restore: (...args) => restore(unit, ...args),
  purge: (...args) => purge(unit, ...args),
  reorder: (...args) => reorder(unit, ...args),
  runAction: (...args) => runAction(unit, ...args),
});

/** Deeds become rows of the journal, in the same transaction, so that its list is live like any other. */
async function writeAuditLog(unit: UnitOfWork): Promise<void> {
  const { auditLog } = unit.hooks;
  const entity = auditLog && unit.ctx.services.registry.get(auditLog.entity);
  if (!entity || unit.changes.length === 0) return;
  for (const entry of unit.auditEntries.filter((auditEntry) => auditEntry.entity !== entity)) {
    const before = entry.before && { before: maskSecrets(entry.entity, entry.before) };
    const row = auditLog.row(unit.ctx, {
      ...entry,
      cid: unit.cid,
      data: maskSecrets(entry.entity, entry.data),
      ...before,
    });
    if (row) await insertRow(unit, entity, row);
  }
}

async function beforeCommit(unit: UnitOfWork): Promise<void> {
  const [applied, stored] = [[...unit.appliedChanges], [...unit.storedChanges]];
  if (applied.length > 0)
    for (const observer of unit.hooks.observers ?? []) await observer(hookContextOf(unit), applied);
  if (stored.length > 0)
    for (const storedObserver of unit.hooks.storedObservers ?? []) await storedObserver(hookContextOf(unit), stored);
  await writeAuditLog(unit);
}

/** Many small deeds told as one for each entity. */
function groupAuditEntries(unit: UnitOfWork, verb: string, about: string): void {
  const byEntity = new Map<AnyEntity, number[]>();
  for (const { entity, ids } of unit.auditEntries) byEntity.set(entity, [...(byEntity.get(entity) ?? []), ...ids]);
  unit.auditEntries.length = 0;
  for (const [entity, ids] of byEntity)
    unit.auditEntries.push({ entity, verb, ids: [...new Set(ids)], data: { about, count: new Set(ids).size } });
}

/** Makes the write path of a running system. */
export function createWriter(services: Services, hooks: EntityHookRegistry): Writer {
  const models = createModels(services.db, services.registry);
  const shared = { models, hooks, bindWriter, beforeCommit };
  const runInOrder = createEntityQueues();
  const run = <T extends object>(
    ctx: RequestContext,
    [verb, entity, ...sent]: readonly [string, AnyEntity, ...unknown[]],
    work: (writer: TxWriter) => Promise<T>,
    group?: GroupCommitOptions,
  ) => {
    const request = [verb, entity.name, ...sent];
    const remembersRefusals = hooksOf(hooks.all, entity).remembersRefusals === true;
    return runInTransaction(
      ctx,
      { ...shared, request, remembersRefusals, work: (unit) => work(bindWriter(unit)) },
      group,
    );
  };
  const groupCommit = createGroupCommit(services.db);
  const groupCommitFor = (entity: AnyEntity, draft: Draft): GroupCommitOptions | undefined => {
    const lockKeys = hooksOf(hooks.all, entity).lockKeys?.(draft);
    return lockKeys && { groupCommit, lockKeys };
  };
  return {
    create: (ctx, target, draft) =>
      run(ctx, ['create', target, draft], (txWriter) => txWriter.create(target, draft), groupCommitFor(target, draft)),
    createMany: (ctx, target, drafts) =>
      run(ctx, ['createMany', target, drafts], (txWriter) => txWriter.createMany(target, drafts)),
    update: (ctx, target, body) => run(ctx, ['update', target, body], (txWriter) => txWriter.update(target, body)),
    remove: (ctx, target, ids, options) =>
      run(ctx, ['remove', target, ids, options], (txWriter) => txWriter.remove(target, ids, options)),
    restore: (ctx, target, ids) => run(ctx, ['restore', target, ids], (txWriter) => txWriter.restore(target, ids)),
    purge: (ctx, target, ids) => run(ctx, ['purge', target, ids], (txWriter) => txWriter.purge(target, ids)),
    reorder: (ctx, target, id, targetId, options) =>
      runInOrder(target, () =>
        run(ctx, ['sort', target, id, targetId, options], (txWriter) =>
          txWriter.reorder(target, id, targetId, options),
        ),
      ),
    runAction: (ctx, target, id, action, input) =>
      run(ctx, ['act', target, id, action, input], (txWriter) => txWriter.runAction(target, id, action, input)),
    changeSet: (ctx, { verb, about, input }, work) =>
      runInTransaction(ctx, {
        ...shared,
        request: [verb, about, input],
        work: async (unit) => {
          const answer = await work(bindWriter(unit), hookContextOf(unit), unit.cid);
          groupAuditEntries(unit, verb, about);
          return answer;
        },
      }),
    inTransaction: async (ctx, work) => {
      const { value } = await runInTransaction(ctx, {
        ...shared,
        work: async (unit) => ({ value: await work(bindWriter(unit), hookContextOf(unit)) }),
      });
      return value;
    },
  };
}

/** Sorts of one entity lock overlapping ranges; in line they never deadlock within a process, and between processes rarely. */
function createEntityQueues() {
  const queueTails = new Map<string, Promise<unknown>>();
  return <T>(entity: AnyEntity, work: () => Promise<T>): Promise<T> => {
    const current = (queueTails.get(entity.name) ?? Promise.resolve()).then(work, work);
    queueTails.set(entity.name, current);
    return current;
  };
}
