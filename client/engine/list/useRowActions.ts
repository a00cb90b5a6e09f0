/** What can be done with rows of a list: open, delete after asking, entity actions, a value changed in place. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Wire } from '../../../common/entity/project';
import type { Conflict } from '../../../common/protocol/live';
import { useApp } from '../../shared/app';
import { selectTable, type EntitiesHolder } from '../../shared/entities';
import { isCallFault, isSpoken } from '../../shared/faults';
import { useWords } from '../../shared/i18n';
import { newMid, rowsApi } from '../rowsApi';

export type Asked =
  | { readonly kind: 'remove'; readonly ids: readonly number[] }
  | { readonly kind: 'act'; readonly id: number; readonly action: string };
export interface RowActions {
  /** Waits for a yes. */
  readonly asked: Asked | null;
  readonly ask: (asked: Asked | null) => void;
  readonly confirm: () => Promise<void>;
  readonly busy: boolean;
  /** Saves one value of one row through the same path as a form. */
  readonly commit: (row: Wire, field: string, value: Json) => Promise<void>;
}

export function useRowActions(entity: AnyEntity, onRemoved: (ids: readonly number[]) => void): RowActions {
  const store = useStore<EntitiesHolder>();
  const { toasts } = useApp();
  const { t } = useTranslation();
  const words = useWords(entity);
  const [asked, ask] = useState<Asked | null>(null);
  const [update] = rowsApi.useUpdateMutation();
  const [remove, removing] = rowsApi.useRemoveMutation();
  const [act, acting] = rowsApi.useActMutation();
  const e = entity.name;

  const commit = async (row: Wire, field: string, value: Json) => {
    const { id, revision } = row;
    const body = { id, revision, _base: { [field]: row[field] ?? null }, [field]: value, _mid: newMid() };
    const { error } = await update({ e, body });
    if (!isCallFault(error)) return;
    const conflict = error.kind === 'conflict' ? (error.data as Conflict | null) : null; // the server's contract for 412
    const name = conflict?.fields[0]?.by?.name;
    if (conflict)
      toasts.show('warning', name === undefined ? t('engine.list.changed') : t('engine.list.changed_by', { name }));
    else if (isSpoken(error) || error.kind === 'locked') toasts.show('error', error.msg);
  };
  const removeNow = async (ids: readonly number[]) => {
    const table = selectTable(e)(store.getState());
    const revisions = Object.fromEntries(ids.flatMap((id) => (table?.[id] ? [[id, table[id].v] as const] : [])));
    const { data } = await remove({ e, ids, revisions });
    if (!data) return;
    toasts.show('success', t('engine.done.removed_many', { count: data.ids.length }));
    if (data.skipped.length > 0) toasts.show('warning', t('engine.done.skipped', { count: data.skipped.length }));
    onRemoved(data.ids);
  };
  const confirm = async () => {
    if (asked === null) return;
    if (asked.kind === 'remove') await removeNow(asked.ids);
    else if (!(await act({ e, id: asked.id, action: asked.action })).error) {
      toasts.show('success', t('engine.done.acted', { action: words.actions[asked.action] ?? asked.action }));
    }
    ask(null);
  };
  return { asked, ask, confirm, busy: removing.isLoading || acting.isLoading, commit };
}
