/** Keeping how somebody arranged his own dashboard. */
import type { AnyEntity } from '../../../common/entity/entity';
import { readCards } from '../../../common/live/cards';
import { fault } from '../../../common/protocol/faults';
import { boardSlot } from '../../access/boards';
import type { Writer } from '../../engine/writer';
import type { Ctx } from '../../kit';
import { systemCtx } from '../../platform/systemCtx';

const noun = (ctx: Ctx): AnyEntity => {
  const entity = ctx.kit.registry.get('preference');
  if (entity === undefined) throw fault('row.missing');
  return entity;
};
/** Keeps the caller's own arrangement; null: there is none any more. */
export async function arrange(ctx: Ctx, writer: Writer, given: unknown): Promise<void> {
  const cards = given === null ? null : readCards(given);
  if (cards === undefined) throw fault('row.invalid', undefined, { fields: [{ path: 'cards', code: 'type' }] });
  const entity = noun(ctx);
  const slot = boardSlot(ctx.actor.id);
  const value = cards === null ? null : cards.map((card) => ({ ...card }));
  await writer.inTransaction(systemCtx(ctx.kit, ctx.requestId), async (within, step) => {
    const [known] = await step.find('preference', { field: 'slot', op: '=', value: slot });
    if (known) await within.update(entity, { id: Number(known['id']), value });
    else await within.create(entity, { realm: 'admin', person_id: ctx.actor.id, name: 'dashboard', slot, value });
  });
}
