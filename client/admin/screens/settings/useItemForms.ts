/** Forms of the visible settings, for the common Save button. */
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
  readonly registerForm: (id: number, form: EntityFormState | null) => void;
  /** Number of changed items. */
  readonly dirtyCount: number;
  readonly save: () => Promise<void>;
  /** Values in the forms, by item name. */
  readonly values: (items: readonly WireRow[]) => Readonly<Record<string, Json>>;
}

interface SaveSummary {
  /** Change-set ids of the saved items, where the server returns them. */
  readonly cids: readonly (string | undefined)[];
  /** Ids of the items that were not saved. */
  readonly unsavedIds: readonly number[];
}
/** Shows how many items were saved and refused. When all or none were saved, the forms show it themselves. */
function useSaveSummary(forms: RefObject<ReadonlyMap<number, EntityFormState>>) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { offerUndo } = useUndo();
  const [saved, setSaved] = useState<SaveSummary>();
  const show = useEffectEvent(({ cids, unsavedIds }: SaveSummary) => {
    // Queued saves and open conflicts are not refusals.
    const refused = unsavedIds.filter((id) => Object.keys(forms.current.get(id)?.draft.faults ?? {}).length > 0).length;
    if (cids.length === 0 || refused === 0) return;
    const text = t('settings.partly', { saved: cids.length, refused });
    // Replaces the toast "Saved" together with its Undo.
    if (cids.length === 1) offerUndo(text, cids[0], []);
    else toasts.show('warning', text);
  });
  // Runs after the forms have rendered the outcome.
  useEffect(() => {
    if (saved) show(saved);
  }, [saved]);
  return setSaved;
}

export function useItemForms(): ItemForms {
  const forms = useRef(new Map<number, EntityFormState>());
  const setSaved = useSaveSummary(forms);
  const [dirtyCount, setDirtyCount] = useState(0);
  const lastDirtyCount = useRef(0);
  const registerForm = useCallback((id: number, form: EntityFormState | null) => {
    if (form) forms.current.set(id, form);
    else forms.current.delete(id);
    const count = [...forms.current.values()].filter(({ dirtyFields }) => dirtyFields.length > 0).length;
    // React counts updates with an unchanged state too: a tab of 50 settings would exceed its limit of nested updates.
    if (count !== lastDirtyCount.current) setDirtyCount(count);
    lastDirtyCount.current = count;
  }, []);
  return {
    registerForm,
    dirtyCount,
    save: async () => {
      const [cids, unsavedIds]: [(string | undefined)[], number[]] = [[], []];
      for (const [id, form] of forms.current) {
        if (form.dirtyFields.length === 0) continue;
        const result = await form.save();
        if (result) cids.push(result.cid);
        else unsavedIds.push(id);
      }
      setSaved({ cids, unsavedIds });
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
