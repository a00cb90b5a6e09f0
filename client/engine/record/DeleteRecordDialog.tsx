/** Asks before the open record is deleted, and offers undo afterwards. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import type { AnyEntity } from '../../../common/entity/entity';
import { useApp } from '../../shared/app/appContext';
import { isCallFault } from '../../shared/api/faults';
import { selectEntityRows, type StateWithEntities } from '../../shared/store/entities';
import { rowsApi } from '../data/rowsApi';
import { useOverride } from '../engineContext';
import { useUndo } from '../history/useUndo';
import { usePermissions } from '../usePermissions';

interface DeleteRecordDialogProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly title: string;
  readonly onCancel: () => void;
  readonly onDeleted: () => void;
}

/** Deletes the record at its shown revision. Returns whether it was deleted. */
function useDeleteRecord({ entity, id }: Pick<DeleteRecordDialogProps, 'entity' | 'id'>) {
  const store = useStore<StateWithEntities>();
  const { toasts, isOnline } = useApp();
  const { t } = useTranslation();
  const { offerUndo } = useUndo();
  const { canRunAction } = usePermissions(entity);
  const [remove, { isLoading }] = rowsApi.useRemoveMutation();
  const deleteRecord = async (): Promise<boolean> => {
    if (!isOnline()) {
      toasts.show('warning', t('offline.delete_offline'));
      return false;
    }
    const revision = selectEntityRows(entity.name)(store.getState())?.[id]?.revision;
    const revisions = revision === undefined ? {} : { [id]: revision };
    const { data, error } = await remove({ e: entity.name, ids: [id], revisions });
    if (isCallFault(error) && error.kind === 'locked') toasts.show('error', error.msg);
    if (data === undefined || data.ids.length === 0) return false;
    const message = data.message ?? t('engine.done.removed_many', { count: 1 });
    if (canRunAction('restore')) offerUndo(message, data.cid);
    else toasts.show('success', message, undefined, undefined, [t('recordPanel.restorable')]);
    return true;
  };
  return { deleteRecord, isBusy: isLoading };
}

export function DeleteRecordDialog({ entity, id, title, onCancel, onDeleted }: DeleteRecordDialogProps) {
  const { t } = useTranslation();
  const { deleteRecord, isBusy } = useDeleteRecord({ entity, id });
  const DeleteWarning = useOverride(entity)?.deleteWarning;
  const confirm = async () => {
    const isDeleted = await deleteRecord();
    if (isDeleted) onDeleted();
    else onCancel();
  };
  return (
    <Dialog open onClose={onCancel} maxWidth="xs" fullWidth>
      <DialogTitle sx={{ overflowWrap: 'anywhere' }}>{t('engine.confirm.remove_title', { title })}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('engine.confirm.remove_text', { count: 1 })}</DialogContentText>
        {DeleteWarning && (
          <Suspense>
            <DeleteWarning ids={[id]} />
          </Suspense>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onCancel}>
          {t('engine.confirm.cancel')}
        </Button>
        <Button color="error" variant="contained" autoFocus disabled={isBusy} onClick={() => void confirm()}>
          {t('engine.confirm.remove')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
