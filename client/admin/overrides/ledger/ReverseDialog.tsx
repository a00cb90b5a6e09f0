/** Takes an entry back by another one, with a reason. */
import DialogContentText from '@mui/material/DialogContentText';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import type { Wire } from '../../../../common/entity/project';
import { newMid } from '../../../engine/rowsApi';
import { api } from '../../../shared/api';
import { useApp } from '../../../shared/app';
import { FormDialog } from '../../../shared/controls/FormDialog';
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
  return (
    <FormDialog
      title={t('ledger.reverse_title', { n })}
      submit={t('ledger.reverse_submit')}
      onSubmit={() => reverse(memo.trim())}
      onClose={onClose}
      busy={busy}
    >
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
    </FormDialog>
  );
}
