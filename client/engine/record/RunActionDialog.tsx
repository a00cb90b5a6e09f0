/** Asks before an action runs on the open record. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useApp } from '../../shared/app/appContext';
import { isCallFault } from '../../shared/api/faults';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { rowsApi } from '../data/rowsApi';

interface RunActionDialogProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly title: string;
  readonly action: string;
  readonly onClose: () => void;
}
export function RunActionDialog({ entity, id, title, action, onClose }: RunActionDialogProps) {
  const { t } = useTranslation();
  const { toasts, isOnline } = useApp();
  const labels = useEntityLabels(entity);
  const [runAction, { isLoading }] = rowsApi.useActMutation();
  const label = labels.actions[action] ?? action;
  const confirm = async () => {
    if (isOnline()) {
      const { error } = await runAction({ e: entity.name, id, action, announce: true });
      if (isCallFault(error) && error.kind === 'locked') toasts.show('error', error.msg);
    } else toasts.show('warning', t('offline.act_offline'));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <DialogTitle sx={{ overflowWrap: 'anywhere' }}>
        {t('engine.confirm.act_title', { action: label, title })}
      </DialogTitle>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('engine.confirm.cancel')}
        </Button>
        <Button variant="contained" autoFocus disabled={isLoading} onClick={() => void confirm()}>
          {label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
