/** Records nobody changes by a form, such as entries of a ledger: there is nothing to save, and no right that would be missing. */
import { findColumn } from '../../../common/entity/columns';
import type { EntityFormState } from '../formState/entityFormState';

/** Whether the form shows such a record. */
export function isImmutableRecord({
  entity,
  formShape,
  draft,
  readOnly,
  dirtyFields: dirty,
  manuallyResolved: written,
  revokedFields: barred,
}: EntityFormState): boolean {
  if (draft.id === null || readOnly !== 'rights' || dirty.length + written.length + barred.length > 0) return false;
  return entity.spec.base === 'log' || formShape.fields.every((field) => findColumn(entity, field)?.readonly);
}
