/** The one write path: whoever changes a row of any entity, for whatever reason, comes through here. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { RequestContext, Services } from '../../context';
import { runInTransaction, type UnitOfWork, type EntityHookRegistry, type GroupCommitOptions } from './unitOfWork';
import { hooksOf } from './entityHooks';
import { createGroupCommit } from './groupCommit';
import { create, createMany, update } from './createUpdate';
import { createModels } from '../schema/model';
import { maskSecrets } from './recordChange';
import { runAction } from './actions';
import { purge, remove } from './remove';
import { restore } from './restore';
import { hookContextOf } from './hookContext';
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
  for (const entry of unit.auditEntries.filter((told) => told.entity !== entity)) {
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
  const [applied, stored] = [[...unit.applied], [...unit.stored]];
  if (applied.length > 0) for (const observe of unit.hooks.observers ?? []) await observe(hookContextOf(unit), applied);
  if (stored.length > 0) for (const watch of unit.hooks.storedObservers ?? []) await watch(hookContextOf(unit), stored);
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
  const inOrder = createEntityQueues();
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
    create: (ctx, e, draft) => run(ctx, ['create', e, draft], (w) => w.create(e, draft), groupCommitFor(e, draft)),
    createMany: (ctx, e, drafts) => run(ctx, ['createMany', e, drafts], (w) => w.createMany(e, drafts)),
    update: (ctx, e, body) => run(ctx, ['update', e, body], (w) => w.update(e, body)),
    remove: (ctx, e, ids, options) => run(ctx, ['remove', e, ids, options], (w) => w.remove(e, ids, options)),
    restore: (ctx, e, ids) => run(ctx, ['restore', e, ids], (w) => w.restore(e, ids)),
    purge: (ctx, e, ids) => run(ctx, ['purge', e, ids], (w) => w.purge(e, ids)),
    reorder: (ctx, e, id, targetId, options) =>
      inOrder(e, () => run(ctx, ['sort', e, id, targetId, options], (w) => w.reorder(e, id, targetId, options))),
    runAction: (ctx, e, id, action, input) =>
      run(ctx, ['act', e, id, action, input], (w) => w.runAction(e, id, action, input)),
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
  const tails = new Map<string, Promise<unknown>>();
  return <T>(entity: AnyEntity, work: () => Promise<T>): Promise<T> => {
    const turn = (tails.get(entity.name) ?? Promise.resolve()).then(work, work);
    tails.set(entity.name, turn);
    return turn;
  };
}
