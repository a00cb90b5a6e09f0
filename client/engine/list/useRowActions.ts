/** Actions on rows: delete, entity actions, inline saves and moves. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import { useApp } from '../../shared/app/appContext';
import { selectEntityRows, type StateWithEntities } from '../../shared/store/entities';
import { isCallFault } from '../../shared/api/faults';
import { rowsApi } from '../data/rowsApi';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { useUndo } from '../history/useUndo';
import { usePermissions } from '../usePermissions';
import { listSkippedRows, type SkippedRowMessage } from './selection/listSkippedRows';
import type { RowMove } from './tree/rowMoves';
import { useInlineSave } from './cells/useInlineSave';
import { useMoveRow } from './tree/useMoveRow';

export type PendingAction =
  | { readonly kind: 'remove'; readonly ids: readonly number[] }
  | { readonly kind: 'act'; readonly id: number; readonly action: string }
  /** A value that its definition lists in `confirmChangeTo`. */
  | { readonly kind: 'change'; readonly id: number; readonly field: string; readonly value: Json };
export interface RowActions {
  /** Waits for confirmation. */
  readonly pendingAction: PendingAction | null;
  readonly setPendingAction: (pendingAction: PendingAction | null) => void;
  readonly confirm: () => Promise<void>;
  /** Deletes a row and offers undo; asks first where the deletion cannot be undone. */
  readonly removeRow: (id: number) => void;
  readonly isBusy: boolean;
  /** Rows the last deletion skipped, until dismissed. */
  readonly skippedRows: readonly SkippedRowMessage[];
  readonly dismissSkipped: () => void;
  /** Saves one value of a row like a form. */
  readonly saveValue: (row: WireRow, field: string, value: Json) => Promise<string | null>;
  readonly moveRow: (id: number, move: RowMove) => Promise<void>;
}

/** Shows the message for 423 (locked row), because the API layer shows none for this code. */
function showLockedError(toasts: ReturnType<typeof useApp>['toasts'], error: unknown): void {
  if (isCallFault(error) && error.kind === 'locked') toasts.show('error', error.msg);
}

/** Deletes rows at their shown revisions, offers undo, and keeps the skipped rows. */
function useDeleteRows(entity: AnyEntity, onRemoved: (ids: readonly number[]) => void) {
  const store = useStore<StateWithEntities>();
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { offerUndo } = useUndo();
  const { canRunAction } = usePermissions(entity);
  const [skippedRows, setSkippedRows] = useState<readonly SkippedRowMessage[]>([]);
  const [remove, { isLoading }] = rowsApi.useRemoveMutation();
  const deleteRows = async (ids: readonly number[]) => {
    const table = selectEntityRows(entity.name)(store.getState());
    const titles = new Map(ids.map((id) => [id, table?.[id]?.row[entity.spec.title]] as const));
    const revisions = Object.fromEntries(ids.flatMap((id) => (table?.[id] ? [[id, table[id].revision] as const] : [])));
    const { data, error } = await remove({ e: entity.name, ids, revisions });
    showLockedError(toasts, error);
    if (!data) return;
    const message = data.message ?? t('engine.done.removed_many', { count: data.ids.length });
    if (data.ids.length > 0 && canRunAction('restore')) offerUndo(message, data.cid);
    else if (data.ids.length > 0) toasts.show('success', message, undefined, undefined, [t('recordPanel.restorable')]);
    setSkippedRows(listSkippedRows(t, data.skipped, titles));
    onRemoved([...data.ids, ...data.skipped.flatMap(({ id, gone }) => (gone ? [id] : []))]);
  };
  return {
    run: deleteRows,
    canUndo: canRunAction('restore'),
    isBusy: isLoading,
    skippedRows,
    dismissSkipped: () => setSkippedRows([]),
  };
}

interface RowActionOptions {
  readonly onRemoved: (ids: readonly number[]) => void;
  /** Opens the record's form. */
  readonly openRecord: (id: number) => void;
  /** Whether a row is still visible; rows that leave are removed from an open dialog. */
  readonly isActionable: (id: number) => boolean;
}

