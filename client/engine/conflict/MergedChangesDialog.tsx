/** Shows the remote changes a save was merged with. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { MergedSave } from '../formState/draft';
import { useUndo } from '../history/useUndo';
import { MergedChanges } from './MergedChanges';

interface MergedChangesDialogProps {
  readonly entity: AnyEntity;
  readonly mergedSave: MergedSave;
  readonly onClose: () => void;
}
export function MergedChangesDialog({ entity, mergedSave, onClose }: MergedChangesDialogProps) {
  const { t } = useTranslation();
  const { undo } = useUndo();
  const id = useId();
  const { cid } = mergedSave;
  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('conflict.view_title')}</DialogTitle>
      <DialogContent>
        <MergedChanges entity={entity} changes={mergedSave.changes} />
      </DialogContent>
      <DialogActions>
        {cid !== undefined && (
          <Button
            color="inherit"
            onClick={() => {
              onClose();
              void undo(cid);
            }}
          >
            {t('conflict.undo_mine')}
          </Button>
        )}
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('conflict.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
