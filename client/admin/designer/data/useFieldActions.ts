/** Adds, duplicates, deletes and moves the fields of the open design. */
import { useTranslation } from 'react-i18next';
import type { CompleteField } from '../../../../common/designer/completeDesign';
import { fieldFromPalette, findFreeName, type DesignPaletteItem } from '../../../../common/designer/palette';
import { crudDesign } from '../../../../common/entities/crudDesign';
import { crudDesignField } from '../../../../common/entities/crudDesignField';
import { newIdempotencyKey, rowsApi } from '../../../engine/data/rowsApi';
import type { MoveTarget } from '../../../engine/list/tree/rowMoves';
import { useMoveRow } from '../../../engine/list/tree/useMoveRow';
import { isCallFault, isShownAsToast } from '../../../shared/api/faults';
import { useApp } from '../../../shared/app/appContext';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectCachedRow } from '../../../shared/store/entities';
import { useOpenDesign } from './designContext';
import type { StoredField } from './useDesignFields';

/** The distance of weights between neighbors at the ends. */
const WEIGHT_STEP = 1000;

/** A weight between two neighbors; the first row has the greatest. */
function weightBetween(before: StoredField | undefined, after: StoredField | undefined): number {
  if (before === undefined) return (after?.weigh ?? -WEIGHT_STEP) + WEIGHT_STEP;
  if (after === undefined) return before.weigh - WEIGHT_STEP;
  return Math.floor((before.weigh + after.weigh) / 2);
}

/** The columns of a field that a client may write. */
const getBody = ({ applied_name: _applied, ...columns }: CompleteField) => columns;

/** Shows why a request failed, unless the api layer did. */
function useShowFault() {
  const { toasts } = useApp();
  return (error: unknown) => {
    if (isCallFault(error) && (isShownAsToast(error) || error.kind === 'locked')) toasts.show('error', error.msg);
  };
}

export interface FieldActions {
  /** Adds the field that the item represents after the selected field, or before a given one; returns whether there is a new field. */
  readonly add: (item: DesignPaletteItem, before?: number) => Promise<boolean>;
  readonly duplicate: (id: number) => Promise<void>;
  readonly remove: (id: number) => Promise<void>;
  readonly move: (id: number, target: MoveTarget) => void;
}

/** Stores a new field between its neighbors and selects it. */
function useInsertField() {
  const { id: designId, fields, select, onSaved } = useOpenDesign();
  const [create] = rowsApi.useCreateMutation();
  const showFault = useShowFault();
  return async (field: CompleteField, index: number): Promise<boolean> => {
    const weigh = weightBetween(fields[index - 1], fields[index]);
    const body = { ...getBody(field), design_id: designId, weigh, _mid: newIdempotencyKey() };
    const { data, error } = await create({ e: crudDesignField.name, body });
    if (data === undefined) showFault(error);
    else {
      onSaved(data);
      select(data.id);
    }
    return data !== undefined;
  };
}

/** Shows a standard column in the list: every table has it, so no field is added. */
function useShowStandardColumn() {
  const { id, settings, onSaved } = useOpenDesign();
  const { toasts } = useApp();
  const { t } = useTranslation();
  const row = useAppSelector(selectCachedRow(crudDesign.name, id))?.row;
  const [update] = rowsApi.useUpdateMutation();
  const showFault = useShowFault();
  return async (item: DesignPaletteItem & { readonly standardColumn: string }) => {
    const name = t(`designer.palette.items.${item.key as 'weigh'}`);
    const { standard_columns: shown } = settings;
    if (shown.includes(item.standardColumn)) {
      toasts.show('info', t('designerScreen.screen.columns_shown_already', { name }));
      return;
    }
    const body = {
      id,
      revision: row?.['revision'],
      _base: { standard_columns: shown },
      standard_columns: [...shown, item.standardColumn],
      _mid: newIdempotencyKey(),
    };
    const { data, error } = await update({ e: crudDesign.name, body });
    if (data === undefined) showFault(error);
    else {
      onSaved(data);
      toasts.show('success', t('designerScreen.screen.column_shown', { name }));
    }
  };
}

export function useFieldActions(): FieldActions {
  const { fields, selectedId, select, offerUndo } = useOpenDesign();
  const { t } = useTranslation();
  const insert = useInsertField();
  const showStandardColumn = useShowStandardColumn();
  const moveRow = useMoveRow(crudDesignField, offerUndo);
  const [removeRows] = rowsApi.useRemoveMutation();
  const showFault = useShowFault();
  const names = new Set(fields.map(({ field }) => field.name));
  const indexOf = (id: number | null) => fields.findIndex((stored) => stored.id === id);

  return {
    add: async (item, before) => {
      if (item.standardColumn !== undefined) {
        await showStandardColumn(item);
        return false;
      }
      const selectedIndex = indexOf(selectedId);
      const end = selectedIndex < 0 ? fields.length : selectedIndex + 1;
      return insert(fieldFromPalette(item, names), before === undefined ? end : indexOf(before));
    },
    duplicate: async (id) => {
      const index = indexOf(id);
      const stored = fields[index];
      if (stored === undefined) return;
      const { field } = stored;
      const name = findFreeName(field.name, names);
      const suffix = name.startsWith(field.name) ? name.slice(field.name.length).replace('_', ' ') : '';
      const labels = { label_en: field.label_en + suffix, label_zh: field.label_zh + suffix };
      await insert({ ...field, ...labels, name, applied_name: '' }, index + 1);
    },
    remove: async (id) => {
      const index = indexOf(id);
      const stored = fields[index];
      if (stored === undefined) return;
      const revisions = { [id]: Number(stored.row['revision']) };
      const { data, error } = await removeRows({ e: crudDesignField.name, ids: [id], revisions });
      if (data === undefined) {
        if (isCallFault(error) && error.kind === 'locked') showFault(error);
        return;
      }
      offerUndo(data.message ?? t('engine.done.removed_many', { count: data.ids.length }), data.cid);
      if (selectedId === id) select((fields[index + 1] ?? fields[index - 1])?.id ?? null);
    },
    move: (id, target) => {
      const index = indexOf(id);
      const targetId =
        'step' in target ? fields[index + target.step]?.id : 'targetId' in target ? target.targetId : undefined;
      if (targetId !== undefined && targetId !== id) void moveRow(id, { targetId });
    },
  };
}
