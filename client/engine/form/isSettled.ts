/** Records nobody changes by a form, such as entries of a ledger: there is nothing to save, and no right that would be missing. */
import { columnNamed } from '../../../common/entity/meta';
import type { Form } from '../useForm';

/** Whether the form shows such a record. */
export function isSettled({ entity, shape, draft, readOnly, dirty, written, barred }: Form): boolean {
  if (draft.id === null || readOnly !== 'rights' || dirty.length + written.length + barred.length > 0) return false;
  return entity.spec.base === 'log' || shape.fields.every((field) => columnNamed(entity, field)?.readonly);
}
