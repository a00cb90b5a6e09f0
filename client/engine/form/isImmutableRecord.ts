/** Records that no form can change, such as ledger entries: there is nothing to save and no permission missing. */
import { findColumn } from '../../../common/entity/columns';
import type { EntityFormState } from '../formState/entityFormState';

/** Whether the form shows such a record. */
export function isImmutableRecord({
  entity,
  formShape,
  draft,
  readOnly,
  dirtyFields,
  manuallyResolved,
  revokedFields,
}: EntityFormState): boolean {
  if (
    draft.id === null ||
    readOnly !== 'permission' ||
    dirtyFields.length + manuallyResolved.length + revokedFields.length > 0
  )
    return false;
  return entity.spec.base === 'log' || formShape.fields.every((field) => findColumn(entity, field)?.readonly);
}
