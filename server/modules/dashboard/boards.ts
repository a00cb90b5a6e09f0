/** Keeping how somebody arranged his own dashboard. */
import type { AnyEntity } from '../../../common/entity/entity';
import { readCards } from '../../../common/live/cards';
import { fault } from '../../../common/protocol/faults';
import { boardSlot } from '../../access/boards';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { systemCtx } from '../../platform/systemCtx';

const noun = (ctx: RequestContext): AnyEntity => {
  const entity = ctx.services.registry.get('preference');
  if (entity === undefined) throw fault('row.missing');
  return entity;
};
/** Keeps the caller's own arrangement; null: there is none any more. */
export async function arrange(ctx: RequestContext, writer: Writer, given: unknown): Promise<void> {
  const cards = given === null ? null : readCards(given);
  if (cards === undefined) throw fault('row.invalid', undefined, { fields: [{ path: 'cards', code: 'type' }] });
  const entity = noun(ctx);
  const slot = boardSlot(ctx.actor.id);
  const value = cards === null ? null : cards.map((card) => ({ ...card }));
  await writer.inTransaction(systemCtx(ctx.services, ctx.requestId), async (writer, hook) => {
    const [known] = await hook.find('preference', { field: 'slot', op: '=', value: slot });
    if (known) await writer.update(entity, { id: Number(known['id']), value });
    else await writer.create(entity, { realm: 'admin', person_id: ctx.actor.id, name: 'dashboard', slot, value });
  });
}
