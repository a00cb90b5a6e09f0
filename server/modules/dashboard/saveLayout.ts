/** Stores the personal layout of a dashboard. */
import { parseCards } from '../../../common/live/dashboardCards';
import { fault } from '../../../common/protocol/faults';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { savePreference } from '../../hooks/access/savePreference';

/** Stores the caller's layout; null deletes it. */
export async function saveLayout(ctx: RequestContext, writer: Writer, input: unknown): Promise<void> {
  const cards = input === null ? null : parseCards(input);
  if (cards === undefined) throw fault('row.invalid', undefined, { fields: [{ path: 'cards', code: 'type' }] });
  const slot = { realm: 'admin', personId: ctx.actor.id, name: 'dashboard' } as const;
  await savePreference({ ...ctx, writer }, slot, () => cards && cards.map((card) => ({ ...card })));
}
