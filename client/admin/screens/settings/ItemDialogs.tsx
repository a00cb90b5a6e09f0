/** Dialogs of a config item: edit the definition, delete it. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { config } from '../../../../common/entities/config';
import { EntityForm } from '../../../engine/form/EntityForm';
import { rowsApi } from '../../../engine/data/rowsApi';
import { useUndo } from '../../../engine/history/useUndo';

interface DefinitionDialogProps {
  /** Null: a new item in the open group. */
  readonly id: number | null;
  readonly group: string;
  readonly onClose: () => void;
}
export function DefinitionDialog({ id, group, onClose }: DefinitionDialogProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={isPhone}
      onClose={onClose}
      slotProps={{
        paper: { 'aria-label': t(id === null ? 'settings.add' : 'settings.change'), sx: { height: '86dvh' } },
      }}
    >
      <EntityForm entity={config} id={id} preset={{ group }} onClose={onClose} onCreated={onClose} />
    </Dialog>
  );
}

interface RemoveDialogProps {
  readonly id: number;
  readonly title: string;
  readonly onClose: () => void;
}
export function RemoveDialog({ id, title, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const { offerUndo } = useUndo();
  const [remove, { isLoading }] = rowsApi.useRemoveMutation();
  const confirm = async () => {
    const { data } = await remove({ e: config.name, ids: [id], revisions: {} });
    if (data === undefined) return;
    offerUndo(t('engine.done.removed', { count: 1 }), data.cid);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <DialogTitle>{t('settings.remove')}</DialogTitle>
      <DialogContent sx={{ overflowWrap: 'anywhere' }}>{t('settings.remove_ask', { title })}</DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('settings.cancel')}
        </Button>
        <Button color="error" variant="contained" disabled={isLoading} onClick={() => void confirm()}>
          {t('settings.remove')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
