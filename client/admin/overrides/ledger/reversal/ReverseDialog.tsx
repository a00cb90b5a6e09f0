/** Reverses an entry by a new one, with a reason. */
import Alert from '@mui/material/Alert';
import DialogContentText from '@mui/material/DialogContentText';
import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../../common/entities/userScoreLog';
import type { WireRow } from '../../../../../common/entity/projectRow';
import { newIdempotencyKey } from '../../../../engine/data/rowsApi';
import { api } from '../../../../shared/api/api';
import { useApp } from '../../../../shared/app/appContext';
import { FormDialog } from '../../../../shared/controls/FormDialog';
import { isRetryable, singleFieldError } from '../../../../shared/api/faults';
import { useEntityLabels } from '../../../../shared/i18n/i18n';
import { asRecord } from '../../../../../common/json';
import { useBookingDrafts } from '../booking/bookingDrafts';
import { EntrySummary } from './EntrySummary';
import type { LedgerKind } from '../../../../../common/ledgerKind';
import { reversalQuery, useLiveReversal } from './useReversal';
import { showBookedToast } from '../showBookedToast';
import { useRequestBookingApproval, isApprovalRequiredFault } from '../useRequestBookingApproval';
import { useMemberName } from '../useMemberName';

interface ReverseDialogProps {
  readonly entity: string;
  readonly row: WireRow;
  readonly onClose: () => void;
}
interface ReversedEntry {
  readonly id: number;
  readonly memberId: number;
}
const getKind = (entity: string): LedgerKind => (entity === userScoreLog.name ? 'score' : 'money');

/** A reversal keeps its idempotency key over repeated presses and lost responses; a refusal gets a new key. */
function useReverse(entity: string, { id, memberId }: ReversedEntry, onDone: () => void) {
  const { t } = useTranslation();
  const app = useApp();
  const [sendRequest, { isLoading }] = api.useRequestMutation();
  const idempotencyKey = useRef(newIdempotencyKey());
  const [refused, setRefused] = useState({ memo: '', memoError: '' });
  const [needsApproval, setNeedsApproval] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const { fields: labels } = useEntityLabels(userMoneyLog);
  /** Number of the reversing entry, which the response does not contain; 0 when it is not found. */
  const fetchReversalNumber = async (): Promise<number> => {
    const { data } = await sendRequest({ url: `/admin/${entity}/index`, params: reversalQuery(id), isSilent: true });
    const list = asRecord(data)?.['list'];
    return Number(asRecord(Array.isArray(list) ? list[0] : undefined)?.['n'] ?? 0);
  };
  const reverse = async (memo: string) => {
    if (memo === '') {
      setRefused({ memo, memoError: t('ledger.memo_missing') });
      return;
    }
    setIsSent(true);
    const body = { id, memo, _mid: idempotencyKey.current };
    const { error } = await sendRequest({ url: `/admin/${entity}/reverse`, method: 'POST', body, isSilent: true });
    if (error === undefined) {
      const n = await fetchReversalNumber();
      if (n === 0) app.toasts.show('success', t('ledger.reversed'));
      else showBookedToast(app, t, { memberId, kind: getKind(entity), n, text: t('ledger.reversed_as', { n }) });
      onDone();
      return;
    }
    setIsSent(false);
    // The server stores a refusal under its key; a lost response may have been a booking.
    if (!isRetryable(error)) idempotencyKey.current = newIdempotencyKey();
    if (isApprovalRequiredFault(error)) setNeedsApproval(true);
    else setRefused({ memo, memoError: singleFieldError(error, 'memo', labels) });
  };
  /** Error text, while the field still has the refused reason. */
  const errorFor = (memo: string) => (refused.memo === memo ? refused.memoError : '');
  return { reverse, errorFor, needsApproval, isSent, isBusy: isLoading };
}

/** Typed reason; closing the dialog keeps it. */
function useReversalReason(key: string, member: number) {
  const { reversalReasons } = useBookingDrafts()(member);
  const [memo, setText] = useState(() => reversalReasons.get(key) ?? '');
  const setMemo = (text: string) => {
    setText(text);
    if (text === '') reversalReasons.delete(key);
    else reversalReasons.set(key, text);
  };
  return { memo, setMemo, forget: () => void reversalReasons.delete(key) };
}

export function ReverseDialog({ entity, row, onClose }: ReverseDialogProps) {
  const { t } = useTranslation();
  const [id, n, userId] = [Number(row['id']), Number(row['n']), Number(row['user_id'])];
  const { memo, setMemo, forget } = useReversalReason(`${entity}:${id}`, userId);
  const name = useMemberName(userId);
  const kind = getKind(entity);
  const close = () => {
    forget();
    onClose();
  };
  const { reverse, errorFor, needsApproval, isSent, isBusy } = useReverse(entity, { id, memberId: userId }, close);
  const errorText = errorFor(memo.trim());
  const approval = useRequestBookingApproval(close);
  const reversal = useLiveReversal(entity, id);
  // The live update of the reversal can arrive before the response.
  const isReversed = reversal !== undefined && !isSent;
  // A request for approval needs a reason.
  const requestsApproval = needsApproval && memo.trim() !== '';
  return (
    <FormDialog
      title={t('ledger.reverse', { n, name })}
      submitLabel={t(requestsApproval && approval.canRequest ? 'ledger.second.ask' : 'ledger.reverse_submit')}
      onSubmit={() =>
        requestsApproval ? approval.send(userId, { kind, entry: id, memo: memo.trim() }) : reverse(memo.trim())
      }
      onClose={onClose}
      isBusy={isBusy || approval.isBusy}
      disabled={isReversed || (requestsApproval && !approval.canRequest)}
    >
      <EntrySummary kind={kind} row={row} memberName={name} />
      {isReversed ? (
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
        error={errorText !== ''}
        helperText={errorText || t('ledger.memo_help')}
        // A disabled field would lose the focus, and with it the dialog's key events.
        slotProps={{ htmlInput: { maxLength: 255, readOnly: isReversed } }}
      />
      {needsApproval && !isReversed && (
        <Alert severity="info" sx={{ mt: 3 }}>
          {t('ledger.second.needed')}
        </Alert>
      )}
    </FormDialog>
  );
}
