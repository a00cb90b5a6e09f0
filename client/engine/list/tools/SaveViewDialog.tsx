/** Asks for the name of a view and whether it is shared. */
import Checkbox from '@mui/material/Checkbox';
import DialogContentText from '@mui/material/DialogContentText';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { TextInput } from '../../fieldTypes/inputs/TextInput';
import { viewsApi } from './viewsApi';

interface SaveViewDialogProps {
  readonly entityName: string;
  readonly query: string;
  readonly onClose: () => void;
}
export function SaveViewDialog({ entityName, query, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [title, setTitle] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [keepView, { isLoading }] = viewsApi.useKeepViewMutation();
  const save = async () => {
    if ((await keepView({ ent: entityName, title: title.trim(), query, shared: isShared })).error) return;
    onClose();
  };
  return (
    <FormDialog
      title={t('savedViews.title')}
      submitLabel={t('savedViews.save')}
      onSubmit={save}
      onClose={onClose}
      isBusy={isLoading}
      disabled={title.trim() === ''}
    >
      <DialogContentText sx={{ mb: 4 }}>{t('savedViews.help')}</DialogContentText>
      <FormLabel htmlFor={id}>{t('savedViews.name')}</FormLabel>
      <TextInput
        id={id}
        value={title}
        onTextChange={setTitle}
        describedBy={undefined}
        disabled={false}
        invalid={false}
        inputAttributes={{ maxLength: 60 }}
      />
      <FormControlLabel
        sx={{ mt: 2 }}
        control={<Checkbox checked={isShared} onChange={(_, on) => setIsShared(on)} />}
        label={t('savedViews.share')}
      />
    </FormDialog>
  );
}
