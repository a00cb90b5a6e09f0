/** Stores a preference of a person: one row for each person and name. */
import type { Json } from '../../../common/entity/field';
import type { Realm } from '../../../common/realm';
import { fault } from '../../../common/protocol/faults';
import { preferenceSlot } from '../../access/preferences';
import type { Services } from '../../context';
import { systemContext } from '../../platform/systemContext';
import type { Writer } from '../../engine/write/writer';

export interface Preference {
  readonly realm: Realm;
  readonly personId: number;
  readonly name: string;
}

/** Stores `change(value)` of the stored value, which is null at first; concurrent requests are applied one after the other. */
export async function savePreference(
  { services, writer, requestId }: { readonly services: Services; readonly writer: Writer; readonly requestId: string },
  { realm, personId, name }: Preference,
  change: (stored: Json) => object | null,
): Promise<void> {
  const entity = services.registry.get('preference');
  if (entity === undefined) throw fault('row.missing');
  const slot = preferenceSlot(realm, personId, name);
  await writer.inTransaction(systemContext(services, requestId), async (writer, hook) => {
    const [existing] = await hook.find('preference', { field: 'slot', op: '=', value: slot });
    const value = change(existing?.['value'] ?? null);
    if (existing) await writer.update(entity, { id: Number(existing['id']), value });
    else await writer.create(entity, { realm, person_id: personId, name, slot, value });
  });
}
