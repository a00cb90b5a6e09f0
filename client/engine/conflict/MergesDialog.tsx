/** Shows what a save was merged with. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Merges as SaveMerges } from '../draft';
import { useUndo } from '../undo/useUndo';
import { Merges } from './Merges';

interface MergesDialogProps {
  readonly entity: AnyEntity;
  readonly merges: SaveMerges;
  readonly onClose: () => void;
}
export function MergesDialog({ entity, merges, onClose }: MergesDialogProps) {
  const { t } = useTranslation();
  const { undo } = useUndo();
  const id = useId();
  const { cid } = merges;
  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('conflict.view_title')}</DialogTitle>
      <DialogContent>
        <Merges entity={entity} changes={merges.changes} />
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
