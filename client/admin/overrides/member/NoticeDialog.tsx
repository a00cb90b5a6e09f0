/** Says something to one member: it lands in the member's bell at once, wherever the member is. */
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { newMutationId } from '../../../engine/data/rowsApi';
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
  const [ask, { isLoading }] = api.useRequestMutation();
  const [mid, setMid] = useState(newMutationId);
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const send = async () => {
    const body = { id, text: text.trim(), _mid: mid };
    const { error } = await ask({
      url: `/admin/${user.name}/send_notice`,
      method: 'POST',
      body,
      isSilent: true,
      announce: true,
    });
    if (error !== undefined) {
      setFault(singleFieldError(error, 'text'));
      // An answer that was lost may have been a notice: pressed again, it is the same one.
      if (!isRetryable(error)) setMid(newMutationId());
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
        error={fault !== ''}
        helperText={fault || t('memberSupport.notice.help')}
        slotProps={{ htmlInput: { maxLength: 300 } }}
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
}
