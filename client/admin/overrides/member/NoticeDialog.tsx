/** Says something to one member: it lands in the member's bell at once, wherever the member is. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { newMid } from '../../../engine/rowsApi';
import { api } from '../../../shared/api';
import { useApp } from '../../../shared/app';
import { fieldFaults, isCallFault } from '../../../shared/faults';

interface NoticeDialogProps {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}
export function NoticeDialog({ id, name, onClose }: NoticeDialogProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [ask, { isLoading }] = api.useRequestMutation();
  const [mid, setMid] = useState(newMid);
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { id, text: text.trim(), _mid: mid };
    const { error } = await ask({ url: `/admin/${user.name}/send_notice`, method: 'POST', body, quiet: true });
    if (error !== undefined) {
      setFault(fieldFaults(error)['text'] ?? (isCallFault(error) ? error.msg : ''));
      setMid(newMid());
      return;
    }
    toasts.show('success', t('care.notice.sent'));
    onClose();
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      aria-labelledby="notice-title"
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id="notice-title">{t('care.notice.title', { name })}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            multiline
            minRows={3}
            label={t('care.notice.text')}
            value={text}
            onChange={({ target }) => setText(target.value)}
            error={fault !== ''}
            helperText={fault || t('care.notice.help')}
            slotProps={{ htmlInput: { maxLength: 300 } }}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ledger.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isLoading}>
            {t('care.notice.send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
