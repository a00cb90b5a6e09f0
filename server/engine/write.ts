/** The one write path: whoever changes a row of any entity, for whatever reason, comes through here. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Ctx, Kit } from '../kit';
import { runAct, type Act, type Behaviours, type Travel } from './act';
import { stepsOf } from './behaviour';
import { createConvoys } from './convoy';
import { create, createMany, update } from './edit';
import { createModels } from './model';
import { masked } from './observers';
import { perform } from './perform';
import { purge, remove } from './remove';
import { restore } from './restore';
import { stepOf } from './rows';
import { sort } from './sort';
import { insertRow } from './store';
import type { Draft, Within, Writer } from './writer';

const withinOf = (act: Act): Within => ({
  create: (...args) => create(act, ...args),
  createMany: (...args) => createMany(act, ...args),
  update: (...args) => update(act, ...args),
  remove: (...args) => remove(act, ...args),
  restore: (...args) => restore(act, ...args),
  purge: (...args) => purge(act, ...args),
  sort: (...args) => sort(act, ...args),
  act: (...args) => perform(act, ...args),
});

/** Deeds become rows of the journal, in the same transaction, so that its list is live like any other. */
async function writeJournal(act: Act): Promise<void> {
  const { journal } = act.behaviours;
  const entity = journal && act.ctx.kit.registry.get(journal.entity);
  if (!entity || act.changes.length === 0) return;
  for (const deed of act.deeds.filter((told) => told.entity !== entity)) {
    const before = deed.before && { before: masked(deed.entity, deed.before) };
    const row = journal.row(act.ctx, { ...deed, cid: act.cid, data: masked(deed.entity, deed.data), ...before });
    if (row) await insertRow(act, entity, row);
  }
}

async function beforeSeal(act: Act): Promise<void> {
  const [settled, stored] = [[...act.settled], [...act.stored]];
  if (settled.length > 0) for (const observe of act.behaviours.observers ?? []) await observe(stepOf(act), settled);
  if (stored.length > 0) for (const watch of act.behaviours.watchers ?? []) await watch(stepOf(act), stored);
  await writeJournal(act);
}

/** Many small deeds told as one for each entity. */
function gathered(act: Act, verb: string, about: string): void {
  const byEntity = new Map<AnyEntity, number[]>();
  for (const { entity, ids } of act.deeds) byEntity.set(entity, [...(byEntity.get(entity) ?? []), ...ids]);
  act.deeds.length = 0;
  for (const [entity, ids] of byEntity)
    act.deeds.push({ entity, verb, ids: [...new Set(ids)], data: { about, count: new Set(ids).size } });
}

/** Makes the write path of a running system. */
export function createWriter(kit: Kit, behaviours: Behaviours): Writer {
  const models = createModels(kit.db, kit.registry);
  const shared = { models, behaviours, withinOf, beforeSeal };
  const inOrder = createQueues();
  const run = <T extends object>(
    ctx: Ctx,
    [verb, entity, ...sent]: readonly [string, AnyEntity, ...unknown[]],
    work: (within: Within) => Promise<T>,
    travel?: Travel,
  ) => {
    const request = [verb, entity.name, ...sent];
    const keepsRefusals = stepsOf(behaviours.all, entity).keepsRefusals === true;
    return runAct(ctx, { ...shared, request, keepsRefusals, work: (act) => work(withinOf(act)) }, travel);
  };
  const convoys = createConvoys(kit.db);
  const travelOf = (entity: AnyEntity, draft: Draft): Travel | undefined => {
    const locks = stepsOf(behaviours.all, entity).locks?.(draft);
    return locks && { convoys, locks };
  };
  return {
    create: (ctx, e, draft) => run(ctx, ['create', e, draft], (w) => w.create(e, draft), travelOf(e, draft)),
    createMany: (ctx, e, drafts) => run(ctx, ['createMany', e, drafts], (w) => w.createMany(e, drafts)),
    update: (ctx, e, body) => run(ctx, ['update', e, body], (w) => w.update(e, body)),
    remove: (ctx, e, ids, options) => run(ctx, ['remove', e, ids, options], (w) => w.remove(e, ids, options)),
    restore: (ctx, e, ids) => run(ctx, ['restore', e, ids], (w) => w.restore(e, ids)),
    purge: (ctx, e, ids) => run(ctx, ['purge', e, ids], (w) => w.purge(e, ids)),
    sort: (ctx, e, id, targetId, options) =>
      inOrder(e, () => run(ctx, ['sort', e, id, targetId, options], (w) => w.sort(e, id, targetId, options))),
    act: (ctx, e, id, action, input) => run(ctx, ['act', e, id, action, input], (w) => w.act(e, id, action, input)),
    changeSet: (ctx, { verb, about, input }, work) =>
      runAct(ctx, {
        ...shared,
        request: [verb, about, input],
        work: async (act) => {
          const answer = await work(withinOf(act), stepOf(act), act.cid);
          gathered(act, verb, about);
          return answer;
        },
      }),
    inTransaction: async (ctx, work) => {
      const { value } = await runAct(ctx, {
        ...shared,
        work: async (act) => ({ value: await work(withinOf(act), stepOf(act)) }),
      });
      return value;
    },
  };
}

/** Sorts of one entity lock overlapping ranges; in line they never deadlock within a process, and between processes rarely. */
function createQueues() {
  const tails = new Map<string, Promise<unknown>>();
  return <T>(entity: AnyEntity, work: () => Promise<T>): Promise<T> => {
    const turn = (tails.get(entity.name) ?? Promise.resolve()).then(work, work);
    tails.set(entity.name, turn);
    return turn;
  };
}