/** The pending action without rows that left; null when none is left. */
function dropGoneRows(
  pendingAction: PendingAction | null,
  isActionable: RowActionOptions['isActionable'],
): PendingAction | null {
  if (pendingAction?.kind !== 'remove')
    return pendingAction !== null && isActionable(pendingAction.id) ? pendingAction : null;
  const ids = pendingAction.ids.filter(isActionable);
  return ids.length === 0 ? null : { ...pendingAction, ids };
}

type SaveValue = RowActions['saveValue'];

/** Whether the definition requires confirmation for this value. */
export function needsConfirm(entity: AnyEntity, field: string, value: Json): boolean {
  const { confirmChangeTo = [], values } = findColumn(entity, field)?.options ?? {};
  return confirmChangeTo.some((name) => (values?.[name] ?? name) === value);
}

/** Asks for confirmation where the definition requires it; without it nothing is stored. */
function useConfirmedChange(
  entity: AnyEntity,
  saveValue: SaveValue,
  setPendingAction: (pendingAction: PendingAction | null) => void,
) {
  const pendingConfirmation = useRef<((isConfirmed: boolean) => void) | null>(null);
  const confirm = (isConfirmed: boolean) => {
    const resolve = pendingConfirmation.current;
    pendingConfirmation.current = null;
    resolve?.(isConfirmed);
    if (resolve) setPendingAction(null);
  };
  const confirmedSave: SaveValue = async (row, field, value) => {
    if (!needsConfirm(entity, field, value) || row[field] === value) return saveValue(row, field, value);
    confirm(false);
    const isConfirmed = new Promise<boolean>((resolvePromise) => {
      pendingConfirmation.current = resolvePromise;
    });
    setPendingAction({ kind: 'change', id: Number(row['id']), field, value });
    return (await isConfirmed) ? saveValue(row, field, value) : null;
  };
  return { commit: confirmedSave, confirm };
}

export function useRowActions(
  entity: AnyEntity,
  { onRemoved, openRecord, isActionable }: RowActionOptions,
): RowActions {
  const { toasts, isOnline } = useApp();
  const { t } = useTranslation();
  useLazyTranslations();
  const [requestedAction, setPendingAction] = useState<PendingAction | null>(null);
  const saveValue = useInlineSave(entity, openRecord);
  const moveRow = useMoveRow(entity);
  const deletion = useDeleteRows(entity, onRemoved);
  const [runAction, runningAction] = rowsApi.useActMutation();
  const e = entity.name;
  const confirmedChange = useConfirmedChange(entity, saveValue, setPendingAction);
  const isBusy = deletion.isBusy || runningAction.isLoading;
  // The running action itself may remove the row.
  const pendingAction = isBusy ? requestedAction : dropGoneRows(requestedAction, isActionable);

  const confirm = async () => {
    if (pendingAction === null) return;
    if (pendingAction.kind === 'change') {
      confirmedChange.confirm(true);
      return;
    }
    if (!isOnline()) {
      toasts.show('warning', t(pendingAction.kind === 'remove' ? 'offline.delete_offline' : 'offline.act_offline'));
      setPendingAction(null);
      return;
    }
    if (pendingAction.kind === 'remove') await deletion.run(pendingAction.ids);
    else {
      const { error } = await runAction({ e, id: pendingAction.id, action: pendingAction.action, announce: true });
      showLockedError(toasts, error);
    }
    setPendingAction(null);
  };
  return {
    pendingAction,
    setPendingAction: (next) => {
      if (next === null) confirmedChange.confirm(false);
      setPendingAction(next);
    },
    confirm,
    removeRow: (id) => {
      if (deletion.canUndo && isOnline()) void deletion.run([id]);
      else setPendingAction({ kind: 'remove', ids: [id] });
    },
    isBusy,
    skippedRows: deletion.skippedRows,
    dismissSkipped: deletion.dismissSkipped,
    saveValue: confirmedChange.commit,
    moveRow,
  };
}
