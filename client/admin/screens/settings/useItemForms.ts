/** The forms of the settings in sight, for the one Save they share. */
import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../common/entity/field';
import type { WireRow } from '../../../../common/entity/projectRow';
import { currentValue } from '../../../engine/formState/draft';
import { useUndo } from '../../../engine/history/useUndo';
import type { EntityFormState } from '../../../engine/formState/entityFormState';
import { useApp } from '../../../shared/app/appContext';
import { asString } from '../../../../common/json';

export interface ItemForms {
  readonly note: (id: number, form: EntityFormState | null) => void;
  /** How many were changed and not saved. */
  readonly dirty: number;
  readonly save: () => Promise<void>;
  /** Values by the items' names, as they stand in the forms. */
  readonly values: (items: readonly WireRow[]) => Readonly<Record<string, Json>>;
}

interface Saved {
  /** Change-sets of the items that were saved, as far as the server names them. */
  readonly cids: readonly (string | undefined)[];
  /** Ids of the items that were not. */
  readonly left: readonly number[];
}
/** Shows how many items one Save saved and how many it refused; where all were saved or none, the forms show it themselves. */
function useTally(forms: RefObject<ReadonlyMap<number, EntityFormState>>) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { offerUndo: offer } = useUndo();
  const [saved, setSaved] = useState<Saved>();
  const show = useEffectEvent(({ cids, left }: Saved) => {
    // What waits for the connection or for a decision about a conflict was not refused.
    const refused = left.filter((id) => Object.keys(forms.current.get(id)?.draft.faults ?? {}).length > 0).length;
    if (cids.length === 0 || refused === 0) return;
    const text = t('settings.partly', { saved: cids.length, refused });
    // Takes the place of the one message "Saved", with its Undo.
    if (cids.length === 1) offer(text, cids[0], []);
    else toasts.show('warning', text);
  });
  // After the forms were drawn with what became of them.
  useEffect(() => {
    if (saved) show(saved);
  }, [saved]);
  return setSaved;
}

export function useItemForms(): ItemForms {
  const forms = useRef(new Map<number, EntityFormState>());
  const setSaved = useTally(forms);
  const [dirty, setDirty] = useState(0);
  const note = useCallback((id: number, form: EntityFormState | null) => {
    if (form) forms.current.set(id, form);
    else forms.current.delete(id);
    // The same number again draws nothing.
    setDirty([...forms.current.values()].filter((one) => one.dirtyFields.length > 0).length);
  }, []);
  return {
    note,
    dirty,
    save: async () => {
      const [cids, left]: [(string | undefined)[], number[]] = [[], []];
      for (const [id, form] of forms.current) {
        if (form.dirtyFields.length === 0) continue;
        const written = await form.save();
        if (written) cids.push(written.cid);
        else left.push(id);
      }
      setSaved({ cids, left });
    },
    values: (items) =>
      Object.fromEntries(
        items.flatMap((row) => {
          const form = forms.current.get(Number(row['id']));
          return form ? [[asString(row['name']), currentValue(form.draft, 'value')] as const] : [];
        }),
      ),
  };
}
