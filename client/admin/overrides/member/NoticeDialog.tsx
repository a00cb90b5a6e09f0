/** Sends a notice to one member. */
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { newIdempotencyKey } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { isRetryable, singleFieldError } from '../../../shared/api/faults';

interface NoticeDialogProps {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}
export function NoticeDialog({ id, name, onClose }: NoticeDialogProps) {
  const { t } = useTranslation();
  const [sendRequest, { isLoading }] = api.useRequestMutation();
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const [text, setText] = useState('');
  const [errorText, setErrorText] = useState('');
  const send = async () => {
    const body = { id, text: text.trim(), _mid: idempotencyKey };
    const { error } = await sendRequest({
      url: `/admin/${user.name}/send_notice`,
      method: 'POST',
      body,
      isSilent: true,
      announce: true,
    });
    if (error !== undefined) {
      setErrorText(singleFieldError(error, 'text'));
      // A notice without a response may be stored: the next press repeats it under its key.
      if (!isRetryable(error)) setIdempotencyKey(newIdempotencyKey());
      return;
    }
    onClose();
  };
  return (
    <FormDialog
      title={t('memberSupport.notice.title', { name })}
      submitLabel={t('memberSupport.notice.send')}
      onSubmit={send}
      onClose={onClose}
      isBusy={isLoading}
    >
      <TextField
        autoFocus
        fullWidth
        multiline
        minRows={3}
        label={t('memberSupport.notice.text')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={errorText !== ''}
        helperText={errorText || t('memberSupport.notice.help')}
        slotProps={{ htmlInput: { maxLength: 300 } }}
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
}
