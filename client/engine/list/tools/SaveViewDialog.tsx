/** Asks for the name of a view and whether it is shared. */
import Checkbox from '@mui/material/Checkbox';
import DialogContentText from '@mui/material/DialogContentText';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../../common/protocol/savedView';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { viewsApi } from './viewsApi';

interface SaveViewDialogProps {
  readonly entityName: string;
  readonly query: string;
  /** The view to rename or share; without it a new one is saved. */
  readonly view?: SavedView;
  readonly onSaved?: (id: string) => void;
  readonly onClose: () => void;
}
export function SaveViewDialog({ entityName, query, view, onSaved, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [title, setTitle] = useState(view?.title ?? '');
  const [isShared, setIsShared] = useState(view?.shared === true);
  const [saveView, { isLoading }] = viewsApi.useSaveViewMutation();
  const save = async () => {
    const own = view === undefined ? {} : { id: view.id };
    const { data, error } = await saveView({ ...own, ent: entityName, title: title.trim(), query, shared: isShared });
    if (error !== undefined) return;
    onSaved?.(data.id);
    onClose();
  };
  return (
    <FormDialog
      title={view === undefined ? t('savedViews.title') : t('listControls.views.edit')}
      submitLabel={t('savedViews.save')}
      onSubmit={save}
      onClose={onClose}
      isBusy={isLoading}
      disabled={title.trim() === ''}
    >
      <DialogContentText sx={{ mb: 4 }}>{t('savedViews.help')}</DialogContentText>
      <FormLabel htmlFor={id}>{t('savedViews.name')}</FormLabel>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        autoFocus
        value={title}
        onChange={({ target: { value } }) => setTitle(value)}
        slotProps={{ input: { maxLength: 60, autoComplete: 'off' } }}
      />
      <FormControlLabel
        sx={{ mt: 2 }}
        control={<Checkbox checked={isShared} onChange={(_, on) => setIsShared(on)} />}
        label={t('savedViews.share')}
      />
    </FormDialog>
  );
}
