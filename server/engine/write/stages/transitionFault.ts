/** The refusal of a change of state, with the labels of both states. */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Lang } from '../../../../common/lang';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { fault, type Fault } from '../../../../common/protocol/faults';

/** `row.move` for a field that cannot change from one of its choices to another, both given by name; the labels are in the reader's language. */
export function transitionFault(
  lang: Lang,
  entity: AnyEntity,
  field: string,
  names: { readonly from: string; readonly to: string },
): Fault {
  const labels = entityLabels(entity, lang).choices[field] ?? {};
  const params = { from: labels[names.from] ?? names.from, to: labels[names.to] ?? names.to };
  return fault('row.move', params, { fields: [{ path: field, code: 'move', params }] });
}
