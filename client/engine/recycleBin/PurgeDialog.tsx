/** Asks before rows are purged, which cannot be undone. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useRowTitle } from '../data/useRowTitle';

interface PurgeDialogProps {
  readonly entity: AnyEntity;
  readonly ids: readonly number[];
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}
export function PurgeDialog({ entity, ids, isBusy, onClose, onConfirm }: PurgeDialogProps) {
  const { t } = useTranslation();
  const title = useRowTitle(entity, ids[0] ?? 0);
  const heading =
    ids.length === 1 ? t('recycleBin.purge_title', { title }) : t('recycleBin.purge_many', { count: ids.length });
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <DialogTitle sx={{ overflowWrap: 'anywhere' }}>{heading}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('recycleBin.purge_text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit" autoFocus>
          {t('engine.confirm.cancel')}
        </Button>
        <Button variant="contained" color="error" disabled={isBusy} onClick={onConfirm}>
          {t('recycleBin.purge')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
