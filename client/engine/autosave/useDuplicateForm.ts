/**
 * The same record edited on another screen of this window, such as beside its list and on its own page. The user is
 * offered both texts. Taking over the other text swaps the two, so that neither is lost.
 */
import { useState, useSyncExternalStore } from 'react';
import type { DraftPatch } from '../../../common/protocol/draft';
import {
  isDirty,
  isWritable,
  isSameValue,
  currentValue,
  type Draft,
  type DraftEvent,
  type FormShape,
} from '../formState/draft';
import { useDraftCache } from '../formState/draftCache';
import type { DuplicateForm } from '../formState/entityFormState';
import { manuallyResolvedFields } from '../formState/resolutions';

type Fields = DraftPatch['fields'];
interface DuplicateFormOptions {
  readonly formShape: FormShape;
  readonly draft: Draft;
  readonly send: (event: DraftEvent) => void;
  readonly draftKey: string;
  /** Writes the draft that the other screen holds from now on. */
  readonly store: (duplicate: Draft) => void;
}

const fieldState = (draft: Draft, field: string) => ({
  base: draft.base[field] ?? null,
  mine: currentValue(draft, field),
});

/** Fields of the duplicate whose value differs from this form. */
function differingFields(formShape: FormShape, draft: Draft, duplicate: Draft): Fields {
  const typed = formShape.fields.filter(
    (field) => isWritable(formShape, field) && isDirty(formShape, duplicate, field),
  );
  const other = typed.filter(
    (field) => !isSameValue(formShape.entity, field, currentValue(duplicate, field), currentValue(draft, field)),
  );
  return Object.fromEntries(other.map((field) => [field, fieldState(duplicate, field)] as const));
}

/** The duplicate after the swap, with the edits of this form. */
function swapFields(formShape: FormShape, draft: Draft, duplicate: Draft, fields: Fields): Draft {
  const remainingEdits = Object.entries(duplicate.mine).filter(([field]) => !(field in fields));
  const swappedFields = Object.keys(fields).filter((field) => isDirty(formShape, draft, field));
  const bases = swappedFields.map((field) => [field, draft.base[field] ?? null] as const);
  return {
    ...duplicate,
    mine: Object.fromEntries([
      ...remainingEdits,
      ...swappedFields.map((field) => [field, currentValue(draft, field)] as const),
    ]),
    base: { ...duplicate.base, ...Object.fromEntries(bases) },
    conflicts: Object.fromEntries(Object.entries(duplicate.conflicts).filter(([field]) => !(field in fields))),
  };
}

const subscribeNever = () => () => undefined;
export function useDuplicateForm({
  formShape,
  draft,
  send,
  draftKey,
  store,
}: DuplicateFormOptions): DuplicateForm | undefined {
  const draftCache = useDraftCache();
  const duplicate = useSyncExternalStore(draftCache?.subscribe ?? subscribeNever, () =>
    draftCache?.findDuplicate(draftKey),
  );
  const [dismissedFormId, setDismissedFormId] = useState('');
  if (draftCache === null || duplicate === undefined || !draft.isLoaded || draft.removal || draft.pendingSave)
    return undefined;
  const { draft: other } = duplicate;
  const fields = differingFields(formShape, draft, other);
  if (Object.keys(fields).length === 0 || dismissedFormId === other.formId) return undefined;
  return {
    formId: other.formId,
    fields,
    conflictingFields: Object.keys(fields).filter((field) => isDirty(formShape, draft, field)),
    swapIn: () => {
      const remaining = swapFields(formShape, draft, other, fields);
      const isEmpty =
        manuallyResolvedFields(remaining.resolutions).length === 0 &&
        !Object.keys(remaining.mine).some((field) => isDirty(formShape, remaining, field));
      send({ type: 'duplicateTaken', fields, ...(isEmpty ? { formId: other.formId } : {}) });
      if (isEmpty) {
        draftCache.delete(duplicate.key);
        return;
      }
      draftCache.set(duplicate.key, remaining);
      store(remaining);
      setDismissedFormId(other.formId);
    },
    dismiss: () => setDismissedFormId(other.formId),
  };
}
