/** Takes an entry back by another one, with a reason. */
import Alert from '@mui/material/Alert';
import DialogContentText from '@mui/material/DialogContentText';
import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import type { WireRow } from '../../../../common/entity/projectRow';
import { newMutationId } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { isRetryable, singleFieldError } from '../../../shared/api/faults';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { asRecord } from '../../../../common/json';
import { useBookingMemory } from './bookingMemory';
import { EntryShown } from './EntryShown';
import type { LedgerKind } from './readAmount';
import { searchReversal, useFollowedReversal } from './reversals';
import { sayBooked } from './sayBooked';
import { useAskSecond, wantsSecond } from './secondPerson';
import { useMemberName } from './useMemberName';

interface ReverseDialogProps {
  readonly entity: string;
  readonly row: WireRow;
  readonly onClose: () => void;
}
interface Reversed {
  readonly id: number;
  readonly member: number;
}
const kindOf = (entity: string): LedgerKind => (entity === userScoreLog.name ? 'score' : 'money');

/** One key for one reversal, however often its button is pressed and its answer is lost; a new one after a refusal. */
function useReversing(entity: string, { id, member }: Reversed, onDone: () => void) {
  const { t } = useTranslation();
  const app = useApp();
  const [ask, { isLoading }] = api.useRequestMutation();
  const mid = useRef(newMutationId());
  const [refused, setRefused] = useState({ memo: '', why: '' });
  const [large, setLarge] = useState(false);
  const [sent, setSent] = useState(false);
  const { fields: names } = useEntityLabels(userMoneyLog);
  /** The entry that took it back, which the answer about the old one does not name; 0: it could not be found. */
  const numberOf = async (): Promise<number> => {
    const { data } = await ask({ url: `/admin/${entity}/index`, params: searchReversal(id), isSilent: true });
    const list = asRecord(data)?.['list'];
    return Number(asRecord(Array.isArray(list) ? list[0] : undefined)?.['n'] ?? 0);
  };
  const reverse = async (memo: string) => {
    if (memo === '') {
      setRefused({ memo, why: t('ledger.memo_missing') });
      return;
    }
    setSent(true);
    const body = { id, memo, _mid: mid.current };
    const { error } = await ask({ url: `/admin/${entity}/reverse`, method: 'POST', body, isSilent: true });
    if (error === undefined) {
      const n = await numberOf();
      if (n === 0) app.toasts.show('success', t('ledger.reversed'));
      else sayBooked(app, t, { member, kind: kindOf(entity), n, text: t('ledger.reversed_as', { n }) });
      onDone();
      return;
    }
    setSent(false);
    // The server remembers a refusal under its key; a lost answer may have been a booking.
    if (!isRetryable(error)) mid.current = newMutationId();
    if (wantsSecond(error)) setLarge(true);
    else setRefused({ memo, why: singleFieldError(error, 'memo', names) });
  };
  /** What is wrong, while the reason it was said of still stands in the field. */
  const faultOf = (memo: string) => (refused.memo === memo ? refused.why : '');
  return { reverse, faultOf, large, sent, busy: isLoading };
}

/** The reason as it is typed; it is still there when the dialog is opened again. */
function useReason(key: string, member: number) {
  const { reasons } = useBookingMemory()(member);
  const [memo, setShown] = useState(() => reasons.get(key) ?? '');
  const setMemo = (text: string) => {
    setShown(text);
    if (text === '') reasons.delete(key);
    else reasons.set(key, text);
  };
  return { memo, setMemo, forget: () => void reasons.delete(key) };
}

export function ReverseDialog({ entity, row, onClose }: ReverseDialogProps) {
  const { t } = useTranslation();
  const [id, n, userId] = [Number(row['id']), Number(row['n']), Number(row['user_id'])];
  const { memo, setMemo, forget } = useReason(`${entity}:${id}`, userId);
  const name = useMemberName(userId);
  const kind = kindOf(entity);
  const done = () => {
    forget();
    onClose();
  };
  const { reverse, faultOf, large, sent, busy } = useReversing(entity, { id, member: userId }, done);
  const fault = faultOf(memo.trim());
  const asking = useAskSecond(done);
  const reversal = useFollowedReversal(entity, id);
  // What is being sent may be heard of before it is answered.
  const over = reversal !== undefined && !sent;
  // Without a reason nothing is asked of anybody.
  const asks = large && memo.trim() !== '';
  return (
    <FormDialog
      title={t('ledger.reverse', { n, name })}
      submitLabel={t(asks && asking.may ? 'ledger.second.ask' : 'ledger.reverse_submit')}
      onSubmit={() => (asks ? asking.send(userId, { kind, entry: id, memo: memo.trim() }) : reverse(memo.trim()))}
      onClose={onClose}
      isBusy={busy || asking.busy}
      disabled={over || (asks && !asking.may)}
    >
      <EntryShown kind={kind} row={row} name={name} />
      {over ? (
        <Alert severity="info" sx={{ my: 4 }}>
          {t('ledger.reversed_as', { n: Number(reversal['n']) })}
        </Alert>
      ) : (
        <DialogContentText sx={{ my: 4 }}>{t('ledger.reverse_text')}</DialogContentText>
      )}
      <TextField
        autoFocus
        label={t('ledger.memo')}
        value={memo}
        onChange={({ target }) => setMemo(target.value)}
        error={fault !== ''}
        helperText={fault || t('ledger.memo_help')}
        // Disabled, it would lose the focus, and the dialog its keys.
        slotProps={{ htmlInput: { maxLength: 255, readOnly: over } }}
      />
      {large && !over && (
        <Alert severity="info" sx={{ mt: 3 }}>
          {t('ledger.second.needed')}
        </Alert>
      )}
    </FormDialog>
  );
}
