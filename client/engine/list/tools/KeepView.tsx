/** Asks for the name of a view and whether all may use it. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../../shared/app';
import { Line } from '../../kinds/inputs';
import { viewsApi } from './viewsApi';

interface KeepViewProps {
  readonly ent: string;
  readonly query: string;
  readonly onClose: () => void;
}
export function KeepView({ ent, query, onClose }: KeepViewProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const id = useId();
  const [title, setTitle] = useState('');
  const [shared, setShared] = useState(false);
  const [keep, { isLoading }] = viewsApi.useKeepViewMutation();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if ((await keep({ ent, title: title.trim(), query, shared })).error) return;
    toasts.show('success', t('views.kept'));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle>{t('views.title')}</DialogTitle>
        <DialogContent>
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
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            {t('views.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={isLoading || title.trim() === ''}>
            {t('views.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
