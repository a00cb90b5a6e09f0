/** Stores the personal layout of a dashboard. */
import type { AnyEntity } from '../../../common/entity/entity';
import { parseCards } from '../../../common/live/dashboardCards';
import { fault } from '../../../common/protocol/faults';
import { dashboardPreferenceSlot } from '../../access/kiosk/dashboardLayouts';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { systemContext } from '../../platform/systemContext';

const requirePreferenceEntity = (ctx: RequestContext): AnyEntity => {
  const entity = ctx.services.registry.get('preference');
  if (entity === undefined) throw fault('row.missing');
  return entity;
};
/** Stores the caller's layout; null deletes it. */
export async function saveLayout(ctx: RequestContext, writer: Writer, input: unknown): Promise<void> {
  const cards = input === null ? null : parseCards(input);
  if (cards === undefined) throw fault('row.invalid', undefined, { fields: [{ path: 'cards', code: 'type' }] });
  const entity = requirePreferenceEntity(ctx);
  const slot = dashboardPreferenceSlot(ctx.actor.id);
  const value = cards === null ? null : cards.map((card) => ({ ...card }));
  await writer.inTransaction(systemContext(ctx.services, ctx.requestId), async (writer, hook) => {
    const [existing] = await hook.find('preference', { field: 'slot', op: '=', value: slot });
    if (existing) await writer.update(entity, { id: Number(existing['id']), value });
    else await writer.create(entity, { realm: 'admin', person_id: ctx.actor.id, name: 'dashboard', slot, value });
  });
}
