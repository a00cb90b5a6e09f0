/** Moves a row to the position of another, with undo. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { EditConflict } from '../../../../common/protocol/liveEvents';
import { useApp, type App } from '../../../shared/app/appContext';
import { selectEntityRows, type StateWithEntities } from '../../../shared/store/entities';
import { isCallFault, isShownAsToast } from '../../../shared/api/faults';
import { rowsApi } from '../../data/rowsApi';
import { useUndo, type UndoActions } from '../../history/useUndo';
import type { RowMove } from './rowMoves';

/** Shows why a row was not moved: a conflict or the server's message. */
function showMoveError(toasts: App['toasts'], t: TFunction, error: unknown): void {
  if (!isCallFault(error)) return;
  const conflict = error.kind === 'conflict' ? (error.data as EditConflict | null) : null; // the server's contract for 412
  const name = conflict?.fields[0]?.by?.name;
  if (conflict)
    toasts.show('warning', name === undefined ? t('engine.list.changed') : t('engine.list.changed_by', { name }));
  else if (isShownAsToast(error) || error.kind === 'locked') toasts.show('error', error.msg);
}

/** `offer`: shows the message of a move with its undo; by default a message of the list. */
export function useMoveRow(
  entity: AnyEntity,
  offer?: UndoActions['offerUndo'],
): (id: number, move: RowMove) => Promise<void> {
  const store = useStore<StateWithEntities>();
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { offerUndo: offerListUndo } = useUndo();
  const offerUndo = offer ?? offerListUndo;
  const [sendMove] = rowsApi.useSortMutation();
  const e = entity.name;
  return async (id, { targetId, parent }) => {
    const revision = selectEntityRows(e)(store.getState())?.[id]?.revision;
    const revisionParam = revision === undefined ? {} : { revision };
    const { data, error } = await sendMove({
      e,
      id,
      targetId,
      ...revisionParam,
      ...(parent === undefined ? {} : { parent }),
    });
    if (data) offerUndo(t('lists.sort.done'), data.cid);
    else showMoveError(toasts, t, error);
  };
}
