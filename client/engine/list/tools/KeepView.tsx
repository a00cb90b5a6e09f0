/** Asks for the name of a view and whether all may use it. */
import Checkbox from '@mui/material/Checkbox';
import DialogContentText from '@mui/material/DialogContentText';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { Line } from '../../kinds/inputs';
import { viewsApi } from './viewsApi';

interface KeepViewProps {
  readonly ent: string;
  readonly query: string;
  readonly onClose: () => void;
}
export function KeepView({ ent, query, onClose }: KeepViewProps) {
  const { t } = useTranslation();
  const id = useId();
  const [title, setTitle] = useState('');
  const [shared, setShared] = useState(false);
  const [keep, { isLoading }] = viewsApi.useKeepViewMutation();
  const save = async () => {
    if ((await keep({ ent, title: title.trim(), query, shared })).error) return;
    onClose();
  };
  return (
    <FormDialog
      title={t('views.title')}
      submit={t('views.save')}
      onSubmit={save}
      onClose={onClose}
      busy={isLoading}
      disabled={title.trim() === ''}
    >
      <DialogContentText sx={{ mb: 4 }}>{t('views.help')}</DialogContentText>
      <FormLabel htmlFor={id}>{t('views.name')}</FormLabel>
      <Line
        id={id}
        value={title}
        onText={setTitle}
        describedBy={undefined}
        disabled={false}
        invalid={false}
        html={{ maxLength: 60 }}
      />
      <FormControlLabel
        sx={{ mt: 2 }}
        control={<Checkbox checked={shared} onChange={(_, on) => setShared(on)} />}
        label={t('views.share')}
      />
    </FormDialog>
  );
}
