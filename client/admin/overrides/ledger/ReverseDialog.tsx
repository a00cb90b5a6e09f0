/** Takes an entry back by another one, with a reason. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import type { Wire } from '../../../../common/entity/project';
import { newMid } from '../../../engine/rowsApi';
import { api } from '../../../shared/api';
import { useApp } from '../../../shared/app';
import { fieldFaults, isCallFault } from '../../../shared/faults';
import { AskSecond, wantsSecond } from './AskSecond';

interface ReverseDialogProps {
  readonly entity: string;
  readonly row: Wire;
  readonly onClose: () => void;
}
/** The same dialog is the same reversal, however often its button is pressed. */
function useReversal(entity: string, id: number, onDone: () => void) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [ask, { isLoading }] = api.useRequestMutation();
  const [mid] = useState(newMid);
  const [fault, setFault] = useState('');
  const [large, setLarge] = useState(false);
  const reverse = async (memo: string) => {
    if (memo === '') {
      setFault(t('ledger.memo_missing'));
      return;
    }
    const body = { id, memo, _mid: mid };
    const { error } = await ask({ url: `/admin/${entity}/reverse`, method: 'POST', body, quiet: true });
    if (error === undefined) {
      toasts.show('success', t('ledger.reversed'));
      onDone();
    } else if (wantsSecond(error)) setLarge(true);
    else setFault(fieldFaults(error)['memo'] ?? (isCallFault(error) ? error.msg : ''));
  };
  return { reverse, fault, large, busy: isLoading };
}

export function ReverseDialog({ entity, row, onClose }: ReverseDialogProps) {
  const { t } = useTranslation();
  const [memo, setMemo] = useState('');
  const [id, n, userId] = [Number(row['id']), Number(row['n']), Number(row['user_id'])];
  const { reverse, fault, large, busy } = useReversal(entity, id, onClose);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void reverse(memo.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onClick={(event) => event.stopPropagation()}
      fullWidth
      maxWidth="xs"
      aria-labelledby="reverse-title"
    >
      <form noValidate onSubmit={submit}>
        <DialogTitle id="reverse-title">{t('ledger.reverse_title', { n })}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 4 }}>{t('ledger.reverse_text')}</DialogContentText>
          <TextField
            autoFocus
            label={t('ledger.memo')}
            value={memo}
            onChange={({ target }) => setMemo(target.value)}
            error={fault !== ''}
            helperText={fault || t('ledger.memo_help')}
            slotProps={{ htmlInput: { maxLength: 255 } }}
          />
          {large && (
            <AskSecond
              key={memo}
              id={userId}
              booking={{ kind: entity === userScoreLog.name ? 'score' : 'money', entry: id, memo: memo.trim() }}
              onDone={onClose}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ledger.cancel')}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {t('ledger.reverse_submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
