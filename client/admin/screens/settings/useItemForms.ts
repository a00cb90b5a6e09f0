/** The forms of the settings in sight, for the one Save they share. */
import { useCallback, useRef, useState } from 'react';
import type { Json } from '../../../../common/entity/field';
import type { Wire } from '../../../../common/entity/project';
import { valueOf } from '../../../engine/draft';
import type { Form } from '../../../engine/useForm';
import { asText } from '../../../shared/persist';

export interface ItemForms {
  readonly note: (id: number, form: Form | null) => void;
  /** How many were changed and not saved. */
  readonly dirty: number;
  readonly save: () => Promise<void>;
  /** Values by the items' names, as they stand in the forms. */
  readonly values: (items: readonly Wire[]) => Readonly<Record<string, Json>>;
}

export function useItemForms(): ItemForms {
  const forms = useRef(new Map<number, Form>());
  const [dirty, setDirty] = useState(0);
  const note = useCallback((id: number, form: Form | null) => {
    if (form) forms.current.set(id, form);
    else forms.current.delete(id);
    // The same number again draws nothing.
    setDirty([...forms.current.values()].filter((one) => one.dirty.length > 0).length);
  }, []);
  return {
    note,
    dirty,
    save: async () => {
      for (const form of forms.current.values()) if (form.dirty.length > 0) await form.save();
    },
    values: (items) =>
      Object.fromEntries(
        items.flatMap((row) => {
          const form = forms.current.get(Number(row['id']));
          return form ? [[asText(row['name']), valueOf(form.draft, 'value')] as const] : [];
        }),
      ),
  };
}
