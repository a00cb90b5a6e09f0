/** Moves a row to the place of another one as it was seen, and offers to take it back. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Conflict } from '../../../common/protocol/live';
import { useApp, type App } from '../../shared/app';
import { selectTable, type EntitiesHolder } from '../../shared/entities';
import { isCallFault, isSpoken } from '../../shared/faults';
import { rowsApi } from '../rowsApi';
import { useUndo } from '../undo/useUndo';
import type { RowMove } from './rowPlaces';

/** Says why a row was not moved: who changed it first, or the server's message. */
function showMoveError(toasts: App['toasts'], t: TFunction, error: unknown): void {
  if (!isCallFault(error)) return;
  const conflict = error.kind === 'conflict' ? (error.data as Conflict | null) : null; // the server's contract for 412
  const name = conflict?.fields[0]?.by?.name;
  if (conflict)
    toasts.show('warning', name === undefined ? t('engine.list.changed') : t('engine.list.changed_by', { name }));
  else if (isSpoken(error) || error.kind === 'locked') toasts.show('error', error.msg);
}

export function usePlaceRow(entity: AnyEntity): (id: number, move: RowMove) => Promise<void> {
  const store = useStore<EntitiesHolder>();
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { offer } = useUndo();
  const [sort] = rowsApi.useSortMutation();
  const e = entity.name;
  return async (id, { target: targetId, parent }) => {
    const revision = selectTable(e)(store.getState())?.[id]?.v;
    const seen = revision === undefined ? {} : { revision };
    const { data, error } = await sort({ e, id, targetId, ...seen, ...(parent === undefined ? {} : { parent }) });
    if (data) offer(t('lists.sort.done'), data.cid);
    else showMoveError(toasts, t, error);
  };
}
