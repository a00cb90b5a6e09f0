/** Selects all records that match the list, and changes or deletes them as a job with progress. */
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_BULK_JOB_ROWS } from '../../../../common/protocol/bulkJob';
import { useFormatters } from '../../../shared/i18n/format';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import type { ListModel } from '../useListModel';
import { MatchingEdit } from './MatchingEdit';
import { useStartBulk } from './useStartBulk';

interface ConfirmRemovalProps {
  readonly model: ListModel;
  readonly count: number;
  readonly onClose: () => void;
}
function ConfirmRemoval({ model, count, onClose }: ConfirmRemovalProps) {
  const { t } = useTranslation();
  const { start, isStarting } = useStartBulk(model);
  const confirm = async () => {
    if ((await start({ verb: 'remove' })).isStarted) onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <DialogTitle>{t('listControls.select.remove_title', { count })}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('listControls.select.remove_text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('engine.confirm.cancel')}
        </Button>
        <Button variant="contained" color="error" autoFocus disabled={isStarting} onClick={() => void confirm()}>
          {t('engine.confirm.remove')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** While all rows of the page are selected: offers all matching records, and what can be done with them. */
export function MatchingBar({ model }: { readonly model: ListModel }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const format = useFormatters();
  const [opened, setOpened] = useState<'edit' | 'remove' | null>(null);
  const { rows, permissions, isMatchingSelected, selectMatching, select } = model;
  const count = rows.list.total;
  if (!isMatchingSelected) {
    const isTooMany = count > MAX_BULK_JOB_ROWS || rows.list.isTotalCapped;
    if (isTooMany)
      return (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('listControls.select.too_many', { max: format.number(MAX_BULK_JOB_ROWS) })}
        </Typography>
      );
    return (
      <Button size="small" onClick={selectMatching}>
        {t('listControls.select.matching', { count })}
      </Button>
    );
  }
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 3, flex: 1 }}>
      <Typography component="output" sx={{ fontWeight: 500 }}>
        {t('listControls.select.all', { count })}
      </Typography>
      <Button size="small" color="inherit" onClick={() => select([])}>
        {t('engine.bulk.clear')}
      </Button>
      <Stack direction="row" sx={{ gap: 3, ml: 'auto' }}>
        {permissions.can('update') && (
          <Button size="small" color="inherit" startIcon={<EditIcon />} onClick={() => setOpened('edit')}>
            {t('lists.bulk.edit')}
          </Button>
        )}
        {permissions.can('remove') && (
          <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => setOpened('remove')}>
            {t('engine.bulk.remove')}
          </Button>
        )}
      </Stack>
      {opened === 'edit' && <MatchingEdit model={model} count={count} onClose={() => setOpened(null)} />}
      {opened === 'remove' && <ConfirmRemoval model={model} count={count} onClose={() => setOpened(null)} />}
    </Stack>
  );
}
